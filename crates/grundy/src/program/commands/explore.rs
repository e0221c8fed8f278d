//! `grundy explore`: the explorer, a page in the browser, served from this machine.

use crate::program::exit::{Ended, Failure, tell};
use crate::program::{amounts, memory, registry};
use clap::Args;
use grundy_explore::{Explorer, OwnGame, Settings};
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Explore games in the browser: look, play, prove
#[derive(Args)]
#[command(after_help = "\
Examples:
  $ grundy explore
  $ grundy explore --port 8080 --no-open
  $ grundy explore --time 10m --memory 4G

The address is printed on standard output. Only this machine can reach it unless --host says otherwise, and only its own page \
gets answers. Stop it with Ctrl-C. The page uses a small API; see docs/api.md.")]
pub struct Arguments {
    /// The port to listen on [default: one that is free]
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    port: u16,

    /// The address to listen on; any non-loopback address makes the server reachable from other machines
    #[arg(long, default_value = "127.0.0.1")]
    host: String,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    /// How long a search may take: 90s, 10m
    #[arg(long, value_name = "TIME", value_parser = amounts::duration, default_value = "2m")]
    time: Duration,

    /// Memory for each game that is open, at most four: 500M, 4G [default: a tenth of what is free, at most 1G]
    #[arg(long, value_name = "SIZE", value_parser = amounts::memory)]
    memory: Option<usize>,

    /// How many searches may run at a time
    #[arg(long, value_name = "N", default_value_t = 2)]
    searches: u8,
}

impl Arguments {
    /// Serves until it is stopped.
    pub fn run(self) -> Ended {
        let host = self.host.escape_debug();
        let listener = TcpListener::bind((self.host.as_str(), self.port))
            .map_err(|error| Failure::input(format!("cannot listen on {host}, port {}: {error}", self.port)))?;
        let address = listener.local_addr().map_err(|error| Failure::input(format!("cannot listen: {error}")))?;
        let settings = Settings {
            search: self.time,
            searches: self.searches.max(1).into(),
            local: address.ip().is_loopback(),
            name: Some(self.host.clone()),
            own_game: registry::own_name()
                .map(|name| OwnGame { name, example: registry::own_example().unwrap_or_default() }),
            ..Settings::default()
        };
        let memory = self.memory.unwrap_or_else(default_memory);
        let explorer = Explorer::new(settings, move |name| {
            registry::game(name).map(|game| game.service(memory)).map_err(|failure| failure.to_string())
        });
        let mut told = Ok(());
        let served = explorer.serve(listener, |address| told = self.announce(address));
        told?;
        served.map_err(|error| Failure::input(format!("the server ended: {error}")))
    }

    fn announce(&self, address: SocketAddr) -> io::Result<()> {
        let url = format!("http://{address}/");
        let mut out = io::stdout().lock();
        writeln!(out, "{url}")?;
        out.flush()?;
        if !address.ip().is_loopback() {
            tell("other machines can reach this address");
        }
        if !self.no_open && !open_browser(&url) {
            tell("open this address in a browser");
        }
        Ok(())
    }
}

/// Four games can be open at a time, and other programs need memory too.
fn default_memory() -> usize {
    const MOST: usize = 1 << 30;
    memory::default_limit().map_or(MOST, |limit| (limit / 8).min(MOST))
}

/// Asks the desktop to open an address; returns whether there is a program for that.
fn open_browser(url: &str) -> bool {
    let (program, before): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}

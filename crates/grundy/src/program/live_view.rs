//! The live view of a long search, on a terminal only: redrawn in place on standard error, gone when the answer comes.
//!
//! # Invariant
//! What is on the screen is `drawn` lines, fewer than the terminal has and none longer than it is wide;
//! [`LiveView::clear`] leaves none.

use crate::core::Component;
use crate::search::{Progress, Step, Thread};
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Searches shorter than this leave no trace on the screen.
const PATIENCE: Duration = Duration::from_millis(700);
/// How often a note is redrawn.
const NOTE_EVERY: Duration = Duration::from_millis(100);
/// How many couples of the line that is being searched are shown.
const SHOWN: usize = 8;
/// How many threads get a line.
const THREADS: usize = 16;

/// The live view.
pub struct LiveView {
    write: Box<dyn Fn(&Component) -> String + Send + Sync>,
    began: Instant,
    colour: bool,
    screen: Mutex<Screen>,
}

#[derive(Default)]
struct Screen {
    drawn: usize,
    last: Option<(Instant, u64)>,
    rate: f64,
    noted: Option<Instant>,
}

impl LiveView {
    /// A view, if standard error is a terminal that can be redrawn. `write` writes a component.
    pub fn on_a_terminal(write: impl Fn(&Component) -> String + Send + Sync + 'static) -> Option<Arc<Self>> {
        let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        if !io::stderr().is_terminal() || variable("TERM").is_some_and(|term| term == "dumb") {
            return None;
        }
        let colour = variable("NO_COLOR").is_none();
        let live =
            LiveView { write: Box::new(write), began: Instant::now(), colour, screen: Mutex::new(Screen::default()) };
        Some(Arc::new(live))
    }

    /// Takes the view off the screen, so that something else can be printed there.
    pub fn clear(&self) {
        self.draw(&mut self.screen(), &[]);
    }

    /// Takes the view off the screen and blocks drawing while something else is printed there.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        let mut screen = self.screen();
        self.draw(&mut screen, &[]);
        print()
    }

    /// Shows a glance at the search. `saved`: how many facts are in the store.
    pub fn show(&self, progress: &Progress, saved: Option<u64>) {
        if self.began.elapsed() >= PATIENCE {
            let mut screen = self.screen();
            let lines = self.lines(&mut screen, progress, saved);
            self.draw(&mut screen, &lines);
        }
    }

    /// Shows a line about work that has taken this long, now and then.
    pub fn note(&self, elapsed: Duration, text: &str) {
        let mut screen = self.screen();
        let fresh = screen.noted.is_some_and(|noted| noted.elapsed() < NOTE_EVERY);
        if elapsed >= PATIENCE && !fresh {
            screen.noted = Some(Instant::now());
            self.draw(&mut screen, &[format!("{}   {text}", clock(elapsed))]);
        }
    }

    fn screen(&self) -> MutexGuard<'_, Screen> {
        self.screen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn draw(&self, screen: &mut Screen, lines: &[String]) {
        if screen.drawn == 0 && lines.is_empty() {
            return;
        }
        let mut text = String::new();
        if screen.drawn > 0 {
            let _ = write!(text, "\x1b[{}A\r\x1b[J", screen.drawn);
        }
        let (width, height) = terminal_size::terminal_size()
            .map_or((80, 24), |(width, height)| (usize::from(width.0), usize::from(height.0)));
        let lines = &lines[..lines.len().min(height.saturating_sub(1))];
        for (i, line) in lines.iter().enumerate() {
            let line: String = line.chars().take(width.saturating_sub(1)).collect();
            let _ = match self.colour && i > 1 {
                true => writeln!(text, "\x1b[2m{line}\x1b[0m"),
                false => writeln!(text, "{line}"),
            };
        }
        screen.drawn = lines.len();
        // A terminal that went away is no reason to stop the search.
        let _ = io::stderr().write_all(text.as_bytes());
    }

    fn lines(&self, screen: &mut Screen, progress: &Progress, saved: Option<u64>) -> Vec<String> {
        let (now, stats) = (Instant::now(), &progress.stats);
        if let Some((then, nodes)) = screen.last
            && stats.nodes >= nodes
        {
            let rate = (stats.nodes - nodes) as f64 / (now - then).as_secs_f64().max(1e-3);
            screen.rate = if screen.rate == 0.0 { rate } else { screen.rate * 0.9 + rate * 0.1 };
        }
        screen.last = Some((now, stats.nodes));
        let saved = saved.map_or(String::new(), |saved| format!(", {} saved", short(saved as f64)));
        let mut lines = vec![format!(
            "{}   {} nodes, {}/s   {} facts{saved}   {}B",
            clock(self.began.elapsed()),
            short(stats.nodes as f64),
            short(screen.rate),
            short(stats.facts as f64),
            short(stats.memory as f64),
        )];
        if let Some(root) = progress.line.first() {
            let numbers = format!("pn {}, dn {}", number(root.proof), number(root.disproof));
            if let Some((rung, of)) = progress.rung {
                lines.push(format!(
                    "rung {rung} of {of}: {} first, it makes the question cheaper",
                    (self.write)(&root.component)
                ));
            }
            let open = progress.open_options.map_or(String::new(), |open| format!("{open} options open, "));
            lines.push(format!("trying nimber {}: {open}{numbers}; {} couples deep", root.nimber, progress.depth));
        }
        let couple = |(depth, step): (usize, &Step)| format!("{:depth$}{}", "", self.couple(step));
        lines.extend(progress.line.iter().take(SHOWN).enumerate().map(couple));
        if progress.threads.len() > 1 {
            let parting = progress.parting();
            lines.extend(progress.threads.iter().take(THREADS).map(|thread| self.thread(thread, parting)));
            if let Some(more @ 1..) = progress.threads.len().checked_sub(THREADS) {
                lines.push(format!("and {more} more threads"));
            }
        }
        lines
    }

    /// What a thread does: its couple where the threads part, or the last one before.
    fn thread(&self, thread: &Thread, parting: usize) -> String {
        let step = thread.line.get(parting).or(thread.line.last());
        let Thread { number, depth, nodes_per_second, .. } = thread;
        let rate = short(*nodes_per_second);
        format!(
            "thread {number}  {rate:>5}/s  {depth:>3} deep  {}",
            step.map_or(String::new(), |step| self.couple(step))
        )
    }

    fn couple(&self, step: &Step) -> String {
        let heap = if step.nimber.get() == 0 { String::new() } else { format!(" + *{}", step.nimber) };
        format!("{}{heap}", (self.write)(&step.component))
    }
}

/// `1:02:03`, `2:03`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, m, s) => format!("{m}:{s:02}"),
        (h, m, s) => format!("{h}:{m:02}:{s:02}"),
    }
}

/// `950`, `12.3k`, `4.56M`.
fn short(value: f64) -> String {
    let (value, unit) = match value {
        v if v < 1e3 => return format!("{v:.0}"),
        v if v < 1e6 => (v / 1e3, "k"),
        v if v < 1e9 => (v / 1e6, "M"),
        v => (v / 1e9, "G"),
    };
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.digits$}{unit}")
}

/// A proof number; the largest stand for infinity.
fn number(value: u64) -> String {
    if value >= 1 << 57 { "infinite".to_string() } else { value.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!([0.0, 999.0, 12_345.0, 4_560_000.0, 2e10].map(short), ["0", "999", "12.3k", "4.56M", "20.0G"]);
        assert_eq!(clock(Duration::from_secs(3723)), "1:02:03");
        assert_eq!(clock(Duration::from_secs(62)), "1:02");
    }
}

//! Simulates clusters of several sizes and prints a line of figures for each (tab-separated).
//!
//! ```text
//! cargo run --release -p grundy-cluster --example simulate -- sprouts 27 workers=1,16,256 slice=500
//! ```
//!
//! `cores=16` gives each worker as many cores, simulated as one that is sixteen times faster. Efficiency is per core.
//!
//! The first line is the program on one core, with the same ladder and seed: speed-ups are relative to it. With
//! `real=1` the workers are threads of this machine instead, with the same policy and messages as bytes; then only the
//! expansions mean something on a busy machine.

#![allow(clippy::print_stdout)]

use grundy_cluster::{
    Action, Cluster, Coordinator, Event, Goal, Job, Policy, Question, Report, Simulated, Worker, WorkerId,
    WorkerSettings, simulate,
};
use grundy_core::Hints;
use grundy_games::{Kind, WithGame, with_game};
use grundy_search::Solver;
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

struct Experiment {
    position: String,
    options: BTreeMap<String, String>,
}

impl Experiment {
    fn number(&self, name: &str, default: f64) -> Result<f64, Box<dyn Error>> {
        match self.options.get(name) {
            Some(text) => text.parse().map_err(|_| format!("{name}={text}: expected a number").into()),
            None => Ok(default),
        }
    }
}

impl WithGame for Experiment {
    type Output = Result<(), Box<dyn Error>>;

    fn with<G: Hints + 'static>(self, game: G, _: Kind) -> Self::Output {
        let components = game.parse(&self.position)?.components().to_vec();
        let goal = if self.number("nimber", 0.0)? > 0.0 { Goal::Nimber } else { Goal::Outcome };
        let seed = self.number("seed", 0.0)? as u64;
        let began = Instant::now();
        let mut solver = Solver::builder(game.clone()).seed(seed).build();
        match goal {
            Goal::Outcome => drop(solver.outcome(&components)?),
            Goal::Nimber => drop(solver.nimber(&components)?),
        }
        let alone = solver.stats();
        let measured = alone.expansions as f64 / began.elapsed().as_secs_f64();
        drop(solver);
        let rate = self.number("rate", measured)?;
        let base = alone.expansions as f64 / rate;
        println!(
            "# {} {}: one core {} expansions, {} facts, {:.0}/s, {base:.1} s",
            game.name(),
            self.position,
            alone.expansions,
            alone.facts,
            measured
        );
        println!(
            "workers\tseconds\tspeed-up\tefficiency\toverhead\tutilisation\tjobs\tparts\tfacts\tMB\tdeaths\tcpu\tanswer"
        );
        let default = Policy::default();
        let policy = Policy {
            slice_nodes: Some(self.number("slice", 5_000.0)? as u64),
            slice_millis: None,
            share_up: self.number("up", default.share_up as f64)? as u64,
            share_down: self.number("down", default.share_down as f64)? as usize,
            couples_up: self.number("couples", default.couples_up as f64)? as u64,
            verify_one_in: self.number("verify", default.verify_one_in as f64)? as u64,
            ..default
        };
        let workers = self.options.get("workers").map_or("1,4,16,64,256,1024", String::as_str);
        for workers in workers.split(',') {
            let workers: usize = workers.parse().map_err(|_| format!("workers={workers}: expected a number"))?;
            let cluster = Cluster {
                workers,
                expansions_per_second: rate * self.number("cores", 1.0)?,
                fact: self.number("fact", 5e-6)?,
                couple: self.number("couple", 2e-7)?,
                handling: self.number("handling", 5e-5)?,
                latency: self.number("latency", 1e-3)?,
                mean_life: self.number("life", 0.0)?,
                replacement: self.number("replacement", 1.0)?,
                policy: policy.clone(),
                seed,
            };
            let began = Instant::now();
            let question = Question { components: components.clone(), goal };
            let found = if self.number("real", 0.0)? > 0.0 {
                real(&game, &question, &cluster)?
            } else {
                simulate(&game, &question, &cluster)
            };
            let answer = match found.answer {
                Ok(answer) => answer.nimber.map_or_else(|| answer.outcome.to_string(), |nimber| nimber.to_string()),
                Err(error) => error.to_string(),
            };
            let speed_up = base / found.seconds;
            println!(
                "{workers}\t{:.3}\t{speed_up:.2}\t{:.3}\t{:.3}\t{:.3}\t{}\t{}\t{}\t{:.1}\t{}\t{:.1}\t{answer}",
                found.seconds,
                speed_up / workers as f64 / self.number("cores", 1.0)?,
                found.expansions as f64 / alone.expansions as f64,
                found.utilisation,
                found.jobs,
                found.parts,
                found.facts,
                found.bytes as f64 / 1e6,
                found.deaths,
                began.elapsed().as_secs_f64(),
            );
        }
        Ok(())
    }
}

/// The same run with workers in threads of their own, in real time.
fn real<G: Hints + 'static>(game: &G, question: &Question, cluster: &Cluster) -> Result<Simulated, Box<dyn Error>> {
    let policy = Policy { gather: false, ..cluster.policy.clone() };
    let mut coordinator = Coordinator::new(game.clone(), question, policy);
    let (to_coordinator, events) = mpsc::channel();
    let began = Instant::now();
    thread::scope(|scope| {
        let mut inboxes = Vec::new();
        for id in 0..cluster.workers as WorkerId {
            let (to_worker, jobs) = mpsc::channel::<Vec<u8>>();
            inboxes.push(to_worker);
            let to_coordinator = to_coordinator.clone();
            scope.spawn(move || {
                let settings = WorkerSettings { seed: cluster.seed.wrapping_add(id), ..WorkerSettings::default() };
                let mut worker = Worker::new(game.clone(), settings);
                let _ = to_coordinator.send((id, Event::Joined(id, worker.hello(&question.components))));
                for job in jobs {
                    let Ok(job) = Job::from_bytes(&job) else { return };
                    let report = Report::from_bytes(&worker.run(&job).to_bytes());
                    let event = report.map_or(Event::Lost(id), |report| Event::Reported(id, report));
                    let _ = to_coordinator.send((id, event));
                }
            });
        }
        loop {
            let (_, event) = events.recv()?;
            let mut ended = None;
            for action in coordinator.handle(event, began.elapsed().as_secs_f64()) {
                match action {
                    Action::Assign(id, job) => inboxes[id as usize].send(job.to_bytes())?,
                    Action::Answered(answer) => ended = Some(Ok(answer)),
                    Action::Abort(error) => ended = Some(Err(error)),
                    Action::Refuse(..) | Action::LogFacts(_) | Action::LogFrontier(_) | Action::Done => {}
                }
            }
            if let Some(answer) = ended {
                inboxes.clear();
                let totals = coordinator.totals();
                return Ok(Simulated {
                    answer,
                    seconds: began.elapsed().as_secs_f64(),
                    nodes: totals.nodes,
                    expansions: totals.expansions,
                    utilisation: 0.0,
                    jobs: totals.jobs,
                    deaths: 0,
                    facts: totals.facts,
                    parts: totals.parts,
                    bytes: 0,
                });
            }
        }
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(game), Some(position)) = (words.next(), words.next()) else {
        return Err("expected: GAME POSITION [workers=1,4,...] [slice=NODES] ...".into());
    };
    let mut options = BTreeMap::new();
    for word in words {
        let (name, value) = word.split_once('=').ok_or_else(|| format!("{word}: expected NAME=VALUE"))?;
        options.insert(name.to_string(), value.to_string());
    }
    with_game(&game, Experiment { position, options })?
}

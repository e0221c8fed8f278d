//! A cluster in virtual time: the real coordinator, real searches, and a clock that counts nodes.
//!
//! Every simulated worker has a table of its own and gets exactly the facts that have reached it by the time its job
//! begins. A job is searched at once; its report arrives after the time that its nodes take at a given rate, and the
//! latency of two messages. So search overhead, which is what limits such a cluster, is measured and not modelled. One
//! thread and one seed make a search reproducible, so a simulation is reproducible to the node.

use crate::coordinator::Coordinator;
use crate::couples::Couple;
use crate::event::{Action, Answer, Event, Policy, RunError, WorkerId};
use crate::frontier::Question;
use crate::message::Report;
use crate::worker::{Worker, WorkerSettings};
use grundy_core::Hints;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// A cluster to simulate.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// Workers.
    pub workers: usize,
    /// Components whose options a worker generates in a second. A worker with several cores is simulated as one that is
    /// as much faster: its threads share a table, which costs no nodes.
    pub expansions_per_second: f64,
    /// Seconds a worker takes to send or to take over a fact.
    pub fact: f64,
    /// Seconds a worker takes to send or to take over a couple.
    pub couple: f64,
    /// Seconds the coordinator takes for a message. It handles one at a time.
    pub handling: f64,
    /// Seconds a message takes.
    pub latency: f64,
    /// Seconds of work after which a worker dies, on average, and is replaced by an empty one; 0 for never.
    pub mean_life: f64,
    /// Seconds until a dead worker is noticed and replaced.
    pub replacement: f64,
    /// How work is given out; its `slice_nodes` must be set.
    pub policy: Policy,
    /// Chooses among equal options, and who dies.
    pub seed: u64,
}

/// What happened in a simulation.
#[derive(Clone, PartialEq, Debug)]
pub struct Simulated {
    /// The answer, or why there is none.
    pub answer: Result<Answer, RunError>,
    /// Virtual seconds until the answer.
    pub seconds: f64,
    /// Nodes of all workers.
    pub nodes: u64,
    /// Components whose options workers generated.
    pub expansions: u64,
    /// The share of time that workers spent searching.
    pub utilisation: f64,
    /// Jobs.
    pub jobs: u64,
    /// Workers that died.
    pub deaths: u64,
    /// Facts that were shared.
    pub facts: usize,
    /// Components in the frontier.
    pub parts: usize,
    /// Bytes of all messages.
    pub bytes: u64,
}

/// Something that will happen, at a time in virtual nanoseconds.
enum Due {
    Joins(WorkerId),
    Reports(WorkerId, Box<Report>),
    Dies(WorkerId),
}

/// Events in order of time; of two at one time the one that was made first.
#[derive(Default)]
struct Calendar {
    times: BinaryHeap<Reverse<(u64, u64)>>,
    due: HashMap<u64, Due>,
    made: u64,
}

impl Calendar {
    fn add(&mut self, seconds: f64, due: Due) {
        self.times.push(Reverse(((seconds * 1e9) as u64, self.made)));
        self.due.insert(self.made, due);
        self.made += 1;
    }

    fn next(&mut self) -> Option<(f64, Due)> {
        let Reverse((time, number)) = self.times.pop()?;
        Some((time as f64 / 1e9, self.due.remove(&number)?))
    }
}

/// Runs a simulation until the question is answered.
pub fn simulate<G: Hints + 'static>(game: &G, question: &Question, cluster: &Cluster) -> Simulated {
    let mut coordinator =
        Coordinator::new(game.clone(), question, Policy { gather: false, couples_down: 0, ..cluster.policy.clone() });
    let board = coordinator.shared_board();
    let mut workers: HashMap<WorkerId, Worker<G>> = HashMap::new();
    let mut calendar = Calendar::default();
    for number in 0..cluster.workers {
        calendar.add(0.0, Due::Joins(number as WorkerId));
    }
    let mut next_worker = cluster.workers as WorkerId;
    let mut random = cluster.seed ^ 0x9e37_79b9_7f4a_7c15;
    let (mut busy, mut bytes, mut deaths) = (0.0, 0u64, 0u64);
    let mut ended = None;
    let mut now: f64 = 0.0;
    while let Some((time, due)) = calendar.next() {
        // The coordinator may be busy with an earlier message.
        now = time.max(now) + cluster.handling;
        let event = match due {
            Due::Joins(worker) => {
                let settings = WorkerSettings { seed: cluster.seed.wrapping_add(worker), ..WorkerSettings::default() };
                let made = Worker::at_board(game.clone(), settings, board.clone(), worker);
                let hello = made.hello(&question.components);
                workers.insert(worker, made);
                Event::Joined(worker, hello)
            }
            Due::Reports(worker, report) => Event::Reported(worker, *report),
            Due::Dies(worker) => {
                workers.remove(&worker);
                deaths += 1;
                calendar.add(now + cluster.replacement, Due::Joins(next_worker));
                next_worker += 1;
                Event::Lost(worker)
            }
        };
        for action in coordinator.handle(event, now) {
            match action {
                Action::Assign(worker, job) => {
                    let Some(hands) = workers.get_mut(&worker) else { continue };
                    // Instead of a message with what is new on the board.
                    let seen = hands.look_at_board();
                    let report = hands.run(&job);
                    bytes += (job.to_bytes().len() + report.to_bytes().len()) as u64 + seen * Couple::SIZE as u64;
                    let facts = (job.facts.len() + report.facts.len()) as f64;
                    let couples = (seen + report.couples.len() as u64) as f64;
                    let seconds = report.expansions as f64 / cluster.expansions_per_second
                        + facts * cluster.fact
                        + couples * cluster.couple;
                    busy += seconds;
                    let lives =
                        cluster.mean_life <= 0.0 || uniform(&mut random).ln() < -seconds / cluster.mean_life || {
                            // It dies somewhere inside this job.
                            let at = now + cluster.latency + seconds * uniform(&mut random);
                            calendar.add(at + cluster.replacement, Due::Dies(worker));
                            false
                        };
                    if lives {
                        calendar.add(now + 2.0 * cluster.latency + seconds, Due::Reports(worker, Box::new(report)));
                    }
                }
                Action::Answered(answer) => ended = Some(Ok(answer)),
                Action::Abort(error) => ended = Some(Err(error)),
                Action::Refuse(..) | Action::LogFacts(_) | Action::LogFrontier(_) | Action::Done => {}
            }
        }
        if ended.is_some() {
            break;
        }
    }
    let totals = coordinator.totals();
    Simulated {
        answer: ended.unwrap_or_else(|| Err(RunError::Contradiction("no worker is left".to_string()))),
        seconds: now,
        nodes: totals.nodes,
        expansions: totals.expansions,
        parts: totals.parts,
        utilisation: if now > 0.0 { (busy / now / cluster.workers as f64).min(1.0) } else { 0.0 },
        jobs: totals.jobs,
        deaths,
        facts: totals.facts,
        bytes,
    }
}

/// A number in (0, 1], by splitmix64.
fn uniform(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11).max(1) as f64 / (1u64 << 53) as f64
}

//! What travels between coordinator and workers, and its form as bytes.
//!
//! Components travel in their exact canonical form ([`Game::canonical_form`]), so equal components are equal bytes on
//! every machine. Workers compute it, because there are many of them and one coordinator.

use crate::couples::Couple;
use grundy_core::{Component, Game, Nimber, Sum, collect_options};
use serde::{Deserialize, Serialize};

/// The version of these messages. Coordinator and workers must agree.
pub(crate) const PROTOCOL: u32 = 2;

/// A component and its nimber, with what it cost.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, Debug)]
pub struct Fact {
    /// Exact canonical bytes.
    pub component: Vec<u8>,
    /// Its nimber.
    pub nimber: u32,
    /// How expensive it looks: larger facts are shared first.
    pub cost: u32,
}

impl Fact {
    /// The bytes this fact takes in a message, about.
    pub(crate) fn size(&self) -> usize {
        self.component.len() + 6
    }
}

/// A worker introduces itself. The coordinator refuses one that does not search the same game in the same way.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Hello {
    /// The version of the messages.
    pub protocol: u32,
    /// The version of the program.
    pub version: String,
    /// The name of the game.
    pub game: String,
    /// A hash of canonical forms of some positions, the same on every machine with the same rules.
    pub signature: u64,
    /// Threads of the worker.
    pub threads: u32,
}

impl Hello {
    /// What a worker of this program says for this question.
    pub fn new<G: Game>(game: &G, question: &[Component], threads: usize) -> Self {
        Hello {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").to_string(),
            game: game.name(),
            signature: signature(game, question),
            threads: u32::try_from(threads).unwrap_or(u32::MAX),
        }
    }
}

/// A number that differs, almost surely, between programs whose canonical forms differ: a hash of the exact forms of
/// the question, its options and theirs. Two levels of at most 64 components are enough to meet every rule of a
/// canonical form.
pub(crate) fn signature<G: Game>(game: &G, question: &[Component]) -> u64 {
    const MOST: usize = 64;
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut level: Vec<Component> = question.to_vec();
    for _ in 0..3 {
        let mut next = Vec::new();
        for component in level.iter().take(MOST) {
            let exact = exact(game, component);
            // FNV-1a: a fixed function, the same on every machine.
            for byte in exact.iter().copied().chain([0xff]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
            if next.len() < MOST {
                let options: Vec<Sum> = collect_options(game, component);
                next.extend(
                    options.into_iter().take(MOST).flat_map(|option| option.iter().cloned().collect::<Vec<_>>()),
                );
            }
        }
        level = next;
    }
    hash
}

/// The exact canonical form of a component.
pub(crate) fn exact<G: Game>(game: &G, component: &[u8]) -> Component {
    let mut bytes = Vec::new();
    game.canonical_form(component, &mut bytes);
    Component::from(bytes)
}

/// The number of a job, unique in a run.
pub type JobId = u64;

/// Work for one worker.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Job {
    /// Its number.
    pub id: JobId,
    /// What to do.
    pub kind: JobKind,
    /// The rung of the ladder that is being solved.
    pub rung: u32,
    /// Stop after this many nodes.
    pub nodes: Option<u64>,
    /// Stop after this many milliseconds.
    pub millis: Option<u64>,
    /// Facts of other workers, to be learned first.
    pub facts: Vec<Fact>,
    /// Couples of other workers.
    pub couples: Vec<Couple>,
    /// One winning couple in this many is not believed, as a sample; 0 for none.
    pub verify_one_in: u64,
    /// At most this many bytes of facts go back with the report.
    pub share_bytes: u64,
    /// At most this many bytes of couples go back with the report.
    pub couple_bytes: u64,
}

/// What a job asks for.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub enum JobKind {
    /// Decide whether the component has the nimber, or get as far as the budget allows.
    Decide {
        /// Exact canonical bytes.
        component: Vec<u8>,
        /// The nimber under test.
        nimber: u32,
        /// Stop when the proof number reaches this.
        proof: u64,
        /// Stop when the disproof number reaches this.
        disproof: u64,
    },
    /// Prove a fact again, from nothing: a sample of what others report.
    Verify {
        /// Exact canonical bytes.
        component: Vec<u8>,
        /// The nimber that was reported.
        nimber: u32,
    },
    /// Hand over facts that were not sent before, `share_bytes` at a time.
    Gather,
}

/// How a job ended.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub enum Verdict {
    /// The component has this nimber.
    Nimber(u32),
    /// The component does not have the nimber under test.
    NotNimber,
    /// Neither is known yet.
    Open {
        /// Proof number of the couple.
        proof: u64,
        /// Disproof number of the couple.
        disproof: u64,
    },
    /// A fact that was to be verified could not be decided within the budget.
    Unverified,
    /// Two facts contradict each other.
    Contradiction(String),
    /// The worker could not do it: out of memory, or a panic in the rules of the game.
    Failed(String),
}

/// What a worker reports at the end of a job.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Report {
    /// The job.
    pub id: JobId,
    /// How it ended.
    pub verdict: Verdict,
    /// Nodes visited for it.
    pub nodes: u64,
    /// Components whose options were generated for it: most of the work.
    pub expansions: u64,
    /// Its most expensive new facts.
    pub facts: Vec<Fact>,
    /// Whether the worker has more facts that it did not send.
    pub more_facts: bool,
    /// The couples that cost it most and are not facts.
    pub couples: Vec<Couple>,
}

macro_rules! as_bytes {
    ($($type:ty),*) => {$(
        impl $type {
            /// The message as bytes.
            pub fn to_bytes(&self) -> Vec<u8> {
                postcard::to_stdvec(self).unwrap_or_default()
            }

            /// Reads a message.
            ///
            /// # Errors
            /// If the bytes are not such a message.
            pub fn from_bytes(bytes: &[u8]) -> Result<Self, postcard::Error> {
                postcard::from_bytes(bytes)
            }
        }
    )*};
}

as_bytes!(Hello, Job, Report);

/// A nimber as it travels.
pub(crate) fn nimber(number: u32) -> Nimber {
    Nimber::new(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_games::cram::Cram;
    use grundy_games::sprouts::Sprouts;

    #[test]
    fn messages_survive_the_journey() {
        let fact = Fact { component: vec![1, 2, 255], nimber: 7, cost: 9 };
        let kind = JobKind::Decide { component: vec![4], nimber: 2, proof: u64::MAX, disproof: 5 };
        let couples = vec![Couple { key: [7; 16], proof: 3, disproof: 4 }];
        let job = Job {
            id: 3,
            kind,
            rung: 0,
            nodes: Some(5),
            millis: None,
            facts: vec![fact.clone()],
            couples: couples.clone(),
            verify_one_in: 9,
            share_bytes: 64,
            couple_bytes: 65,
        };
        assert_eq!(Job::from_bytes(&job.to_bytes()), Ok(job));
        let verdict = Verdict::Open { proof: 1, disproof: 2 };
        let report = Report { id: 3, verdict, nodes: 12, expansions: 5, facts: vec![fact], more_facts: true, couples };
        assert_eq!(Report::from_bytes(&report.to_bytes()), Ok(report));
        assert!(Report::from_bytes(b"\xff\xff").is_err());
    }

    #[test]
    fn signatures_tell_programs_apart() {
        let (cram, literal) = (Cram::default(), Cram::literal());
        let board = cram.parse("4x5").expect("a board");
        assert_eq!(signature(&cram, &board), signature(&cram, &board));
        assert_ne!(signature(&cram, &board), signature(&literal, &board), "other reductions, other forms");
        let sprouts = Sprouts::default();
        let hello = Hello::new(&sprouts, &sprouts.parse("5").expect("spots"), 2);
        assert_eq!(Hello::from_bytes(&hello.to_bytes()), Ok(hello));
    }
}

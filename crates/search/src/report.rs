//! What a worker reports: its line of play, and the progress of all.

use crate::observer::{Progress, Step, Thread};
use crate::sync::lock;
use crate::table::{ComponentId, Weight};
use crate::weigh::weigh;
use crate::worker::Worker;
use grundy_core::{Component, Hints, Nimber};
use std::time::Duration;

impl<G: Hints> Worker<'_, G> {
    /// Records what this worker is doing. Returns the records of all workers to the first one, which reports.
    pub(crate) fn tell(&self, since: Duration) -> Vec<Thread> {
        const SHOWN: usize = 12;
        let step = |&(id, nimber): &(ComponentId, Nimber)| {
            let mut bytes = Vec::new();
            self.table().copy_bytes(id, &mut bytes);
            let numbers = self.table().numbers(id, nimber);
            Step { component: Component::new(bytes), nimber, proof: numbers.pn, disproof: numbers.dn }
        };
        let mine = Thread {
            number: self.number,
            line: self.path.iter().take(SHOWN).map(step).collect(),
            depth: self.path.len(),
            nodes_per_second: self.since as f64 / since.as_secs_f64().max(1e-3),
        };
        let mut threads = lock(&self.shared.threads);
        // Those of an earlier question that had more threads.
        threads.retain(|thread| thread.number < self.settings.threads.max(1));
        match threads.binary_search_by_key(&self.number, |thread| thread.number) {
            Ok(at) => threads[at] = mine,
            Err(at) => threads.insert(at, mine),
        }
        if self.number == 0 { threads.clone() } else { Vec::new() }
    }

    pub(crate) fn progress(&self, elapsed: Duration, threads: Vec<Thread>) -> Progress {
        Progress {
            elapsed,
            stats: self.shared.stats(self.table()),
            line: threads.first().map_or(Vec::new(), |mine| mine.line.clone()),
            depth: self.path.len(),
            open_options: self.open_options(),
            rung: self.question.rung,
            threads,
        }
    }

    /// The undecided options of the first couple of the line, if they were listed.
    fn open_options(&self) -> Option<usize> {
        let &(id, nimber) = self.path.first()?;
        let place = self.table().options(id)?;
        let (mut at, mut open) = (place.start, 0);
        while at < place.start + place.len {
            let (weight, next) = weigh(self.table(), at, nimber);
            open += usize::from(matches!(weight, Weight::Open(..)));
            at = next;
        }
        Some(open)
    }
}

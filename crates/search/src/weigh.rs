//! Weighing: what an option is worth to the couple that has it, from what is known now.
//!
//! A sum needs no record of its own. Its known components add up to a nimber; with none open it is decided, with one
//! open it is a couple of that component. With several open, its cost is the sum, over these components, of the cost of
//! the nimber that Algorithm 3 tries next (Algorithm 2 has to find all but one of their nimbers first).

use crate::table::{ComponentId, LAST, LITERAL, Numbers, Table, Weight};
use grundy_core::Nimber;

/// Numbers never reach this; a threshold of this is none.
pub(crate) const INFINITE: u64 = u64::MAX;
/// The largest number a couple can have: sums of numbers stop here.
pub(crate) const LARGEST: u64 = 1 << 57;

/// The components of an option that are open, and the nim-sum of the others.
pub(crate) struct OpenParts<'a> {
    table: &'a Table,
    at: usize,
    done: bool,
    /// Nim-sum of the components met so far whose nimbers are known.
    pub known: Nimber,
}

impl<'a> OpenParts<'a> {
    pub fn new(table: &'a Table, at: usize) -> Self {
        OpenParts { table, at, done: false, known: Nimber::ZERO }
    }

    /// After the last part: where the next option begins.
    pub fn next_option(&self) -> usize {
        self.at
    }
}

impl Iterator for OpenParts<'_> {
    type Item = ComponentId;

    #[inline]
    fn next(&mut self) -> Option<ComponentId> {
        while !self.done {
            let word = self.table.word(self.at);
            self.at += 1;
            self.done = word & LAST != 0;
            let value = word & !(LAST | LITERAL);
            if word & LITERAL != 0 {
                self.known ^= Nimber::new(value);
                continue;
            }
            match self.table.nimber(ComponentId(value)) {
                Some(nimber) => self.known ^= nimber,
                None => return Some(ComponentId(value)),
            }
        }
        None
    }
}

/// Weighs the option that begins at `at`, under the nimber `test`; also gives where the next option begins.
#[inline]
pub(crate) fn weigh(table: &Table, at: usize, test: Nimber) -> (Weight, usize) {
    let word = table.word(at);
    if word & (LAST | LITERAL) == LAST {
        // One component and nothing else: most options of large components.
        return (table.weigh(ComponentId(word & !LAST), test), at + 1);
    }
    let mut parts = OpenParts::new(table, at);
    let Some(first) = parts.next() else {
        return (Weight::Known(parts.known), parts.next_option());
    };
    let Some(second) = parts.next() else {
        let weight = match table.weigh(first, test ^ parts.known) {
            // Another thread found it meanwhile.
            Weight::Known(nimber) => Weight::Known(nimber ^ parts.known),
            weight => weight,
        };
        return (weight, parts.next_option());
    };
    let (mut sum, mut busy) = (0, 0);
    let mut add = |id| {
        sum = add_numbers(sum, table.numbers(id, table.least_open(id)).least());
        busy += table.busy(id);
    };
    add(first);
    add(second);
    parts.by_ref().for_each(add);
    (Weight::Open(Numbers { pn: sum, dn: sum }, busy), parts.next_option())
}

/// A sum of numbers, at most [`LARGEST`].
#[inline]
pub(crate) fn add_numbers(a: u64, b: u64) -> u64 {
    a.saturating_add(b).min(LARGEST)
}

/// What a couple `(component, test)` is worth, from its options of both kinds.
pub(crate) enum Verdict {
    /// Some option is losing.
    Win,
    /// Every option is winning.
    Loss,
    /// Nothing is decided.
    Open(Frontier),
}

/// The numbers of an open couple, and its most promising option.
pub(crate) struct Frontier {
    pub numbers: Numbers,
    /// The option to search, and its numbers.
    pub best: Choice,
    pub chosen: Numbers,
    /// What it and the second best option look like, threads at work included.
    pub apparent: u64,
    pub second: u64,
}

/// An option of a couple.
#[derive(Clone, Copy)]
pub(crate) enum Choice {
    /// Of the position part: where it begins in the lists of options. Valid until the lists move.
    Position(usize),
    /// Of the nimber part.
    Nimber(Nimber),
}

/// An open option as it was last weighed.
#[derive(Clone, Copy)]
pub(crate) struct Weighed {
    option: Choice,
    numbers: Numbers,
    busy: u32,
}

/// Weighs all options of a couple whose component has its list, and gives the open ones to `open`. Nimbers of options
/// met on the way become facts.
pub(crate) fn weigh_couple(table: &Table, id: ComponentId, test: Nimber, mut open: impl FnMut(Weighed)) -> Verdict {
    let place = table.options(id).expect("listed before it is weighed");
    table.prefetch_records(place);
    let mut frontier = Frontier::new(test);
    let mut consider = |option, numbers, busy| {
        let weighed = Weighed { option, numbers, busy };
        frontier.consider(weighed);
        open(weighed);
    };
    let (mut at, mut unknown) = (place.start, false);
    while at < place.start + place.len {
        let (weight, next) = weigh(table, at, test);
        match weight {
            Weight::Known(nimber) => {
                table.exclude(id, nimber);
                if nimber == test {
                    return Verdict::Win;
                }
            }
            Weight::Winning => unknown = true,
            Weight::Open(numbers, busy) => {
                unknown = true;
                consider(Choice::Position(at), numbers, busy);
            }
        }
        at = next;
    }
    if !unknown {
        // Every option is known: the mex of what was seen is the nimber.
        let nimber = table.least_open(id);
        table.set_nimber(id, nimber);
        return if nimber == test { Verdict::Loss } else { Verdict::Win };
    }
    for smaller in test.below().filter(|&smaller| !table.excludes(id, smaller)) {
        consider(Choice::Nimber(smaller), table.numbers(id, smaller), 0);
    }
    if frontier.numbers.pn == INFINITE {
        // Another thread may have listed the options since this couple was last found undecided. A list leaves out
        // options that are known, even one that has the nimber under test; that nimber was excluded before the list
        // could be seen.
        if table.excludes(id, test) {
            return Verdict::Win;
        }
        table.set_nimber(id, test);
        return Verdict::Loss;
    }
    Verdict::Open(frontier)
}

/// Weighs a couple again after a search below it: `options` are those that were open. Only the most promising ones are
/// looked at, until one is as good as it looked; what has become of the others shows when their turn comes, or at the
/// next visit. `None` if none is left: then all have to be weighed.
pub(crate) fn weigh_again(
    table: &Table,
    id: ComponentId,
    test: Nimber,
    options: &mut Vec<Weighed>,
    first: usize,
) -> Option<Verdict> {
    loop {
        let mut frontier = Frontier::new(test);
        let mut best = None;
        for (i, &option) in options.iter().enumerate().skip(first) {
            if frontier.consider(option) {
                best = Some(i);
            }
        }
        let best = best?;
        let weight = match options[best].option {
            Choice::Position(at) => weigh(table, at, test).0,
            Choice::Nimber(smaller) if table.excludes(id, smaller) => Weight::Winning,
            Choice::Nimber(smaller) => Weight::Open(table.numbers(id, smaller), 0),
        };
        match weight {
            Weight::Known(nimber) => {
                table.exclude(id, nimber);
                if nimber == test {
                    return Some(Verdict::Win);
                }
                options.remove(best);
            }
            Weight::Winning => drop(options.remove(best)),
            Weight::Open(numbers, busy) if (numbers, busy) == (options[best].numbers, options[best].busy) => {
                return Some(Verdict::Open(frontier));
            }
            Weight::Open(numbers, busy) => (options[best].numbers, options[best].busy) = (numbers, busy),
        }
    }
}

impl Frontier {
    /// Before any option is considered.
    fn new(test: Nimber) -> Self {
        Frontier {
            numbers: Numbers { pn: INFINITE, dn: 0 },
            best: Choice::Nimber(test),
            chosen: Numbers { pn: 0, dn: 0 },
            apparent: INFINITE,
            second: INFINITE,
        }
    }

    /// Takes one more open option into account: proof numbers are least disproof numbers, disproof numbers are sums.
    /// Tells whether it is the most promising one so far.
    ///
    /// An option at which other threads work looks harder than it is, so that threads spread over the graph (virtual
    /// loss). The numbers that are kept stay true.
    #[inline]
    fn consider(&mut self, Weighed { option, numbers, busy }: Weighed) -> bool {
        self.numbers.dn = add_numbers(self.numbers.dn, numbers.pn);
        self.numbers.pn = self.numbers.pn.min(numbers.dn);
        let apparent = if busy == 0 { numbers.dn } else { apparent(numbers.dn, busy) };
        if apparent < self.apparent {
            self.second = self.apparent;
            self.apparent = apparent;
            self.best = option;
            self.chosen = numbers;
            return true;
        }
        self.second = self.second.min(apparent);
        false
    }
}

/// The disproof number of an option as it looks to one more thread.
fn apparent(dn: u64, busy: u32) -> u64 {
    add_numbers(dn, (dn / 2 + 1).saturating_mul(busy.into()))
}

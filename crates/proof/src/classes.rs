//! Classes: every component that a proof may speak of, once, with a dense number, its nimber as far as it is known, and
//! its options as lists of such numbers.
//!
//! Two components are in one class when the checker takes them for equal: a fact on one is a fact on the other, and is
//! counted once. What the solver knows of a class is looked up when it is met, under each of the bytes it is met under.

use grundy_core::{Claim, Component, Hints, Nimber, Sink};
use grundy_search::Solver;
use rapidhash::RapidHashMap;
use std::ops::ControlFlow;

/// The number of a class.
pub(crate) type Id = u32;

/// In place of a nimber that is not known.
const UNKNOWN: u32 = u32::MAX;

/// In place of the list of a class whose options were not generated yet.
const UNLISTED: (usize, usize) = (usize::MAX, 0);

/// What a map takes for a form besides its bytes, and what a class takes in all maps and lists, roughly.
const PER_FORM: usize = 40;
const PER_CLASS: usize = size_of::<Class>() + 40;

pub(crate) struct Classes<G> {
    game: G,
    /// Whether facts may be backed by theorems of the game.
    theorems: bool,
    by_bytes: RapidHashMap<Box<[u8]>, Id>,
    /// By exact form; or, where the game compares, by fingerprint.
    by_exact: RapidHashMap<Box<[u8]>, Id>,
    by_fingerprint: RapidHashMap<u64, Id>,
    classes: Vec<Class>,
    /// Of each option the number of its components, then these.
    lists: Vec<Id>,
    /// Bytes of forms, roughly.
    bytes: usize,
}

struct Class {
    bytes: Box<[u8]>,
    nimber: u32,
    difficulty: u32,
    theorem: Option<&'static str>,
    list: (usize, usize),
    /// The next class with the same fingerprint.
    alike: Option<Id>,
}

impl<G: Hints> Classes<G> {
    pub fn new(game: G, theorems: bool) -> Self {
        Classes {
            game,
            theorems,
            by_bytes: RapidHashMap::default(),
            by_exact: RapidHashMap::default(),
            by_fingerprint: RapidHashMap::default(),
            classes: Vec::new(),
            lists: Vec::new(),
            bytes: 0,
        }
    }

    /// How many classes there are.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    pub fn component(&self, id: Id) -> Component {
        Component::from(&self.class(id).bytes[..])
    }

    pub fn components(&self, ids: &[Id]) -> Vec<Component> {
        ids.iter().map(|&id| self.component(id)).collect()
    }

    pub fn nimber(&self, id: Id) -> Option<Nimber> {
        Some(self.class(id).nimber).filter(|&nimber| nimber != UNKNOWN).map(Nimber::new)
    }

    pub fn set_nimber(&mut self, id: Id, nimber: Nimber) {
        self.classes[id as usize].nimber = nimber.get();
    }

    /// Takes over the nimber of a component in canonical form, if its class was met.
    pub fn merge(&mut self, bytes: &[u8], nimber: Nimber) {
        if let Some(&id) = self.by_bytes.get(bytes) {
            self.set_nimber(id, nimber);
        }
    }

    /// The nimber of a sum, if all of its components have known ones.
    pub fn value(&self, sum: &[Id]) -> Option<Nimber> {
        sum.iter().try_fold(Nimber::ZERO, |xor, &id| Some(xor ^ self.nimber(id)?))
    }

    /// The theorem that gives the nimber of the class.
    pub fn theorem(&self, id: Id) -> Option<&'static str> {
        self.class(id).theorem
    }

    /// How hard the game thinks it is.
    pub fn difficulty(&self, id: Id) -> u32 {
        self.class(id).difficulty
    }

    /// The classes of a sum, sorted, equal pairs cancelled.
    pub fn intern_sum(&mut self, solver: &Solver<G>, components: &[Component]) -> Vec<Id> {
        let mut canonical = Vec::new();
        let mut ids = Vec::new();
        for component in components {
            canonical.clear();
            self.game.canonize(component, &mut canonical);
            ids.push(self.intern(solver, &canonical));
        }
        cancel(&mut ids);
        ids
    }

    /// The class of a component in canonical form.
    pub fn intern(&mut self, solver: &Solver<G>, bytes: &[u8]) -> Id {
        if let Some(&id) = self.by_bytes.get(bytes) {
            return id;
        }
        let id = self.find_or_add(bytes);
        self.by_bytes.insert(bytes.into(), id);
        self.bytes += 2 * bytes.len() + PER_FORM;
        let theorem = self.theorem_of(bytes);
        let class = &mut self.classes[id as usize];
        // A theorem may hold of one drawing and not of another: the one it holds of is kept.
        if let Some((name, nimber)) = theorem {
            (class.nimber, class.theorem) = (nimber.get(), Some(name));
            class.bytes = bytes.into();
        } else if class.nimber == UNKNOWN
            && let Some(nimber) = solver.known_nimber(&[Component::from(bytes)])
        {
            class.nimber = nimber.get();
        }
        id
    }

    /// The class of a component in canonical form, if it was met.
    pub fn find(&self, bytes: &[u8]) -> Option<Id> {
        self.find_drawing(bytes).or_else(|| match self.game.fingerprint(bytes) {
            Some(fingerprint) => self.find_alike(*self.by_fingerprint.get(&fingerprint)?, bytes),
            None => self.by_exact.get(&self.exact(bytes)).copied(),
        })
    }

    /// The same, if it was met under these very bytes: at once.
    pub fn find_drawing(&self, bytes: &[u8]) -> Option<Id> {
        self.by_bytes.get(bytes).copied()
    }

    /// The theorem that gives the nimber of a component in canonical form, if the checker knows it.
    pub fn theorem_of(&self, bytes: &[u8]) -> Option<(&'static str, Nimber)> {
        let theorem = self.game.theorem(bytes).filter(|theorem| self.theorems && !theorem.name.is_empty())?;
        match theorem.claim {
            Claim::Is(nimber) => Some((theorem.name, nimber)),
            Claim::IsNot(_) => None,
        }
    }

    /// Bytes held, roughly.
    pub fn memory(&self) -> usize {
        self.bytes + self.classes.len() * PER_CLASS + self.lists.capacity() * size_of::<Id>()
    }

    pub fn game(&self) -> &G {
        &self.game
    }

    pub fn bytes(&self, id: Id) -> &[u8] {
        &self.class(id).bytes
    }

    /// Generates the options of a class, unless that was done.
    pub fn list(&mut self, solver: &Solver<G>, id: Id) {
        if self.class(id).list != UNLISTED {
            return;
        }
        let mut collector = Collector { game: &self.game, bytes: Vec::new(), ends: Vec::new(), options: Vec::new() };
        let _ = self.game.options(&self.class(id).bytes, &mut collector);
        let Collector { bytes, ends, options: counts, .. } = collector;
        let mut options: Vec<Vec<Id>> = Vec::with_capacity(counts.len());
        let (mut part, mut start) = (0, 0);
        for count in counts {
            let mut option = Vec::new();
            while part < count {
                option.push(self.intern(solver, &bytes[start..ends[part]]));
                start = ends[part];
                part += 1;
            }
            cancel(&mut option);
            options.push(option);
        }
        options.sort_unstable();
        options.dedup();
        let start = self.lists.len();
        for option in &options {
            self.lists.push(option.len() as u32);
            self.lists.extend(option);
        }
        self.classes[id as usize].list = (start, self.lists.len());
    }

    /// The distinct options of a class, each sorted. Empty unless the class is listed.
    pub fn options(&self, id: Id) -> Options<'_> {
        match self.class(id).list {
            UNLISTED => Options(&[]),
            (start, end) => Options(&self.lists[start..end]),
        }
    }

    fn class(&self, id: Id) -> &Class {
        &self.classes[id as usize]
    }

    fn find_or_add(&mut self, bytes: &[u8]) -> Id {
        let new = self.classes.len() as Id;
        let mut alike = None;
        let id = match self.game.fingerprint(bytes) {
            Some(fingerprint) => {
                alike = self.by_fingerprint.get(&fingerprint).copied();
                let found = alike.and_then(|first| self.find_alike(first, bytes));
                found.unwrap_or_else(|| {
                    self.by_fingerprint.insert(fingerprint, new);
                    new
                })
            }
            None => *self.by_exact.entry(self.exact(bytes)).or_insert(new),
        };
        if id == new {
            let difficulty = self.game.estimate(bytes).difficulty;
            let list = UNLISTED;
            self.classes.push(Class { bytes: bytes.into(), nimber: UNKNOWN, difficulty, theorem: None, list, alike });
        }
        id
    }

    /// The class of a component among `first` and those with the same fingerprint after it.
    fn find_alike(&self, first: Id, bytes: &[u8]) -> Option<Id> {
        let mut all = std::iter::successors(Some(first), |&id| self.class(id).alike);
        all.find(|&id| self.game.is_same(bytes, &self.class(id).bytes))
    }

    fn exact(&self, bytes: &[u8]) -> Box<[u8]> {
        let mut exact = Vec::new();
        self.game.canonical_form(bytes, &mut exact);
        exact.into()
    }
}

/// Options of a class, each as the sorted numbers of its components.
#[derive(Clone)]
pub(crate) struct Options<'a>(&'a [Id]);

impl<'a> Iterator for Options<'a> {
    type Item = &'a [Id];

    fn next(&mut self) -> Option<&'a [Id]> {
        let (&len, rest) = self.0.split_first()?;
        let (option, rest) = rest.split_at(len as usize);
        self.0 = rest;
        Some(option)
    }
}

/// Sorts a sum and cancels equal pairs.
pub(crate) fn cancel(sum: &mut Vec<Id>) {
    sum.sort_unstable();
    let mut kept = 0;
    for at in 0..sum.len() {
        if kept > 0 && sum[kept - 1] == sum[at] {
            kept -= 1;
        } else {
            sum[kept] = sum[at];
            kept += 1;
        }
    }
    sum.truncate(kept);
}

/// Options as one buffer of canonical bytes.
struct Collector<'g, G> {
    game: &'g G,
    bytes: Vec<u8>,
    /// Where each component ends in `bytes`.
    ends: Vec<usize>,
    /// The number of components up to the end of each option.
    options: Vec<usize>,
}

impl<G: Hints> Sink for Collector<'_, G> {
    fn component(&mut self, bytes: &[u8]) {
        self.game.canonize(bytes, &mut self.bytes);
        self.ends.push(self.bytes.len());
    }

    fn canonical(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.ends.push(self.bytes.len());
    }

    fn end(&mut self) -> ControlFlow<()> {
        self.options.push(self.ends.len());
        ControlFlow::Continue(())
    }
}

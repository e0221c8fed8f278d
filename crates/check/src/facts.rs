//! Facts, and how they are kept: at most one for each component, found by its exact form.

use crate::rules::{Form, Rules};
use std::collections::{HashMap, HashSet};

/// What is said of a component.
#[derive(Clone, Debug)]
pub(crate) struct Fact {
    /// The component, in the form in which it was read.
    pub(crate) component: Form,
    pub(crate) nimber: u32,
    /// A fact may use facts of smaller rank.
    pub(crate) rank: u64,
    /// The line that says it, and the number of bytes of this line.
    pub(crate) line: usize,
    pub(crate) bytes: usize,
    /// It does not have to follow: it is believed, or it holds by a theorem whose condition has been checked.
    pub(crate) is_given: bool,
}

/// Facts, at most one for each component.
#[derive(Default)]
pub(crate) struct Facts {
    list: Vec<Fact>,
    /// By exact form, the place in the list.
    places: HashMap<Form, usize>,
    sketches: HashSet<u64>,
    /// Facts that turned out not to follow.
    failed: HashSet<usize>,
    memory: usize,
}

impl Facts {
    /// Adds a fact on a component of which nothing is known yet.
    pub(crate) fn insert(&mut self, rules: &dyn Rules, exact: Form, fact: Fact) {
        // Two allocations, the entries of the containers with room to grow.
        self.memory += fact.component.len() + exact.len() + 250;
        self.sketches.insert(rules.sketch(&exact));
        self.places.insert(exact, self.list.len());
        self.list.push(fact);
    }

    /// The nimber of the component with that exact form, if there is a fact of smaller rank.
    pub(crate) fn get(&self, exact: &Form, below: u64) -> Option<u32> {
        let place = *self.places.get(exact)?;
        let fact = &self.list[place];
        (fact.rank < below && (self.failed.is_empty() || !self.failed.contains(&place))).then_some(fact.nimber)
    }

    /// The fact on the component with that exact form.
    pub(crate) fn of(&self, exact: &Form) -> Option<&Fact> {
        self.places.get(exact).map(|&place| &self.list[place])
    }

    /// Whether a component with this sketch may have a fact.
    pub(crate) fn may_have(&self, sketch: u64) -> bool {
        self.sketches.contains(&sketch)
    }

    pub(crate) fn list(&self) -> &[Fact] {
        &self.list
    }

    /// From now on the fact at this place is not known.
    pub(crate) fn fail(&mut self, place: usize) {
        self.failed.insert(place);
    }

    /// An estimate of the bytes in use.
    pub(crate) fn memory(&self) -> usize {
        self.memory
    }
}

//! Nimbers by mex over the options as the game pushes them: no canonical forms, no theorems, no search.
//!
//! # Invariant
//! Two components are one here only if their bytes are equal. Nothing recurses, so a deep game cannot exhaust the
//! stack.

use super::{BrokenLaw, Law, MOST_COMPONENTS};
use grundy_core::{Component, Game, Nimber, Sink, mex};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// All components that were met, with their nimbers.
pub(super) struct Naive<'g, G> {
    game: &'g G,
    nimbers: HashMap<Component, Nimber>,
}

/// A component whose options are being valued.
struct Frame {
    component: Component,
    options: Vec<Vec<Component>>,
    values: Vec<Nimber>,
}

impl<'g, G: Game> Naive<'g, G> {
    pub fn new(game: &'g G) -> Self {
        Naive { game, nimbers: HashMap::new() }
    }

    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The components that were met so far.
    pub fn components(&self) -> impl Iterator<Item = &Component> {
        self.nimbers.keys()
    }

    /// The nim-sum over the components of a position.
    pub fn nimber_of(&mut self, position: &[Component]) -> Result<Nimber, BrokenLaw> {
        position.iter().try_fold(Nimber::ZERO, |sum, component| Ok(sum ^ self.nimber(component)?))
    }

    /// The nimber of a component.
    pub fn nimber(&mut self, component: &Component) -> Result<Nimber, BrokenLaw> {
        if let Some(&nimber) = self.nimbers.get(component) {
            return Ok(nimber);
        }
        let mut path = HashSet::from([component.clone()]);
        let mut stack = vec![self.open(component.clone())?];
        while let Some(frame) = stack.last_mut() {
            let Some(option) = frame.options.get(frame.values.len()) else {
                let nimber = mex(frame.values.iter().copied());
                if self.nimbers.len() >= MOST_COMPONENTS {
                    return Err(self.too_large(component));
                }
                path.remove(&frame.component);
                self.nimbers.insert(frame.component.clone(), nimber);
                stack.pop();
                continue;
            };
            match option.iter().find(|part| !self.nimbers.contains_key(*part)).cloned() {
                None => frame.values.push(Nimber::nim_sum(option.iter().map(|part| self.nimbers[part]))),
                Some(part) if path.insert(part.clone()) => stack.push(self.open(part)?),
                Some(part) => {
                    let how = "a play leads back to this component".to_string();
                    return Err(BrokenLaw::new(Law::Finite, self.game.write(&part), how));
                }
            }
        }
        Ok(self.nimbers[component])
    }

    /// The options of a component, and whether the game generates them as it should.
    fn open(&self, component: Component) -> Result<Frame, BrokenLaw> {
        let broken = |law: Law, how: &str| Err(BrokenLaw::new(law, self.game.write(&component), how));
        let mut all = Recorder { option: Vec::new(), options: Vec::new(), most: MOST_COMPONENTS, ended: 0 };
        let flow = self.game.options(&component, &mut all);
        if all.options.len() > all.most {
            return Err(self.too_large(&component));
        }
        if flow.is_break() {
            return broken(Law::Stops, "options returned Break although the sink did not");
        }
        if !all.option.is_empty() {
            return broken(Law::EndedOptions, "components were pushed after the last `end`");
        }
        if all.options.is_empty() {
            return broken(Law::Split, "the component has no moves and should be left out");
        }
        let mut first = Recorder { option: Vec::new(), options: Vec::new(), most: 0, ended: 0 };
        let flow = self.game.options(&component, &mut first);
        if flow.is_continue() || first.ended != 1 || !first.option.is_empty() {
            return broken(Law::Stops, "options went on, or returned Continue, after the sink broke");
        }
        Ok(Frame { component, options: all.options, values: Vec::new() })
    }

    fn too_large(&self, component: &Component) -> BrokenLaw {
        let how = format!("more than {MOST_COMPONENTS} components or options can be reached; choose smaller positions");
        BrokenLaw::new(Law::Small, self.game.write(component), how)
    }
}

/// Records options as they are pushed, and breaks when there are more than `most`.
struct Recorder {
    option: Vec<Component>,
    options: Vec<Vec<Component>>,
    most: usize,
    /// How often `end` was called.
    ended: usize,
}

impl Sink for Recorder {
    fn component(&mut self, bytes: &[u8]) {
        self.option.push(bytes.into());
    }

    fn end(&mut self) -> ControlFlow<()> {
        self.ended += 1;
        self.options.push(std::mem::take(&mut self.option));
        if self.options.len() > self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

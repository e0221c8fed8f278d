//! A game of your own before the checker.
//!
//! The checker knows the built-in games by rules that were written a second time. For a game that it does not know, the
//! rules have to come from you: as [`Rules`] written a second time, which is the stronger check, or as the
//! [`Game`](grundy_core::Game) that was searched, by [`OwnRules`]. The latter checks the search, the proof and the
//! file, but a mistake in [`Game::options`] or [`Game::canonical_form`](grundy_core::Game::canonical_form) is then in
//! both.

use grundy_check::{Each, Form, Rules, RulesError};
use grundy_core::{Hints, Sink};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// The rules of a [`Game`](grundy_core::Game), as the checker asks for them. Theorems of the game are not believed.
///
/// ```
/// use grundy::{Session, OwnRules, check::Checker, proof::Goal};
/// use grundy::games::heap::Heap;
///
/// let game = Heap::by_name_or_code("0.77")?;
/// let mut session = Session::new(game.clone());
/// let certificate = session.prove("9", Goal::Nimber)?.to_certificate(&game).to_string();
/// let verified = Checker::new().rules(|name| OwnRules::of(&game, name)).check(certificate.as_bytes())?;
/// assert_eq!(verified.claim.to_string(), "nimber 4 9");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OwnRules<G> {
    game: G,
    identify: bool,
    /// The length of the longest play from each component that was asked about; 0 while it is being found.
    lengths: Arc<Mutex<HashMap<Form, u64>>>,
}

/// The most components whose longest play is found.
const MOST_LENGTHS: usize = 1 << 20;
/// The longest play that is followed: each move is a call on the stack.
const MOST_MOVES: usize = 2000;

impl<G: Hints> OwnRules<G> {
    /// Components are the same if [`Game::canonical_form`](grundy_core::Game::canonical_form) gives the same bytes for
    /// them: what certificates are written with.
    pub fn new(game: G) -> Self {
        OwnRules { game, identify: true, lengths: Arc::default() }
    }

    /// No two components are the same unless their bytes are: for [`naive_nimber`](grundy_check::naive_nimber), which
    /// then judges [`Game::canonize`](grundy_core::Game::canonize) and
    /// [`Game::canonical_form`](grundy_core::Game::canonical_form) too.
    pub fn literal(game: G) -> Self {
        OwnRules { game, identify: false, lengths: Arc::default() }
    }

    /// The rules under a name, if it is the name of the game: what [`Checker::rules`](grundy_check::Checker::rules)
    /// asks for.
    ///
    /// # Errors
    /// If it is another name.
    pub fn of<'r>(game: &G, name: &str) -> Result<Box<dyn Rules + 'r>, RulesError>
    where
        G: 'r,
    {
        match game.name() {
            own if own == name => Ok(Box::new(OwnRules::new(game.clone()))),
            own => Err(RulesError::Game(format!("the game is {own:?} here, not {name:?}"))),
        }
    }

    fn form(&self, component: &[u8]) -> Form {
        let mut bytes = Vec::new();
        match self.identify {
            true => self.game.canonical_form(component, &mut bytes),
            false => bytes.extend_from_slice(component),
        }
        bytes.into()
    }

    /// The length of the longest play, if the game ends and is not too large.
    fn longest_play(&self, component: &Form, depth: usize, lengths: &mut HashMap<Form, u64>) -> Option<u64> {
        match lengths.get(component) {
            // It leads back to itself.
            Some(0) => return None,
            Some(&length) => return Some(length),
            None if lengths.len() == MOST_LENGTHS || depth == MOST_MOVES => return None,
            None => lengths.insert(component.clone(), 0),
        };
        let mut options = Vec::new();
        let _ = self.options(component, &mut |option| {
            options.push(option.to_vec());
            ControlFlow::Continue(())
        });
        let mut longest = 0;
        for option in options {
            let parts = option.iter().map(|part| self.longest_play(part, depth + 1, lengths));
            longest = longest.max(parts.sum::<Option<u64>>()?);
        }
        lengths.insert(component.clone(), longest + 1);
        Some(longest + 1)
    }
}

impl<G: Hints> Rules for OwnRules<G> {
    fn parse(&self, text: &str) -> Result<Vec<Form>, RulesError> {
        let components = self.game.parse(text).map_err(|error| RulesError::Position(error.to_string()))?;
        Ok(components.iter().map(|component| self.form(component)).collect())
    }

    fn options(&self, component: &Form, each: Each<'_>) -> ControlFlow<()> {
        self.game.options(component, &mut Forms { rules: self, option: Vec::new(), each })
    }

    /// The length of the longest play.
    fn size(&self, component: &Form) -> Option<u64> {
        self.longest_play(component, 0, &mut self.lengths.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn text(&self, component: &Form) -> String {
        self.game.write(component)
    }
}

/// Hands the options of a game to the checker, one by one.
struct Forms<'a, G> {
    rules: &'a OwnRules<G>,
    option: Vec<Form>,
    each: Each<'a>,
}

impl<G: Hints> Sink for Forms<'_, G> {
    fn component(&mut self, bytes: &[u8]) {
        let form = self.rules.form(bytes);
        self.option.push(form);
    }

    fn end(&mut self) -> ControlFlow<()> {
        let option = std::mem::take(&mut self.option);
        (self.each)(&option)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Session;
    use grundy_check::{Checker, naive_nimber};
    use grundy_core::Game;
    use grundy_games::cram::Cram;
    use grundy_proof::{Effort, Goal};

    /// Certificates of built-in games hold by their own rules too, and mex of everything agrees, symmetric positions
    /// kept apart.
    #[test]
    fn a_game_is_its_own_judge() {
        let game = Cram::literal();
        for board in ["2x3", "3x3", "3x4", "..#/.../#..", "2x4 + 1x3"] {
            let mut session = Session::new(game.clone());
            let nimber = session.nimber_of(board).unwrap().get();
            assert_eq!(naive_nimber(&OwnRules::literal(game.clone()), board, 100_000), Some(nimber), "{board}");
            let position = game.parse(board).unwrap();
            let effort = Effort { rounds: 1, ..Effort::default() };
            let proof = session.prove_with(&position, Goal::Nimber, effort, |_| ()).unwrap();
            if proof.facts.iter().any(|fact| fact.theorem.is_some()) {
                continue; // theorems are not believed
            }
            let certificate = proof.to_certificate(&game).to_string();
            let verified =
                Checker::new().threads(2).rules(|name| OwnRules::of(&game, name)).check(certificate.as_bytes());
            assert_eq!(verified.map(|proof| proof.facts), Ok(proof.facts.len()), "{board}");
        }
    }
}

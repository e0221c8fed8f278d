//! Tests for the laws that an author of a [`Game`] can break without the compiler noticing.
//!
//! The judge is `naive`: mex over the bytes as the game pushes them, with no canonical forms, no theorems and no
//! search. Start reading at [`laws`].

mod naive;

use grundy_core::{Claim, Component, Game, Hints, Nimber, Position, Sum, each_option};
use grundy_search::Solver;
use grundy_study::PlainSum;
use naive::Naive;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;

/// The most components that [`laws`] looks at. Larger positions are refused with [`Law::Small`].
pub const MOST_COMPONENTS: usize = 50_000;

/// A law that a game breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Law {
    /// The positions to test with can be read. (A mistake in the call, or in [`Game::parse`].)
    Readable,
    /// The positions to test with are small enough to try everything. (Choose smaller ones.)
    Small,
    /// The text of a position is one line, and is read back as the same position.
    PositionText,
    /// [`Game::write`] writes a component so that it is read back as itself, and [`Game::join`] does so for sums.
    ComponentText,
    /// Every option ends with [`Sink::end`](grundy_core::Sink::end).
    EndedOptions,
    /// [`Game::options`] returns at once, and returns `Break`, if and only if the sink broke.
    Stops,
    /// A component without moves is left out.
    Split,
    /// Every play ends.
    Finite,
    /// [`Game::canonize`] changes nothing when it is applied twice, and keeps the nimber.
    Canonize,
    /// [`Game::canonical_form`] changes nothing when it is applied twice, keeps the nimber, and is the same for a
    /// component and for its [`Game::canonize`]d form.
    CanonicalForm,
    /// Components with equal canonical forms have equal options.
    EqualOptions,
    /// Components that [`Game::is_same`] identifies have equal fingerprints and equal nimbers.
    Identity,
    /// What [`Game::theorem`] claims is true.
    Theorem,
    /// [`Game::moves`] lists what the options of the components lead to.
    Moves,
    /// A search finds the nimber that mex gives.
    Nimber,
}

/// Which law is broken, where, and how.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the law {law:?} is broken at {at}: {how}")]
pub struct BrokenLaw {
    /// The law.
    pub law: Law,
    /// The position or component, in the notation of the game.
    pub at: String,
    /// What was found, and what was expected.
    pub how: String,
}

impl BrokenLaw {
    fn new(law: Law, at: impl ToString, how: impl Into<String>) -> Self {
        BrokenLaw { law, at: at.to_string(), how: how.into() }
    }
}

/// Tests the laws of [`Game`] on some positions and on everything that can be reached from them. Returns how many
/// components were looked at. Small positions of many shapes find most mistakes; for use in a test of your game:
///
/// ```
/// use grundy::games::nim::Nim;
///
/// let looked_at = grundy::laws(&Nim::default(), ["0", "7 5 4 2", "3,3"]).unwrap();
/// assert_eq!(looked_at, 7);
/// ```
///
/// # Errors
/// The first law that is broken, and where.
pub fn laws<G: Hints>(game: &G, positions: impl IntoIterator<Item = impl AsRef<str>>) -> Result<usize, Box<BrokenLaw>> {
    let mut naive = Naive::new(game);
    let mut read = Vec::new();
    for text in positions {
        let text = text.as_ref();
        let position = game.parse(text).map_err(|error| BrokenLaw::new(Law::Readable, text, error.to_string()))?;
        reads_back(game, &position, Law::PositionText)?;
        naive.nimber_of(&position)?;
        reads_back(game, &Position::from_components(game, position.to_vec()), Law::ComponentText)?;
        moves(game, &position)?;
        read.push(position);
    }
    // Looking at a canonical form may bring new components, so this goes round until there are none.
    let mut looked_at = HashSet::new();
    let mut forms = Forms::default();
    loop {
        let mut open: Vec<Component> = naive.components().filter(|&c| !looked_at.contains(c)).cloned().collect();
        if open.is_empty() {
            break;
        }
        open.sort_unstable();
        for component in open {
            written(game, &component)?;
            forms.look_at(&mut naive, &component)?;
            theorem(&mut naive, &component)?;
            looked_at.insert(component);
        }
    }
    let mut solver = Solver::new(game.clone());
    for position in &read {
        let nimber = naive.nimber_of(position)?;
        let found = solver.nimber(position);
        if found != Ok(nimber) {
            let found = found.map_or_else(|reason| reason.to_string(), |found| format!("nimber {found}"));
            let how = format!("the search finds {found}, mex gives {nimber}");
            return Err(BrokenLaw::new(Law::Nimber, position, how).into());
        }
    }
    Ok(looked_at.len())
}

/// The text of a position is one line and is read back as the same components.
fn reads_back<G: Game>(game: &G, position: &Position, law: Law) -> Result<(), BrokenLaw> {
    let text = position.text();
    let broken = |how: String| Err(BrokenLaw::new(law, format!("{text:?}"), how));
    if text.contains(['\n', '\r']) {
        return broken("the text has several lines".to_string());
    }
    match game.parse(text) {
        Err(error) => broken(format!("the text cannot be read: {error}")),
        Ok(again) if law == Law::PositionText && again.text() != text => {
            broken(format!("it is read back as {:?}", again.text()))
        }
        Ok(again) if PlainSum::of(game, &again) != PlainSum::of(game, position) => {
            broken(format!("it has {position:?}, and is read back as {again:?}"))
        }
        Ok(_) => Ok(()),
    }
}

/// A component is read back as itself.
fn written<G: Game>(game: &G, component: &Component) -> Result<(), BrokenLaw> {
    let text = game.write(component);
    let broken = |how: String| Err(BrokenLaw::new(Law::ComponentText, &text, format!("{component:?} {how}")));
    match game.parse(&text) {
        Err(error) => broken(format!("cannot be read back: {error}")),
        Ok(again) if again.len() == 1 && canonical(game, &again[0]) == canonical(game, component) => Ok(()),
        Ok(again) => broken(format!("is read back as {:?}", again.components())),
    }
}

/// The moves of a position lead to the options of its components.
fn moves<G: Game>(game: &G, position: &Position) -> Result<(), BrokenLaw> {
    let mut listed = BTreeSet::new();
    let mut unread = None;
    let flow = game.moves(position, &mut |by| {
        unread = unread.take().or_else(|| reads_back(game, &by.result, Law::Moves).err());
        listed.insert(PlainSum::of(game, &by.result));
        ControlFlow::Continue(())
    });
    if let Some(broken) = unread {
        return Err(broken);
    }
    let mut options = BTreeSet::new();
    for (i, component) in position.iter().enumerate() {
        let _ = each_option(game, component, &mut |option| {
            let rest = position.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, c)| c);
            let after: Vec<Component> = rest.chain(option).cloned().collect();
            options.insert(PlainSum::of(game, &after));
            ControlFlow::Continue(())
        });
    }
    let broken = |how: String| Err(BrokenLaw::new(Law::Moves, position, how));
    if flow.is_break() {
        return broken("the list of moves ended early although nobody asked for that".to_string());
    }
    if let Some(missing) = options.difference(&listed).next() {
        return broken(format!("no move leads to the option {}", missing.write(game)));
    }
    if let Some(more) = listed.difference(&options).next() {
        return broken(format!("a move leads to {}, which is no option", more.write(game)));
    }
    Ok(())
}

/// What a theorem claims is true.
fn theorem<G: Game>(naive: &mut Naive<'_, G>, component: &Component) -> Result<(), BrokenLaw> {
    let game = naive.game();
    let Some(theorem) = game.theorem(&canonical(game, component)) else { return Ok(()) };
    let nimber = naive.nimber(component)?;
    let (is_true, says) = match theorem.claim {
        Claim::Is(claimed) => (claimed == nimber, format!("the nimber is {claimed}")),
        Claim::IsNot(claimed) => (claimed != nimber, format!("the nimber is not {claimed}")),
    };
    let how = format!("the theorem {:?} says that {says}, mex gives {nimber}", theorem.name);
    if is_true { Ok(()) } else { Err(BrokenLaw::new(Law::Theorem, game.write(component), how)) }
}

/// The canonical forms that were met, and what is the same for all components that have them.
#[derive(Default)]
struct Forms {
    options: HashMap<Component, BTreeSet<Sum>>,
    by_fingerprint: HashMap<Option<u64>, Vec<(Component, Nimber)>>,
}

/// With how many components of its fingerprint a component is compared.
const COMPARED: usize = 100;

impl Forms {
    fn look_at<G: Game>(&mut self, naive: &mut Naive<'_, G>, component: &Component) -> Result<(), BrokenLaw> {
        let game = naive.game();
        let nimber = naive.nimber(component)?;
        let at = || game.write(component);
        let short = canonical(game, component);
        let form = canonical_form(game, component);
        for (law, form, again) in [
            (Law::Canonize, &short, canonical(game, &short)),
            (Law::CanonicalForm, &form, canonical_form(game, &form)),
            (Law::CanonicalForm, &form, canonical_form(game, &short)),
        ] {
            if again != *form {
                return Err(BrokenLaw::new(law, at(), format!("the form is {form:?}, and its form {again:?}")));
            }
            let kept = naive.nimber(form)?;
            if kept != nimber {
                let how = format!("the nimber is {nimber}, and that of the form {form:?} is {kept}");
                return Err(BrokenLaw::new(law, at(), how));
            }
        }
        let mut options = BTreeSet::new();
        let _ = each_option(game, component, &mut |option| {
            // Equal pairs cancel, and a game may have left some of them out.
            options.insert(Sum::from_canonical(option.iter().map(|part| canonical_form(game, part))));
            ControlFlow::Continue(())
        });
        if let Some(known) = self.options.insert(form, options.clone())
            && known != options
        {
            let one = known.symmetric_difference(&options).next().map(|sum| sum.write(game)).unwrap_or_default();
            let how = format!("another component of the same form differs in the option {one}");
            return Err(BrokenLaw::new(Law::EqualOptions, at(), how));
        }
        self.identity(game, short, nimber)
    }

    fn identity<G: Game>(&mut self, game: &G, short: Component, nimber: Nimber) -> Result<(), BrokenLaw> {
        let broken = |how: String| Err(BrokenLaw::new(Law::Identity, game.write(&short), how));
        if !game.is_same(&short, &short) {
            return broken("the component is not the same as itself".to_string());
        }
        let fingerprint = game.fingerprint(&short);
        for (other, value) in self.by_fingerprint.values().flat_map(|alike| alike.iter().take(COMPARED)) {
            if game.is_same(&short, other) && *value != nimber {
                let other = game.write(other);
                return broken(format!("nimber {nimber}, but taken for the same as {other}, which has nimber {value}"));
            }
            if fingerprint.is_some() && game.is_same(&short, other) && game.fingerprint(other) != fingerprint {
                return broken(format!("the same as {}, with another fingerprint", game.write(other)));
            }
        }
        let alike = self.by_fingerprint.entry(fingerprint).or_default();
        if alike.len() < COMPARED {
            alike.push((short, nimber));
        }
        Ok(())
    }
}

fn canonical<G: Game>(game: &G, component: &[u8]) -> Component {
    let mut bytes = Vec::new();
    game.canonize(component, &mut bytes);
    bytes.into()
}

fn canonical_form<G: Game>(game: &G, component: &[u8]) -> Component {
    let mut bytes = Vec::new();
    game.canonical_form(component, &mut bytes);
    bytes.into()
}

//! Sprouts, normal play, on the plane.
//!
//! A position is a sum of *lands*; a land is a set of regions tied together by spots that lie on two of them; a region
//! holds boundaries; a boundary is a cyclic word of spots. The notation is that of Glop and SPOTS, see [`Sprouts`].
//!
//! Where to read: `land.rs` draws the bytes, `moves.rs` has the rules, `reduce.rs` what may be forgotten after a move,
//! `refine.rs`, `canon.rs` and `exact.rs` when two lands are the same, `leaf.rs` how hard a land looks, `read.rs` and
//! `write.rs` the text.

mod canon;
mod exact;
mod ladder;
mod land;
mod layout;
pub(crate) mod leaf;
mod moves;
mod read;
mod reduce;
mod refine;
mod write;

use canon::{Canon, First};
use grundy_core::{Component, Estimate, Game, Hints, ParseError, Position, Sink};
use land::Land;
pub use layout::{Region, Spot, Spots};
use leaf::LeafWeights;
use moves::Mover;
use reduce::{Draft, Tidy};
use refine::ROUNDS;
use std::cell::Cell;
use std::ops::ControlFlow;

/// The game of Sprouts.
///
/// # Notation
/// `12`: twelve lone spots. `0*12`: the same. Otherwise lands joined by `+`, regions by `|`, boundaries by `.`, spots
/// in cyclic order: `0`, `1`, `2` have three, two, one lives and occur once; a lower-case letter occurs twice on one
/// boundary, an upper-case one on two regions; `!` is the position without moves. `Z(k)` and `n(k)` are further
/// upper-case letters, `z(k)` and `m(k)` lower-case ones, for any number k. The terminators `.`, `}`, `]`, `!` of Glop
/// 1 are read as well.
///
/// Digits alone are a number of spots, also where they could be a boundary: `12` is twelve spots, and the boundary with
/// a spot `1` and a spot `2` is `1.2` or `12|2`, which is also how it is written (a region of one life counts for
/// nothing). In files of other programs digits are boundaries: [`Sprouts::of_files`] reads those.
///
/// ```
/// use grundy_core::{Game, collect_options};
/// use grundy_games::sprouts::Sprouts;
///
/// let game = Sprouts::default();
/// let [start] = &game.parse("2")?[..] else { panic!("one land") };
/// let options: Vec<String> = collect_options(&game, start).iter().map(|sum| sum.write(&game)).collect();
/// assert_eq!(options, ["0.AB|AB", "1a1a"]);
/// # Ok::<(), grundy_core::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sprouts {
    /// Whether a boundary `22` is taken for `1`, which plays the same. Neither Glop nor SPOTS does this.
    merge_twos: bool,
    /// Whether digits alone are read as a number of lone spots.
    counts: bool,
    /// The constants of the numbers that a search starts with: a matter of speed only.
    pub(crate) leaf: LeafWeights,
}

impl Default for Sprouts {
    fn default() -> Self {
        Sprouts { merge_twos: true, counts: true, leaf: LeafWeights::default() }
    }
}

impl Sprouts {
    /// The same game as [`Sprouts::default`], reading digits alone as a boundary: `12` is two spots on one boundary and
    /// `0` one lone spot, as in `.spr` files and tables of positions.
    pub fn of_files() -> Self {
        Sprouts { counts: false, ..Self::default() }
    }

    /// The same without the reduction of boundaries `22`, to measure what it is worth.
    #[must_use]
    pub fn without_reductions(self) -> Self {
        Sprouts { merge_twos: false, ..self }
    }
}

impl Game for Sprouts {
    fn name(&self) -> String {
        "sprouts".to_string()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let (drafts, layout) = read::read(text, self.counts)?;
        let mut lands = Vec::new();
        Work::with(|work| {
            let Work { once, again, out, .. } = work;
            for draft in &drafts {
                once.tidy.reduce(draft, self.merge_twos);
                for root in 0..once.tidy.regions.len() as u32 {
                    if once.tidy.root(root) == root {
                        out.clear();
                        self.emit(once, again, root, out);
                        lands.push(Component::from(&out[..]));
                    }
                }
            }
        });
        Ok(Position::new(read::one_line(text, self.counts), lands).with_layout(layout))
    }

    fn for_files(&self) -> Self {
        Sprouts { counts: false, ..*self }
    }

    fn write(&self, component: &[u8]) -> String {
        write::write(component)
    }

    fn options<S: Sink>(&self, component: &[u8], sink: &mut S) -> ControlFlow<()> {
        Work::with(|work| {
            let Work { parent, mover, once, again, out } = work;
            parent.open(component);
            mover.moves(parent, &mut |draft| {
                once.tidy.reduce(draft, self.merge_twos);
                for root in 0..once.tidy.regions.len() as u32 {
                    if once.tidy.root(root) == root {
                        out.clear();
                        self.emit(once, again, root, out);
                        sink.canonical(out);
                    }
                }
                sink.end()
            })
        })
    }

    fn canonize(&self, component: &[u8], out: &mut Vec<u8>) {
        Work::with(|work| {
            if work.once.tidy_up(component, self.merge_twos) {
                self.emit(&mut work.once, &mut work.again, 0, out);
            } else {
                out.extend_from_slice(component);
            }
        });
    }

    fn canonical_form(&self, component: &[u8], out: &mut Vec<u8>) {
        Work::with(|work| {
            if work.once.tidy_up(component, self.merge_twos) {
                exact::emit_exact(&mut work.once.canon, &work.once.tidy, 0, out);
            } else {
                out.extend_from_slice(component);
            }
        });
    }

    fn join(&self, components: &[String]) -> String {
        if components.is_empty() { "!".to_string() } else { components.join("+") }
    }
}

impl Hints for Sprouts {
    fn estimate(&self, component: &[u8]) -> Estimate {
        leaf::leaf(self.leaf, component)
    }

    fn ladder(&self, position: &[Component]) -> Vec<Vec<Component>> {
        match position {
            [land] => ladder::rungs(land).into_iter().map(|rung| vec![rung]).collect(),
            _ => Vec::new(),
        }
    }
}

impl Sprouts {
    /// Appends the fast canonical form of a land of `once.tidy`.
    ///
    /// Where letters had to be picked that hashes do not tell apart, reading the form again may pick others. Then the
    /// forms that follow each other run into a circle, and the least form of the circle is the one: so canonizing it
    /// again changes nothing.
    fn emit(&self, once: &mut Bench, again: &mut Bench, root: u32, out: &mut Vec<u8>) {
        let start = out.len();
        once.canon.emit(&once.tidy, root, ROUNDS, &mut First, out);
        if !once.canon.may_pick_others() {
            return;
        }
        let mut next = Vec::new();
        let mut forms: Vec<Vec<u8>> = Vec::new();
        loop {
            next.clear();
            again.tidy_up(&out[start..], self.merge_twos);
            again.canon.emit(&again.tidy, 0, ROUNDS, &mut First, &mut next);
            if out[start..] == next {
                return;
            }
            if let Some(first) = forms.iter().position(|form| *form == next) {
                let least =
                    forms[first..].iter().map(|form| &form[..]).chain([&out[start..]]).min().map(<[u8]>::to_vec);
                out.truncate(start);
                out.extend_from_slice(&least.unwrap_or(next));
                return;
            }
            forms.push(out[start..].to_vec());
            out.truncate(start);
            out.extend_from_slice(&next);
        }
    }
}

/// Buffers that one thread reuses for all lands, so that a generated land costs no allocation.
#[derive(Default)]
struct Work {
    parent: Land,
    mover: Mover,
    once: Bench,
    again: Bench,
    out: Vec<u8>,
}

/// Buffers to reduce and canonize one land.
#[derive(Default)]
struct Bench {
    land: Land,
    draft: Draft,
    tidy: Tidy,
    canon: Canon,
}

thread_local! {
    static WORK: Cell<Option<Box<Work>>> = const { Cell::new(None) };
}

impl Work {
    /// Lends the buffers of this thread, or new ones while they are lent: a sink may ask about lands of its own.
    fn with<T>(f: impl FnOnce(&mut Work) -> T) -> T {
        let mut work = WORK.take().unwrap_or_default();
        let result = f(&mut work);
        WORK.set(Some(work));
        result
    }
}

impl Bench {
    /// Opens and reduces a land; returns whether it is one land then, which holds for all bytes of ours.
    fn tidy_up(&mut self, component: &[u8], merge_twos: bool) -> bool {
        self.land.open(component);
        self.draft.clear(self.land.letters);
        for &region in &self.land.regions {
            self.draft.copy_region(&self.land, region, [0; 2]);
        }
        self.tidy.reduce(&self.draft, merge_twos);
        let regions = self.tidy.regions.len() as u32;
        regions > 0 && (1..regions).all(|r| self.tidy.root(r) == 0)
    }
}

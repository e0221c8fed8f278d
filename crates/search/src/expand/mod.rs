//! Expansion: the options of a component, generated once and kept as lists of ids.
//!
//! While options are generated, every component of theirs is looked up. An option whose components are all known has a
//! known nimber: if that is the nimber under test, the couple is winning, generation stops and nothing is kept (two
//! thirds of all expansions of Sprouts end so); otherwise the nimber is noted as *seen* and the option needs no place
//! in the list. Only a list that was generated to its end is interned and kept.
//!
//! Where deciding equality is expensive (a game with a fingerprint), options are taken in windows of eight: those whose
//! components are all in the cache of raw forms are looked at first, since they may end the expansion, and memory is
//! asked for long before it is looked at, so that the processor does not wait for one after the other.

mod raw_cache;

use crate::limits::Halt;
use crate::settings::Settings;
use crate::table::{ComponentId, Demand, Full, Key, LAST, LITERAL, Lookup, Place, Reserve, Table};
use grundy_core::{Hints, Nimber, NimberSet, Sink};
pub(crate) use raw_cache::{Raw, RawCache};
use std::hint::black_box;
use std::ops::{ControlFlow, Range};

/// What an expansion found.
pub(crate) enum Expanded {
    /// An option is known to have the nimber under test: the couple is winning.
    Refuted,
    /// All options are known; so is the nimber, by mex.
    Solved(Nimber),
    /// The list is in the table.
    Listed,
    /// More options than a list can hold.
    TooMany,
    /// The game ended its options although the sink did not ask it to stop.
    CutShort,
    /// The game pushed components after the last end of an option.
    Unfinished,
    /// The search was stopped before the last option.
    Halted(Halt),
}

/// Options between two looks at the limits: a component may have more options than there is time or memory for, and a
/// few hundred components too, if they are large.
const LOOK_EVERY: usize = 1024;

/// Buffers that live from one expansion to the next.
#[derive(Default)]
pub(crate) struct Buffers {
    component: Vec<u8>,
    raw_cache: RawCache,
    window: Window,
    canonical: Vec<u8>,
    bytes: Vec<u8>,
    parts: Vec<Part>,
    options: Vec<PendingOption>,
    words: Vec<u32>,
    distinct: Vec<(u32, u32)>,
    /// Options since the last look at the limits.
    unlooked: usize,
    pub reserve: Reserve,
}

impl Buffers {
    /// The same buffers for a new question: for one of this many threads, with a cache of at most this many bytes.
    pub fn for_question(mut self, threads: usize, cache: usize) -> Self {
        self.reserve = Reserve::new(threads);
        self.raw_cache = RawCache::within(cache);
        self
    }

    /// What a cache within this many bytes grows to.
    pub fn largest_cache(bytes: usize) -> usize {
        RawCache::largest(bytes)
    }

    /// Bytes of the cache.
    pub fn cache_memory(&self) -> usize {
        self.raw_cache.memory()
    }

    /// Gives the memory of the cache back.
    pub fn drop_cache(&mut self) {
        self.raw_cache = RawCache::default();
        self.window.size = 0;
    }

    /// Whether the game has shown a fingerprint.
    pub fn takes_windows(&self) -> bool {
        self.window.size > 1
    }

    /// Bytes in use.
    fn size(&self) -> usize {
        self.bytes.len() + self.parts.len() * size_of::<Part>() + self.options.len() * size_of::<PendingOption>()
    }

    /// What the last expansion needs at most.
    pub fn demand(&self) -> Demand {
        let parts = self.parts.len();
        Demand { components: parts, opens: 1, bytes: self.bytes.len() / 8 + parts, lists: parts + self.options.len() }
    }
}

/// Options that wait until there are enough of them.
#[derive(Default)]
struct Window {
    /// How many options are taken at once: one, until the game shows a fingerprint.
    size: usize,
    /// The bytes of those too long for [`Raw`].
    long: Vec<u8>,
    waiting: Vec<Waiting>,
    /// For every option: the end of its components in `waiting`.
    ends: Vec<usize>,
    /// Options whose components were all in the cache.
    done: Vec<bool>,
    /// Of the components that were not: their keys, and the ends of their canonical forms.
    named: Vec<(Key, usize)>,
}

/// Options taken at once where deciding equality is expensive.
const WINDOW: usize = 8;

/// A component that waits, as it was pushed, and what is known of it so far.
struct Waiting {
    raw: Pushed,
    hash: u64,
    met: Option<Lookup>,
}

/// A component as it was pushed.
enum Pushed {
    Short(Raw),
    /// Where it is.
    Long(Range<usize>),
}

/// A component of an option, known by id or by its bytes.
struct Part {
    id: Option<ComponentId>,
    key: Option<Key>,
    start: usize,
    end: usize,
}

/// An option that is not known yet: its parts, and the nimber of its known components.
struct PendingOption {
    start: usize,
    end: usize,
    known: Nimber,
}

/// Generates the options of `id`, and stops at the first option known to have the nimber `test`, or when `halt`, given
/// the bytes that the options take, says so.
pub(crate) fn expand<G: Hints>(
    game: &G,
    table: &Table,
    settings: &Settings,
    id: ComponentId,
    test: Nimber,
    buffers: &mut Buffers,
    halt: &dyn Fn(usize) -> Option<Halt>,
) -> Result<Expanded, Full> {
    let mut component = std::mem::take(&mut buffers.component);
    component.clear();
    table.copy_bytes(id, &mut component);
    buffers.bytes.clear();
    buffers.parts.clear();
    buffers.options.clear();
    buffers.window.clear();
    let stop = settings.ablation.early_exit.then_some(test);
    let mut sink = Collect {
        game,
        table,
        stop,
        seen: NimberSet::new(),
        known: Nimber::ZERO,
        first: 0,
        direct: false,
        buffers,
        halt,
        found: false,
        halted: None,
    };
    let flow = game.options(&component, &mut sink);
    let mut unfinished = flow.is_continue() && sink.buffers.window.is_unfinished();
    let flow = if flow.is_continue() { sink.resolve() } else { flow };
    unfinished |= flow.is_continue() && sink.direct;
    let (seen, found, halted) = (sink.seen, sink.found, sink.halted);
    buffers.component = component;

    seen.iter().for_each(|nimber| table.exclude(id, nimber));
    if let Some(halt) = halted {
        // Give back what so large an expansion took.
        let Buffers { reserve, raw_cache, .. } = std::mem::take(buffers);
        *buffers = Buffers { reserve, raw_cache, ..Buffers::default() };
        return Ok(Expanded::Halted(halt));
    }
    if found {
        // Excluded just now.
        return Ok(Expanded::Refuted);
    }
    if flow.is_break() {
        return Ok(Expanded::CutShort);
    }
    if unfinished {
        return Ok(Expanded::Unfinished);
    }
    if buffers.options.is_empty() {
        return Ok(Expanded::Solved(seen.mex()));
    }
    write_list(game, table, buffers)?;
    if settings.seed != 0 {
        rotate(&mut buffers.words, settings.seed ^ u64::from(id.0));
    }
    if buffers.words.len() > Place::MAX_LEN {
        return Ok(Expanded::TooMany);
    }
    table.set_options(id, &buffers.words, &mut buffers.reserve)?;
    Ok(Expanded::Listed)
}

struct Collect<'a, G> {
    game: &'a G,
    table: &'a Table,
    stop: Option<Nimber>,
    seen: NimberSet,
    /// Of the option under construction: the nim-sum of its known components, and its first open part.
    known: Nimber,
    first: usize,
    /// Components were added to it that did not wait.
    direct: bool,
    buffers: &'a mut Buffers,
    halt: &'a dyn Fn(usize) -> Option<Halt>,
    /// Why there are no more options: one is known to have the nimber to stop at, or a limit.
    found: bool,
    halted: Option<Halt>,
}

impl Waiting {
    fn remember(&self, cache: &mut RawCache, met: Lookup) {
        if let Pushed::Short(raw) = &self.raw {
            cache.insert(raw, self.hash, met);
        }
    }
}

impl Window {
    /// Whether components wait that belong to no option.
    fn is_unfinished(&self) -> bool {
        self.waiting.len() > self.ends.last().copied().unwrap_or(0)
    }

    fn clear(&mut self) {
        self.long.clear();
        self.waiting.clear();
        self.ends.clear();
        self.done.clear();
    }
}

impl<G: Hints> Sink for Collect<'_, G> {
    fn component(&mut self, bytes: &[u8]) {
        match Raw::new(bytes) {
            Some(raw) => self.short(raw.words, bytes.len()),
            None => {
                let window = &mut self.buffers.window;
                let start = window.long.len();
                window.long.extend_from_slice(bytes);
                let raw = Pushed::Long(start..window.long.len());
                window.waiting.push(Waiting { raw, hash: 0, met: None });
            }
        }
    }

    #[inline]
    fn short(&mut self, words: [u64; 3], len: usize) {
        let Buffers { window, raw_cache, .. } = &mut *self.buffers;
        let raw = Raw::of_words(words, len);
        let hash = raw.hash();
        raw_cache.prefetch(hash);
        window.waiting.push(Waiting { raw: Pushed::Short(raw), hash, met: None });
    }

    fn canonical(&mut self, bytes: &[u8]) {
        if !self.buffers.window.waiting.is_empty() {
            // It waits its turn behind those.
            return self.component(bytes);
        }
        self.direct = true;
        let key = Key::new(self.game, bytes);
        match self.table.lookup(self.game, key, bytes) {
            Some(met) => self.add(met),
            None => self.new_component(key, bytes),
        }
    }

    fn end(&mut self) -> ControlFlow<()> {
        let window = &mut self.buffers.window;
        if window.waiting.is_empty() {
            return self.end_option();
        }
        window.ends.push(window.waiting.len());
        if window.ends.len() >= window.size { self.resolve() } else { ControlFlow::Continue(()) }
    }
}

impl<G: Hints> Collect<'_, G> {
    /// Takes the options that wait.
    fn resolve(&mut self) -> ControlFlow<()> {
        if self.buffers.window.ends.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut window = std::mem::take(&mut self.buffers.window);
        let flow = match self.look_into_cache(&mut window) {
            ControlFlow::Continue(()) => {
                self.name_components(&mut window);
                self.take_options(&mut window)
            }
            broken => broken,
        };
        window.clear();
        self.buffers.window = window;
        flow
    }

    /// Looks all components up in the cache; an option that is known by that alone may end the expansion. Those after
    /// it are looked at all the same: what they are known to be is *seen* at little cost, which makes a tenth of the
    /// expansions of 5x9 needless.
    fn look_into_cache(&mut self, window: &mut Window) -> ControlFlow<()> {
        let cache = &self.buffers.raw_cache;
        let mut start = 0;
        // Components that did not wait belong to the first option.
        let mut direct = self.direct;
        for &end in &window.ends {
            let (mut known, mut open) = (Nimber::ZERO, std::mem::take(&mut direct));
            for part in &mut window.waiting[start..end] {
                if let Pushed::Short(raw) = &part.raw {
                    part.met = cache.get(raw, part.hash);
                }
                match part.met {
                    Some(Lookup::Known(nimber)) => known ^= nimber,
                    _ => open = true,
                }
            }
            start = end;
            window.done.push(!open);
            if !open {
                self.seen.insert(known);
                self.found |= self.stop == Some(known);
            }
        }
        if self.found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Finds the canonical forms and keys of components that were not in the cache, and asks for the memory they lead
    /// to.
    fn name_components(&mut self, window: &mut Window) {
        let mut canonical = std::mem::take(&mut self.buffers.canonical);
        canonical.clear();
        let Window { named, waiting, long, .. } = window;
        named.clear();
        for part in waiting.iter().filter(|part| part.met.is_none()) {
            let start = canonical.len();
            match &part.raw {
                Pushed::Short(raw) => self.game.canonize(&raw.padded()[..usize::from(raw.len)], &mut canonical),
                Pushed::Long(place) => self.game.canonize(&long[place.clone()], &mut canonical),
            }
            let key = Key::new(self.game, &canonical[start..]);
            self.table.prefetch_bucket(key);
            named.push((key, canonical.len()));
        }
        // Short loops without branches that depend on what is read: all records are under way at the same time.
        let records = named.iter().fold(0, |sum, &(key, _)| sum ^ self.table.touch_record(key));
        let open = waiting.iter().filter_map(|part| match part.met {
            Some(Lookup::Open(id)) => Some(id),
            _ => None,
        });
        black_box((records, open.fold(0, |sum, id| sum ^ self.table.record(id).excluded_bits())));
        self.buffers.canonical = canonical;
    }

    /// Adds the options that the cache did not settle, in their order.
    fn take_options(&mut self, window: &mut Window) -> ControlFlow<()> {
        let canonical = std::mem::take(&mut self.buffers.canonical);
        let mut named = window.named.iter();
        let (mut start, mut named_to) = (0, 0);
        let mut flow = ControlFlow::Continue(());
        for (i, &end) in window.ends.iter().enumerate() {
            let parts = start..end;
            start = end;
            if window.done[i] {
                continue;
            }
            for part in &window.waiting[parts] {
                let met = match part.met {
                    Some(Lookup::Open(id)) => {
                        let met = self.table.nimber(id).map_or(Lookup::Open(id), Lookup::Known);
                        if met != Lookup::Open(id) {
                            part.remember(&mut self.buffers.raw_cache, met);
                        }
                        Some(met)
                    }
                    None => {
                        let Some(&(key, named_end)) = named.next() else {
                            unreachable!("every new component is named")
                        };
                        let bytes = &canonical[named_to..named_end];
                        named_to = named_end;
                        let met = self.table.lookup(self.game, key, bytes);
                        match met {
                            Some(met) if key.own_identity() => part.remember(&mut self.buffers.raw_cache, met),
                            Some(_) => {}
                            None => self.new_component(key, bytes),
                        }
                        window.size = if key.own_identity() { WINDOW } else { 1 };
                        met
                    }
                    known => known,
                };
                if let Some(met) = met {
                    self.add(met);
                }
            }
            flow = self.end_option();
            if flow.is_break() {
                break;
            }
        }
        self.buffers.canonical = canonical;
        flow
    }

    /// Ends the option under construction.
    fn end_option(&mut self) -> ControlFlow<()> {
        let (start, end, known) = (self.first, self.buffers.parts.len(), std::mem::take(&mut self.known));
        self.first = end;
        self.direct = false;
        if start < end {
            self.buffers.options.push(PendingOption { start, end, known });
        } else {
            self.seen.insert(known);
            if self.stop == Some(known) {
                self.found = true;
                return ControlFlow::Break(());
            }
        }
        self.buffers.unlooked += 1;
        if self.buffers.unlooked >= LOOK_EVERY {
            self.buffers.unlooked = 0;
            self.halted = (self.halt)(self.buffers.size());
        }
        if self.halted.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Adds a component of the table to the option under construction. Equal pairs of open ones cancel.
    fn add(&mut self, met: Lookup) {
        let id = match met {
            Lookup::Known(nimber) => return self.known ^= nimber,
            Lookup::Open(id) => id,
        };
        let parts = &mut self.buffers.parts;
        match parts[self.first..].iter().position(|part| part.id == Some(id)) {
            Some(twin) => drop(parts.remove(self.first + twin)),
            None => parts.push(Part { id: Some(id), key: None, start: 0, end: 0 }),
        }
    }

    /// Adds a component that has not been met before. Equal pairs cancel.
    fn new_component(&mut self, key: Key, bytes: &[u8]) {
        let Buffers { bytes: kept, parts, .. } = &mut *self.buffers;
        let twin = parts[self.first..].iter().position(|part| {
            part.id.is_none()
                && part.key.is_some_and(|other| key.same(self.game, bytes, other, &kept[part.start..part.end]))
        });
        match twin {
            Some(twin) => drop(parts.remove(self.first + twin)),
            None => {
                let start = kept.len();
                kept.extend_from_slice(bytes);
                parts.push(Part { id: None, key: Some(key), start, end: kept.len() });
            }
        }
    }
}

/// Interns the parts and writes the distinct options, as words, to `buffers.words`.
fn write_list<G: Hints>(game: &G, table: &Table, buffers: &mut Buffers) -> Result<(), Full> {
    let Buffers { bytes, parts, options, words, distinct, reserve, .. } = buffers;
    for part in parts.iter_mut() {
        if let (None, Some(key)) = (part.id, part.key) {
            part.id = Some(table.intern(game, key, &bytes[part.start..part.end], reserve)?);
        }
    }
    words.clear();
    let mask = (2 * options.len()).next_power_of_two() - 1;
    distinct.clear();
    distinct.resize(mask + 1, (0, 0));
    for option in options.iter() {
        let start = words.len();
        words.extend(parts[option.start..option.end].iter().filter_map(|part| part.id).map(|id| id.0));
        words[start..].sort_unstable();
        if option.known != Nimber::ZERO {
            words.push(LITERAL | option.known.get());
        }
        let end = words.len();
        words[end - 1] |= LAST;
        // Of equal options the first one stays.
        let mut at = hash_words(&words[start..]) as usize & mask;
        loop {
            match distinct[at] {
                (0, 0) => break distinct[at] = (start as u32, end as u32),
                (from, to) if words[from as usize..to as usize] == words[start..] => break words.truncate(start),
                _ => at = (at + 1) & mask,
            }
        }
    }
    Ok(())
}

/// Begins the list with another option, chosen by the seed: equal numbers are then tried in another order.
fn rotate(words: &mut [u32], seed: u64) {
    let ends: Vec<usize> = (0..words.len()).filter(|&i| words[i] & LAST != 0).map(|i| i + 1).collect();
    let first = rapidhash::v3::rapidhash_v3(&seed.to_le_bytes()) as usize % ends.len();
    words.rotate_left(ends[first]);
}

fn hash_words(words: &[u32]) -> u64 {
    let mix = |hash: u64, &word: &u32| (hash ^ u64::from(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    words.iter().fold(0, mix)
}

//! What a store survives: writes that fail, are short or are torn at every byte of the last batch that changes
//! something on the disk, and bytes that rot (every fifth).
//!
//! The engine writes to a disk in memory that notes every write, so that the disk can be put into every state that a
//! crash could have left.

use crate::batch::Batch;
use crate::engine::Redb;
use crate::error::StoreError;
use crate::saver::Saver;
use crate::store::{FORMAT, Reopen, Store};
use grundy_core::Nimber;
use redb::StorageBackend;
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

const PAGE: usize = 4096;

/// A disk: pages that were never written are zero.
#[derive(Clone, Default, Debug)]
struct Disk {
    len: u64,
    /// Shared by all states of one test.
    base: Arc<HashMap<u64, Vec<u8>>>,
    pages: HashMap<u64, Vec<u8>>,
    writes: Vec<Write>,
    /// Bytes that may still be written before the disk is full.
    room: Option<usize>,
}

#[derive(Clone, PartialEq, Debug)]
enum Write {
    Bytes(u64, Vec<u8>),
    Length(u64),
    Sync,
}

impl Disk {
    /// The same disk, with its pages shared and nothing noted.
    fn freeze(&self) -> Disk {
        let mut base = (*self.base).clone();
        base.extend(self.pages.clone());
        Disk { len: self.len, base: Arc::new(base), ..Disk::default() }
    }

    fn read(&self, offset: u64, out: &mut [u8]) {
        for (i, byte) in out.iter_mut().enumerate() {
            let at = offset as usize + i;
            let page = (at / PAGE) as u64;
            *byte = self.pages.get(&page).or_else(|| self.base.get(&page)).map_or(0, |page| page[at % PAGE]);
        }
    }

    fn write(&mut self, offset: u64, data: &[u8]) {
        let mut at = offset as usize;
        let mut rest = data;
        while !rest.is_empty() {
            let number = (at / PAGE) as u64;
            let base = &self.base;
            let page = self.pages.entry(number).or_insert_with(|| base.get(&number).cloned().unwrap_or(vec![0; PAGE]));
            let part = rest.len().min(PAGE - at % PAGE);
            page[at % PAGE..at % PAGE + part].copy_from_slice(&rest[..part]);
            (at, rest) = (at + part, &rest[part..]);
        }
    }

    fn apply(&mut self, write: &Write, bytes: usize) {
        match write {
            Write::Bytes(offset, data) => self.write(*offset, &data[..bytes.min(data.len())]),
            Write::Length(len) => self.len = *len,
            Write::Sync => {}
        }
    }
}

#[derive(Clone, Default, Debug)]
struct Backend(Arc<Mutex<Disk>>);

impl Backend {
    fn of(disk: Disk) -> Self {
        Backend(Arc::new(Mutex::new(disk)))
    }

    fn disk(&self) -> std::sync::MutexGuard<'_, Disk> {
        self.0.lock().expect("no panic holds the lock")
    }
}

impl StorageBackend for Backend {
    fn len(&self) -> io::Result<u64> {
        Ok(self.disk().len)
    }
    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let disk = self.disk();
        if offset + out.len() as u64 > disk.len {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        disk.read(offset, out);
        Ok(())
    }
    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut disk = self.disk();
        disk.len = len;
        disk.writes.push(Write::Length(len));
        Ok(())
    }
    fn sync_data(&self) -> io::Result<()> {
        self.disk().writes.push(Write::Sync);
        Ok(())
    }
    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut disk = self.disk();
        let fits = disk.room.map_or(data.len(), |room| room.min(data.len()));
        disk.write(offset, &data[..fits]);
        disk.room = disk.room.map(|room| room - fits);
        disk.writes.push(Write::Bytes(offset, data.to_vec()));
        if fits < data.len() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}

/// What a reader finds: facts in the order of the store.
type Found = Vec<(Vec<u8>, u32)>;

fn batch(number: u32) -> (Batch, Found) {
    let facts: Found = (0..60).map(|i| (format!("component {number}.{i}").into_bytes(), number ^ i)).collect();
    let mut batch = Batch::default();
    facts.iter().for_each(|(component, nimber)| batch.push(component, Nimber::new(*nimber)));
    (batch, facts)
}

fn open(backend: &Backend) -> Result<Store, StoreError> {
    let backend = backend.clone();
    let reopen: Reopen = Box::new(move || {
        let engine: Arc<Redb> = Arc::new(Redb::open(backend.clone())?);
        Ok(engine)
    });
    Store::on(reopen, Path::new("memory"), None)
}

fn read(backend: &Backend) -> Result<Found, StoreError> {
    let mut found = Found::new();
    open(backend)?.each(|component, nimber| found.push((component.to_vec(), nimber.get())))?;
    Ok(found)
}

/// A disk with three batches that were reported as saved, and their facts. The process that wrote them is still at
/// work.
fn three_batches() -> (Backend, Store, Found) {
    let backend = Backend::default();
    Redb::open(backend.clone())
        .and_then(|engine| engine.begin(&[("format", FORMAT), ("game", "test")]))
        .expect("a store");
    let mut store = open(&backend).expect("a store");
    let mut facts = Found::new();
    for number in 0..3 {
        let (batch, more) = batch(number);
        store.append_batch(&batch).expect("there is room");
        facts.extend(more);
    }
    (backend, store, facts)
}

/// The writes of a fourth batch onto a disk with three: the disk before, the writes, the facts before, the new facts.
fn fourth_batch() -> (Disk, Vec<Write>, Found, Found) {
    let (backend, mut store, before) = three_batches();
    let disk = backend.disk().freeze();
    backend.disk().writes.clear();
    let (batch, new) = batch(3);
    store.append_batch(&batch).expect("there is room");
    let writes = backend.disk().writes.clone();
    (disk, writes, before, new)
}

/// The store opens, has everything that was reported, and of the last batch all or nothing.
fn check(disk: Disk, before: &Found, new: &Found, what: &str) -> bool {
    let found = read(&Backend::of(disk)).unwrap_or_else(|error| panic!("{what}: {error}"));
    let (old, more) = found.split_at(before.len().min(found.len()));
    assert_eq!(old, before, "{what}: a fact that was reported is missing");
    assert!(more.is_empty() || more == new, "{what}: a fact that nobody wrote");
    !more.is_empty()
}

/// Every disk that a crash in the middle of these writes may leave, if they are done in order; returns the one with all
/// of them.
fn torn_at_every_byte(mut disk: Disk, writes: &[Write], mut each: impl FnMut(Disk, &str)) -> Disk {
    for (i, write) in writes.iter().enumerate() {
        let Write::Bytes(offset, data) = write else {
            disk.apply(write, 0);
            continue;
        };
        let mut there = vec![0; data.len()];
        disk.read(*offset, &mut there);
        // A cut behind a byte that did not change leaves the same disk as the cut before it.
        for cut in (0..data.len()).filter(|&cut| cut == 0 || there[cut - 1] != data[cut - 1]) {
            let mut torn = disk.clone();
            torn.apply(write, cut);
            each(torn, &format!("write {i} cut at {cut}"));
        }
        disk.apply(write, usize::MAX);
    }
    disk
}

#[test]
fn a_write_torn_at_every_byte() {
    let (start, writes, before, new) = fourth_batch();
    let (mut kept, mut lost) = (0, 0);
    let disk = torn_at_every_byte(start, &writes, |torn, what| {
        *(if check(torn, &before, &new, what) { &mut kept } else { &mut lost }) += 1;
    });
    assert!(check(disk, &before, &new, "all written"), "the last batch was reported");
    assert!(lost > 1000, "{lost} states without the batch, {kept} with it");
}

/// The index is made beside the facts: none of them is lost, and what is found in it is right.
#[test]
fn an_index_torn_at_every_byte() {
    let (backend, mut store, facts) = three_batches();
    let start = backend.disk().freeze();
    backend.disk().writes.clear();
    assert!(!store.index_more(usize::MAX).expect("there is room"));
    let writes = backend.disk().writes.clone();
    let found = |disk: Disk, what: &str| {
        let store = open(&Backend::of(disk)).unwrap_or_else(|error| panic!("{what}: {error}"));
        let mut there = Found::new();
        store.each(|component, nimber| there.push((component.to_vec(), nimber.get()))).expect("batches");
        assert_eq!(there, facts, "{what}");
        let finder = store.finder().expect("an engine");
        let found = facts.iter().filter_map(|(component, nimber)| {
            let answer = finder.look_up(component).unwrap_or_else(|error| panic!("{what}: {error}"))?;
            assert_eq!(answer.get(), *nimber, "{what}");
            Some(())
        });
        found.count()
    };
    let mut states = 0;
    let disk = torn_at_every_byte(start, &writes, |torn, what| {
        let found = found(torn, what);
        assert!(found == 0 || found == facts.len(), "{what}");
        states += 1;
    });
    assert_eq!(found(disk, "all written"), facts.len());
    assert!(states > 1000, "{states}");
}

/// Between two syncs a disk may do some writes and not others, in any order.
#[test]
fn writes_out_of_order() {
    let (start, writes, before, new) = fourth_batch();
    let mut seed = 1u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut synced = start;
    for span in writes.split_inclusive(|write| *write == Write::Sync) {
        for _ in 0..150 {
            let mut disk = synced.clone();
            for write in span {
                match (write, random(3)) {
                    (Write::Bytes(_, data), 0) if !data.is_empty() => disk.apply(write, random(data.len())),
                    (Write::Bytes(..), 1) => {}
                    _ => disk.apply(write, usize::MAX),
                }
            }
            check(disk, &before, &new, "out of order");
        }
        span.iter().for_each(|write| synced.apply(write, usize::MAX));
    }
}

#[test]
fn a_disk_that_is_full_and_has_room_again() {
    let (mut disk, writes, ..) = fourth_batch();
    let (mut rooms, mut total) = (Vec::new(), 0);
    for write in &writes {
        if let Write::Bytes(offset, data) = write {
            let mut there = vec![0; data.len()];
            disk.read(*offset, &mut there);
            rooms.extend((0..data.len()).filter(|&at| at == 0 || there[at - 1] != data[at - 1]).map(|at| total + at));
            total += data.len();
        }
        disk.apply(write, usize::MAX);
    }
    for room in rooms {
        let (backend, mut store, mut facts) = three_batches();
        backend.disk().room = Some(room);
        let (batch, new) = batch(3);
        let failed = store.append_batch(&batch).is_err();
        assert!(failed, "{room} of {total} bytes are not enough");
        assert!(store.append_batch(&batch).is_err(), "still full");
        let crashed = backend.disk().freeze();
        check(crashed, &facts, &new, &format!("crash on a full disk after {room} bytes"));
        backend.disk().room = None;
        store.append_batch(&batch).expect("there is room again");
        drop(store);
        facts.extend(new);
        let found: BTreeMap<_, _> = read(&backend).expect("a store").into_iter().collect();
        assert_eq!(found, facts.into_iter().collect(), "room {room}");
    }
}

#[test]
fn a_saver_on_a_full_disk_says_so_and_saves_later() {
    let (backend, store, mut facts) = three_batches();
    let saver = Saver::start(store).expect("a thread");
    backend.disk().room = Some(100);
    let (_, new) = batch(3);
    new.iter().for_each(|(component, nimber)| saver.push(component, Nimber::new(*nimber)));
    let trouble = loop {
        match saver.unsaved() {
            Some(trouble) => break trouble,
            None => std::thread::sleep(std::time::Duration::from_millis(10)),
        }
    };
    assert_eq!((trouble.unsaved, saver.saved(), saver.lost()), (60, 0, false));
    assert!(trouble.reason.contains("storage") || trouble.reason.contains("space"), "{}", trouble.reason);
    backend.disk().room = None;
    assert_eq!(saver.finish(), Ok(60));
    facts.extend(new);
    assert_eq!(read(&backend).expect("a store"), facts);
}

/// A byte that rots on the disk is noticed, or lies in what is not used, or makes the last batch look as if it had been
/// torn.
#[test]
fn a_byte_that_changes() {
    let (backend, store, facts) = three_batches();
    drop(store);
    let disk = backend.disk().freeze();
    let (mut refused, mut torn, mut harmless) = (0, 0, 0);
    for (&page, bytes) in disk.base.iter() {
        for at in (0..bytes.len()).filter(|&at| bytes[at] != 0).step_by(5) {
            let mut rotten = disk.clone();
            rotten.write(page * PAGE as u64 + at as u64, &[bytes[at] ^ 0x10]);
            match read(&Backend::of(rotten)) {
                Err(_) => refused += 1,
                Ok(found) => {
                    assert_eq!(found, facts[..found.len()], "a false fact: page {page}, byte {at}");
                    *(if found.len() < facts.len() { &mut torn } else { &mut harmless }) += 1;
                }
            }
        }
    }
    assert!(refused > 0 && torn > 0, "{refused} refused, {torn} torn, {harmless} harmless");
}

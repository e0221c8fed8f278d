//! The line between the engine and its file, which is cut before the engine closes.
//!
//! redb marks a file that it closes properly, and takes every page of such a file for what it wrote: a byte that rotted
//! makes it panic, in a destructor too, which ends the process. A file without the mark it checks in full when it opens
//! it, page by page, checksum by checksum, and refuses what is wrong. We read all of it anyway; so no store is ever
//! marked.

use redb::StorageBackend;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A backend that can be cut off.
#[derive(Debug)]
pub(crate) struct Line<B> {
    backend: B,
    cut: Cut,
}

/// Cuts a line.
#[derive(Clone, Default, Debug)]
pub(crate) struct Cut(Arc<AtomicBool>);

impl Cut {
    /// From now on nothing is written.
    pub fn off(&self) {
        self.0.store(true, Relaxed);
    }
}

impl<B> Line<B> {
    pub fn new(backend: B) -> (Self, Cut) {
        let cut = Cut::default();
        (Line { backend, cut: cut.clone() }, cut)
    }

    fn still_there(&self) -> io::Result<&B> {
        if self.cut.0.load(Relaxed) { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(&self.backend) }
    }
}

/// Locks are left out: the directory of a store has its own.
impl<B: StorageBackend> StorageBackend for Line<B> {
    fn len(&self) -> io::Result<u64> {
        self.backend.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.backend.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.still_there()?.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.still_there()?.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.still_there()?.write(offset, data)
    }

    fn close(&self) -> io::Result<()> {
        self.backend.close()
    }
}

//! A batch of facts as bytes: what one commit adds.
//!
//! ```text
//! batch   crc      CRC-32 (IEEE) of all that follows, 4 bytes, little end first
//!         count    how many facts follow, varint
//!         facts    for each: length of the component, varint; its bytes; its nimber, varint
//! varint  7 bits a byte, low bits first; the high bit says that another byte follows
//! ```
//!
//! # Invariant
//! A batch is read in full or not at all: a byte that changed, is missing or is one too many makes it damaged.

use grundy_core::Nimber;

/// Facts to be written.
#[derive(Clone, Default)]
pub(crate) struct Batch {
    count: u64,
    facts: Vec<u8>,
}

impl Batch {
    pub fn push(&mut self, component: &[u8], nimber: Nimber) {
        self.count += 1;
        write_varint(component.len() as u64, &mut self.facts);
        self.facts.extend_from_slice(component);
        write_varint(nimber.get().into(), &mut self.facts);
    }

    /// How many facts.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// How many bytes they take.
    pub fn size(&self) -> usize {
        self.facts.len()
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; 4];
        write_varint(self.count, &mut bytes);
        bytes.extend_from_slice(&self.facts);
        let crc = crc32fast::hash(&bytes[4..]);
        bytes[..4].copy_from_slice(&crc.to_le_bytes());
        bytes
    }
}

/// Calls `each` with every fact of a batch and returns how many there are; `None`, before the first call, if it is
/// damaged.
pub(crate) fn read(bytes: &[u8], each: &mut dyn FnMut(&[u8], Nimber)) -> Option<u64> {
    let (crc, content) = bytes.split_first_chunk()?;
    if crc32fast::hash(content) != u32::from_le_bytes(*crc) {
        return None;
    }
    // Read twice, so that nothing is returned of a malformed batch with a correct checksum.
    walk(content, &mut |_, _| ())?;
    walk(content, each)
}

fn walk(content: &[u8], each: &mut dyn FnMut(&[u8], Nimber)) -> Option<u64> {
    let mut rest = content;
    let count = read_varint(&mut rest)?;
    for _ in 0..count {
        let length = usize::try_from(read_varint(&mut rest)?).ok()?;
        let (component, after) = rest.split_at_checked(length)?;
        rest = after;
        each(component, Nimber::new(u32::try_from(read_varint(&mut rest)?).ok()?));
    }
    rest.is_empty().then_some(count)
}

fn write_varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn read_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7F).checked_shl(shift)?;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(bytes: &[u8]) -> Option<Vec<(Vec<u8>, u32)>> {
        let mut facts = Vec::new();
        read(bytes, &mut |component, nimber| facts.push((component.to_vec(), nimber.get()))).map(|_| facts)
    }

    #[test]
    fn what_was_written_is_read() {
        let written = vec![(vec![], 0), (vec![1, 2, 3], 127), (vec![7; 300], 128), (vec![0], u32::MAX)];
        let mut batch = Batch::default();
        written.iter().for_each(|(component, nimber)| batch.push(component, Nimber::new(*nimber)));
        assert_eq!((batch.count(), facts(&batch.bytes())), (4, Some(written)));
        assert_eq!(facts(&Batch::default().bytes()), Some(vec![]));
    }

    #[test]
    fn every_change_is_noticed() {
        let mut batch = Batch::default();
        (0..20).for_each(|i| batch.push(&[i; 5], Nimber::new(i.into())));
        let bytes = batch.bytes();
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                assert_eq!(facts(&changed), None, "bit {bit} of byte {at}");
            }
            assert_eq!(facts(&bytes[..at]), None, "cut at {at}");
        }
        assert_eq!(facts(&[&bytes[..], &[0]].concat()), None);
    }

    #[test]
    fn nothing_is_told_of_a_batch_that_lies_about_its_length() {
        for content in
            [&b"\x02\x01a\x05"[..], b"\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", b"\x01\x01a\x05\x00", b"\x80"]
        {
            let bytes = [&crc32fast::hash(content).to_le_bytes(), content].concat();
            let mut told = 0;
            assert_eq!(read(&bytes, &mut |_, _| told += 1), None);
            assert_eq!(told, 0);
        }
    }
}

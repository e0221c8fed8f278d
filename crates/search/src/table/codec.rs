//! Short forms of what records keep: numbers, places in arenas, bytes of components.

/// Proof and disproof number of an open couple.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    pub pn: u64,
    pub dn: u64,
}

impl Numbers {
    pub(super) fn pack(self) -> u64 {
        u64::from(shorten(self.pn)) << 32 | u64::from(shorten(self.dn))
    }

    pub(super) fn unpack(packed: u64) -> Self {
        Numbers { pn: lengthen((packed >> 32) as u32), dn: lengthen(packed as u32) }
    }

    /// As a record keeps them.
    #[inline]
    pub fn rounded(self) -> Self {
        Self::unpack(self.pack())
    }

    /// The work until the couple is decided one way or the other.
    pub fn least(self) -> u64 {
        self.pn.min(self.dn)
    }
}

/// A number below 2^58 in 32 bits: exact below 2^28, then the first 28 binary digits. Numbers near the question of a
/// large search, sums of sums, are larger than 32 bits; cut off at one value they would all look alike.
#[inline]
fn shorten(value: u64) -> u32 {
    if value < 1 << 28 {
        return value as u32;
    }
    let shift = 36 - value.leading_zeros();
    (shift << 27) + (value >> shift) as u32
}

#[inline]
fn lengthen(code: u32) -> u64 {
    if code < 1 << 28 { u64::from(code) } else { u64::from(code & 0x7FF_FFFF | 0x800_0000) << ((code >> 27) - 1) }
}

/// A place in an arena: first index and length, packed in one word. Zero means none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub start: usize,
    pub len: usize,
}

impl Place {
    const LEN_BITS: u32 = 26;

    /// The largest length a place can have.
    pub const MAX_LEN: usize = (1 << Self::LEN_BITS) - 1;

    pub(super) fn pack(self) -> u64 {
        debug_assert!(self.len <= Self::MAX_LEN && self.len > 0);
        (self.start as u64) << Self::LEN_BITS | self.len as u64
    }

    pub(super) fn unpack(packed: u64) -> Option<Self> {
        let place = Place { start: (packed >> Self::LEN_BITS) as usize, len: packed as usize & Self::MAX_LEN };
        (packed != 0).then_some(place)
    }
}

/// The largest number of bytes that a record holds itself.
pub(crate) const INLINE: usize = 15;
/// First byte of a record's bytes: they are in the arena.
const AFAR: u64 = 0xFF;

/// The bytes of a component as a record keeps them: themselves, one more than their number first, or where they are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Packed(pub(super) [u64; 2]);

impl Packed {
    /// A component of up to [`INLINE`] bytes.
    #[inline]
    pub fn inline(component: &[u8]) -> Option<Self> {
        let mut bytes = [0; INLINE + 1];
        bytes[1..].get_mut(..component.len())?.copy_from_slice(component);
        bytes[0] = component.len() as u8 + 1;
        let packed = u128::from_le_bytes(bytes);
        Some(Packed([packed as u64, (packed >> 64) as u64]))
    }

    /// A component whose bytes are in the arena.
    pub fn afar(place: Place) -> Self {
        Packed([AFAR | (place.len as u64) << 8, place.start as u64])
    }

    /// Where the bytes are, if they are not here.
    #[inline]
    pub fn place(self) -> Option<Place> {
        let place = Place { start: self.0[1] as usize, len: (self.0[0] >> 8) as usize };
        (self.0[0] & 0xFF == AFAR).then_some(place)
    }

    /// Appends the bytes, if they are here.
    pub fn push_to(self, out: &mut Vec<u8>) {
        let bytes = (u128::from(self.0[1]) << 64 | u128::from(self.0[0])).to_le_bytes();
        out.extend_from_slice(&bytes[1..usize::from(bytes[0])]);
    }

    /// How many bytes the component has.
    pub fn len(self) -> usize {
        self.place().map_or((self.0[0] as usize & 0xFF).saturating_sub(1), |place| place.len)
    }

    pub(super) fn is_none(self) -> bool {
        self.0[0] == 0
    }
}

/// A number in 16 bits: exact below 2,048, then the first eleven binary digits.
pub(super) fn round(value: u32) -> u16 {
    if value < 1 << 11 {
        return value as u16;
    }
    let shift = 21 - value.leading_zeros();
    ((shift << 10) + (value >> shift)) as u16
}

pub(super) fn unround(code: u16) -> u32 {
    let code = u32::from(code);
    if code < 1 << 11 { code } else { (code & 0x3FF | 0x400) << ((code >> 10) - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_down_by_less_than_a_thousandth_and_keep_their_order() {
        let mut last = 0;
        for value in (0..5000).chain((0..1 << 12).map(|i| i << 20 | 0xFFFFF)).chain([u32::MAX]) {
            let rounded = unround(round(value));
            assert!(rounded <= value && value - rounded <= value >> 10, "{value} became {rounded}");
            assert!(rounded == value || value >= 2048);
            if value > last {
                assert!(round(value) >= round(last));
                last = value;
            }
        }
    }

    #[test]
    fn large_numbers_keep_their_order_too() {
        let mut last = 0;
        for value in
            (0..1u64 << 58).step_by((1 << 46) + 12_345).chain((0..58).map(|bit| 1 << bit)).chain([(1 << 58) - 1])
        {
            let kept = lengthen(shorten(value));
            assert!(kept <= value && value - kept <= value >> 27, "{value} became {kept}");
            assert!(kept == value || value >= 1 << 28);
            assert_eq!(shorten(kept), shorten(value));
            assert!(value < last || shorten(value) >= shorten(last));
            last = value;
        }
    }

    #[test]
    fn bytes_come_back() {
        for len in 0..=INLINE {
            let bytes: Vec<u8> = (0..len as u8).map(|i| i.wrapping_mul(37)).collect();
            let packed = Packed::inline(&bytes).expect("short enough");
            let mut back = Vec::new();
            packed.push_to(&mut back);
            assert_eq!((back, packed.place(), packed.is_none()), (bytes, None, false));
        }
        assert!(Packed::inline(&[0; INLINE + 1]).is_none());
        let place = Place { start: 12345, len: 678 };
        assert_eq!(Packed::afar(place).place(), Some(place));
    }
}

//! What is written beside a heap: its size, and on request its nimber.

use crate::DrawError;
use crate::heaps;
use grundy_games::heap::{Heap, Sequence};
use std::ops::ControlFlow;

/// The labels of heaps in a picture.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Labels {
    /// The size: `9`.
    #[default]
    Sizes,
    /// The size and the nimber: `9 ∗4`.
    Nimbers,
}

/// The largest heap whose nimber is computed for a picture, and the same for games that break a heap into three or
/// more.
const LARGEST: usize = 20_000;
const LARGEST_OF_MANY: usize = 2_000;

impl Labels {
    /// The labels of heaps of a game, which is a heap game or Nim.
    pub(crate) fn of(self, game: &str, sizes: &[u32]) -> Result<Vec<String>, DrawError> {
        if self == Labels::Sizes {
            return Ok(heaps::sizes(sizes));
        }
        // In Nim the nimber of a heap is its size.
        let Ok(heap) = Heap::by_name_or_code(game) else {
            return Ok(sizes.iter().map(|size| format!("{size} ∗{size}")).collect());
        };
        let largest = sizes.iter().max().map_or(0, |&size| size as usize);
        let most = if heap.most_heaps() < 3 { LARGEST } else { LARGEST_OF_MANY };
        let mut sequence = Sequence::new(&heap);
        let _ = sequence.extend_until_proved(largest.min(most), |_| ControlFlow::Continue(()));
        let label = |&size: &u32| {
            let nimber = sequence.nimber(size as usize);
            let what = "objects in a heap whose nimber is wanted";
            let too_large = DrawError::TooLarge { what, found: size as usize, most };
            nimber.map(|nimber| format!("{size} ∗{nimber}")).ok_or(too_large)
        };
        sizes.iter().map(label).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nimbers_are_those_of_the_game() {
        let labels = |game, sizes: &[u32]| Labels::Nimbers.of(game, sizes);
        assert_eq!(labels("kayles", &[9, 0, 5]).unwrap(), ["9 ∗4", "0 ∗0", "5 ∗4"]);
        assert_eq!(labels("nim", &[9]).unwrap(), ["9 ∗9"]);
        // The period of Kayles answers for a heap that was not computed.
        assert_eq!(labels("kayles", &[1_000_000]).unwrap(), ["1000000 ∗1"]);
        assert!(matches!(labels("grundy", &[1_000_000]), Err(DrawError::TooLarge { most: LARGEST, .. })));
    }
}

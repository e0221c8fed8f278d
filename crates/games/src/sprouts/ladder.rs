//! The ladder: start positions worth solving before a hard one.
//!
//! Twelve spots fewer is the same class modulo six and proves most of what the larger one needs. Measured with one
//! table over all rungs, CPU seconds: 47 alone did not end in 560, by 35 and 23 it took 304, by every sixth 378; 35
//! alone took half as long again as by 23. Below twenty-seven spots the rungs cost what they save, and there is no
//! ladder.

use super::land::{push_varint, varint};
use grundy_core::Component;

/// The least start position that has a ladder.
const LOWEST: u32 = 27;
/// Spots between two rungs.
const STEP: u32 = 12;

/// The numbers of spots to solve before this land, if it is a start position; least first.
pub(super) fn rungs(land: &[u8]) -> Vec<Component> {
    let mut at = 0;
    let spots = varint(land, &mut at);
    if spots < LOWEST || land[at..] != [0] {
        return Vec::new();
    }
    let mut rungs: Vec<u32> = (1..).map_while(|k| spots.checked_sub(k * STEP)).filter(|&n| n >= STEP - 1).collect();
    rungs.reverse();
    rungs.into_iter().map(start).collect()
}

/// The land of `spots` lone spots.
fn start(spots: u32) -> Component {
    let mut bytes = Vec::new();
    push_varint(spots, &mut bytes);
    bytes.push(0);
    Component::from(bytes)
}

#[cfg(test)]
mod tests {
    use super::super::Sprouts;
    use grundy_core::{Game, Hints};

    #[test]
    fn only_large_start_positions_have_rungs() {
        let game = Sprouts::default();
        let rungs = |text: &str| -> Vec<String> {
            let position = game.parse(text).expect("a position");
            game.ladder(&position).iter().map(|rung| game.write(&rung[0])).collect()
        };
        assert_eq!(rungs("47"), ["0*11", "0*23", "0*35"]);
        assert_eq!(rungs("200").last().map(String::as_str), Some("0*188"));
        assert!(rungs("26").is_empty() && rungs("0*40.AB|AB").is_empty() && rungs("0*40+0*30").is_empty());
    }
}

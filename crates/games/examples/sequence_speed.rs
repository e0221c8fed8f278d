//! CPU time of nim-sequences: `cargo run --release -p grundy-games --example sequence_speed -- HEAPS CODE...`.
//!
//! For each octal code, [`Sequence`] beside the sparse-space search as *Winning Ways* and Gangolli and Plambeck publish
//! it: one mask of nimbers (the best one for all values, given to it in advance), pairs with a rare heap first, then
//! all pairs for the rare nimbers that are missing. Both must find the same values. `4!.0` is Grundy's game.

use cpu_time::ProcessTime;
use grundy_games::heap::{Heap, Sequence};
use std::error::Error;
use std::io::Write;
use std::ops::ControlFlow;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let heaps: usize = arguments.next().ok_or("expected HEAPS CODE...")?.parse()?;
    let mut out = std::io::stdout();
    writeln!(out, "code\theaps\tsequence s\tpublished s\tfactor")?;
    for code in arguments {
        let began = ProcessTime::now();
        let mut sequence = Sequence::without_theorem(&Heap::by_name_or_code(&code)?);
        let _ = sequence.extend(heaps, |_| ControlFlow::Continue(()));
        let ours = began.elapsed().as_secs_f64();
        let values: Vec<u32> = sequence.values().iter().map(|nimber| nimber.get()).collect();
        let mask = sparsest(&values);
        let began = ProcessTime::now();
        assert_eq!(published(&code, heaps, mask), values, "{code}");
        let theirs = began.elapsed().as_secs_f64();
        writeln!(out, "{code}\t{heaps}\t{ours:.2}\t{theirs:.2}\t{:.1}", theirs / ours.max(1e-9))?;
    }
    Ok(())
}

fn is_rare(mask: u32, nimber: u32) -> bool {
    (nimber & mask).count_ones().is_multiple_of(2)
}

/// The mask that makes the fewest values rare, by trying them all.
fn sparsest(values: &[u32]) -> u32 {
    let bound = values.iter().max().map_or(1, |largest| (largest + 1).next_power_of_two());
    let mut often = vec![0usize; bound as usize];
    values.iter().for_each(|&value| often[value as usize] += 1);
    let rare = |mask: &u32| (0..bound).filter(|&v| is_rare(*mask, v)).map(|v| often[v as usize]).sum::<usize>();
    (0..bound).min_by_key(rare).unwrap_or(0)
}

/// The values of heaps up to `heaps` by the sparse space of one mask.
fn published(code: &str, heaps: usize, mask: u32) -> Vec<u32> {
    let unequal = code == "4!.0";
    let digits: Vec<u32> = code.chars().filter_map(|c| c.to_digit(8)).collect();
    let mut values: Vec<u32> = Vec::new();
    let mut rare: Vec<usize> = Vec::new();
    let mut seen = vec![usize::MAX; 1 << 16];
    for n in 0..=heaps {
        for (taken, digit) in digits.iter().enumerate().take_while(|(taken, _)| *taken <= n) {
            let rest = n - taken;
            if digit & 1 != 0 && rest == 0 {
                seen[0] = n;
            }
            if digit & 2 != 0 && rest > 0 {
                seen[values[rest] as usize] = n;
            }
            if digit & 4 != 0 {
                for &a in rare.iter().take_while(|&&a| a < rest) {
                    if !(unequal && 2 * a == rest) {
                        seen[(values[a] ^ values[rest - a]) as usize] = n;
                    }
                }
            }
        }
        let least_common = (0..1 << 16).find(|&v| seen[v as usize] != n && !is_rare(mask, v)).unwrap_or(1 << 16);
        let mut missing = (0..least_common).filter(|&v| seen[v as usize] != n).count();
        'search: for (taken, _) in digits.iter().enumerate().filter(|&(taken, digit)| digit & 4 != 0 && taken <= n) {
            let rest = n - taken;
            for a in 1..=rest / 2 {
                if missing == 0 {
                    break 'search;
                }
                let v = values[a] ^ values[rest - a];
                if seen[v as usize] != n && !(unequal && 2 * a == rest) {
                    seen[v as usize] = n;
                    missing -= usize::from(v < least_common);
                }
            }
        }
        let value = (0..1 << 16).find(|&v| seen[v as usize] != n).unwrap_or(0);
        if n > 0 && is_rare(mask, value) {
            rare.push(n);
        }
        values.push(value);
    }
    values
}

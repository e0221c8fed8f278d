//! Obligations of a proof and the ways to meet them; what need not be said is left out.

use crate::classes::Id;

/// The facts that meet an obligation, sorted.
pub(crate) type Way = Vec<Id>;

/// Leaves out what need not be said: obligations met by nothing at all or by what others demand anyway, and ways that
/// demand more than others.
pub(crate) fn simplify(mut obligations: Vec<Vec<Way>>) -> Vec<Vec<Way>> {
    obligations.retain(|ways| !ways.iter().any(Vec::is_empty));
    for ways in &mut obligations {
        ways.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        ways.dedup();
        let mut kept: Vec<Way> = Vec::with_capacity(ways.len());
        for way in ways.drain(..) {
            if !kept.iter().any(|smaller| smaller.len() < way.len() && is_part(smaller, &way)) {
                kept.push(way);
            }
        }
        *ways = kept;
    }
    obligations.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    obligations.dedup();
    // Obligations with one way are one obligation; others may be met by it.
    let mut demanded: Way = obligations.iter().filter(|ways| ways.len() == 1).flatten().flatten().copied().collect();
    demanded.sort_unstable();
    demanded.dedup();
    obligations.retain(|ways| ways.len() > 1 && !ways.iter().any(|way| is_part(way, &demanded)));
    if !demanded.is_empty() {
        obligations.push(vec![demanded]);
    }
    obligations
}

/// Whether all of `part` is in `whole`; both are sorted.
fn is_part(part: &[Id], whole: &[Id]) -> bool {
    let mut whole = whole.iter();
    part.iter().all(|id| whole.any(|other| other == id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_matters_is_left() {
        let obligations = vec![
            vec![vec![1], vec![]],              // met by nothing at all
            vec![vec![2, 3]],                   // demands 2 and 3
            vec![vec![2], vec![7]],             // met by 2
            vec![vec![5], vec![4, 5], vec![6]], // 4, 5 is more than 5
            vec![vec![6], vec![5]],             // the same again
            vec![vec![3]],
        ];
        assert_eq!(simplify(obligations), vec![vec![vec![5], vec![6]], vec![vec![2, 3]]]);
    }
}

//! Facts in an order in which each needs only earlier ones.

use crate::classes::Id;
use rapidhash::RapidHashSet;

/// All that the root needs, directly or not, each after what it needs itself. `needs` calls its second argument with
/// what a fact needs; nothing needs itself.
pub(crate) fn order(root: &[Id], needs: impl Fn(Id, &mut dyn FnMut(Id))) -> Vec<Id> {
    let mut order = Vec::new();
    let mut seen = RapidHashSet::default();
    // A fact is put in order when it is met for the second time: all above it on the stack is done then.
    let mut stack: Vec<(Id, bool)> = root.iter().rev().map(|&id| (id, false)).collect();
    while let Some((id, done)) = stack.pop() {
        if done {
            order.push(id);
        } else if seen.insert(id) {
            stack.push((id, true));
            needs(id, &mut |need| stack.push((need, false)));
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_come_first() {
        let needs = |id: Id, each: &mut dyn FnMut(Id)| (1..id).filter(|n| id.is_multiple_of(*n)).for_each(each);
        let order = order(&[12, 9], needs);
        assert_eq!(order.len(), 7);
        for (at, id) in order.iter().enumerate() {
            assert!((1..*id).filter(|n| id.is_multiple_of(*n)).all(|n| order[..at].contains(&n)));
        }
    }
}

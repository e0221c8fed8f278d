//! Trees by Prüfer code or by parents, drawn in levels.

use crate::error::Error;
use crate::graph::MAX_VERTICES;
use crate::places::{Drawn, drawn, number};

const PARENTS: &str = "parents";

/// Reads what stands after `tree`, from byte `start` on.
pub(crate) fn read(text: &str, start: usize) -> Result<Drawn, Error> {
    let by_parents = text.get(start..).is_some_and(|rest| rest.starts_with(PARENTS));
    let start = match by_parents {
        true => start + PARENTS.len() + text[start + PARENTS.len()..].bytes().take_while(|&b| b == b' ').count(),
        false => start,
    };
    let list = read_numbers(text, start)?;
    let n = list.len() + if by_parents { 1 } else { 2 };
    if n > MAX_VERTICES {
        return Err(Error::TooLarge { offset: start, found: n.to_string() });
    }
    let edges = if by_parents { of_parents(&list)? } else { of_code(&list, n)? };
    Ok(drawn(n, edges.iter().copied(), levels(n, &edges)))
}

/// Numbers with commas or blanks between them, and where each stands.
fn read_numbers(text: &str, start: usize) -> Result<Vec<(usize, usize)>, Error> {
    let mut list = Vec::new();
    let mut at = start;
    while at < text.len() {
        let (value, end) = number(text, at, "a Prüfer code such as 3,3,4, or parents 0,0,1")?;
        list.push((value, at));
        at = end;
        let separators = text[at..].bytes().take_while(|b| matches!(b, b',' | b' ')).count();
        if separators == 0 && at < text.len() {
            return Err(Error::unexpected(text, at, "a comma or the end of the graph"));
        }
        at += separators;
    }
    Ok(list)
}

fn of_parents(list: &[(usize, usize)]) -> Result<Vec<(usize, usize)>, Error> {
    let edge = |(i, &(parent, offset)): (usize, &(usize, usize))| match parent <= i {
        true => Ok((parent, i + 1)),
        false => {
            let (found, expected) = (format!("parent {parent}"), format!("a vertex before {}", i + 1));
            Err(Error::Unexpected { offset, found, expected })
        }
    };
    list.iter().enumerate().map(edge).collect()
}

/// The tree with a Prüfer code: again and again the least leaf is joined to the next number of the code.
fn of_code(code: &[(usize, usize)], n: usize) -> Result<Vec<(usize, usize)>, Error> {
    let mut degree = vec![1usize; n];
    for &(v, offset) in code {
        if v >= n {
            let (found, expected) = (format!("vertex {v}"), format!("a vertex below {n}"));
            return Err(Error::Unexpected { offset, found, expected });
        }
        degree[v] += 1;
    }
    let mut edges = Vec::with_capacity(n - 1);
    for &(v, _) in code {
        if let Some(leaf) = (0..n).find(|&u| degree[u] == 1) {
            edges.push((leaf, v));
            degree[leaf] -= 1;
            degree[v] -= 1;
        }
    }
    let mut last = (0..n).filter(|&v| degree[v] == 1);
    edges.extend(last.next().zip(last.next()));
    Ok(edges)
}

/// Places for the vertices of a tree with root 0: a level for each distance from it, leaves side by side, parents above
/// the middle of their children.
fn levels(n: usize, edges: &[(usize, usize)]) -> Vec<(f64, f64)> {
    let mut around = vec![Vec::new(); n];
    for &(u, v) in edges {
        around[u].push(v);
        around[v].push(u);
    }
    let mut places = vec![(0.0, 0.0); n];
    // Parents before children, and what hangs together stays together.
    let mut order = Vec::with_capacity(n);
    let mut open = vec![(0, usize::MAX)];
    while let Some((v, parent)) = open.pop() {
        order.push((v, parent));
        for &u in around[v].iter().filter(|&&u| u != parent) {
            places[u].1 = places[v].1 + 1.0;
            open.push((u, v));
        }
    }
    let mut free = 0.0;
    for &(v, parent) in order.iter().rev() {
        let children: Vec<f64> = around[v].iter().filter(|&&u| u != parent).map(|&u| places[u].0).collect();
        places[v].0 = match children[..] {
            [] => {
                free += 1.0;
                free - 1.0
            }
            _ => children.iter().sum::<f64>() / children.len() as f64,
        };
    }
    places
}

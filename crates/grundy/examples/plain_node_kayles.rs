//! Node-Kayles the plain way: the mex of all options, bit sets of vertices, connected parts, and a table of what is
//! known. This is the peer of `grundy bench node-kayles`; its times are in `bench/data/peers.tsv`.
//!
//! ```sh
//! cargo run --release --example plain_node_kayles -- 'grid 3x12'
//! ```

#![allow(clippy::print_stdout)] // a program, not a library

use std::collections::HashMap;
use std::error::Error;
use std::hash::{BuildHasherDefault, DefaultHasher};

/// A graph of up to 128 vertices.
struct Plain {
    /// The neighbours of each vertex, and itself.
    closed: Vec<u128>,
    known: HashMap<u128, u8, BuildHasherDefault<DefaultHasher>>,
}

impl Plain {
    /// The nimber of the graph on these vertices.
    fn nimber(&mut self, mut set: u128) -> u8 {
        let mut sum = 0;
        while set != 0 {
            let part = self.part(set);
            set &= !part;
            sum ^= self.nimber_of_part(part);
        }
        sum
    }

    /// The connected part of the least vertex.
    fn part(&self, set: u128) -> u128 {
        let (mut part, mut open) = (0, set & set.wrapping_neg());
        while open != 0 {
            part |= open;
            let mut next = 0;
            while open != 0 {
                next |= self.closed[open.trailing_zeros() as usize];
                open &= open - 1;
            }
            open = next & set & !part;
        }
        part
    }

    fn nimber_of_part(&mut self, part: u128) -> u8 {
        if let Some(&known) = self.known.get(&part) {
            return known;
        }
        let (mut seen, mut rest) = (0u64, part);
        while rest != 0 {
            let v = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            seen |= 1 << self.nimber(part & !self.closed[v]);
        }
        let nimber = seen.trailing_ones() as u8;
        self.known.insert(part, nimber);
        nimber
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    for text in std::env::args().skip(1) {
        let graph = grundy_graph::read(&text)?.graph;
        if graph.len() > 128 {
            return Err(format!("{text}: more than 128 vertices").into());
        }
        let closed = |v: usize| graph.neighbours(v).iter().fold(1u128 << v, |set, &u| set | 1 << u);
        let mut plain = Plain { closed: (0..graph.len()).map(closed).collect(), known: HashMap::default() };
        let began = cpu_time::ProcessTime::now();
        let nimber = plain.nimber(u128::MAX >> (128 - graph.len()));
        println!("{text}\tnimber {nimber}\t{:.2} s\t{} parts", began.elapsed().as_secs_f64(), plain.known.len());
    }
    Ok(())
}

//! Canonical forms of graphs, one graph6 or sparse6 string a line on standard input: how long they take, and how many of
//! them are different. `bench/nauty.sh` compares the time with that of nauty's `labelg`.

#![allow(clippy::print_stdout)]

use grundy_graph::{canonical_along, label, read};
use std::collections::HashSet;
use std::io::{self, BufRead};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut time, mut graphs, mut given_up) = (Duration::ZERO, 0, 0);
    let mut forms = HashSet::new();
    for line in io::stdin().lock().lines() {
        let graph = read(line?.trim())?.graph;
        let marks = vec![false; graph.len()];
        let began = Instant::now();
        let order = canonical_along(&graph, &marks, label::BUDGET);
        time += began.elapsed();
        graphs += 1;
        match order {
            Some(order) => {
                forms.insert(graph.induced(&order).edges().collect::<Vec<_>>());
            }
            None => given_up += 1,
        }
    }
    let micros = time.as_secs_f64() * 1e6 / f64::from(graphs.max(1));
    println!("{graphs} graphs, {} forms, {given_up} given up: {micros:.2} microseconds each", forms.len());
    Ok(())
}

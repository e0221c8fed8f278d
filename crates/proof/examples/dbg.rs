//! x
#![allow(clippy::print_stdout)]
use grundy_core::{Game, collect_options};
use grundy_games::sprouts::Sprouts;
fn main() {
    let game = Sprouts::of_files();
    for t in std::env::args().skip(1) {
        let p = game.parse(&t).unwrap();
        for o in collect_options(&game, &p[0]) {
            println!("{t} -> {}", o.write(&game));
        }
    }
}

//! Time to work out all sights of a map of 30 by 20 hexes.

use std::collections::BTreeSet;
use std::hint::black_box;
use std::time::Instant;

use tabletop_hexes::map::{Ground, HexMap, TerrainKind};
use tabletop_hexes::sight::SightTable;

fn main() {
    let map = HexMap::new(30, 20, BTreeSet::new(), |_| TerrainKind(0));
    let Some(map) = map else { return };
    let ground = |hex: tabletop_hexes::hex::Hex| Ground {
        level: hex.column() / 7 % 2,
        obstacle: u8::from((hex.column() * 3 + hex.row() * 5).is_multiple_of(7)),
    };
    let mut times: Vec<u128> = (0..21)
        .map(|_| {
            let start = Instant::now();
            black_box(SightTable::new(&map, ground));
            start.elapsed().as_micros()
        })
        .collect();
    times.sort_unstable();
    println!("sights of 30 x 20 hexes: {} µs (middle of {}), best {} µs", times[10], times.len(), times[0]);
}

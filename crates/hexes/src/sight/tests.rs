//! Sight on random maps, against a second opinion; its symmetry, and its cost as a count.

use std::collections::BTreeSet;

use super::*;
use crate::geometry::centre;
use crate::map::TerrainKind;

/// Numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

fn random_table(columns: u8, rows: u8, seed: u64) -> (HexMap, Vec<Ground>, SightTable) {
    let mut numbers = Numbers(seed);
    let map = HexMap::new(columns, rows, BTreeSet::new(), |_| TerrainKind(0)).unwrap();
    let grounds: Vec<Ground> = (0..map.len())
        .map(|_| Ground { level: (numbers.below(5) / 3) as u8, obstacle: (numbers.below(4) / 3) as u8 })
        .collect();
    let table = SightTable::new(&map, |hex| grounds[map.index(hex).unwrap()]);
    (map, grounds, table)
}

/// Sight by the letter of the rule with points scaled so that a line is sampled exactly: between two crossings of sides
/// lies the middle of them, and its hexes are those whose closed shape holds it.
fn is_seen(map: &HexMap, grounds: &[Ground], from: Hex, to: Hex) -> bool {
    let [a, b] = [centre(from.axial()), centre(to.axial())];
    let way = [i128::from(b.x - a.x), i128::from(b.y - a.y)];
    // The parameters at which the line crosses any line of the grid of sides.
    let mut cuts: Vec<(i128, i128)> = vec![(0, 1), (1, 1)];
    for (p, q) in [(0, 1), (1, 1), (1, -1)] {
        let rate = p * way[0] + q * way[1];
        let base = p * i128::from(a.x) + q * i128::from(a.y);
        for line in -300..300 {
            if rate != 0 && (0..=rate.abs()).contains(&((line - base) * rate.signum())) {
                cuts.push(((line - base) * rate.signum(), rate.abs()));
            }
        }
    }
    cuts.sort_by(|one, other| (one.0 * other.1).cmp(&(other.0 * one.1)));
    let levels = [from, to].map(|end| grounds[map.index(end).unwrap()].level);
    let blocks = |hex: Hex| {
        let top = grounds[map.index(hex).unwrap()].top();
        let lower =
            [from, to].into_iter().zip(levels).filter(|(_, level)| *level == levels[0].min(levels[1]));
        top > levels[0].max(levels[1])
            || lower.into_iter().any(|(end, level)| top > level && end.distance(hex) == 1)
    };
    cuts.windows(2).all(|pair| {
        let [one, other] = [pair[0], pair[1]];
        if one.0 * other.1 == other.0 * one.1 {
            return true;
        }
        let (numerator, divisor) = (one.0 * other.1 + other.0 * one.1, 2 * one.1 * other.1);
        let point = [0, 1].map(|axis| [a.x, a.y][axis] as i128 * divisor + way[axis] * numerator);
        let holds = |hex: &Hex| {
            let middle = centre(hex.axial());
            let [x, y] =
                [point[0] - i128::from(middle.x) * divisor, point[1] - i128::from(middle.y) * divisor];
            y.abs() <= divisor && (x + y).abs() <= 2 * divisor && (x - y).abs() <= 2 * divisor
        };
        let here: Vec<Hex> = map.hexes().filter(holds).collect();
        // A hex off the map is met where fewer hold the point than do on a wide plane; then nothing blocks along its side.
        let on_side = (way[0] == 0 || way[1] == 0 || way[0].abs() == way[1].abs() || here.len() > 1)
            && is_on_side(point, divisor);
        let of_ends = here.iter().any(|hex| *hex == from || *hex == to);
        let wanted = if on_side { 2 } else { 1 };
        of_ends || here.len() < wanted || !here.iter().all(|hex| blocks(*hex))
    })
}

/// Whether a point lies on a side of some hex of the whole plane.
fn is_on_side(point: [i128; 2], divisor: i128) -> bool {
    let q = point[0].div_euclid(3 * divisor);
    let near = (q - 1..=q + 2).flat_map(|q| {
        let r = (point[1] - q * divisor).div_euclid(2 * divisor);
        (r - 1..=r + 2).map(move |r| (3 * q, 2 * r + q))
    });
    let holding = near.filter(|(cx, cy)| {
        let [x, y] = [point[0] - cx * divisor, point[1] - cy * divisor];
        y.abs() <= divisor && (x + y).abs() <= 2 * divisor && (x - y).abs() <= 2 * divisor
    });
    holding.count() > 1
}

/// Rule: WSR-LOS-2, WSR-LOS-3, WSR-LOS-4.
#[test]
fn every_pair_of_random_maps_is_seen_as_a_second_opinion_says() {
    for seed in 0..6 {
        let (map, grounds, table) = random_table(9, 7, seed);
        for from in map.hexes() {
            for to in map.hexes() {
                let sight = table.sight(from, to);
                assert_eq!(sight, table.sight(to, from), "{from} and {to} see alike");
                if from.distance(to) <= 1 {
                    assert_eq!(sight, Sight::Clear, "{from} and {to} are neighbours");
                }
                assert_eq!(sight.is_clear(), is_seen(&map, &grounds, from, to), "seed {seed}: {from}-{to}");
                assert_eq!(sight, table.sight_through(from, to, &BTreeSet::new(), SmokeNear::Blocks));
            }
        }
    }
}

/// Rule: WSR-LOS-5.
#[test]
fn smoke_blocks_into_out_of_and_through() {
    let map = HexMap::new(7, 5, BTreeSet::new(), |_| TerrainKind(0)).unwrap();
    let hex = |id: &str| id.parse::<Hex>().unwrap();
    for (from, to, smoke, wood, seen, why) in [
        ("0101", "0501", "0302", "0705", true, "smoke beside the line"),
        ("0101", "0105", "0103", "0705", false, "through"),
        ("0103", "0105", "0103", "0705", false, "out of"),
        ("0105", "0103", "0103", "0705", false, "into"),
        ("0103", "0104", "0103", "0705", false, "neighbours too"),
        ("0103", "0103", "0103", "0705", false, "and within"),
        ("0302", "0502", "0401", "0705", true, "along a side, with a free hex on the other hand"),
        ("0302", "0502", "0401", "0402", false, "along a side, with a wood on the other hand"),
    ] {
        let ground = |at| Ground { level: 0, obstacle: u8::from(at == hex(wood)) };
        let table = SightTable::new(&map, ground);
        let smoke = BTreeSet::from([hex(smoke)]);
        let sight = table.sight_through(hex(from), hex(to), &smoke, SmokeNear::Blocks);
        assert_eq!(sight.is_clear(), seen, "{why}: {sight:?}");
        assert_eq!(sight, table.sight_through(hex(to), hex(from), &smoke, SmokeNear::Blocks), "{why}");
    }
    let table = SightTable::new(&map, |_| Ground::default());
    let smoke = BTreeSet::from([hex("0103")]);
    let near = |to| table.sight_through(hex("0103"), hex(to), &smoke, SmokeNear::AdjacentSeen);
    assert!(near("0104").is_clear() && near("0103").is_clear() && !near("0105").is_clear());
}

/// The table of a large map costs one look at each hex that lies on a line.
#[test]
fn the_sights_of_a_large_map_cost_a_count() {
    let (map, _, table) = random_table(30, 20, 1);
    assert_eq!(map.len() * (map.len() - 1) / 2, 179_700);
    assert!((1_500_000..2_600_000).contains(&table.examined()), "{}", table.examined());
}

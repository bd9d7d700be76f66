//! Straight paths that are told without a search, from floors and from under them.

use warstrike::rules::basics::Allowance;
use warstrike::rules::measures::{Place, Thou};
use warstrike::table::paths::{PathPlanner, ShortestPathTree};
use warstrike::table::terrain::Terrain;

use super::tables::{Draw, Table, place, table};
use super::{all_tables, in_parallel, policy_of, rules};

/// Starts that are tried on each table, for one on a floor or under one.
const MAX_STARTS: usize = 60;

/// Rectangles around each start, and how far off they are, inches.
const RECTANGLES: usize = 60;
const MAX_OFF: f64 = 7.0;

/// How much longer a path may be, inches: its corners are whole thousandths, also where it leads down.
const MAX_EXCESS: f64 = 0.002;

/// How many places were told to be straight ahead: on the start's floor, under it, and beyond its edge.
type Told = [usize; 3];

/// Level that paths start on.
#[derive(Clone, Copy)]
enum Starts {
    OnFloors,
    UnderFloors,
}

/// Every place told to be straight ahead has a path no longer than that, unless the base may not end there.
fn judge(number: u64, starts: Starts) -> Told {
    let mut table = table(number);
    let draw = &mut Draw::new(40_000_000 + number);
    let terrain = Terrain::new(table.size, table.pieces.clone().into(), &rules(), Allowance(0.005));
    let is_wanted = |at: &Place| {
        let ground = terrain.ground_height(at.ground());
        match starts {
            Starts::OnFloors => at.z > ground,
            Starts::UnderFloors => at.z == ground && terrain.heights_at(at.ground()).len() > 1,
        }
    };
    let drawn = (0..MAX_STARTS).map(|_| place(draw, &table));
    let Some(from) = drawn.into_iter().find(is_wanted) else { return [0; 3] };
    table.from = from;
    let planner = PathPlanner::new(&terrain, table.mover, policy_of(number), table.others.clone(), 0.002);
    let tree = planner.shortest_path_tree(from, 12.0);
    let mut told = [0; 3];
    for _ in 0..RECTANGLES {
        let ([x, y], half) = (from.ground(), draw.between(0.1, 0.5));
        let centre = [x + draw.between(-MAX_OFF, MAX_OFF), y + draw.between(-MAX_OFF, MAX_OFF)];
        let heights = terrain.heights_at(centre);
        let floors = heights.into_iter().filter(|height| *height > terrain.ground_height(centre)).map(Some);
        for floor in floors.chain([None]) {
            let found = judge_rectangle((&table, &terrain), (&planner, &tree), (centre, half), floor);
            for (all, one) in told.iter_mut().zip(found) {
                *all += one;
            }
        }
    }
    told
}

fn judge_rectangle(
    (table, terrain): (&Table, &Terrain),
    (planner, tree): (&PathPlanner, &ShortestPathTree),
    (centre, half): ([f64; 2], f64),
    floor: Option<Thou>,
) -> Told {
    let mut told = [0; 3];
    let bounds = [centre.map(|part| part - half), centre.map(|part| part + half)];
    let Some(farthest) = tree.max_straight_distance(bounds, floor) else { return told };
    let from = table.from;
    for [x, y] in [[-0.99, -0.99], [0.99, -0.99], [0.99, 0.99], [-0.99, 0.99], [0.1, 0.2]] {
        let at = [centre[0] + x * half, centre[1] + y * half];
        let flat = Place::from_inches(at[0], at[1], 0.0).unwrap();
        let ground = terrain.ground_height(flat.ground());
        let to = Place { z: floor.unwrap_or(ground), ..flat };
        if !terrain.heights_at(to.ground()).contains(&to.z) || planner.is_end_blocked(from, to) {
            continue;
        }
        let straight = from.ground_distance(to);
        let found = planner.shortest_path(from, to, 40.0).map(|route| route.length);
        assert!(straight <= farthest + 1e-9, "{from} to {to}: {straight} is more than {farthest}");
        assert!(
            found.is_some_and(|found| found < straight + MAX_EXCESS),
            "{from} to {to}: {found:?}; {table:?}"
        );
        let is_over = terrain.heights_at(to.ground()).contains(&from.z);
        told[if to.z == from.z {
            0
        } else if is_over {
            1
        } else {
            2
        }] += 1;
    }
    told
}

/// Rule: STR-2, STR-3, MOV-5, GO-4. From random starts on floors.
#[test]
fn places_told_to_be_straight_ahead_of_a_floor_are() {
    let told: Vec<Told> = in_parallel(400, |number| judge(number, Starts::OnFloors))
        .into_iter()
        .map(|(_, told)| told)
        .collect();
    let sum = |index: usize| told.iter().map(|told| told[index]).sum::<usize>();
    let [along, below, beyond] = [sum(0), sum(1), sum(2)];
    println!("{along} on the floor, {below} under it, {beyond} beyond its edge");
    assert!(!all_tables() || [along, below, beyond].iter().all(|count| *count > 500));
}

/// Rule: STR-2, MOV-5, GO-4. From random starts on the ground under floors: what lies overhead bars nobody.
#[test]
fn places_told_to_be_straight_ahead_under_a_floor_are() {
    let judged = in_parallel(400, |number| judge(number, Starts::UnderFloors));
    let along: usize = judged.into_iter().map(|(_, told)| told[0]).sum();
    println!("{along} on the ground");
    assert!(!all_tables() || along > 500);
}

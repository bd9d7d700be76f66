//! Tests of the oracle itself: it must tell planted wrong paths from right ones.

use warstrike::rules::basics::Disc;
use warstrike::rules::measures::{Place, Thou};
use warstrike::rules::movement::bodies::Body;
use warstrike::rules::movement::going::{Gait, Going};
use warstrike::rules::movement::path_length;
use warstrike::table::paths::{GoingPolicy, OtherModels, Route};
use warstrike::table::piece::{Danger, Foundation, Kind, Level, Piece, Roof, Step, Wall};
use warstrike::table::shape::Shape;
use warstrike::table::walk::Mover;

use super::tables::Table;
use super::{CLAMBER, RUN, STRUGGLE, Verdict, WALK, verdict};

fn at(x: f64, y: f64, z: f64) -> Place {
    Place::from_inches(x, y, z).unwrap()
}

fn square(half: f64) -> Shape {
    Shape::Polygon(vec![[-half, -half], [half, -half], [half, half], [-half, half]])
}

fn piece(footprint: Shape, kind: Kind) -> Piece {
    Piece { id: "piece".into(), footprint, kind, going: None, danger: Danger::None }
}

fn ground(going: Going) -> Vec<Piece> {
    vec![Piece { going: Some(going), ..piece(square(2.0), Kind::Ground) }]
}

fn hill() -> Vec<Piece> {
    let step = Step { outline: square(2.0), top: Thou(1000) };
    vec![piece(square(2.0), Kind::Hill { steps: vec![step] })]
}

/// Walls on two sides, a floor over the whole footprint.
fn house() -> Vec<Piece> {
    let wall = |x: f64| Wall {
        from: [x, -2.0],
        to: [x, 2.0],
        height: Thou(2000),
        thickness: Thou(200),
        openings: vec![],
    };
    let level = |floor, walls| Level { floor: Thou(floor), outline: None, walls };
    let levels = vec![level(0, vec![wall(-1.9), wall(1.9)]), level(3000, vec![])];
    vec![piece(square(2.0), Kind::Structure { levels, foundation: Foundation::None, roof: Roof::Open })]
}

fn table(pieces: Vec<Piece>, path: &[Place]) -> Table {
    Table {
        size: [20.0, 20.0],
        pieces,
        mover: Mover { radius: 0.5, height: Thou(1250), gait: Gait::Walker },
        others: OtherModels { enemy_gap: 2.0, ..OtherModels::default() },
        from: path[0],
        to: *path.last().unwrap(),
    }
}

/// The oracle's verdict on a path, in a word or two.
fn verdict_of(table: &Table, policy: GoingPolicy, path: &[Place]) -> &'static str {
    let corners = path[1..].to_vec();
    let route = Route { length: path_length(path[0], &corners), corners };
    match verdict(table, policy, Some(&route)) {
        Verdict::Right => "right",
        Verdict::OnlyLegal => "only legal",
        Verdict::Wrong(why) if why.starts_with("illegal") => "illegal",
        Verdict::Wrong(_) => "wrong length",
        verdict => panic!("{verdict:?}"),
    }
}

/// Rule: GO-2, GO-4, GO-5, HIL-1, HIL-2, STR-1, STR-2, STR-3, MOV-4.
#[test]
fn the_oracle_rejects_wrong_paths_over_terrain() {
    let past = |y: f64| vec![at(-6.0, y, 0.0), at(6.0, y, 0.0)];
    let bent = |out: f64| vec![at(-6.0, 2.0, 0.0), at(0.0, out, 0.0), at(6.0, 2.0, 0.0)];
    for (pieces, policy, path, expected, reason) in [
        (ground(Going::Impassable), CLAMBER, past(2.5), "right", "past a pond, touching it"),
        (ground(Going::Impassable), CLAMBER, past(2.48), "illegal", "0.02 over a pond's edge"),
        (
            ground(Going::Impassable),
            CLAMBER,
            vec![at(-6.0, 6.68, 0.0), at(6.68, -6.0, 0.0)],
            "illegal",
            "over its corner",
        ),
        (ground(Going::Slow), RUN, past(2.0), "right", "along slow ground"),
        (ground(Going::Slow), RUN, past(1.98), "illegal", "0.02 in slow ground"),
        (ground(Going::Slow), WALK, past(1.98), "right", "walking there"),
        (
            ground(Going::Slow),
            RUN,
            vec![at(-3.96, 0.0, 0.0), at(0.0, -3.96, 0.0)],
            "illegal",
            "over its corner",
        ),
        (ground(Going::Slow), RUN, bent(2.02), "right", "0.02 farther out"),
        (ground(Going::Slow), RUN, bent(2.56), "wrong length", "0.05 longer than necessary"),
        (ground(Going::Difficult), WALK, past(0.0), "illegal", "through difficult ground"),
        (ground(Going::Clear), RUN, past(9.52), "illegal", "over the table's edge"),
        (hill(), RUN, vec![at(-6.0, 0.0, 0.0), at(0.0, 0.0, 1.0)], "illegal", "up a step, running"),
        (hill(), RUN, vec![at(0.0, 0.0, 1.0), at(-6.0, 0.0, 0.0)], "right", "down it"),
        (hill(), WALK, vec![at(-6.0, 0.0, 0.0), at(0.0, 0.0, 1.0)], "right", "up, walking"),
        (hill(), WALK, vec![at(-6.0, 0.0, 0.0), at(0.0, 0.0, 0.0)], "illegal", "into the hill"),
        (house(), WALK, past(0.0), "illegal", "through walls"),
        (house(), STRUGGLE, past(0.0), "right", "through walls, with difficulty"),
        (house(), WALK, vec![at(0.0, -6.0, 0.0), at(0.0, 0.0, 3.0)], "illegal", "up a level"),
        (house(), CLAMBER, vec![at(0.0, -6.0, 0.0), at(0.0, 0.0, 3.0)], "right", "the same, with difficulty"),
        (house(), RUN, vec![at(0.0, 0.0, 3.0), at(0.0, 0.0, 0.0)], "right", "down a level"),
        (
            house(),
            CLAMBER,
            vec![at(0.0, -6.0, 0.0), at(0.0, -4.0, 3.0), at(0.0, 0.0, 3.0)],
            "illegal",
            "in the air",
        ),
    ] {
        assert_eq!(verdict_of(&table(pieces, &path), policy, &path), expected, "{reason}");
    }
}

/// Rule: MOV-3, MOV-5, BAS-1.
#[test]
fn the_oracle_rejects_wrong_paths_past_other_models() {
    let other = |y: f64, z: f64| Disc { at: at(0.0, y, z), radius: 0.5 };
    let past = [at(-6.0, 0.0, 0.0), at(6.0, 0.0, 0.0)];
    let from_near = |x: f64| vec![at(2.5, 0.0, 0.0), at(x, 0.0, 0.0)];
    for (enemy, path, expected, reason) in [
        (other(3.0, 0.0), past.to_vec(), "right", "past an enemy at 2"),
        (other(2.98, 0.0), past.to_vec(), "illegal", "at 1.98"),
        (other(2.6, 1.2), past.to_vec(), "right", "1.6 beside and 1.2 over it: at 2"),
        (other(2.58, 1.2), past.to_vec(), "illegal", "1.58 beside"),
        (other(0.0, 0.0), past.to_vec(), "illegal", "right through"),
        (other(0.0, 0.0), from_near(6.0), "only legal", "from 1.5 away"),
        (other(0.0, 0.0), from_near(2.4), "illegal", "from 1.5 nearer"),
    ] {
        let mut table = table(vec![], &path);
        table.others.enemies = vec![enemy];
        assert_eq!(verdict_of(&table, RUN, &path), expected, "{reason}");
    }
    for (y, policy, expected, reason) in [
        (0.5, RUN, "right", "touching a friend"),
        (0.48, RUN, "illegal", "0.02 through a friend"),
        (0.48, WALK, "right", "walking"),
    ] {
        let mut table = table(vec![], &past);
        table.others.friends = vec![Body { disc: other(y, 0.0), height: Thou(1250) }];
        assert_eq!(verdict_of(&table, policy, &past), expected, "{reason}");
    }
}

/// It accepts no path where there is none, no lack of one where there is one, and no path that claims to be
/// shorter.
#[test]
fn the_oracle_rejects_missing_and_impossible_paths() {
    let path = [at(-6.0, 0.0, 0.0), at(6.0, 0.0, 0.0)];
    assert!(matches!(verdict(&table(vec![], &path), RUN, None), Verdict::Wrong(_)));
    let up = [at(-6.0, 0.0, 0.0), at(0.0, 0.0, 1.0)];
    assert_eq!(verdict(&table(hill(), &up), RUN, None), Verdict::NoPath);
    let too_short = Route { corners: path[1..].to_vec(), length: 11.95 };
    assert!(matches!(verdict(&table(vec![], &path), RUN, Some(&too_short)), Verdict::Wrong(_)));
}

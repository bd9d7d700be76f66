//! What a file says is what the game gets: places, shapes, walls, formations.

use warstrike::level::scenario::{ActivityStart, Level, MissionKind, ModelStart, Opening};
use warstrike::level::setup::Setup;
use warstrike::rules::action::Action;
use warstrike::rules::ids::Side;
use warstrike::rules::measures::{Place, Thou};
use warstrike::rules::turn::Phase;
use warstrike::table::piece::{Danger, Going, Kind, OpeningKind, Piece, Roof};
use warstrike::table::shape::Shape;

use super::{SMALL, bundle};

fn load(text: &str) -> Level {
    Setup::from_bundle(bundle(text)).unwrap_or_else(|faults| panic!("{faults}")).level
}

fn piece<'l>(level: &'l Level, id: &str) -> &'l Piece {
    level.terrain.pieces.iter().find(|piece| piece.id == id).unwrap()
}

/// The small level with another piece in place of its pond.
fn with_piece(text: &str) -> Piece {
    let pond = "(id: \"pond\", kind: Ground, going: Impassable, at: (10.0, 0.0), radius: 2.0)";
    assert!(SMALL.contains(pond));
    piece(&load(&SMALL.replacen(pond, &format!("(id: \"new\", {text})"), 1)), "new").clone()
}

fn corners(piece: &Piece) -> &[[f64; 2]] {
    match &piece.footprint {
        Shape::Polygon(corners) => corners,
        Shape::Circle { .. } => panic!("a circle"),
    }
}

/// Rule: MIS-4 (where objectives lie), TURN-3, RE-1 (the last action).
#[test]
fn the_small_level_word_for_word() {
    let level = load(SMALL);
    assert_eq!((level.name.as_str(), level.about.as_str()), ("Small", "For tests."));
    assert_eq!((level.table.width, level.table.depth), (Thou(40_000), Thou(30_000)));
    assert_eq!((level.mission.kind, level.mission.rounds), (MissionKind::Skirmish, Some(5)));
    let opening = Opening::InPlay { round: 2, side: Side::A, first: Side::B, phase: Phase::Action };
    assert_eq!(level.opening, opening);
    assert_eq!((level.objectives[0].id.as_str(), level.objectives[0].at), ("well", Place::flat(0, 0)));
    assert_eq!(level.objective_names.len(), 0);
    let named = load(&SMALL.replace("id: \"well\",", "id: \"well\", name: \"the old well\","));
    assert_eq!(named.objective_names["well"], "the old well");
    assert_eq!(level.zones[0].area.bounds(), [[-20.0, -15.0], [20.0, -7.0]]);
    let [south, north] = &level.forces;
    assert_eq!((south.name.as_str(), south.units.len(), north.units.len()), ("South", 2, 1));
    let first = &south.units[0];
    assert_eq!((first.hit_die, first.nerve_markers, first.leader), (2, 1, 1));
    assert_eq!((first.activity, first.last_action), (ActivityStart::Acted, Some(Action::GetDown)));
    assert_eq!((south.units[1].activity, south.units[1].last_action), (ActivityStart::Fresh, None));
    assert_eq!(first.name, "LaansGuard rifles");
    assert_eq!(north.units[0].leader, 1);
}

/// Rule: GO-6 (the flag), GO-1, GO-4.
#[test]
fn pieces_keep_what_the_file_says_of_their_ground() {
    let plain = with_piece("kind: Bog, radius: 1.5");
    assert_eq!((plain.going, plain.danger), (None, Danger::None));
    assert_eq!(plain.footprint, Shape::Circle { centre: [0.0, 0.0], radius: 1.5 });
    let deep = with_piece("kind: Bog, radius: 1.5, at: (1.0, -2.0), going: Impassable, dangerous: true");
    assert_eq!((deep.going, deep.danger), (Some(Going::Impassable), Danger::Dangerous));
    assert_eq!(deep.footprint, Shape::Circle { centre: [1.0, -2.0], radius: 1.5 });
}

#[test]
fn footprints_are_placed_and_turned() {
    let unturned = with_piece("kind: Bog, at: (1.0, 2.0), size: (4.0, 2.0)");
    assert_eq!(corners(&unturned), [[-1.0, 1.0], [3.0, 1.0], [3.0, 3.0], [-1.0, 3.0]]);
    // A quarter turn to the left: what looked along +x looks along +y.
    let turned = with_piece("kind: Bog, at: (1.0, 2.0), turn: 90, size: (4.0, 2.0)");
    assert_eq!(corners(&turned), [[2.0, 0.0], [2.0, 4.0], [0.0, 4.0], [0.0, 0.0]]);
    let askew = with_piece("kind: Bog, turn: 30, size: (4.0, 2.0)");
    // (2, -1) by 30 degrees: 2 cos + sin, 2 sin - cos; in whole thousandths.
    assert_eq!(corners(&askew)[1], [2.232, 0.134]);
    // A clockwise polygon starts at the same corner and goes the other way round.
    let ring = with_piece("kind: Bog, at: (1.0, 0.0), corners: [(0.0, 0.0), (0.0, 2.0), (2.0, 0.0)]");
    assert_eq!(corners(&ring), [[1.0, 0.0], [3.0, 0.0], [1.0, 2.0]]);
}

#[test]
fn a_line_becomes_a_band() {
    let straight = with_piece("kind: Linear, height: 1.0, thickness: 0.5, line: [(0.0, 0.0), (4.0, 0.0)]");
    assert_eq!(corners(&straight), [[0.0, -0.25], [4.0, -0.25], [4.0, 0.25], [0.0, 0.25]]);
    let bent =
        with_piece("kind: Linear, height: 1.0, thickness: 0.5, line: [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0)]");
    let expected = [[0.0, -0.25], [4.25, -0.25], [4.25, 3.0], [3.75, 3.0], [3.75, 0.25], [0.0, 0.25]];
    assert_eq!(corners(&bent), expected);
}

/// Rule: HIL-1, HIL-2 (the shape of steps).
#[test]
fn hills_have_steps() {
    let level = load(SMALL);
    let Kind::Hill { steps } = &piece(&level, "hill").kind else { panic!() };
    assert_eq!(steps.iter().map(|step| step.top).collect::<Vec<_>>(), [Thou(1000), Thou(2000)]);
    assert_eq!(steps[0].outline.bounds(), [[11.0, -11.0], [17.0, -7.0]]);
    assert_eq!(steps[1].outline.bounds(), [[12.5, -10.0], [15.5, -8.0]]);
    // A step's `at` turns with its hill.
    let hill =
        with_piece("kind: Hill(steps: [(top: 1), (top: 2, at: (1, 0), radius: 1)]), turn: 90, size: (6, 4)");
    let Kind::Hill { steps } = hill.kind else { panic!() };
    assert_eq!(steps[1].outline, Shape::Circle { centre: [0.0, 1.0], radius: 1.0 });
}

#[test]
fn walls_and_openings_stand_where_the_file_puts_them() {
    let level = load(SMALL);
    let Kind::Structure { levels, roof, .. } = &piece(&level, "mill").kind else { panic!() };
    let wall = &levels[0].walls[0];
    // Edge 1 lies toward -y; the wall stands just inside it.
    assert_eq!((wall.from, wall.to), ([-16.5, -9.875], [-11.5, -9.875]));
    assert_eq!((wall.height, wall.thickness), (Thou(3000), Thou(250)));
    let tower =
        "kind: Structure(levels: [(height: 2, walls: [(edge: 2), (edge: 3, thickness: 1)])]), size: (4, 2)";
    let Kind::Structure { levels: tower, .. } = with_piece(tower).kind else { panic!() };
    assert_eq!((tower[0].walls[0].from, tower[0].walls[0].to), ([1.875, -1.0], [1.875, 1.0]));
    assert_eq!((tower[0].walls[1].from, tower[0].walls[1].to), ([2.0, 0.5], [-2.0, 0.5]));
    let door = wall.openings[0];
    assert_eq!((door.kind, door.along, door.width), (OpeningKind::Door, Thou(2000), Thou(1000)));
    assert_eq!((door.sill, door.top), (Thou(0), Thou(2000)));
    assert_eq!((levels[1].floor, *roof), (Thou(3000), Roof::Flat));
    let Kind::Ruin { height, walls } = &piece(&level, "ruin").kind else { panic!() };
    assert_eq!((*height, walls[0].height), (Thou(3000), Thou(3000)));
    // A hole reaches to the wall's top; the wall turns with its ruin: (-3, -2) by 15 degrees.
    assert_eq!(walls[0].openings[0].top, Thou(3000));
    assert_eq!(walls[0].from, [-10.38, -0.708]);
}

#[test]
fn a_block_stands_in_ranks_and_files() {
    let level = load(SMALL);
    let places: Vec<Option<Place>> = level.forces[0].units[0]
        .models
        .iter()
        .map(|model| match model {
            ModelStart::Standing { at, facing, .. } => {
                assert_eq!(facing.degrees(), 90.0);
                Some(*at)
            }
            _ => None,
        })
        .collect();
    // Looking along +y: the front rank lies toward +y, its first model on the left, toward -x.
    assert_eq!(places[0], Some(Place::flat(-3000, -9250)));
    assert_eq!(places[4], Some(Place::flat(3000, -9250)));
    assert_eq!(places[5], Some(Place::flat(-3000, -10_750)));
    assert_eq!(places[8..], [None, None]);
}

#[test]
fn models_on_a_hill_stand_at_its_height() {
    let height = |at: &str| {
        let level = load(&SMALL.replacen("at: (5.0, -8.0)", at, 1));
        match level.forces[0].units[1].models[0] {
            ModelStart::Standing { at, .. } => at.z,
            _ => panic!(),
        }
    };
    assert_eq!(height("at: (5.0, -8.0)"), Thou(0));
    assert_eq!(height("at: (11.2, -9.0)"), Thou(1000));
    assert_eq!(height("at: (14.0, -9.0)"), Thou(2000));
    assert_eq!(height("at: (-14.0, -8.0)"), Thou(0));
    assert_eq!(height("at: (-14.0, -8.0, 3.0)"), Thou(3000));
}

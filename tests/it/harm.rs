//! Orders and tables that would do harm: numbers that are none, paths without end, pieces upon
//! pieces. Each is refused or borne, in time.

use std::fmt::Write;
use std::sync::Arc;

use warstrike::game::engine::command::Command;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::engine::refusal::General;
use warstrike::game::engine::refusal::Reason;
use warstrike::game::phases::moving;
use warstrike::game::phases::moving::check_path;
use warstrike::game::phases::moving::kinds::ModelMove;
use warstrike::game::plan::{ModelPlanner, UnitPlanner};
use warstrike::level::setup::Setup;
use warstrike::rules::action::Action;
use warstrike::rules::ids::{ModelId, UnitId};
use warstrike::rules::measures::{Place, Thou};
use warstrike::table::paths::MAX_CORNERS;

use super::chance::Chance;
use super::level_files::bundle;
use super::support::{game, moved};

/// A game in which A1 alone stands on a table of 48 by 48, among these pieces.
fn lonely(terrain: &str, at: &str) -> Match {
    let text = format!(
        r#"Level(name: "t", table: (width: 48.0, depth: 48.0), mission: Drill, terrain: [{terrain}], forces: (
            A: (name: "a", units: [(id: "A1", card: "officer", models: [(at: {at}, facing: 90.0)])]),
        ), opening: InPlay(round: 1, side: A, first: A, phase: Action))"#
    );
    let setup = Arc::new(Setup::from_bundle(bundle(&text)).unwrap_or_else(|faults| panic!("{faults}")));
    Match::start(setup, DiceChoice::Seed(1)).unwrap()
}

fn unit() -> UnitId {
    "A1".parse().unwrap()
}

fn model() -> ModelId {
    unit().model(1)
}

/// What becomes of an Advance of A1.1 along a path.
fn advance(game: &Match, path: Vec<Place>) -> Result<(), Reason> {
    let facing = game.battle().view().model(model()).unwrap().facing();
    let order =
        Order::of_move(Action::Advance, unit(), vec![ModelMove { model: model(), path, facing }]).unwrap();
    game.battle().check(&Command { player: unit().side, order }).map_err(|refusal| refusal.reason())
}

/// Rule: BAS-10. What JSON calls a number need not be a length.
#[test]
fn numbers_that_are_no_lengths_make_no_command() {
    for number in
        ["NaN", "-NaN", "Infinity", "-Infinity", "1e308", "-1e308", "1e309", "1000.001", "1e-400x", "[]", ""]
    {
        for (path, facing, reason) in [
            (format!("[[{number},0]]"), "0", "x"),
            (format!("[[0,{number}]]"), "0", "y"),
            (format!("[[0,0,{number}]]"), "0", "z"),
            ("[]".to_owned(), number, "a facing"),
        ] {
            let text = format!(
                r#"{{"player":"A","order":{{"AdvanceUnit":{{"unit":"A1","moves":[{{"model":"A1.1","path":{path},"facing":{facing}}}]}}}}}}"#
            );
            assert!(serde_json::from_str::<Command>(&text).is_err(), "{number} as {reason}");
        }
    }
}

/// Rule: MOV-1. A path is looked at only if it is short enough to be looked at.
#[test]
fn paths_of_too_many_corners_are_refused_unwalked() {
    let game = game("duel", 1);
    let view = game.battle().view();
    let model = view.model("A2.1".parse().unwrap()).unwrap();
    let terms = ModelPlanner::new(view, model, Action::Advance).unwrap().terms();
    let steps =
        |count: usize| (0..count).map(|nth| moved(model.pose.at, (nth % 2) as i32, 0)).collect::<Vec<_>>();
    for (count, refused, reason) in [
        (MAX_CORNERS, None, "as many as may be"),
        (MAX_CORNERS + 1, Some(Reason::Moving(moving::kinds::Reason::TooManyCorners)), "one more"),
        (10_000, Some(Reason::Moving(moving::kinds::Reason::TooManyCorners)), "far more"),
        (1_000_000, Some(Reason::Moving(moving::kinds::Reason::TooManyCorners)), "a million"),
    ] {
        let checked = check_path(view, model, &terms, &steps(count));
        assert_eq!(checked.err().map(|refusal| refusal.reason()), refused, "{reason}");
    }
}

/// Rule: MOV-1. Legs of no length are legs.
#[test]
fn legs_of_no_length_and_repeated_corners_do_no_harm() {
    let game = lonely(
        r#"(id: "hill", kind: Hill, radius: 3.0, height: 1.0), (id: "hut", kind: Structure(roof: Flat, levels: [(height: 3.0)]), at: (8.0, 0.0), size: (4.0, 4.0))"#,
        "(0.0, -4.0)",
    );
    let at = |x: i32, y: i32, z: i32| Place { z: Thou(z), ..Place::flat(x, y) };
    let own = at(0, -4000, 0);
    for (path, expected, reason) in [
        (vec![own; 64], Ok(()), "on the spot, again and again"),
        (vec![own, at(0, -2000, 1000), at(0, -2000, 1000)], Ok(()), "up the hill, and there twice"),
        (vec![at(0, -2000, 1000); 64], Ok(()), "one corner 64 times"),
        (
            vec![at(3000, -4000, 0), own, at(3000, -4000, 0)],
            Err(Reason::Moving(moving::kinds::Reason::TooFar)),
            "to and fro, 9 in all",
        ),
        (
            vec![at(0, -4000, 1000)],
            Err(Reason::General(General::NoFooting)),
            "up on the spot where nothing bears",
        ),
        (vec![at(0, -2000, 0)], Err(Reason::General(General::NoFooting)), "into the hill"),
        (vec![at(0, -2000, 2000)], Err(Reason::General(General::NoFooting)), "over the hill"),
        (vec![at(0, -2000, -1000)], Err(Reason::General(General::NoFooting)), "below the table"),
        (
            vec![at(0, -2000, 999)],
            Err(Reason::General(General::NoFooting)),
            "a thousandth below the hill's top",
        ),
        (vec![at(0, -2000, 1_000_000)], Err(Reason::General(General::NoFooting)), "to the sky"),
        (
            vec![at(0, -1_000_000, 0)],
            Err(Reason::Moving(moving::kinds::Reason::TooFar)),
            "to the end of the world",
        ),
    ] {
        assert_eq!(advance(&game, path), expected, "{reason}");
    }
}

/// Walks at random over a table, each corner at a height that something bears, and asks for ways and
/// areas; how many of the random paths an Advance may take.
fn wander(game: &Match, seed: u64, paths: usize) -> usize {
    let view = game.battle().view();
    let model = view.model(model()).unwrap();
    let mut chance = Chance::new(seed);
    let mut corner = || {
        let at = moved(model.pose.at, chance.around(2500), chance.around(2500));
        let heights = view.terrain().heights_at(at.ground());
        Place { z: chance.pick(&heights).unwrap(), ..at }
    };
    for action in [Action::Advance, Action::AtTheDouble, Action::OpenFire] {
        let planner = ModelPlanner::new(view, model, action).unwrap();
        let path_trees = planner.path_trees();
        for _ in 0..20 {
            let to = corner();
            let way = path_trees.path_to(to);
            let taken = |path: &[Place]| check_path(view, model, &planner.terms(), path).is_ok();
            assert!(way.as_ref().is_none_or(|way| taken(&way.corners)), "{action:?} to {to}: {way:?}");
        }
        let unit = UnitPlanner::new(game.battle(), unit(), action).unwrap();
        assert!(unit.path_trees().plan_to(model.pose.at, 30.0).is_some(), "{action:?}");
    }
    let planner = ModelPlanner::new(view, model, Action::Advance).unwrap();
    assert!(!planner.reach().around.is_empty());
    let taken = (0..paths).filter(|_| {
        let path = [corner(), corner()];
        check_path(view, model, &planner.terms(), &path).is_ok()
    });
    taken.count()
}

/// Rule: STR-1, STR-2, STR-3. Floors through floors and walls through walls are walked as they lie,
/// and searched in time.
#[test]
fn structures_that_overlap_are_borne() {
    let house = |id: &str, x: f64, floor: f64| {
        format!(
            r#"(id: "{id}", kind: Structure(roof: Flat, levels: [
                (height: 2.0, walls: [(edge: 1, openings: [Door(along: 3.0, width: 1.2)]), (edge: 2), (edge: 3), (edge: 4)]),
                (floor: {floor:?}, height: 3.0, walls: [(edge: 2, openings: [Window(along: 3.0, width: 1.0)])]),
            ]), at: ({x:?}, 0.0), turn: {x:?}, size: (8.0, 6.0)),"#
        )
    };
    let terrain = house("one", 0.0, 2.0) + &house("two", 3.0, 2.5) + &house("same", 3.0, 2.5);
    let terrain = terrain + r#"(id: "mound", kind: Hill, at: (2.0, 2.0), radius: 3.0, height: 2.0),"#;
    // On the table; on a floor over the mound; on a roof beside it.
    for at in ["(0.0, -6.0)", "(2.0, 1.0, 4.5)", "(6.0, 0.0, 5.5)"] {
        let taken = wander(&lonely(&terrain, at), 1, 400);
        assert!((20..400).contains(&taken), "{taken} of 400 from {at}");
    }
}

/// Rule: MOV-1, GO-3. The most pieces a level may have, all upon each other, and paths of the most
/// corners over them.
#[test]
fn five_hundred_pieces_are_walked_over() {
    let kinds = ["Ground, going: Slow", "Ground, going: Difficult", "Hill, height: 1.0", "Bog", "Ground"];
    let mut terrain = String::new();
    let mut chance = Chance::new(9);
    for nth in 0..500 {
        let (x, y) = (chance.around(18), chance.around(18));
        let kind = kinds[nth % kinds.len()];
        write!(terrain, r#"(id: "p{nth}", kind: {kind}, at: ({x}.0, {y}.0), radius: 4.0),"#).unwrap();
    }
    let game = lonely(&terrain, "(23.0, 23.0)");
    let view = game.battle().view();
    let model = view.model(model()).unwrap();
    for action in [Action::Advance, Action::AtTheDouble, Action::OpenFire] {
        let planner = ModelPlanner::new(view, model, action).unwrap();
        let area = planner.reach();
        assert!(!area.around.is_empty(), "{action:?}");
        for _ in 0..20 {
            let corner = |_| moved(Place::default(), chance.around(23_000), chance.around(23_000));
            let path: Vec<Place> = (0..MAX_CORNERS).map(corner).collect();
            assert!(check_path(view, model, &planner.terms(), &path).is_err(), "{action:?}");
        }
        let flat = moved(model.pose.at, -2000, 0);
        let near = Place { z: view.terrain().ground_height(flat.ground()), ..flat };
        assert!(
            check_path(view, model, &planner.terms(), &planner.path_to(near).corners).is_ok(),
            "{action:?}"
        );
    }
}

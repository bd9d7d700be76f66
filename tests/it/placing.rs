//! Placing by the program: the usual choices of a deployment, and ends that slide to a legal place near by.

use std::sync::Arc;

use warstrike::game::engine::agenda::{Choice, Decision};
use warstrike::game::engine::command::{Command, Order};
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::engine::view::View;
use warstrike::game::phases::deployment::kinds::{Choice as Asked, DeployUnit, Order as DeploymentOrder};
use warstrike::game::phases::deployment::usual::{
    placing_with_guards, usual_order, usual_place, usual_placing,
};
use warstrike::game::phases::turn::victory::is_in_enemy_zone;
use warstrike::game::plan::{FARTHEST, slide};
use warstrike::level::setup::Setup;
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::measures::{Place, Thou};
use warstrike::table::plane::distance;

use super::level_files::bundle;
use super::support::{deployed, game, moved, shift};

/// Answers what a deployment asks, up to the first turn.
fn deployed_as_usual(level: &str, seed: u64) -> Match {
    let mut game = game(level, seed);
    for _ in 0..200 {
        let Some(Decision { player, choice: Choice::Deployment(choice) }) = game.battle().decision() else {
            return game;
        };
        let order = usual_order(game.battle().view(), player, choice);
        let order = order.unwrap_or_else(|| panic!("{level}: nothing usual to answer {choice:?}"));
        game.submit(Command::new(player, order)).unwrap_or_else(|why| panic!("{level}: {why}"));
    }
    panic!("{level}: the deployment does not end");
}

/// Where the leaders of a side's units stand.
fn leaders(view: View, side: Side) -> Vec<[f64; 2]> {
    let own = view.units().filter(|unit| unit.id.side == side);
    own.filter_map(|unit| view.leader(unit.id)).map(|leader| leader.pose.at.ground()).collect()
}

/// The battle accepts every usual choice of every mission; units stand apart from each other along their zones.
///
/// Rule: MIS-1, MIS-2, MIS-3.
#[test]
fn a_deployment_left_to_the_program_is_legal_and_spread() {
    for level in ["crossroads", "muster", "broken-arrow", "meeting", "skirmish"] {
        let game = deployed_as_usual(level, 3);
        let view = game.battle().view();
        for side in Side::BOTH {
            assert_eq!(view.waiting_units(side), 0, "{level}");
            let at = leaders(view, side);
            let [low, high] = view.zone(side).bounds();
            let axis = usize::from(high[0] - low[0] < high[1] - low[1]);
            let along =
                |pick: fn(f64, f64) -> f64, from: f64| at.iter().map(|one| one[axis]).fold(from, pick);
            let (least, most) = (along(f64::min, f64::INFINITY), along(f64::max, f64::NEG_INFINITY));
            let width = high[axis] - low[axis];
            if at.len() > 2 {
                assert!(most - least > 0.4 * width, "{level}, {side}: {at:?} in a heap");
            }
            for (index, one) in at.iter().enumerate() {
                let apart =
                    at[..index].iter().map(|other| distance(*one, *other)).fold(f64::INFINITY, f64::min);
                assert!(apart > 3.0, "{level}, {side}: {one:?} is only {apart} from another unit");
            }
        }
    }
}

/// A side that leaves its units to the window has somebody at every objective in its own zone.
///
/// Rule: MIS-4, MIS-6.
#[test]
fn what_is_left_to_the_window_guards_its_own_objectives() {
    let mut guarded = 0;
    for (level, seed) in [("chapel", 3), ("watermill", 3), ("watermill", 8), ("meeting", 3)] {
        let mut game = game(level, seed);
        while let Some(Decision { player, choice: Choice::Deployment(choice) }) = game.battle().decision() {
            let view = game.battle().view();
            let guard = match choice {
                Asked::PlaceUnit { .. } => placing_with_guards(view, player).map(DeploymentOrder::DeployUnit),
                _ => None,
            };
            let order = guard.or_else(|| usual_order(view, player, choice)).unwrap();
            game.submit(Command::new(player, order)).unwrap_or_else(|why| panic!("{level}: {why}"));
        }
        let view = game.battle().view();
        let reach = view.setup().ruleset.mission.holding_distance;
        for side in Side::BOTH {
            for objective in view.objectives().iter().filter(|one| is_in_enemy_zone(view, one, side.other()))
            {
                let gaps = view
                    .standing_of(side)
                    .map(|model| model.pose.at.ground_distance(objective.at) - model.card.base.radius());
                let nearest = gaps.fold(f64::INFINITY, f64::min);
                assert!(nearest <= reach, "{level}: {side} is {nearest} from {}", objective.id);
                guarded += 1;
            }
        }
    }
    assert!(guarded >= 6, "{guarded}");
}

/// The mean share of the leaders of side A that leaders of side B see.
fn in_view(game: &Match) -> f64 {
    let view = game.battle().view();
    let bodies = |side: Side| {
        let units = view.units().filter(move |unit| unit.id.side == side);
        units.filter_map(|unit| view.leader(unit.id)).map(|leader| leader.sight_body()).collect::<Vec<_>>()
    };
    let (own, enemies) = (bodies(Side::A), bodies(Side::B));
    let shares: Vec<f64> = enemies
        .iter()
        .flat_map(|from| own.iter().map(|to| view.terrain().fraction_in_view(from, to)))
        .collect();
    shares.iter().sum::<f64>() / shares.len() as f64
}

/// Units are better hidden than in deployments at random.
#[test]
fn a_deployment_left_to_the_program_uses_cover() {
    let usual = in_view(&deployed_as_usual("crossroads", 3));
    let random: Vec<f64> = (1..6).map(|seed| in_view(&deployed("crossroads", seed))).collect();
    let mean = random.iter().sum::<f64>() / random.len() as f64;
    assert!(usual < mean, "{usual} of them in view, at random {random:?}");
}

/// Command units wait for the others; a unit that has no room anywhere is not placed.
///
/// Rule: MIS-2 (command units last).
#[test]
fn the_usual_order_of_placing_puts_command_last() {
    let game = game("muster", 3);
    let Some(Decision { player, choice: Choice::Deployment(Asked::PlaceUnit { .. }) }) =
        game.battle().decision()
    else {
        panic!("nobody is asked to place a unit")
    };
    let placed = usual_placing(game.battle().view(), player).unwrap();
    let order = Command::new(player, placed.clone());
    assert_eq!(game.battle().check(&order), Ok(()), "{placed:?}");
    assert_eq!(usual_place(game.battle().view(), "A99".parse().unwrap()), None);
}

/// Where the usual answers put the objectives of a Meeting Engagement with some terrain: A's in B's zone, and B's in A's, in order.
fn usual_objectives(terrain: &str) -> [Vec<[f64; 2]>; 2] {
    let unit = |id: &str| format!("(id: \"{id}\", card: \"officer\")");
    let text = format!(
        r#"Level(name: "t", table: (width: 72.0, depth: 48.0), mission: MeetingEngagement, terrain: [{terrain}],
            forces: (A: (name: "a", units: [{}]), B: (name: "b", units: [{}])))"#,
        unit("A1"),
        unit("B1"),
    );
    let setup = Setup::from_bundle(bundle(&text)).unwrap_or_else(|faults| panic!("{faults}"));
    let mut game = Match::start(Arc::new(setup), DiceChoice::Seed(1)).unwrap();
    let mut found = [Vec::new(), Vec::new()];
    while found.iter().map(Vec::len).sum::<usize>() < 4 {
        let Some(Decision { player, choice: Choice::Deployment(choice) }) = game.battle().decision() else {
            panic!("not all objectives are placed: {found:?}")
        };
        let order = usual_order(game.battle().view(), player, choice).unwrap();
        if let DeploymentOrder::PlaceObjective(placed) = &order {
            found[player.index()].push(placed.at.ground());
        }
        game.submit(Command::new(player, order)).unwrap();
    }
    found
}

/// Each zone is 72 by 12, and objectives lie at least 6 from every edge: x from −30 to 30, y from 12 to 18. On a bare table the first lies in
/// the middle of the zone, 18 from that of the table, and the second as near to it as may be, 6 away. Where impassable ground leaves a strip at one
/// end of the zone alone, they lie there: the first as near to the middle as it can, the second 6 farther out toward the table's middle.
///
/// Rule: MIS-2 (at least 6 from edges and each other, not on impassable ground).
#[test]
fn objectives_are_suggested_near_the_middle_wherever_there_is_room() {
    let [in_b, in_a] = usual_objectives("");
    for (objectives, y) in [(in_b, 18.0), (in_a, -18.0)] {
        assert_eq!(objectives[0], [0.0, y]);
        assert!((distance(objectives[1], objectives[0]) - 6.0).abs() < 1e-9, "{objectives:?}");
    }
    // In B's zone all to the west of 27.75 is barred, in A's all to the east of −27.75.
    let barred = |id: &str, [x, y]: [f64; 2]| {
        format!(r#"(id: "{id}", kind: Ground, going: Impassable, at: ({x:?}, {y:?}), size: (63.75, 12.0)),"#)
    };
    let [in_b, in_a] =
        usual_objectives(&(barred("north", [-4.125, 18.0]) + &barred("south", [4.125, -18.0])));
    assert_eq!(in_b, [[28.0, 18.0], [28.0, 12.0]]);
    assert_eq!(in_a, [[-28.0, -18.0], [-28.0, -12.0]]);
    // A strip along the front edge of B's zone, and along that of A's.
    let barred = |id: &str, y: f64| {
        format!(r#"(id: "{id}", kind: Ground, going: Impassable, at: (0.0, {y:?}), size: (72.0, 11.25)),"#)
    };
    let [in_b, in_a] = usual_objectives(&(barred("north", 18.375) + &barred("south", -18.375)));
    for (objectives, y) in [(in_b, 12.5), (in_a, -12.5)] {
        assert_eq!(objectives[0], [0.0, y]);
        assert_eq!((objectives[1][0].abs(), objectives[1][1]), (6.0, y), "{objectives:?}");
    }
}

/// Where objectives have room only in a corner that no grid meets: 0.13 by 0.07 of B's zone lie 6 from the edges.
///
/// Rule: MIS-2, MIS-3 (room is what a legal placing proves).
#[test]
fn an_objective_is_suggested_where_there_is_hardly_room() {
    let text = r#"Level(name: "t", table: (width: 72.0, depth: 48.0), mission: MeetingEngagement,
        zones: (A: (at: (0.0, -18.0), size: (72.0, 12.0)),
            B: (corners: [(29.87, 17.93), (35.7, 17.93), (35.7, 23.8), (29.87, 23.8)])),
        forces: (A: (units: [(id: "A1", card: "officer")]), B: (units: [(id: "B1", card: "officer")])))"#;
    let setup = Setup::from_bundle(bundle(text)).unwrap_or_else(|faults| panic!("{faults}"));
    let mut game = Match::start(Arc::new(setup), DiceChoice::Script(vec![6, 1])).unwrap();
    let decision = game.battle().decision().unwrap();
    let zone = usual_order(game.battle().view(), decision.player, Asked::PickZone).unwrap();
    game.submit(Command::new(decision.player, zone)).unwrap();
    let Some(Decision { player: Side::A, choice: Choice::Deployment(choice) }) = game.battle().decision()
    else {
        panic!("A is not asked for an objective: {:?}", game.battle().decision())
    };
    let order = usual_order(game.battle().view(), Side::A, choice).unwrap();
    let DeploymentOrder::PlaceObjective(placed) = &order else { panic!("{order:?}") };
    let [x, y] = placed.at.ground();
    assert!((29.865..=30.005).contains(&x) && (17.925..=18.005).contains(&y), "{x}, {y}");
    game.submit(Command::new(Side::A, order)).unwrap();
}

/// The usual place of the first unit of a deployment, moved so that its first model lies so far outside its zone, inches.
fn off_zone(game: &Match, outside: f64) -> (DeployUnit, Command) {
    let player = game.battle().decision().unwrap().player;
    let view = game.battle().view();
    let mut order = usual_placing(view, player).unwrap();
    let zone = view.zone(player);
    let radius = view.model(order.models[0].model).unwrap().card.base.radius();
    let inward = if player == Side::A { 1 } else { -1 };
    // Toward the enemy until the base has left the zone.
    let step = |order: &DeployUnit| radius - zone.depth_inside(order.models[0].at.ground());
    while step(&order) < outside {
        for one in &mut order.models {
            one.at = moved(one.at, 0, 10 * inward);
        }
    }
    (order.clone(), Command::new(player, order))
}

/// An end slides no farther than half an inch, to a place that the battle accepts; what is legal stays as it is.
///
/// Rule: MIS-1.
#[test]
fn an_end_slides_to_a_legal_place_near_by() {
    let game = game("muster", 3);
    for (outside, slides, reason) in [
        (-0.3, true, "inside already"),
        (0.0, true, "just inside"),
        (0.3, true, "a little outside"),
        (0.45, true, "nearly half an inch"),
        (0.8, false, "too far outside"),
    ] {
        let (order, command) = off_zone(&game, outside);
        let slid = slide(game.battle(), &command);
        assert_eq!(slid.is_some(), slides, "{reason}");
        let Some(slid) = slid else { continue };
        assert_eq!(game.battle().check(&slid), Ok(()), "{reason}");
        let Order::Deployment(DeploymentOrder::DeployUnit(to)) = &slid.order else { panic!("{slid:?}") };
        for (from, to) in order.models.iter().zip(&to.models) {
            assert!(from.at.ground_distance(to.at) < FARTHEST + 0.01, "{reason}: {from:?}, {to:?}");
        }
        if outside < 0.0 {
            assert_eq!(slid, command, "{reason}");
        }
    }
}

/// A model that would end a little on another unit, or a little too far, slides; the others keep their ends.
///
/// Rule: MOV-4, ACT-2.
#[test]
fn one_model_in_the_way_does_not_spoil_a_move() {
    let game = game("melee", 1);
    let unit: UnitId = "A1".parse().unwrap();
    let ahead = |inches: f64| shift(&game, unit, 0, (inches * 1000.0) as i32);
    let allowance = f64::from(game.battle().view().unit(unit).unwrap().card.characteristics.movement);
    for (inches, slides, reason) in [
        (2.0, true, "in reach"),
        (allowance + 0.3, true, "a little too far"),
        (allowance + 1.5, false, "much too far"),
    ] {
        let drawn = ahead(inches);
        let Some(slid) = slide(game.battle(), &drawn) else {
            assert!(!slides, "{reason}");
            continue;
        };
        assert!(slides, "{reason}");
        assert_eq!(game.battle().check(&slid), Ok(()), "{reason}");
    }
    // One model stands on another of its unit.
    let mut drawn = ahead(2.0);
    let moves = moves_of(&mut drawn);
    let at = *moves[0].path.last().unwrap();
    *moves[1].path.last_mut().unwrap() = Place { x: Thou(at.x.0 + 1000), ..at };
    assert!(game.battle().check(&drawn).is_err());
    let mut slid = slide(game.battle(), &drawn).unwrap();
    assert_eq!(game.battle().check(&slid), Ok(()));
    let changed: Vec<usize> = {
        let before: Vec<Place> = moves_of(&mut drawn).iter().map(|one| *one.path.last().unwrap()).collect();
        let after = moves_of(&mut slid).iter().map(|one| *one.path.last().unwrap());
        after.zip(&before).enumerate().filter(|(_, (a, b))| a != *b).map(|(index, _)| index).collect()
    };
    assert_eq!(changed.len(), 1, "{changed:?}");
}

fn moves_of(command: &mut Command) -> &mut Vec<warstrike::game::phases::moving::kinds::ModelMove> {
    use warstrike::game::phases::moving::kinds::Order as MovingOrder;
    match &mut command.order {
        Order::Moving(MovingOrder::AdvanceUnit(order)) => &mut order.moves,
        other => panic!("no Advance: {other:?}"),
    }
}

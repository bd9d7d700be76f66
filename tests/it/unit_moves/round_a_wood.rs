//! A whole unit follows its leader round what it may not run through.

use std::sync::Arc;

use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::plan::{PlanQuality, UnitPlan, UnitPlanner};
use warstrike::level::setup::Setup;
use warstrike::rules::action::Action;
use warstrike::rules::measures::Place;
use warstrike::table::plane::distance;

use super::super::level_files::bundle;
use super::{check_but_announcing, unit};

/// Twelve of the militia (Mv 5, Spread 3) in two ranks, looking south, the leader in the middle of the front at a place; a wood 8 across with its
/// middle at (8, 5).
fn before_a_wood([x, y]: [f64; 2]) -> Match {
    let text = format!(
        r#"Level(name: "t", table: (width: 48.0, depth: 36.0), mission: Drill,
            terrain: [(id: "copse", kind: Wood, at: (8.0, 5.0), height: 4.0, radius: 4.0)],
            forces: (A: (name: "a", units: [
                (id: "A1", card: "militia", models: Block(at: ({x:?}, {y:?}), facing: 270.0, files: 6, gap: 0.5)),
            ])), opening: InPlay(round: 1, side: A, first: A, phase: Action))"#
    );
    let setup = Setup::from_bundle(bundle(&text)).unwrap_or_else(|faults| panic!("{faults}"));
    Match::start(Arc::new(setup), DiceChoice::Seed(1)).unwrap()
}

/// The models that stay where they are, and the largest distance of any from the leader's end.
fn left_behind(game: &Match, plan: &UnitPlan) -> (usize, f64) {
    let order = plan.command.order.drafted_action().unwrap();
    let end = |index: usize| {
        let one = &order.moves[index];
        one.path
            .last()
            .copied()
            .unwrap_or_else(|| game.battle().view().model(one.model).unwrap().pose.at)
            .ground()
    };
    let stay = order.moves.iter().filter(|one| one.path.is_empty()).count();
    let farthest = (1..order.moves.len()).map(|index| distance(end(index), end(0))).fold(0.0, f64::max);
    (stay, farthest)
}

/// The leader can run to these places on the other side of the wood, the slots of most others lie in it, where nobody may run (GO-2). With Spread (3)
/// a chain of two or three holds the unit together though the rest stays: a legal plan, but not what a player wants. All are to come along.
///
/// Rule: COH-2, GO-2.
#[test]
fn a_unit_follows_its_leader_round_a_wood() {
    for (block, goal) in [
        ([8.0, 11.0], [14.0, 3.0]),
        ([8.0, 11.0], [13.0, 4.0]),
        // The slots of the last lie on the west side.
        ([8.0, 11.0], [13.0, 1.0]),
        ([8.0, 13.0], [14.0, 3.0]),
        ([8.0, 13.0], [13.0, 4.0]),
        ([4.0, 11.0], [14.0, 3.0]),
    ] {
        let game = before_a_wood(block);
        let id = unit("A1");
        let planner = UnitPlanner::new(game.battle(), id, Action::AtTheDouble).unwrap();
        let goal_place = Place::from_inches(goal[0], goal[1], 0.0).unwrap();
        let plan = planner.path_trees().plan_to(goal_place, 0.0).unwrap();
        assert_eq!(check_but_announcing(&game, &plan.command), Ok(()), "{block:?} to {goal:?}");
        assert_eq!(plan.quality, PlanQuality::Leader, "{block:?} to {goal:?}");
        let (stay, farthest) = left_behind(&game, &plan);
        assert_eq!(stay, 0, "{block:?} to {goal:?}: {stay} stay, {farthest} from the leader");
        assert!(farthest < 13.0, "{block:?} to {goal:?}: one is {farthest} from the leader");
    }
}

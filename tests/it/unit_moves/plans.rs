//! What plans keep of a requested move, on open ground and among obstacles.

use warstrike::game::engine::play::Match;
use warstrike::game::phases::turn::may_still_act;
use warstrike::game::plan::{PlanQuality, UnitPlan, UnitPlanner};
use warstrike::rules::action::Action;
use warstrike::rules::card::SpecialRule;
use warstrike::rules::ids::UnitId;
use warstrike::rules::measures::{Place, Thou};
use warstrike::rules::movement::arcs::looks_back;

use super::super::chance::Chance;
use super::super::support::{deployed, game, is_barred, moved};
use super::oracle::{Oracle, models_of, planners_of};
use super::{ACTIONS, check_but_announcing, place_near, somewhere, unit};

/// The units that may act now.
fn fresh(game: &Match) -> Vec<UnitId> {
    let view = game.battle().view();
    let player = game.battle().decision().unwrap().player;
    view.units()
        .filter(|unit| unit.id.side == player && may_still_act(view, *unit))
        .map(|unit| unit.id)
        .collect()
}

/// The battle accepts the plan, and no model turns that may not.
fn check_plan(game: &Match, unit: UnitId, plan: &UnitPlan, context: &str) {
    assert_eq!(check_but_announcing(game, &plan.command), Ok(()), "{context}");
    let view = game.battle().view();
    let order = plan.command.order.drafted_action().unwrap();
    let start = view.leader(unit).unwrap().pose.at;
    let stays = order.moves.iter().all(|one| one.path.is_empty());
    for one in &*order.moves {
        let model = view.model(one.model).unwrap();
        let end = one.path.last().copied().unwrap_or(model.pose.at);
        if order.action == Action::AtTheDouble && !stays {
            let back = looks_back(model.disc_at(end), one.facing, start, view.allowance());
            assert!(!back, "{context}: {} looks back", one.model);
        }
        if order.action == Action::OpenFire && model.card.has(SpecialRule::LimitedVision) {
            assert_eq!(one.facing, model.facing(), "{context}: {} turns", one.model);
        }
    }
}

/// Where a plan ends the leader.
fn leader_end(game: &Match, unit: UnitId, plan: &UnitPlan) -> Place {
    let leader = game.battle().view().leader(unit).unwrap();
    let order = plan.command.order.drafted_action().unwrap();
    let one = order.moves.iter().find(|one| one.model == leader.id);
    one.and_then(|one| one.path.last().copied()).unwrap_or(leader.pose.at)
}

/// Rule: COH-1, MOV-4. On open ground the whole formation moves along, turned or not.
#[test]
fn on_open_ground_the_formation_is_kept() {
    let game = game("moor", 1);
    let mut chance = Chance::new(5);
    for id in ["A1", "A2", "A3", "A4"].map(unit) {
        for action in ACTIONS {
            let planner = UnitPlanner::new(game.battle(), id, action).unwrap();
            let path_trees = planner.path_trees();
            let leader = models_of(&game, id)[0];
            let max_distance = planner_allowance(&game, id, action);
            for _ in 0..5 {
                let goal = somewhere(&game, leader, max_distance, &mut chance);
                let context = format!("{id} {action:?} to {goal}");
                let plan = path_trees.plan_to(goal, 0.0).unwrap_or_else(|| panic!("{context}"));
                assert_eq!(plan.quality, PlanQuality::Formation, "{context}");
                check_plan(&game, id, &plan, &context);
                let by = |at: Place| Thou(at.x.0 - leader.pose.at.x.0);
                for one in &*plan.command.order.drafted_action().unwrap().moves {
                    let from = game.battle().view().model(one.model).unwrap().pose.at;
                    let end = one.path.last().copied().unwrap_or(from);
                    assert_eq!(end, moved(from, by(goal).0, goal.y.0 - leader.pose.at.y.0), "{context}");
                }
            }
        }
    }
}

fn planner_allowance(game: &Match, unit: UnitId, action: Action) -> f64 {
    planners_of(game, unit, action)[0].terms().allowance
}

/// What the comparison with the random search found.
#[derive(Debug, Default)]
struct Tally {
    situations: usize,
    formation: usize,
    leader: usize,
    direction: usize,
    found_at_random: usize,
    planner_only: usize,
}

/// Rule: COH-1, COH-2, COH-3, MOV-4, FAC-3, FAC-4. Wherever a thousand random tries bring the leader to its
/// goal, the planner does too.
#[test]
fn plans_do_no_worse_than_a_random_search() {
    let battles = [
        ("street", game("street", 3)),
        ("crossroads", deployed("crossroads", 5)),
        ("crossroads", deployed("crossroads", 11)),
        ("mid-battle", game("mid-battle", 1)),
        ("movement-gallery", game("movement-gallery", 1)),
        ("moor", game("moor", 1)),
        ("stress", game("stress", 1)),
    ];
    let mut chance = Chance::new(11);
    let mut tally = Tally::default();
    let mut worse = Vec::new();
    let situations = 84;
    for index in 0..situations {
        let (level, game) = &battles[index % battles.len()];
        let several = |unit: &UnitId| models_of(game, *unit).len() > 1;
        let units: Vec<UnitId> = fresh(game).into_iter().filter(several).collect();
        let id = chance.pick(&units).unwrap();
        let action = match ACTIONS[index / battles.len() % 3] {
            Action::OpenFire if is_barred(game, id) => Action::Advance,
            action => action,
        };
        worse.extend(compare(level, game, id, action, &mut tally, &mut chance));
    }
    println!("{tally:?}");
    assert!(worse.is_empty(), "{} plans are worse:\n{}", worse.len(), worse.join("\n"));
    assert!(tally.found_at_random >= situations / 3, "{tally:?}");
}

fn compare(
    level: &str,
    game: &Match,
    id: UnitId,
    action: Action,
    tally: &mut Tally,
    chance: &mut Chance,
) -> Option<String> {
    let planners = planners_of(game, id, action);
    let oracle = Oracle::new(game, id, action, &planners);
    let leader = models_of(game, id)[0];
    let max_distance = planners[0].terms().allowance;
    let goals = (0..50).map(|_| somewhere(game, leader, max_distance, chance)).collect::<Vec<_>>();
    let goal = goals.into_iter().find(|goal| oracle.leader_can(*goal))?;
    let turned = action != Action::OpenFire && chance.one_in(4);
    let turn = if turned { f64::from(chance.around(90)) } else { 0.0 };
    let planner = UnitPlanner::new(game.battle(), id, action).unwrap();
    let path_trees = planner.path_trees();
    let plan = path_trees.plan_to(goal, turn);
    tally.situations += 1;
    let context = format!("{level}: {id} {action:?} to {goal} turned by {turn}");
    let Some(plan) = plan else { return Some(format!("{context}: no plan")) };
    check_plan(game, id, &plan, &context);
    let arrived = leader_end(game, id, &plan) == goal;
    assert_eq!(arrived, plan.quality != PlanQuality::Direction, "{context}: {:?}", plan.quality);
    match plan.quality {
        PlanQuality::Formation => tally.formation += 1,
        PlanQuality::Leader => tally.leader += 1,
        PlanQuality::Direction => tally.direction += 1,
    }
    let found = oracle.find(Some(goal), turn, chance);
    tally.found_at_random += usize::from(found.is_some());
    tally.planner_only += usize::from(found.is_none() && arrived);
    let leader_stops = || format!("{context}: the leader stops short, but {found:?}");
    (found.is_some() && !arrived).then(leader_stops)
}

/// Rule: COH-1, COH-2, COH-3. A split unit restores coherency if one move can do it.
#[test]
fn split_units_restore_coherency_where_they_can() {
    let mut restored = 0;
    for (level, units) in [("movement-gallery", &["A55"][..]), ("moor", &["A5", "A6", "A7", "A8", "A9"])] {
        let game = game(level, 1);
        for id in units.iter().map(|id| unit(id)) {
            for action in ACTIONS {
                let planners = planners_of(&game, id, action);
                let oracle = Oracle::new(&game, id, action, &planners);
                let planner = UnitPlanner::new(game.battle(), id, action).unwrap();
                let plan = planner.path_trees().restore_coherency();
                let context = format!("{level}: {id} {action:?}");
                if let Some(plan) = &plan {
                    check_plan(&game, id, plan, &context);
                    let moves = plan.command.order.drafted_action().unwrap().moves;
                    assert!(moves.iter().any(|one| !one.path.is_empty()), "{context}: no model moves");
                    restored += 1;
                } else {
                    let found = oracle.find(None, 0.0, &mut Chance::new(2));
                    assert_eq!(found, None, "{context}: a random search brings it together");
                }
            }
        }
    }
    println!("{restored} splits restored");
    assert!(restored >= 9);
}

/// Where not even a turned formation fits, a unit may always stay.
///
/// Rule: COH-3, TURN-3.
#[test]
fn there_is_always_a_plan() {
    let game = game("moor", 1);
    let distant = place_near(&game, 0.0, 17.0, Place::default());
    for id in ["A5", "A9"].map(unit) {
        let planner = UnitPlanner::new(game.battle(), id, Action::OpenFire).unwrap();
        for turn in [0.0, 120.0] {
            let plan = planner.path_trees().plan_to(distant, turn).unwrap();
            check_plan(&game, id, &plan, "too far");
            assert_eq!(plan.quality, PlanQuality::Direction);
        }
    }
}

/// Rule: COH-1, COH-3, MOV-4. Where the farthest model of a split unit cannot be brought close, a closer one
/// keeps its slot and the others fill the gap: A7.3 and A7.4 follow in formation, A7.2 stands between them
/// and the leader.
#[test]
fn a_split_unit_is_bridged_to_those_that_keep_their_places() {
    let game = game("moor", 1);
    let id = unit("A7");
    let goal = place_near(&game, -2.415, 9.723, Place::default());
    let planner = UnitPlanner::new(game.battle(), id, Action::OpenFire).unwrap();
    let plan = planner.path_trees().plan_to(goal, 0.0).unwrap();
    check_plan(&game, id, &plan, "bridged");
    assert_eq!(plan.quality, PlanQuality::Leader);
}

//! Drafts of units that have to fall back, as commands, played.

use std::path::Path;
use std::sync::Arc;

use super::*;
use crate::game::engine::battle::Battle;
use crate::game::engine::dice::Dice;
use crate::game::engine::snapshot::Snapshot;
use crate::game::phases::fall_back;
use crate::game::phases::fall_back::kinds::FallBack;
use crate::level::data_folder::{DataFolder, load_level};
use crate::rules::ids::Side;

/// A level in which every unit of side A is suppressed, and as it begins.
fn suppressed(level: &str, ruleset: Option<&str>) -> (Battle, Snapshot) {
    let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
    let setup = load_level(level, &data, ruleset).unwrap_or_else(|faults| panic!("{faults}"));
    let mut battle = Battle::new(Arc::new(setup), Dice::seeded(1)).unwrap().0;
    let mut begun = battle.snapshot();
    for unit in begun.units.iter_mut().filter(|unit| unit.id.side == Side::A) {
        unit.hit_die = 1;
    }
    battle.restore(&begun).unwrap();
    (battle, begun)
}

fn gallery(level: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("levels/fall-back-gallery")
        .join(format!("{level}.ron"))
        .display()
        .to_string()
}

fn played(battle: &mut Battle, begun: &Snapshot, command: &Command) -> Snapshot {
    battle.restore(begun).unwrap();
    battle.submit(command).unwrap_or_else(|error| panic!("{command:?}: {error}"));
    battle.snapshot()
}

/// A draft that is confirmed unchanged does what the rules give: to a safe position, apart, or in a rout with
/// losses.
///
/// Rule: FB-4, FB-5, ROU-1.
#[test]
fn a_draft_of_a_fall_back_does_what_the_rules_give() {
    let mut retreats = 0;
    for level in ["strength", "apart", "split", "coherency", "left-behind", "platform", "way-round"] {
        let (mut battle, begun) = suppressed(&gallery(level), None);
        let units: Vec<UnitId> = battle.view().units().map(|unit| unit.id).collect();
        for unit in units.into_iter().filter(|unit| unit.side == Side::A) {
            battle.restore(&begun).unwrap();
            let Some(draft) = Draft::of_retreat(&battle.view(), unit) else {
                let retreat = retreat(battle.view(), unit, Occasion::Action).unwrap();
                assert_eq!(retreat.outcome, RetreatOutcome::Destroyed, "{unit} in {level}");
                continue;
            };
            let command = draft.command(battle.view()).unwrap().unwrap();
            let given = Command {
                player: Side::A,
                order: Order::FallBack(fall_back::kinds::Order::FallBack(FallBack::of(unit))),
            };
            let [drafted, given] = [command, given].map(|command| played(&mut battle, &begun, &command));
            assert_eq!(drafted, given, "{unit} in {level}");
            retreats += draft.models.len();
        }
    }
    assert!(retreats > 20, "{retreats} models");
}

/// A follower that is led elsewhere ends there; the leader may not be led.
///
/// Rule: FB-4, FB-5.
#[test]
fn the_player_leads_a_follower_elsewhere() {
    let (mut battle, begun) = suppressed(&gallery("strength"), None);
    let unit = UnitId { side: Side::A, number: 2 };
    let draft = Draft::of_retreat(&battle.view(), unit).unwrap();
    let leader = battle.view().leader(unit).unwrap().id;
    let mut led = 0;
    for index in 0..draft.models.len() {
        let mut draft = draft.clone();
        let at = draft.models[index].at;
        draft.models[index].at = [at[0], at[1] - 0.2];
        draft.settle(&battle.view());
        let command = draft.command(battle.view()).unwrap().unwrap();
        let (model, end) = (draft.models[index].model, draft.models[index].end().unwrap());
        match battle.check(&command) {
            Ok(()) => {
                let after = played(&mut battle, &begun, &command);
                assert_eq!(after.models.iter().find(|one| one.id == model).unwrap().pose.at, end);
                assert_ne!(model, leader);
                led += 1;
                battle.restore(&begun).unwrap();
            }
            Err(refusal) if model == leader => assert_eq!(refusal.rule().to_string(), "FB-4"),
            // Into another model, or too far.
            Err(_) => {}
        }
    }
    assert!(led > 0, "no model can be led elsewhere");
}

/// A click on an enemy makes the unit fire; a second click makes it move as the rules give.
///
/// Rule: FB-1 (the choice).
#[test]
fn a_draft_that_fires_moves_no_model() {
    let (battle, _) = suppressed(&gallery("strength"), None);
    let unit = UnitId { side: Side::A, number: 1 };
    let enemy = UnitId { side: Side::B, number: 1 };
    let mut draft = Draft::of_retreat(&battle.view(), unit).unwrap();
    draft.aim(enemy.model(1));
    let Some(Command { order: Order::FallBack(fall_back::kinds::Order::FallBack(order)), .. }) =
        draft.command(battle.view()).unwrap()
    else {
        panic!("not a fall-back order")
    };
    assert_eq!((order.fire, order.moves.len()), (Some(FireAt { at: enemy, by: None }), 0));
    draft.aim(enemy.model(1));
    let command = draft.command(battle.view()).unwrap().unwrap();
    assert_eq!(command.order, Order::FallBack(fall_back::kinds::Order::FallBack(FallBack::of(unit))));
}

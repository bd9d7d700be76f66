//! Snapshot and hash: everything that changes is in them.

use warstrike::game::engine::agenda::{Agenda, Choice, Decision};
use warstrike::game::engine::battle::{Battle, BattleError};
use warstrike::game::engine::components::{Fate, Posture};
use warstrike::game::engine::dice::Dice;
use warstrike::game::engine::snapshot::Snapshot;
use warstrike::game::engine::table_state::PlacedObstacle;
use warstrike::game::phases::deployment;
use warstrike::game::phases::turn;
use warstrike::rules::action::Action;
use warstrike::rules::ids::Side;
use warstrike::rules::measures::{Facing, Place, Thou};
use warstrike::rules::turn::Phase;
use warstrike::rules::victory::{BattleResult, Ending, Tally};

use super::support::{game, setup};

fn waits_for(player: Side, choice: Choice) -> Agenda {
    let mut agenda = Agenda::default();
    agenda.ask(Decision { player, choice });
    agenda
}

fn obstacle() -> PlacedObstacle {
    PlacedObstacle {
        id: "obstacle-1".to_owned(),
        at: Place::flat(14_000, 14_000),
        radius: Thou(1000),
        height: Thou(1500),
    }
}

fn draw() -> BattleResult {
    let tally = [Tally::default(), Tally::default()];
    BattleResult { rounds: 3, winner: None, reason: Ending::Level, tally }
}

/// Any single change of state gives another hash, and is still there after restoring.
#[test]
fn every_part_of_the_state_is_hashed_and_restored() {
    let changes: [(&str, fn(&mut Snapshot)); 25] = [
        ("round", |state| state.turn.round += 1),
        ("side", |state| state.turn.side = state.turn.side.other()),
        ("first", |state| state.turn.first = state.turn.first.other()),
        ("phase", |state| state.turn.phase = Phase::Reaction),
        ("agenda", |state| state.agenda = Agenda::default()),
        ("whose decision", |state| state.agenda = waits_for(Side::B, Choice::Turn(turn::kinds::Choice::Act))),
        ("what decision", |state| {
            state.agenda = waits_for(
                Side::A,
                Choice::Deployment(deployment::kinds::Choice::PlaceUnit { finished_first: Some(Side::B) }),
            );
        }),
        ("faces drawn", |state| state.dice.drawn += 1),
        ("seed", |state| state.dice.seed += 1),
        ("zones", |state| state.table.zones = [Side::B, Side::A]),
        ("objectives", |state| {
            state.table.objectives.pop();
        }),
        ("obstacles", |state| state.table.obstacles.push(obstacle())),
        ("reserves", |state| state.table.reserves.push(state.units[1].id)),
        ("arrivals", |state| state.table.arrivals.push(state.units[1].id)),
        ("result", |state| state.table.result = Some(draw())),
        ("hit-die", |state| state.units[1].hit_die += 1),
        ("nerve markers", |state| state.units[1].nerve_markers += 1),
        ("suppression markers", |state| state.units[1].suppression_markers += 1),
        ("acted", |state| state.units[1].activity.acted ^= true),
        ("last action", |state| state.units[1].activity.last_action = Some(Action::OpenFire)),
        ("posture", |state| state.units[1].activity.posture = Posture::Down),
        ("place", |state| state.models[3].pose.at.x.0 += 1),
        ("facing", |state| state.models[3].pose.facing = Facing::from_degrees(1.0).unwrap()),
        ("fate", |state| state.models[3].condition.fate = Fate::Lost),
        ("wounds", |state| state.models[3].condition.wounds_lost = 1),
    ];
    let start = game("duel", 1).battle().snapshot();
    let mut hashes = vec![start.hash().unwrap()];
    for (what, change) in changes {
        let mut changed = start.clone();
        change(&mut changed);
        let hash = changed.hash().unwrap();
        assert!(!hashes.contains(&hash), "{what} does not show in the hash");
        hashes.push(hash);
        let (mut battle, _) = Battle::new(setup("duel"), Dice::seeded(1)).unwrap();
        battle.restore(&changed).unwrap();
        assert_eq!(battle.snapshot(), changed, "{what} is not restored");
    }
}

/// Rule: MIS-3. Obstacles that were placed are terrain, and are gone where a snapshot has none.
#[test]
fn obstacles_of_a_snapshot_are_terrain() {
    let (mut battle, _) = Battle::new(setup("duel"), Dice::seeded(1)).unwrap();
    let without = battle.snapshot();
    let mut with = without.clone();
    with.table.obstacles.push(obstacle());
    for (snapshot, pieces) in [(&with, 5), (&with, 5), (&without, 4)] {
        battle.restore(snapshot).unwrap();
        assert_eq!(battle.view().terrain().pieces.len(), pieces);
    }
}

/// A snapshot of another battle is refused, and nothing of it taken over.
#[test]
fn a_snapshot_of_another_battle_is_refused() {
    let (mut battle, _) = Battle::new(setup("duel"), Dice::seeded(1)).unwrap();
    let before = battle.snapshot();
    let foreign = game("street", 1).battle().snapshot();
    assert!(matches!(battle.restore(&foreign), Err(BattleError::ForeignSnapshot(_))));
    let mut short = before.clone();
    short.models.pop();
    assert!(matches!(battle.restore(&short), Err(BattleError::ForeignSnapshot(_))));
    assert_eq!(battle.snapshot(), before);
}

/// Hashes read as they are written.
#[test]
fn a_hash_is_sixteen_digits_of_text() {
    let hash = game("duel", 1).history().present().outcome.hash;
    let text = serde_json::to_string(&hash).unwrap();
    assert_eq!(text.len(), 18);
    assert_eq!(serde_json::from_str::<warstrike::game::engine::snapshot::StateHash>(&text).unwrap(), hash);
}

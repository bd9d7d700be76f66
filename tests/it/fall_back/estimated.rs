//! Falls back in a rehearsal: estimated, but legal, to safe positions, and with the same losses. In a battle they stay exact, whatever
//! is rehearsed.

use std::sync::Arc;

use tabletop::rehearsal::Rehearsal;
use warstrike::ai::ComputerPlayer;
use warstrike::game::engine::WarStrike;
use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::command::Command;
use warstrike::game::engine::dice::Dice;
use warstrike::game::phases::fall_back::kinds::FallBack;
use warstrike::game::phases::fall_back::retreat;
use warstrike::game::phases::fall_back::retreat::{ModelEnd, Reachability, Retreat, RetreatOutcome};
use warstrike::level::styles::Styles;
use warstrike::rules::falling_back::Occasion;
use warstrike::rules::ids::ModelId;

use super::invariants::broken;
use super::leader::safety;
use super::scene::Scene;
use super::tables::{Ground, UNIT, draft_on};
use super::{first_table, tables};
use crate::paths::in_parallel;
use crate::support::data;

/// A rehearsal of a battle from where it stands.
fn rehearsal_of(battle: &Battle) -> Rehearsal<WarStrike> {
    let mut rehearsal = Rehearsal::new(Arc::clone(battle.setup())).unwrap();
    rehearsal.restore(&battle.snapshot()).unwrap();
    rehearsal
}

fn in_action(battle: &Battle) -> Option<Retreat> {
    retreat(battle.view(), UNIT, Occasion::Action)
}

/// The kind of outcome, and who is lost.
fn cost(retreat: &Retreat) -> (&'static str, Vec<ModelId>) {
    let kind = match &retreat.outcome {
        RetreatOutcome::Destroyed => "destroyed",
        RetreatOutcome::FallBack { .. } => "falls back",
        RetreatOutcome::Rout { .. } => "routs",
        RetreatOutcome::FireOrCrawl | RetreatOutcome::StayInCover => "stays",
        RetreatOutcome::RunForCover { .. } | RetreatOutcome::RunForEdge { .. } => "runs",
    };
    let lost = |one: &&retreat::ModelRetreat| matches!(one.end, ModelEnd::Lost { .. });
    let mut lost: Vec<ModelId> =
        retreat.outcome.retreats().iter().filter(lost).map(|one| one.model).collect();
    lost.sort();
    (kind, lost)
}

/// An estimate beside what is so.
struct Estimated {
    differs: bool,
    /// By how much the leader's path is longer, inches; `None` where the two are not within the same limits.
    longer: Option<f64>,
}

/// Judges the estimate of a table by the oracle.
///
/// Rule: FB-2, FB-4, FB-5, ROU-1.
fn judged(ground: Ground, seed: u64) -> Result<Option<Estimated>, String> {
    let battle = draft_on(ground, seed).battle();
    let (Some(exact), rehearsal) = (in_action(&battle), rehearsal_of(&battle)) else { return Ok(None) };
    let estimated = in_action(rehearsal.battle()).ok_or("nothing is estimated")?;
    if cost(&exact) != cost(&estimated) {
        return Err(format!("{:?}, not {:?}", cost(&estimated), cost(&exact)));
    }
    if in_action(&battle).as_ref() != Some(&exact) {
        return Err("the battle itself has changed its mind".to_owned());
    }
    let scene = Scene::of(battle.view(), UNIT);
    broken(&scene, &estimated)?;
    let (Some(best), Some(found)) = (exact.outcome.safe_position(), estimated.outcome.safe_position()) else {
        return Ok(Some(Estimated { differs: exact != estimated, longer: None }));
    };
    safety(&scene, found.at)?;
    let both = [best, found].map(|position| position.reachability == Reachability::InRange);
    let longer = (both == [true; 2]).then_some(found.length.0 - best.length.0);
    Ok(Some(Estimated { differs: best.at != found.at, longer }))
}

/// Rule: FB-2, FB-4, FB-5, ROU-1.
#[test]
fn on_random_tables_estimates_are_legal_and_cost_the_same() {
    for ground in [Ground::Crowded, Ground::Open] {
        let first = first_table();
        let all = in_parallel(tables(60), |index| judged(ground, first + index));
        let (mut longer, mut differ) = (Vec::new(), 0);
        for (index, found) in all {
            let found = found.unwrap_or_else(|why| panic!("table {}: {why}", first + index));
            let Some(found) = found else { continue };
            differ += usize::from(found.differs);
            longer.extend(found.longer);
        }
        let mean = longer.iter().sum::<f64>() / longer.len() as f64;
        println!(
            "{differ} differ; {} paths within the limits, longer by {mean:.2} in the mean",
            longer.len()
        );
        assert!(differ > 0, "nothing is estimated");
        assert!(longer.len() > 5 && (-0.1..1.0).contains(&mean), "{mean}");
    }
}

/// What is rehearsed exactly is what the battle does; the rest need not be.
///
/// Rule: FB-4.
#[test]
fn what_is_rehearsed_exactly_is_what_the_battle_does() {
    let command = Command::new(UNIT.side, FallBack::of(UNIT));
    let mut differ = 0;
    for seed in 0..12 {
        let mut battle = draft_on(Ground::Crowded, seed).battle();
        let mut rehearsal = rehearsal_of(&battle);
        let before = battle.snapshot();
        if battle.check(&command).is_err() {
            continue;
        }
        *battle.dice_mut() = Dice::seeded(seed);
        battle.play(&command).unwrap();
        rehearsal.play_exactly(&command, Dice::seeded(seed)).unwrap();
        assert_eq!(rehearsal.battle().snapshot(), battle.snapshot(), "table {seed}");
        rehearsal.restore(&before).unwrap();
        rehearsal.play(&command, Dice::seeded(seed)).unwrap();
        differ += usize::from(rehearsal.battle().snapshot() != battle.snapshot());
    }
    assert!(differ > 0, "nothing is estimated");
}

/// A player who rehearses changes nothing in the battle that he plays: what he gives is carried out as in a battle of which nothing was
/// rehearsed.
///
/// Rule: FB-4.
#[test]
fn a_player_who_rehearses_leaves_the_battle_exact() {
    let styles = Styles::load("strong", &data()).unwrap();
    let mut falls_back = 0;
    for seed in 0..6 {
        let mut battle = draft_on(Ground::Crowded, seed).battle();
        let (before, exact) = (battle.snapshot(), in_action(&battle));
        let mut player = ComputerPlayer::new(battle.setup(), styles.clone(), seed).unwrap();
        let Some(chosen) = player.choose(&battle) else { continue };
        assert_eq!(battle.snapshot(), before, "table {seed}");
        assert_eq!(in_action(&battle), exact, "table {seed}");
        let (mut untouched, _) = Battle::new(Arc::clone(battle.setup()), Dice::seeded(0)).unwrap();
        untouched.restore(&before).unwrap();
        battle.play(&chosen.command).unwrap();
        untouched.play(&chosen.command).unwrap();
        assert_eq!(battle.snapshot(), untouched.snapshot(), "table {seed}: {:?}", chosen.command);
        falls_back += usize::from(chosen.command == Command::new(UNIT.side, FallBack::of(UNIT)));
    }
    assert!(falls_back > 0, "nobody falls back");
}

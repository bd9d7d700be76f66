//! Nothing that a side sees, is told, is offered or is refused holds what is concealed from it.

use std::sync::Arc;

use tabletop::adviser::Adviser;
use tabletop::audience::facts_for;
use tabletop::battle::Battle;
use tabletop::dice::Dice;
use tabletop::game::Game;
use tabletop::ids::Side;
use tabletop::sentence::sentences;
use tabletop_counters::OnHexes;

use super::reached::wild_orders;
use super::scene::{Table, hex, unit};
use super::setup_of;
use crate::game::{Lhy, LhySnapshot};
use crate::gate::judge;
use crate::ids::UnitId;
use crate::odds::odds;
use crate::order::{Choice, Order};
use crate::players::{LhyPlayer, imagined};

/// The battle with two concealed units of a side changed for one another: the other side cannot tell.
fn exchanged(snapshot: &LhySnapshot, one: UnitId, other: UnitId) -> LhySnapshot {
    let mut changed = snapshot.clone();
    let (first, second) = (changed.play.units[&one].clone(), changed.play.units[&other].clone());
    *changed.play.units.get_mut(&one).unwrap() = second;
    *changed.play.units.get_mut(&other).unwrap() = first;
    for shot in &mut changed.play.shots {
        if shot.unit == one {
            shot.unit = other;
        } else if shot.unit == other {
            shot.unit = one;
        }
    }
    changed
}

/// Two units of a side that are concealed from the other in different hexes.
fn concealed_pair(battle: &Battle<Lhy>, side: Side) -> Option<(UnitId, UnitId)> {
    let view = battle.view();
    let hidden: Vec<(UnitId, _)> = view
        .play
        .on_map(view.setup, side)
        .filter(|(_, unit, _)| unit.state.concealed)
        .map(|(id, _, hex)| (id, hex))
        .collect();
    let (first, at) = hidden.first().copied()?;
    hidden.iter().find(|(_, hex)| *hex != at).map(|(id, _)| (first, *id))
}

/// Everything that the side that decides is shown, offered, advised and refused.
fn all_seen(battle: &Battle<Lhy>, wild: &[Order]) -> Vec<String> {
    let Some(decision) = battle.decision() else { return Vec::new() };
    let view = battle.view_for(decision.player);
    let mut all = vec![
        format!("{:?}", Lhy::prompt(battle.view(), decision)),
        format!("{:?}", Lhy::answers(battle.view(), decision)),
        format!("{:?}", Lhy::scene(view)),
        format!("{:?}", Lhy::offers(view, decision)),
    ];
    for answer in Lhy::answers(battle.view(), decision) {
        all.push(format!("{:?}", odds(view, decision.player, &answer.order)));
        all.push(format!("{:?}", Lhy::foresight(view, decision, &answer.order)));
    }
    for order in wild {
        let judged = judge(battle.view(), decision.player, order, decision.choice);
        all.push(format!("{judged:?}"));
    }
    let mut adviser = LhyPlayer::new("sensible", 1).unwrap();
    all.push(format!("{:?}", adviser.advise(battle)));
    all
}

/// Rule: LHY-STA-5, LHY-DRM-5.
#[test]
fn a_side_cannot_tell_concealed_units_apart() {
    let mut compared = 0;
    let setup = setup_of("farm-track", "lhy-book");
    for seed in 0..12 {
        let (mut battle, _) = Battle::<Lhy>::new(Arc::clone(&setup), Dice::seeded(seed)).unwrap();
        let mut players = ["sensible", "random"].map(|style| LhyPlayer::new(style, seed).unwrap());
        for number in 0..150 {
            let Some(decision) = battle.decision() else { break };
            let in_assault = matches!(decision.choice, Choice::InAssault { .. });
            let pair = concealed_pair(&battle, decision.player.other()).filter(|_| !in_assault);
            if let Some((one, other)) = pair.filter(|_| number % 5 == 0) {
                let before = battle.snapshot();
                // The same orders on both sides of the exchange: they are made up from where units are.
                let wild = wild_orders(battle.view(), number);
                let here = all_seen(&battle, &wild);
                battle.restore(&exchanged(&before, one, other)).unwrap();
                let there = all_seen(&battle, &wild);
                battle.restore(&before).unwrap();
                for (one, other) in here.iter().zip(&there) {
                    assert_eq!(one, other, "game {seed}, command {number}");
                }
                assert_eq!(here.len(), there.len());
                compared += 1;
            }
            let command = players[decision.player.index()].command(&battle).unwrap();
            battle.play(&command).unwrap();
        }
    }
    assert!(compared > 30, "{compared} positions");
}

/// Facts and sentences that a side hears, and dice, name no unit while it is concealed from it.
///
/// Rule: LHY-STA-5.
#[test]
fn a_side_hears_no_name_of_who_is_concealed() {
    let (mut secrets, mut hints) = (0, 0);
    for (level, seeds) in [("mill", 0..20), ("farm-track", 0..40)] {
        let setup = setup_of(level, "lhy-book");
        for seed in seeds {
            let (mut battle, _) = Battle::<Lhy>::new(Arc::clone(&setup), Dice::seeded(seed)).unwrap();
            let mut player = LhyPlayer::new("random", seed).unwrap();
            while let Some(decision) = battle.decision() {
                let in_assault = matches!(decision.choice, Choice::InAssault { .. });
                let command = player.command(&battle).unwrap();
                let outcome = battle.submit(&command).unwrap();
                for side in Side::BOTH {
                    let heard: Vec<_> = facts_for::<Lhy>(&outcome.facts, side).cloned().collect();
                    hints += heard.iter().filter(|fact| matches!(fact, crate::Fact::Hint { .. })).count();
                    secrets += outcome.facts.len() - heard.len();
                    let said = sentences::<Lhy>(&setup, &heard);
                    let view = battle.view_for(side);
                    let others =
                        |unit: &&UnitId| setup.side(**unit) != side && view.play.state(**unit).concealed;
                    let hidden = view.play.units.keys().filter(others).filter(|_| !in_assault);
                    for unit in hidden {
                        let name = unit.to_string();
                        let is_named = |text: &str| {
                            let part = |c: char| c.is_ascii_alphanumeric() || c == '-';
                            text.split(|c: char| !part(c)).any(|word| word == name)
                        };
                        // The assault itself brings to light who is in it.
                        let fought =
                            outcome.facts.iter().any(|fact| matches!(fact, crate::Fact::AssaultBegan { .. }));
                        if fought {
                            continue;
                        }
                        for fact in &heard {
                            assert!(!is_named(&format!("{fact:?}")), "{level} {seed}: {fact:?}");
                        }
                        for sentence in &said {
                            assert!(!is_named(&sentence.text), "{level} {seed}: {}", sentence.text);
                        }
                        for draw in &outcome.draws {
                            assert!(!is_named(&draw.roll.by.to_string()), "{level} {seed}: {:?}", draw.roll);
                        }
                    }
                }
            }
        }
    }
    assert!(secrets > 100 && hints > 50, "{secrets} secrets, {hints} hints");
}

/// Rule: LHY-DRM-5 (odds over what is known.)
#[test]
fn odds_against_somebody_concealed_are_named_incomplete() {
    let mut table = Table::new("mill", &[("US-1", "0503"), ("GE-1", "0603"), ("GE-M", "0603")]);
    table.activate("US-1");
    let order = Order::Assault { units: vec![unit("US-1")], hex: hex("0603"), from: hex("0503") };
    let said = |table: &Table| {
        let found = odds(table.seen_by(Side::A), Side::A, &order).unwrap().unwrap();
        (found.sentence().to_owned(), format!("{found:?}"))
    };
    let open = said(&table);
    assert!(open.1.contains("GE-M") && !open.0.contains("incomplete"), "{}", open.0);
    table.state("GE-M").concealed = true;
    let hidden = said(&table);
    assert!(!hidden.1.contains("GE-M") && hidden.1.contains("LHY-DRM-5"), "{}", hidden.1);
    assert!(hidden.0.contains("incomplete"), "{}", hidden.0);
    table.state("GE-1").concealed = true;
    let unknown = said(&table);
    assert!(!unknown.1.contains("GE-1"), "{}", unknown.1);
    assert!(unknown.0.contains("Nobody in 0603 is known"), "{}", unknown.0);
}

/// A player who plays on imagines the same, whoever of two concealed units is where; what he sees stays as it is, and the others are
/// somebody else in some sample.
///
/// Rule: LHY-STA-5.
#[test]
fn a_search_imagines_whom_it_does_not_see() {
    let setup = setup_of("farm-track", "lhy-book");
    let (mut compared, mut differ) = (0, 0);
    for seed in 0..6 {
        let (mut battle, _) = Battle::<Lhy>::new(Arc::clone(&setup), Dice::seeded(seed)).unwrap();
        let mut player = LhyPlayer::new("sensible", seed).unwrap();
        for _ in 0..60 {
            let Some(decision) = battle.decision() else { break };
            let start = battle.snapshot();
            if let Some((one, other)) =
                concealed_pair(&battle, Side::B).filter(|_| start.play.fights.is_empty())
            {
                let exchanged = exchanged(&start, one, other);
                for sample in 0..3 {
                    let here = imagined(&setup, &start, Side::A, sample).unwrap();
                    let there = imagined(&setup, &exchanged, Side::A, sample).unwrap();
                    assert_eq!(here, there, "game {seed}, {decision:?}");
                    let view = battle.view_for(Side::A);
                    for (id, unit) in &here.play.units {
                        match view.knows(*id) {
                            true => assert_eq!(unit, &start.play.units[id], "{id} is seen"),
                            false => differ += u32::from(unit.place != start.play.units[id].place),
                        }
                    }
                    let held = |play: &crate::play::Play| play.hexes_of(&setup, Side::B);
                    assert_eq!(held(&here.play), held(&start.play), "somebody is in each hex still");
                    compared += 1;
                }
            }
            let command = player.command(&battle).unwrap();
            battle.play(&command).unwrap();
        }
    }
    assert!(compared > 100 && differ > 100, "{compared} compared, {differ} elsewhere");
}

//! The battle as a window shows it: held against the routines that the rules ask.

use std::collections::BTreeSet;
use std::sync::Arc;

use tabletop::agenda::Decision;
use tabletop::battle::Battle;
use tabletop::dice::Dice;
use tabletop::game::{Game, Setup};
use tabletop::ids::Side;
use tabletop_counters::{Foresight, Kind, OnHexes, Scene, Target};
use tabletop_shell::Hosted;
use tabletop_shell::rules::Book;

use crate::chapters::movement::holds;
use crate::game::Lhy;
use crate::gate::judge;
use crate::ids::{Subject, UnitId};
use crate::library::{rulesets, scenario, scenarios};
use crate::odds::{Odds, odds};
use crate::order::{Choice, Order};
use crate::play::Place;
use crate::players::LhyPlayer;
use crate::setup::LhySetup;
use crate::view::View;

/// Every decision of games on every scenario and ruleset: random players, and some who come to assault.
fn every_decision(mut see: impl FnMut(&Battle<Lhy>, Decision<Lhy>)) {
    for level in scenarios() {
        for ruleset in rulesets() {
            let bundle = scenario(level.id, Some(ruleset.id)).unwrap();
            let setup = Arc::new(LhySetup::from_bundle(bundle).unwrap());
            for seed in 0..8 {
                let style = if seed % 4 == 2 { "bold" } else { "random" };
                let mut player = LhyPlayer::new(style, seed).unwrap();
                let (mut battle, _) = Battle::<Lhy>::new(Arc::clone(&setup), Dice::seeded(seed)).unwrap();
                while let Some(decision) = battle.decision() {
                    see(&battle, decision);
                    battle.play(&player.command(&battle).unwrap()).unwrap();
                }
            }
        }
    }
}

/// Units that a viewer knows nothing of.
fn unknown(view: View<'_>) -> Vec<UnitId> {
    view.play.units.keys().copied().filter(|unit| !view.knows(*unit)).collect()
}

/// Every unit that its viewer knows is shown where it is; of the others only that somebody is there.
///
/// Rule: LHY-STA-5.
#[test]
fn scenes_show_what_the_viewer_knows_and_no_more() {
    let mut hidden = 0;
    every_decision(|battle, decision| {
        for side in Side::BOTH {
            let view = battle.view_for(side);
            let scene = Lhy::scene(view);
            for (id, unit) in &view.play.units {
                let shown = scene.counter((*id).into());
                let is_known = view.knows(*id) && unit.place != Place::Gone;
                assert_eq!(shown.is_some(), is_known, "{id}");
                let hex = shown.and_then(|counter| {
                    counter.hex.or_else(|| counter.aboard.and_then(|aboard| Lhy::hex_of(view, aboard)))
                });
                assert!(!is_known || hex == view.play.hex_of(*id), "{id}");
            }
            for id in unknown(view) {
                let hex = view.play.hex_of(id);
                let counter = hex.and_then(|hex| scene.counter(hex.into()));
                assert!(hex.is_none() || counter.is_some_and(|counter| counter.side != side), "{id}");
                hidden += 1;
            }
            for counter in &scene.counters {
                let in_stack = counter.hex.is_some_and(|hex| scene.stack(hex).contains(&counter.id));
                assert_eq!(counter.hex.is_some(), in_stack);
            }
            let said = format!("{scene:?}");
            // Neither in words nor in numbers.
            for id in unknown(view) {
                assert!(!said.contains(&format!("{id}")), "{id} is told to side {side}");
            }
        }
        let view = battle.view_for(decision.player);
        let said = format!("{:?}", Lhy::offers(view, decision));
        for id in unknown(view) {
            assert!(!said.contains(&format!("{id}")), "{id} is offered");
        }
    });
    assert!(hidden > 100, "{hidden}");
}

/// A change for its owner alone changes nothing in the enemy's scene.
///
/// Rule: LHY-STA-5.
#[test]
fn a_concealed_unit_changes_no_scene_of_the_enemy() {
    let setup = Arc::new(LhySetup::from_bundle(scenario("mill", None).unwrap()).unwrap());
    let (mut battle, _) = Battle::<Lhy>::new(Arc::clone(&setup), Dice::seeded(1)).unwrap();
    let unit: UnitId = "GE-1".parse().unwrap();
    let before = battle.snapshot();
    let scene = |battle: &Battle<Lhy>, side: Side| -> Scene<Lhy> { Lhy::scene(battle.view_for(side)) };
    let (attacker, defender) = (scene(&battle, Side::A), scene(&battle, Side::B));
    let mut snapshot = before.clone();
    let changed = snapshot.play.units.get_mut(&unit).unwrap();
    (changed.state.steps, changed.acted) = (1, true);
    battle.restore(&snapshot).unwrap();
    assert_eq!(scene(&battle, Side::A), attacker);
    assert_ne!(scene(&battle, Side::B), defender);
}

/// Offers are the answers of the game; who acts is of the player, and what they are at is on the map.
#[test]
fn offers_are_exactly_the_answers() {
    let mut kinds = BTreeSet::new();
    every_decision(|battle, decision| {
        let view = battle.view_for(decision.player);
        let (offers, answers) = (Lhy::offers(view, decision), Lhy::answers(view, decision));
        assert_eq!(offers.len(), answers.len());
        for (offer, answer) in offers.iter().zip(&answers) {
            assert_eq!((&offer.order, &offer.text), (&answer.order, &answer.text));
            for by in &offer.by {
                assert!(matches!(by, Subject::Unit(unit) if view.setup.side(*unit) == decision.player));
            }
            match offer.at {
                Some(Target::Hex(at)) => assert!(view.setup.level.map.contains(at), "{offer:?}"),
                Some(Target::Counter(at)) => assert!(Lhy::hex_of(view, at).is_some(), "{offer:?}"),
                None => assert!(
                    !matches!(offer.kind, Kind::Place | Kind::Move | Kind::Fire | Kind::Attack),
                    "{offer:?}"
                ),
            }
            kinds.insert(offer.kind);
        }
        let texts: BTreeSet<&String> = offers.iter().map(|offer| &offer.text).collect();
        assert_eq!(texts.len(), offers.len(), "two offers read alike: {offers:?}");
        assert!(offers.iter().filter(|offer| offer.kind == Kind::End).count() <= 1);
    });
    assert_eq!(kinds.len(), 8, "{kinds:?}");
}

/// Every maneuver, withdrawal and assault of a unit that is offered has a way, and each way's order is legal.
///
/// Rule: LHY-MAN-1, LHY-REC-2, LHY-ASB-1.
#[test]
fn ways_are_the_offers_of_moves() {
    let mut asked = 0;
    every_decision(|battle, decision| {
        if !matches!(decision.choice, Choice::Act | Choice::React) || asked > 6000 {
            return;
        }
        let view = battle.view_for(decision.player);
        let offers = Lhy::offers(view, decision);
        let groups: BTreeSet<Vec<Subject>> = offers
            .iter()
            .filter(|offer| matches!(offer.kind, Kind::Move | Kind::Attack))
            .map(|offer| offer.by.clone())
            .collect();
        for group in groups {
            let is_move = |order: &Order| {
                matches!(order, Order::Maneuver { .. } | Order::Withdraw { .. } | Order::Assault { .. })
            };
            let wanted: Vec<String> = offers
                .iter()
                .filter(|offer| offer.by == group && is_move(&offer.order))
                .map(|offer| offer.text.clone())
                .collect();
            let ways = Lhy::ways(view, decision, &group).unwrap();
            let mut found = Vec::new();
            for way in &ways {
                let order = Lhy::step(view, decision, &group, way).unwrap();
                assert_eq!(judge(view, decision.player, &order, decision.choice), Some(Ok(())));
                assert_eq!(way.path.last(), Some(&way.hex));
                assert_eq!(
                    Lhy::ways_along(view, decision, &group, &way.path).map(|all| all.is_empty()),
                    Ok(false)
                );
                // A part of all who can come to an assault is a way, but not in the list.
                let offer = offers.iter().find(|offer| offer.order == order);
                found.extend(offer.map(|offer| offer.text.clone()));
                asked += 1;
            }
            let sorted = |mut all: Vec<String>| {
                all.sort();
                all
            };
            assert_eq!(sorted(found), sorted(wanted), "{group:?}");
        }
    });
    assert!(asked > 1000, "{asked}");
}

fn adds_up(foresight: &Foresight<Lhy>) {
    for chance in &foresight.chances {
        let sum: f64 = chance.fates.iter().map(|(_, of)| of).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{chance:?}");
    }
    let sum: f64 = foresight.outcomes.iter().map(|(_, of)| of).sum();
    assert!(foresight.outcomes.is_empty() || (sum - 1.0).abs() < 1e-9, "{:?}", foresight.outcomes);
}

/// A foresight has the chances of the odds; fates and outcomes add up to 1, and every paragraph that it cites is in the rulebook.
///
/// Rule: LHY-SAF-2, LHY-REC-1, LHY-RES-8.
#[test]
fn foresights_are_the_odds() {
    let book = Book::parse(Lhy::RULES).unwrap();
    let ids: BTreeSet<String> = book.paragraphs().map(|paragraph| paragraph.id.clone()).collect();
    let mut seen = [0; 3];
    every_decision(|battle, decision| {
        let view = battle.view_for(decision.player);
        for offer in Lhy::offers(view, decision).into_iter().take(30) {
            let found = odds(view, decision.player, &offer.order).ok().flatten();
            let foresight = Lhy::foresight(view, decision, &offer.order);
            assert_eq!(found.is_some(), foresight.is_some());
            let (Some(found), Some(foresight)) = (found, foresight) else { continue };
            assert_eq!(foresight.sentence, found.sentence());
            adds_up(&foresight);
            for term in &foresight.terms {
                assert!(ids.contains(&term.rule), "{term:?}");
            }
            match found {
                Odds::Fire(of) => {
                    assert_eq!(foresight.chances.len(), of.units.len());
                    seen[0] += 1;
                }
                Odds::Recovery(_) => seen[1] += 1,
                Odds::Assault(of) => {
                    assert_eq!(foresight.chances.len(), of.units.len());
                    seen[2] += 1;
                }
            }
        }
    });
    assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
}

/// Dangers at the end of a way are the fire of known enemies who may still react, at the unit where it will be.
///
/// Rule: LHY-TURN-2, LHY-SAF-2.
#[test]
fn a_prospect_counts_the_fire_of_those_who_may_react() {
    let (mut ways, mut dangerous) = (0, 0);
    every_decision(|battle, decision| {
        let view = battle.view_for(decision.player);
        if decision.choice != Choice::Act || ways > 400 {
            return;
        }
        for offer in Lhy::offers(view, decision) {
            let Order::Maneuver { unit, to } = offer.order else { continue };
            let all = Lhy::ways(view, decision, &offer.by).unwrap();
            let way = all.into_iter().find(|way| way.hex == to && !way.is_attack).unwrap();
            let prospect = Lhy::prospect(view, &offer.by, &way.path).unwrap();
            let mut play = view.play.clone();
            play.bring(view.setup, &[(unit, to)], to);
            let there = View { play: &play, ..view };
            let mut safe = 1.0;
            for (enemy, state, _) in view.play.on_map(view.setup, decision.player.other()) {
                if !view.knows(enemy) || state.acted {
                    continue;
                }
                let order = Order::Fire { unit: enemy, hex: to };
                let Ok(Some(Odds::Fire(odds))) = odds(there, decision.player.other(), &order) else {
                    continue;
                };
                safe *= odds.units.iter().find(|of| of.unit == unit).map_or(1.0, |of| of.unharmed);
            }
            assert!((prospect.arrives - safe).abs() < 1e-12, "{prospect:?}");
            let last = prospect.steps.last().unwrap();
            assert_eq!(last.dangers.is_empty(), safe == 1.0);
            ways += 1;
            dangerous += u32::from(safe < 1.0);
        }
    });
    assert!(ways > 100 && dangerous > 10, "{ways} {dangerous}");
}

/// Every reading that is listed changes the chances, and one that does is listed.
#[test]
fn readings_change_the_chances() {
    let mut listed = BTreeSet::new();
    every_decision(|battle, decision| {
        let view = battle.view_for(decision.player);
        let assaults = Lhy::offers(view, decision).into_iter().filter(|offer| offer.kind == Kind::Attack);
        for offer in assaults.take(3) {
            let here = Lhy::foresight(view, decision, &offer.order).unwrap();
            for reading in Lhy::readings(view, decision, &offer.order) {
                assert_ne!(reading.foresight.as_ref(), Some(&here), "{}", reading.name);
                assert!(reading.name.contains("(LHY-"), "{}", reading.name);
                listed.insert(reading.name);
            }
        }
    });
    assert!(listed.len() > 4, "{listed:?}");
}

/// A refusal is named where an order comes near.
///
/// Rule: LHY-SAF-1, LHY-MAN-1.
#[test]
fn what_cannot_be_done_has_its_reason() {
    let mut reasons = BTreeSet::new();
    every_decision(|battle, decision| {
        let view = battle.view_for(decision.player);
        let Some(group) =
            Lhy::offers(view, decision).into_iter().map(|offer| offer.by).find(|by| by.len() == 1)
        else {
            return;
        };
        for hex in view.setup.level.map.hexes() {
            for (name, refusal) in Lhy::why_not(view, decision, &group, Target::Hex(hex)) {
                assert!(refusal.rule().0.starts_with("LHY-"), "{refusal}");
                reasons.insert(name);
            }
        }
    });
    let expected = ["assault", "fire", "move", "set up"].map(str::to_owned);
    assert!(expected.iter().all(|reason| reasons.contains(reason)), "{reasons:?}");
}

/// Goals stand on the map with their holder, and every text beside it cites what there is.
///
/// Rule: LHY-SCN-1.
#[test]
fn goals_have_their_holders() {
    let book = Book::parse(Lhy::RULES).unwrap();
    let ids: BTreeSet<String> = book.paragraphs().map(|paragraph| paragraph.id.clone()).collect();
    let cited = |text: &str| {
        text.split(['(', ')', ' ', ',', ';', '.'])
            .filter(|word| word.starts_with("LHY-"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    every_decision(|battle, decision| {
        let view = battle.view_for(decision.player);
        let (scene, land) = (Lhy::scene(view), Lhy::land(view.setup));
        for goal in &view.setup.level.goals {
            let holder = Side::BOTH.into_iter().find(|side| holds(view.setup, view.play, *side, *goal));
            let is_it = |marker: &&tabletop_counters::Marker| {
                marker.hex == *goal && marker.piece == tabletop_counters::Piece::Goal(holder)
            };
            assert!(scene.markers.iter().any(|marker| is_it(&marker)), "{goal}");
        }
        let cards = scene.counters.iter().flat_map(|counter| {
            let marks = counter.marks.iter().map(|mark| &mark.meaning);
            counter.card.iter().chain(marks).chain(counter.printed.iter().map(|printed| &printed.meaning))
        });
        let beside = scene.standings.iter().flat_map(|of| of.lines.iter().chain([&of.sentence]));
        let ground = land.grounds.iter().flat_map(|ground| &ground.effects);
        let sides = land.boundaries.iter().map(|boundary| &boundary.text);
        for text in cards.chain(beside).chain(ground).chain(sides) {
            for id in cited(text) {
                assert!(ids.contains(&id), "{id} in {text:?}");
            }
        }
    });
}

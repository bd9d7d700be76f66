//! Offers, foresights, ways, prospects.

use super::super::scene::{Scene, hex};
use super::{OPERATIONS, every_decision, subject, unit};
use crate::fact::Fact;
use crate::game::Wsr;
use crate::gate::judge;
use crate::ids::{Subject, UnitId};
use crate::odds::{forecast, unchecked};
use crate::order::{Choice, Mission, Order};
use crate::survey::reach;
use std::collections::BTreeSet;
use tabletop::agenda::Decision;
use tabletop::game::Game;
use tabletop::ids::Side;
use tabletop_counters::{Kind, OnHexes, Target};

/// Offers are the answers of the game, and name counters of the player and places of the map.
#[test]
fn offers_are_exactly_the_answers() {
    let mut kinds = BTreeSet::new();
    every_decision(|battle, decision| {
        let view = battle.view();
        let offers = Wsr::offers(view, decision);
        let answers = Wsr::answers(view, decision);
        assert_eq!(offers.len(), answers.len());
        for (offer, answer) in offers.iter().zip(&answers) {
            assert_eq!((&offer.order, &offer.text), (&answer.order, &answer.text));
            for by in &offer.by {
                assert!(
                    matches!(by, Subject::Unit(unit) if unit.side == decision.player)
                        || matches!(by, Subject::Hq(hq) if hq.side == decision.player),
                    "{offer:?}"
                );
            }
            match offer.at {
                Some(Target::Hex(at)) => assert!(view.setup.level.map.contains(at), "{offer:?}"),
                Some(Target::Counter(at)) => assert!(Wsr::hex_of(view, at).is_some(), "{offer:?}"),
                None => assert!(
                    !matches!(offer.kind, Kind::Place | Kind::Move | Kind::Fire | Kind::Attack),
                    "{offer:?}"
                ),
            }
            kinds.insert(offer.kind);
        }
        let texts: BTreeSet<&String> = offers.iter().map(|offer| &offer.text).collect();
        assert_eq!(texts.len(), offers.len(), "two offers read alike: {offers:?}");
        // What ends a decision is offered once.
        assert!(offers.iter().filter(|offer| offer.kind == Kind::End).count() <= 1);
    });
    assert_eq!(kinds.len(), 7, "{kinds:?}");
}

/// A foresight has the chances of the odds, and each counter's fates add up to 1.
#[test]
fn foresights_are_the_odds() {
    let mut asked = 0;
    every_decision(|battle, decision| {
        let view = battle.view();
        for order in Wsr::offers(view, decision).into_iter().map(|offer| offer.order).take(60) {
            let odds = unchecked(view, decision, &order);
            let Some(found) = Wsr::foresight(view, decision, &order) else {
                assert!(odds.is_none(), "{order:?}");
                continue;
            };
            let odds = odds.unwrap();
            assert_eq!(found.sentence, odds.sentence);
            assert_eq!(found.terms.len(), odds.pools.iter().map(|pool| pool.terms.len()).sum::<usize>());
            for (chance, unit) in found.chances.iter().zip(&odds.units) {
                assert_eq!(chance.counter, unit.unit.into());
                assert_eq!(chance.fates[0], ("unharmed".to_owned(), unit.unharmed));
            }
            assert_eq!(found.chances.len(), odds.units.len() + odds.headquarters.len());
            let fates = found.chances.iter().map(|chance| &chance.fates);
            for fates in fates.chain(Some(&found.outcomes).filter(|outcomes| !outcomes.is_empty())) {
                let sum: f64 = fates.iter().map(|(_, chance)| chance).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{sum}: {fates:?} of {order:?}");
            }
            assert!(
                found.label.len() < 30 && found.label.contains(|c: char| c.is_alphabetic()),
                "{}",
                found.label
            );
            asked += 1;
        }
    });
    assert!(asked > 1_000, "{asked}");
}

/// Ways are the reach of the rules; each begins with an order that is allowed, and an attack from the next hex is one.
///
/// Rule: WSR-MOV-1, WSR-MOV-4.
#[test]
fn ways_agree_with_reach_and_each_first_step_is_allowed() {
    let (mut walks, mut attacks, mut refused) = (0, 0, 0);
    every_decision(|battle, decision| {
        let view = battle.view();
        let groups: BTreeSet<Vec<Subject>> = Wsr::offers(view, decision)
            .into_iter()
            .filter(|offer| matches!(offer.order, Order::March { .. } | Order::GoOn { .. }))
            .map(|offer| offer.by)
            .collect();
        if !matches!(decision.choice, Choice::Operations | Choice::GoOn) {
            let any = view.play.on_map(decision.player).next().map(|(unit, ..)| unit);
            if let Some(any) = any {
                assert!(Wsr::ways(view, decision, &[any.into()]).is_err());
                refused += 1;
            }
        }
        for group in groups.into_iter().take(3) {
            let units: Vec<UnitId> = group
                .iter()
                .filter_map(|counter| if let Subject::Unit(unit) = counter { Some(*unit) } else { None })
                .collect();
            let hq =
                group.iter().find_map(|counter| if let Subject::Hq(hq) = counter { Some(*hq) } else { None });
            let reach = reach(view, &units, hq).unwrap();
            // The counters of a group may be named in any order.
            let mut named = group.clone();
            named.reverse();
            let ways = Wsr::ways(view, decision, &named).unwrap();
            assert_eq!(
                ways.iter().map(|way| (way.hex, &way.path)).collect::<Vec<_>>(),
                reach.hexes.iter().map(|hex| (hex.hex, &hex.path)).collect::<Vec<_>>()
            );
            for way in &ways {
                let order = Wsr::step(view, decision, &named, way).unwrap();
                assert!(
                    matches!(judge(view, decision.player, &order, decision.choice), Some(Ok(()))),
                    "{order:?} of {way:?}"
                );
                let offers = Wsr::offers(view, decision);
                assert!(offers.iter().any(|offer| offer.order == order), "{order:?} is not offered");
                let is_one_step = way.path.len() == 1;
                let kind = offers.iter().find(|offer| offer.order == order).map(|offer| offer.kind);
                assert_eq!(kind == Some(Kind::Attack), way.is_attack && is_one_step, "{way:?}");
                walks += usize::from(!way.is_attack);
                attacks += usize::from(way.is_attack);
            }
        }
    });
    assert!(walks > 1_000 && attacks > 20 && refused > 20, "{walks}, {attacks}, {refused}");
}

/// A stopped group, the enemy's, a hex and a headquarters alone have no ways; a headquarters that would be left alone goes along.
///
/// Rule: WSR-HQ-1, WSR-MRK-1.
#[test]
fn groups_that_may_not_move_say_why() {
    let mut scene = Scene::new(Side::A, &[("A1", "0105"), ("A-HQ", "0105"), ("A2", "0207"), ("B1", "1209")]);
    scene.make(Fact::Done { unit: unit("A2") });
    let decision = Decision { player: Side::A, choice: OPERATIONS };
    let said = |group: &[Subject]| Wsr::ways(scene.view(), decision, group).unwrap_err().to_string();
    for (group, words) in [
        (vec![subject("A2")], "A2 has Ops Complete [WSR-MRK-1]"),
        (vec![subject("B1")], "B1 cannot do that"),
        (vec![hex("0105").into()], "hex 0105 cannot do that"),
        (vec![subject("A-HQ")], "A-HQ would be left alone [WSR-HQ-1]"),
    ] {
        assert!(said(&group).contains(words), "{}: {words}", said(&group));
    }
    let ways = Wsr::ways(scene.view(), decision, &[subject("A1")]).unwrap();
    let way = ways.iter().find(|way| way.hex == hex("0305")).unwrap();
    assert_eq!((way.cost.as_str(), way.manner.as_str()), ("2 of 7 movement factors", "move"));
    let order = Wsr::step(scene.view(), decision, &[subject("A1")], way).unwrap();
    assert!(matches!(order, Order::March { hq: Some(_), to, .. } if to == hex("0205")), "{order:?}");
}

/// Prospects are the forecast of the rules, with the fight at the end of the path.
///
/// Rule: WSR-OPP-1, WSR-MIN-2, WSR-ASL-11, WSR-OVR-1.
#[test]
fn prospects_agree_with_the_forecast() {
    let placed = [("A1", "0405"), ("B6", "0706"), ("B1", "0702"), ("B5", "0808")];
    let mut scene = Scene::new(Side::A, &placed);
    scene.state.play.mines.insert(hex("0505"));
    let path = [hex("0505"), hex("0605")];
    let found = Wsr::prospect(scene.view(), &[subject("A1")], &path).unwrap();
    let forecast = forecast(scene.view(), &[unit("A1")], None, &path).unwrap();
    assert_eq!((found.arrives, found.here, found.there), (forecast.arrives, forecast.here, forecast.there));
    assert_eq!((found.sentence, found.refused), (forecast.sentence, None));
    for (step, of) in found.steps.iter().zip(&forecast.steps) {
        assert_eq!((step.hex, step.arrives), (of.hex, of.arrives));
        let mines = usize::from(of.mines < 1.0);
        assert_eq!(step.dangers.len(), mines + of.fires.len());
        for (danger, fire) in step.dangers[mines..].iter().zip(&of.fires) {
            assert_eq!((danger.counter, danger.harms), (fire.unit.into(), fire.harms));
            assert_eq!(danger.is_expected, fire.expected);
        }
    }
    let mines = &found.steps[0].dangers[0];
    assert_eq!((mines.counter, mines.is_expected), (Subject::Hex(hex("0505")), true));
    assert!((mines.harms - (1.0 - 4.0 / 9.0)).abs() < 1e-12, "two dice at 5+");
    // The guns are assaulted or overrun from 0605.
    let found =
        Wsr::prospect(scene.view(), &[subject("A1")], &[hex("0505"), hex("0605"), hex("0706")]).unwrap();
    let manners: Vec<&str> = found.attacks.iter().map(|(manner, _)| manner.as_str()).collect();
    assert_eq!((found.steps.len(), manners), (2, vec!["assault", "overrun"]));
    assert!(found.attacks.iter().all(|(_, attack)| !attack.outcomes.is_empty()));
    assert!(found.sentence.contains("The assault on 0706 has a chance of"), "{}", found.sentence);
    // Too far away, and by scouts who may not begin one.
    let far = Wsr::prospect(scene.view(), &[subject("A1")], &[hex("0704")]).unwrap();
    assert!(far.steps.is_empty() && far.refused.is_some());
    let scene = Scene::new(Side::A, &[("A7", "0605"), ("B5", "0706")]);
    let none = Wsr::prospect(scene.view(), &[subject("A7")], &[hex("0706")]).unwrap();
    assert!(none.attacks.is_empty());
    assert!(none.refused.unwrap().contains("may not start an assault [WSR-ASL-1]"));
}

/// Smoke has a chance to work, and a mission that may strike friends says so first.
///
/// Rule: WSR-ART-3, WSR-ART-4.
#[test]
fn missions_are_labelled_by_what_they_may_do() {
    let scene = Scene::new(Side::A, &[("A7", "0706"), ("B5", "0606")]);
    let decision = Decision { player: Side::A, choice: OPERATIONS };
    let call = |mission| {
        let order = Order::Call { caller: crate::order::Caller::Unit(unit("A7")), hex: hex("0606"), mission };
        Wsr::foresight(scene.view(), decision, &order).unwrap()
    };
    assert_eq!(call(Mission::Smoke).label, "works 83 %");
    let fire = call(Mission::HighExplosive);
    assert!(fire.label.starts_with("A7 harmed "), "{}", fire.label);
    assert!(
        fire.terms
            .iter()
            .any(|term| term.pool == "hex 0606: 1 die at 2+, the mission" && term.rule == "WSR-ART-3")
    );
}

/// The reason why a group can do nothing at a target is what the gate says of the same orders; where a shot is legal, there is none.
///
/// Rule: WSR-FIR-2, WSR-FIR-4, WSR-LOS-4, WSR-MOV-1, WSR-SCN-2.
#[test]
fn why_not_is_what_the_gate_says() {
    let mut rules = BTreeSet::new();
    let (mut legal, mut refused) = (0, 0);
    every_decision(|battle, decision| {
        let view = battle.view();
        if decision.choice != OPERATIONS && decision.choice != Choice::SetUp {
            return;
        }
        let offers = Wsr::offers(view, decision);
        let Some(first) = offers.iter().find_map(|offer| offer.by.first().copied()) else { return };
        for (enemy, ..) in view.play.on_map(decision.player.other()).take(4) {
            let why = Wsr::why_not(view, decision, &[first], Target::Counter(enemy.into()));
            let fires = offers.iter().any(|offer| {
                offer.kind == Kind::Fire
                    && offer.by == [first]
                    && offer.at == Some(Target::Counter(enemy.into()))
            });
            if fires {
                assert!(why.iter().all(|(what, _)| what != "fire"), "{first} at {enemy}: {why:?}");
                legal += 1;
            }
            refused += why.len();
            rules.extend(why.iter().map(|(_, refusal)| refusal.rule()));
        }
        for at in view.setup.level.map.hexes().step_by(7) {
            let why = Wsr::why_not(view, decision, &[first], Target::Hex(at));
            if decision.choice == Choice::SetUp {
                let placed =
                    offers.iter().any(|offer| offer.by == [first] && offer.at == Some(Target::Hex(at)));
                assert_eq!(placed, why.is_empty(), "{first} in {at}: {why:?}");
            }
            rules.extend(why.iter().map(|(_, refusal)| refusal.rule()));
        }
    });
    assert!(legal > 20 && refused > 100, "{legal} {refused}");
    for rule in ["WSR-FIR-2", "WSR-FIR-4", "WSR-LOS-4", "WSR-MOV-1", "WSR-SCN-2"] {
        assert!(rules.iter().any(|said| said.to_string() == rule), "{rule} is never said: {rules:?}");
    }
}

/// The cheapest ways are ways along their own hexes, with the same cost; one that the rules forbid says why.
///
/// Rule: WSR-MOV-1, WSR-MOV-4.
#[test]
fn a_way_that_a_player_draws_is_judged_step_by_step() {
    let (mut same, mut refused) = (0, 0);
    every_decision(|battle, decision| {
        let view = battle.view();
        let group = Wsr::offers(view, decision)
            .into_iter()
            .find(|offer| matches!(offer.order, Order::March { .. } | Order::GoOn { .. }))
            .map(|offer| offer.by);
        let Some(group) = group else { return };
        for way in Wsr::ways(view, decision, &group).unwrap() {
            let drawn = Wsr::ways_along(view, decision, &group, &way.path).unwrap();
            assert!(drawn.contains(&way), "{way:?} is not among {drawn:?}");
            same += 1;
        }
        let far: Vec<_> = view.setup.level.map.hexes().take(2).collect();
        if far[0].distance(far[1]) == 1 && Wsr::ways_along(view, decision, &group, &far).is_err() {
            refused += 1;
        }
    });
    assert!(same > 1_000 && refused > 100, "{same} {refused}");
}

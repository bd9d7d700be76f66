//! Feints: who may stay out of an assault, by which die, under each reading.

use std::sync::Arc;

use tabletop::battle::Battle;
use tabletop::command::Command;
use tabletop::dice::{Dice, Source};
use tabletop::game::Setup;
use tabletop::ids::Side;
use tabletop_data::source_text::SourceText;

use super::scene::{Table, hex, unit};
use crate::assault::machine::ChoiceKind;
use crate::chapters::feint::{limit, on_foot};
use crate::fact::Fact;
use crate::game::Lhy;
use crate::ids::UnitId;
use crate::library::scenario;
use crate::listing::orders;
use crate::order::{Choice, Order};
use crate::play::{Arrow, Feint};
use crate::setup::LhySetup;

const LEVEL: &str = include_str!("../../games/example-1-narrow-win.ron");

/// A battle in which units of the first worked example have declared their assault, and nobody reacts.
fn declared(feint: &str, units: &[&str], faces: &[u8]) -> Battle<Lhy> {
    let mut bundle = scenario("mill", None).unwrap();
    bundle.level = SourceText { name: "level.ron".to_owned(), text: LEVEL.to_owned() };
    let rules = &mut bundle.ruleset.text;
    *rules = rules.replacen("feint: FreeWithdrawal", &format!("feint: {feint}"), 1);
    let setup = LhySetup::from_bundle(bundle).unwrap_or_else(|faults| panic!("{faults}"));
    let mut dice = Dice::<Lhy>::seeded(1);
    dice.set_source(Source::Fed(faces.to_vec().into()));
    let mut battle = Battle::<Lhy>::new(Arc::new(setup), dice).unwrap().0;
    let units: Vec<UnitId> = units.iter().map(|id| unit(id)).collect();
    let assault = Order::Assault { units, hex: hex("0707"), from: hex("0708") };
    let mut is_declared = false;
    while let Some(decision) = battle.decision() {
        let order = match decision.choice {
            Choice::Activate if is_declared => Order::EndActivations,
            Choice::Activate => orders(battle.view(), decision)[0].clone(),
            Choice::Act if !is_declared => {
                is_declared = true;
                assault.clone()
            }
            Choice::Act | Choice::React => Order::Done,
            Choice::SetUp | Choice::InAssault { .. } => break,
        };
        battle.submit(&Command { player: decision.player, order }).unwrap();
    }
    battle
}

fn listed(battle: &Battle<Lhy>) -> Vec<Order> {
    let decision = battle.decision().unwrap();
    assert_eq!(decision.choice, Choice::InAssault { kind: ChoiceKind::Feint }, "{decision:?}");
    orders(battle.view(), decision)
}

fn give(battle: &mut Battle<Lhy>, order: Order) -> Vec<Fact> {
    let player = battle.decision().unwrap().player;
    battle.submit(&Command { player, order }).unwrap().facts
}

fn withdrawing(orders: &[Order], id: &str) -> usize {
    orders
        .iter()
        .filter(|order| matches!(order, Order::Withdraw { unit: who, .. } if *who == unit(id)))
        .count()
}

/// Rule: LHY-ASB-5, LHY-RES-5.
#[test]
fn those_on_foot_stay_out_by_one_die() {
    for (units, face, limit, passed, why) in [
        (&["US-1", "US-2"][..], 6, 6, true, "just the Cohesion of the squads"),
        (&["US-1", "US-2"], 7, 6, false, "one over it"),
        (&["US-1", "US-2", "US-L"], 7, 6, false, "the leader's 7 is none of a combat unit"),
    ] {
        let mut battle = declared("FreeWithdrawal", units, &[face, 5, 1, 1, 1, 1]);
        assert_eq!(listed(&battle)[..2], [Order::PressHome, Order::Feint], "going in is the default");
        let facts = give(&mut battle, Order::Feint);
        let rolled = facts.iter().find_map(|fact| match fact {
            Fact::FeintRolled { limit, passed, .. } => Some((*limit, *passed)),
            _ => None,
        });
        assert_eq!(rolled, Some((limit, passed)), "{why}");
        let begun = facts.iter().any(|fact| matches!(fact, Fact::AssaultBegan { .. }));
        let dropped = facts.iter().any(|fact| matches!(fact, Fact::AssaultDropped { .. }));
        assert_eq!((begun, dropped), (!passed, passed), "{why}");
        let expected = if passed { "0708" } else { "0707" };
        assert_eq!(battle.view().play.hex_of(unit("US-1")), Some(hex(expected)), "{why}");
    }
}

/// Rule: LHY-ASB-5, LHY-REC-2.
#[test]
fn a_withdrawal_needs_the_die_only_under_the_other_reading() {
    let mut free = declared("FreeWithdrawal", &["US-1", "US-2"], &[5, 1, 1, 1]);
    assert!(withdrawing(&listed(&free), "US-1") > 0);
    give(&mut free, Order::Withdraw { unit: unit("US-1"), to: hex("0710") });
    assert_eq!(withdrawing(&listed(&free), "US-1"), 0, "it is out");
    assert!(withdrawing(&listed(&free), "US-2") > 0, "the other still chooses");
    let facts = give(&mut free, Order::PressHome);
    let attackers = facts.iter().find_map(|fact| match fact {
        Fact::AssaultBegan { attackers, .. } => Some(attackers.len()),
        _ => None,
    });
    assert_eq!(attackers, Some(1), "the other goes in alone");
    let mut by_die = declared("DieForBoth", &["US-1", "US-2"], &[6, 1, 1, 1]);
    assert_eq!(listed(&by_die), [Order::PressHome, Order::Feint], "no withdrawal before the die");
    give(&mut by_die, Order::Feint);
    let after = listed(&by_die);
    assert_eq!(after[0], Order::Done);
    assert!(withdrawing(&after, "US-1") > 0 && withdrawing(&after, "US-2") > 0);
    give(&mut by_die, Order::Withdraw { unit: unit("US-2"), to: hex("0710") });
    assert_eq!(withdrawing(&listed(&by_die), "US-2"), 0);
    let facts = give(&mut by_die, Order::Done);
    assert!(facts.iter().any(|fact| matches!(fact, Fact::AssaultDropped { .. })), "{facts:?}");
    let places = ["US-1", "US-2"].map(|id| by_die.view().play.hex_of(unit(id)));
    assert_eq!(places, [Some(hex("0708")), Some(hex("0710"))]);
    let none = declared("None", &["US-1", "US-2"], &[5, 1, 1, 1, 1]);
    let choice = none.decision().map(|decision| decision.choice);
    assert_ne!(choice, Some(Choice::InAssault { kind: ChoiceKind::Feint }), "nobody feints at all");
}

/// Rule: LHY-ASB-5.
#[test]
fn vehicles_and_who_dropped_out_have_no_part_in_a_feint() {
    let units = ["RU-1", "RU-2", "RU-3", "RU-T"];
    let mut table = Table::new("farm-track", &units.map(|id| (id, "0203")));
    table.state("RU-2").disrupted = true;
    let attackers = units.iter().map(|id| (unit(id), hex("0203"))).collect();
    let arrow = Arrow { by: Side::A, hex: hex("0204"), attackers, together: Vec::new(), feint: Feint::Open };
    assert_eq!(on_foot(&table.setup, &table.play, &arrow), [unit("RU-1"), unit("RU-3")]);
    assert_eq!(limit(&table.setup, &table.play, &[unit("RU-1"), unit("RU-L")]), 5, "not the leader's 6");
    assert_eq!(limit(&table.setup, &table.play, &[unit("RU-L")]), 6, "he is the best there is");
}

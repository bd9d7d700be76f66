//! The battle as a window shows it: held against the routines that the rules ask.

mod orders;
mod readings;
mod scenes;

use super::players::setup_of;
use super::scene::{Scene, hex};
use crate::game::{View, Wsr};
use crate::ids::{Subject, UnitId};
use crate::library::{rulesets, scenarios};
use crate::order::Choice;
use crate::players::WsrPlayer;
use std::sync::Arc;
use tabletop::agenda::Decision;
use tabletop::battle::Battle;
use tabletop::dice::Dice;
use tabletop::ids::Side;
use tabletop_counters::{Counter, OnHexes};

fn unit(id: &str) -> UnitId {
    id.parse().unwrap()
}

fn subject(id: &str) -> Subject {
    match id.parse::<UnitId>() {
        Ok(unit) => unit.into(),
        Err(_) => Subject::Hq(id.parse().unwrap()),
    }
}

fn counter(view: View<'_>, id: &str) -> Counter<Wsr> {
    Wsr::scene(view).counter(subject(id)).unwrap_or_else(|| panic!("{id} is not shown")).clone()
}

const OPERATIONS: Choice = Choice::Operations;

/// Every decision of games of random players on every scenario and ruleset.
fn every_decision(mut see: impl FnMut(&Battle<Wsr>, Decision<Wsr>)) {
    for level in scenarios() {
        for ruleset in rulesets() {
            let setup = setup_of(level.id, ruleset.id);
            let mut player = WsrPlayer::new("random", 3).unwrap();
            let (mut battle, _) = Battle::<Wsr>::new(Arc::clone(&setup), Dice::seeded(4)).unwrap();
            while let Some(decision) = battle.decision() {
                see(&battle, decision);
                let command = player.command(&battle).unwrap();
                battle.play(&command).unwrap();
            }
        }
    }
}

/// Sight is asked of the rules.
///
/// Rule: WSR-LOS-4, WSR-BAS-3.
#[test]
fn sight_has_its_sentence_and_its_blocker() {
    let scene = Scene::new(Side::A, &[]);
    let found = Wsr::sight(scene.view(), hex("0605"), hex("0905")).unwrap();
    assert_eq!(found, ("0605 and 0905 do not see each other: city in 0805".to_owned(), Some(hex("0805"))));
    assert_eq!(Wsr::sight(scene.view(), hex("0105"), hex("0805")).unwrap().1, None);
    assert!(Wsr::sight(scene.view(), hex("0605"), hex("9905")).is_err());
}

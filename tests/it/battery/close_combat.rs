//! Orders of close combat that are likely to be refused; and its facts made so, written anew from what their docs say.

use warstrike::game::engine::agenda::Choice as AnyChoice;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::components::{CombatPart, InCombat};
use warstrike::game::engine::play::Match;
use warstrike::game::engine::snapshot::Snapshot;
use warstrike::game::engine::view::ModelView;
use warstrike::game::phases::close_combat::kinds::{
    BreakOff, Choice, DefensiveFire, Fact, Fight, Fighter, MoveInCombat, TestInCombat,
};
use warstrike::game::phases::moving::kinds::ModelMove;
use warstrike::rules::close_combat::CombatMove;
use warstrike::rules::ids::{Side, UnitId};

use super::mistakes::{some_model, toward};
use crate::chance::Chance;
use crate::support::{arriving, moved};

/// An order of close combat, of the unit that is asked or of another, that is as likely as not forbidden.
pub fn some_fighting(game: &Match, player: Side, chance: &mut Chance) -> Order {
    let view = game.battle().view();
    let some = |side: Side, chance: &mut Chance| {
        let units: Vec<UnitId> = view.units().map(|unit| unit.id).filter(|unit| unit.side == side).collect();
        chance.pick(&units).unwrap_or(UnitId { side, number: 1 })
    };
    let (own, other) = (some(player, chance), some(player.other(), chance));
    let wins = matches!(
        game.battle().decision().map(|decision| decision.choice),
        Some(AnyChoice::CloseCombat(Choice::Move { by: CombatMove::WinnerConsolidation, .. }))
    );
    let asked = match game.battle().decision().map(|decision| decision.choice) {
        Some(AnyChoice::CloseCombat(Choice::Move { unit, .. } | Choice::Fight { unit })) => Some(unit),
        _ => None,
    };
    let unit = asked.filter(|_| !chance.one_in(8)).unwrap_or(own);
    match if wins { 1 } else { chance.below(6) } {
        0 => DefensiveFire { unit: own, at: other, by: None }.into(),
        1 => {
            let models: Vec<_> = view.standing(unit).map(|model| model.id).collect();
            let model = chance.pick(&models).and_then(|id| view.model(id));
            let step = |model: ModelView| {
                let away = |enemy: &ModelView| enemy.pose.at.ground_distance(model.pose.at);
                let enemies = view.standing_of(player.other());
                let nearest = enemies.min_by(|a, b| away(a).total_cmp(&away(b)));
                let end = match nearest.filter(|_| wins || chance.one_in(3)) {
                    Some(enemy) => toward(model.pose.at, enemy.pose.at, 2900),
                    None => moved(model.pose.at, chance.around(2500), chance.around(2500)),
                };
                ModelMove { model: model.id, path: vec![arriving(game, model, end)], facing: model.facing() }
            };
            MoveInCombat { unit, moves: model.map(step).into_iter().collect() }.into()
        }
        2 => {
            const WEAPONS: [&str; 4] = ["Bayonet", "Rifle", "Long blade", "Spoon"];
            let weapon = chance.one_in(2).then(|| chance.pick(&WEAPONS).unwrap().to_owned());
            let by = vec![Fighter { model: some_model(unit, chance), at: Some(other), weapon }];
            Fight { unit, by }.into()
        }
        3 | 4 => BreakOff { unit: own }.into(),
        _ => TestInCombat { unit: own }.into(),
    }
}

/// Makes a fact so.
pub fn tell(told: &mut Snapshot, fact: &Fact) {
    match fact {
        Fact::CombatStarted { combat, attackers, defenders, .. }
        | Fact::CombatJoined { combat, attackers, defenders, .. } => {
            assert!(!attackers.is_empty() && !defenders.is_empty(), "a combat of one side");
            for unit in told.units.iter_mut() {
                if attackers.contains(&unit.id) || defenders.contains(&unit.id) {
                    unit.activity.combat = Some(InCombat { number: *combat, has_tested: false });
                }
            }
        }
        Fact::UnitDefended { unit, .. } => {
            let unit = told.units.iter_mut().find(|other| other.id == *unit).unwrap();
            assert!(!unit.activity.has_defended, "{} defends itself twice", unit.id);
            unit.activity.has_defended = true;
            unit.activity.has_snap_fired = true;
        }
        Fact::DefenceFailed { unit } => {
            told.units.iter_mut().find(|other| other.id == *unit).unwrap().activity.has_defended = true;
        }
        Fact::CombatLapsed { units } => units.iter().for_each(|unit| leave(told, *unit)),
        Fact::ModelCharged { model } => part(told, |other| other == *model, CombatPart::Charges),
        Fact::CombatRoundBegan { combat, round, fighters } => {
            assert!(*round >= 1 && !fighters.is_empty());
            for unit in told.units.iter_mut() {
                if let Some(its) = &mut unit.activity.combat
                    && its.number == *combat
                {
                    its.has_tested = false;
                }
            }
            let charging: Vec<_> = told
                .models
                .iter()
                .filter(|model| model.condition.combat == CombatPart::Charges)
                .map(|model| model.id)
                .collect();
            part(told, |id| fighters.contains(&id) && !charging.contains(&id), CombatPart::Fights);
        }
        Fact::CombatRoundEnded { combat, .. } => {
            for unit in units_of(told, *combat) {
                part(told, |model| model.unit == unit, CombatPart::None);
            }
        }
        Fact::UnitLeftCombat { unit, .. } => leave(told, *unit),
        Fact::CombatEnded { combat, .. } => {
            for unit in units_of(told, *combat) {
                leave(told, unit);
            }
        }
    }
}

fn units_of(told: &Snapshot, combat: u8) -> Vec<UnitId> {
    let its = told.units.iter().filter(|unit| unit.activity.combat.is_some_and(|its| its.number == combat));
    its.map(|unit| unit.id).collect()
}

fn leave(told: &mut Snapshot, id: UnitId) {
    let unit = told.units.iter_mut().find(|unit| unit.id == id).unwrap();
    assert!(unit.activity.combat.is_some(), "{id} leaves a combat that it is not in");
    unit.activity.combat = None;
    part(told, |model| model.unit == id, CombatPart::None);
}

fn part(told: &mut Snapshot, is: impl Fn(warstrike::rules::ids::ModelId) -> bool, part: CombatPart) {
    for model in told.models.iter_mut().filter(|model| is(model.id)) {
        model.condition.combat = part;
    }
}

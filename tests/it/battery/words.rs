//! The players' word in random games: words that can be taken, and words that cannot.

use warstrike::game::engine::command::{Command, Order};
use warstrike::game::engine::components::{Fate, Posture};
use warstrike::game::engine::play::Match;
use warstrike::game::engine::snapshot::Snapshot;
use warstrike::game::engine::view::{ModelView, UnitView};
use warstrike::game::phases::deployment::kinds::ModelPlace;
use warstrike::game::phases::word::kinds::{
    Acted, BattleIsOver, Fact, GiveState, Order as Word, RemoveModels, SetUnit, Stance, TakeObjective,
};
use warstrike::rules::ids::{ModelId, Side, UnitId};
use warstrike::rules::leadership::max_hits;
use warstrike::rules::measures::{Place, Thou};
use warstrike::rules::ruleset::Suppression;
use warstrike::rules::turn::{Phase, Turn};

use super::invariants::put_down;
use crate::chance::Chance;
use crate::support::{arriving, in_block, moved};

/// A word that can be taken, as a rule.
pub fn word(game: &Match, player: Side, chance: &mut Chance) -> Option<Command> {
    let view = game.battle().view();
    let units: Vec<UnitView> = view.units().collect();
    let unit = chance.pick(&units)?;
    let order = match chance.below(19) {
        0..=5 => set(game, unit.id, chance)?,
        6..=8 => remove(game, unit.id, chance)?,
        9..=11 => Word::GiveState(state(game, unit, chance)),
        12 | 16 | 17 => {
            let objectives: Vec<&str> = view.objectives().iter().map(|one| one.id.as_str()).collect();
            let objective = chance.pick(&objectives)?.to_owned();
            let by = chance.pick(&[None, Some(Side::A), Some(Side::B)])?;
            Word::TakeObjective(TakeObjective { objective, by })
        }
        13 => Word::PhaseIsOver,
        14 | 18 => Word::TurnIsOver,
        _ if chance.one_in(6) => {
            Word::BattleIsOver(BattleIsOver { winner: chance.pick(&[None, Some(Side::A), Some(Side::B)])? })
        }
        _ => Word::PhaseIsOver,
    };
    Some(Command { player, order: Order::Word(order) })
}

/// The unit stands anywhere near, as a whole or one of its models; one that waits in a block.
fn set(game: &Match, unit: UnitId, chance: &mut Chance) -> Option<Word> {
    let view = game.battle().view();
    let (x, y) = (chance.around(14_000), chance.around(14_000));
    let place = |model: ModelView, at: Place| ModelPlace { model: model.id, at, facing: model.facing() };
    let standing: Vec<ModelView> = view.standing(unit).collect();
    let models = match standing.is_empty() {
        true => {
            let table = game.setup().level.table;
            let corner =
                Place::flat(chance.around(table.width.0 / 2 - 6000), chance.around(table.depth.0 / 2 - 6000));
            let waiting = view.models(unit).filter(|model| model.condition.fate == Fate::Waiting);
            (0..).zip(waiting).map(|(nth, model)| place(model, in_block(corner, nth, 1000))).collect()
        }
        false => {
            let moves = standing.into_iter().filter(|_| !chance.one_in(5));
            let there = |model: ModelView| place(model, arriving(game, model, moved(model.pose.at, x, y)));
            moves.map(there).collect()
        }
    };
    Some(Word::SetUnit(SetUnit { unit, models }))
}

fn remove(game: &Match, unit: UnitId, chance: &mut Chance) -> Option<Word> {
    let view = game.battle().view();
    let there: Vec<ModelId> = view
        .models(unit)
        .filter(|model| matches!(model.condition.fate, Fate::Standing | Fate::Waiting))
        .map(|model| model.id)
        .collect();
    let waits = view.standing(unit).next().is_none();
    let count = if waits || chance.one_in(5) { there.len() } else { 1 };
    Some(Word::RemoveModels(RemoveModels { unit, models: there.into_iter().take(count).collect() }))
}

fn state(game: &Match, unit: UnitView, chance: &mut Chance) -> GiveState {
    let rules = &game.setup().ruleset.leadership;
    let mut state = GiveState::of(unit.id);
    let mut upto = |most: u8| Some(chance.below(usize::from(most) + 1) as u8);
    match rules.suppression {
        Suppression::HitDie => {
            state.hit_die = upto(max_hits(unit.card, rules));
            state.nerve_markers = upto(unit.card.characteristics.nerve);
        }
        Suppression::Markers => state.suppression_markers = upto(4),
    }
    state.acted = chance.pick(&[None, Some(Acted::Yes), Some(Acted::NotYet)]).unwrap();
    state.stance = chance.pick(&[None, Some(Stance::Up), Some(Stance::Down)]).unwrap();
    state
}

/// The word that ends the battle.
pub fn end_of_battle(player: Side) -> Command {
    Command { player, order: Order::Word(Word::BattleIsOver(BattleIsOver { winner: None })) }
}

/// A word about what is not there, or what cannot be.
pub fn mistaken_word(game: &Match, player: Side, chance: &mut Chance) -> Option<Command> {
    let mut command = word(game, player, chance)?;
    let Order::Word(order) = &mut command.order else { return Some(command) };
    match order {
        Word::SetUnit(order) => match chance.below(6) {
            0 => order.models.clear(),
            1 => order.models.iter_mut().for_each(|one| one.at.x = Thou(90_000)),
            2 => order.models.iter_mut().for_each(|one| one.at.z = Thou(4321)),
            3 => order.unit.number = 200,
            4 => order.models.truncate(1),
            _ => {
                let first = order.models.first().map(|one| one.at);
                order.models.iter_mut().for_each(|one| one.at = first.unwrap_or(one.at));
            }
        },
        Word::RemoveModels(order) => match chance.below(4) {
            0 => order.models.clear(),
            1 => order.models = vec![order.unit.model(200)],
            2 => order.models.truncate(1),
            _ => order.models = (1..=10).map(|number| order.unit.model(number)).collect(),
        },
        Word::GiveState(order) => match chance.below(5) {
            0 => order.hit_die = Some(200),
            1 => order.nerve_markers = Some(99),
            2 => order.suppression_markers = Some(if chance.one_in(2) { 3 } else { 99 }),
            3 => *order = GiveState::of(order.unit),
            _ => order.unit.number = 200,
        },
        Word::TakeObjective(order) => order.objective = "nowhere".to_owned(),
        Word::PhaseIsOver | Word::TurnIsOver | Word::BattleIsOver(_) => {}
    }
    Some(command)
}

/// Makes a word so, written anew from what the facts' docs say.
pub fn tell(told: &mut Snapshot, fact: &Fact) {
    match fact {
        Fact::QuestionSettled { unit } => {
            for of in &mut told.units {
                let fights = of.activity.combat.take().is_some();
                of.activity.acted |= Some(of.id) == *unit;
                for model in told.models.iter_mut().filter(|model| fights && model.id.unit == of.id) {
                    model.condition.combat = Default::default();
                }
            }
        }
        Fact::UnitSet { unit } => {
            let unit = told.units.iter_mut().find(|of| of.id == *unit).unwrap();
            unit.activity.posture = Posture::Up;
        }
        Fact::UnitBrought { unit, models } => {
            told.table.reserves.retain(|other| other != unit);
            put_down(told, models);
        }
        Fact::ModelsRemoved { unit, left, .. } => {
            told.table.reserves.retain(|other| other != unit || *left > 0);
        }
        Fact::StateGiven { state, shaken: _ } => {
            let unit = told.units.iter_mut().find(|of| of.id == state.unit).unwrap();
            unit.hit_die = state.hit_die.unwrap_or(unit.hit_die);
            unit.nerve_markers = state.nerve_markers.unwrap_or(unit.nerve_markers);
            unit.suppression_markers = state.suppression_markers.unwrap_or(unit.suppression_markers);
            if let Some(said) = state.acted {
                unit.activity.acted = said == Acted::Yes;
            }
            if let Some(said) = state.stance {
                unit.activity.posture = if said == Stance::Up { Posture::Up } else { Posture::Down };
            }
        }
        Fact::ObjectiveTaken { objective, by: Some(side) } => {
            told.table.said_to_hold.insert(objective.clone(), *side);
        }
        Fact::ObjectiveTaken { objective, by: None } => drop(told.table.said_to_hold.remove(objective)),
        Fact::PhaseSaidOver { phase } => assert_eq!(told.turn.phase, *phase),
        Fact::TurnSaidOver { turn } => told.turn = Turn { phase: Phase::CloseCombat, ..*turn },
    }
}

//! What the players of a recorded game tell: a unit that they tap and the place where it stands now, an order that the rules
//! refuse and that happened all the same, a model that they take off.

use bevy::prelude::*;

use super::draft::{Draft, Drafting};
use super::draft_check::DraftCheck;
use super::selection::{HoveredModel, Selection};
use crate::game::engine::command::Command;
use crate::game::phases::deployment::kinds::ModelPlace;
use crate::game::phases::word::instead::{bearing, instead_of, standing_at};
use crate::game::phases::word::kinds::{Order, RemoveModels, SetUnit};
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::{Facing, Place};
use crate::ui::session::open_game::{GameRequest, Notice, OpenGame};

/// Keys of a recorded game.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum TellKey {
    /// What the rules refuse happened on the table.
    Happened,
    /// The model under the pointer is gone.
    TakeOff,
}

/// Why a key of a recorded game does nothing in another.
const NOT_RECORDED: &str = "This game is played by the rules. Games at a real table are begun on the start screen (Table: a real one).";

/// Whether the players' word is taken now: in a recorded game, while it waits for somebody.
pub(in crate::ui) fn takes_word(opened: &OpenGame) -> bool {
    opened.game.setup().is_recorded() && !opened.is_looking() && opened.game.battle().decision().is_some()
}

/// A word as a command of whoever is asked.
pub(in crate::ui) fn said(opened: &OpenGame, order: Order) -> Option<Command> {
    let decision = opened.game.battle().decision().filter(|_| takes_word(opened))?;
    Some(Command::new(decision.player, crate::game::engine::command::Order::Word(order)))
}

/// What a refused command would have brought about, as a word.
pub(in crate::ui) fn happened(opened: &OpenGame, refused: &Command) -> Option<Command> {
    said(opened, instead_of(opened.game.battle().view(), &refused.order)?)
}

/// The unit that stands at a point of the table now; one that is still to be placed comes there.
pub(in crate::ui) fn tapped(opened: &OpenGame, unit: UnitId, at: Place) -> Option<Command> {
    let view = opened.game.battle().view();
    let order = match view.standing(unit).next() {
        Some(_) => standing_at(view, unit, at)?,
        None => {
            let draft = Draft::of_placing(&view, unit)?;
            let first = draft.models.first()?.at;
            let models = draft.models.iter().map(|one| {
                let spot = [one.at[0] - first[0] + at.ground()[0], one.at[1] - first[1] + at.ground()[1]];
                let facing = Facing::from_degrees(one.facing).ok()?;
                Some(ModelPlace { model: one.model, at: bearing(view, spot, at)?, facing })
            });
            Order::SetUnit(SetUnit { unit, models: models.collect::<Option<_>>()? })
        }
    };
    said(opened, order)
}

/// A model that is gone.
pub(in crate::ui) fn taken_off(opened: &OpenGame, model: ModelId) -> Option<Command> {
    said(opened, Order::RemoveModels(RemoveModels { unit: model.unit, models: vec![model] }))
}

pub(super) fn on_tell_key(
    key: On<TellKey>,
    mut opened: ResMut<OpenGame>,
    mut drafting: ResMut<Drafting>,
    draft_check: Res<DraftCheck>,
    (hovered, selection): (Res<HoveredModel>, Res<Selection>),
    mut requests: MessageWriter<GameRequest>,
) {
    if !opened.game.setup().is_recorded() {
        return opened.ignore_key(NOT_RECORDED);
    }
    if !takes_word(&opened) {
        let why = opened.nobody_asked();
        return opened.ignore_key(why);
    }
    let command = match *key {
        TellKey::Happened => {
            let drafted =
                drafting.0.as_ref().and(draft_check.0.as_ref()).map(|checked| checked.command.clone());
            drafted.or_else(|| opened.refused.clone()).and_then(|refused| happened(&opened, &refused))
        }
        TellKey::TakeOff => hovered.0.and_then(|model| taken_off(&opened, model)),
    };
    let Some(command) = command else {
        let why = match *key {
            TellKey::Happened => {
                "Nothing was refused that could have happened: drag a unit to where it stands, or tap its place."
            }
            TellKey::TakeOff if selection.unit.is_some() => {
                "Point at the model that is gone; the card of the unit takes off one after the other."
            }
            TellKey::TakeOff => "Point at the model that is gone.",
        };
        return opened.ignore_key(why);
    };
    drafting.0 = None;
    opened.notice.take_if(|notice| matches!(notice, Notice::Refused(_)));
    requests.write(GameRequest::Submit(vec![command]));
}

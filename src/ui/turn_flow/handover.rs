//! The handover of the turn: the selection is dropped, and the camera goes behind the side that is to act, if the player
//! has chosen so and a person plays it. The banner is a caption of `playback`, the frame an overlay; when the game is handed over for a question
//! in between, `question_waits` decides.

use bevy::prelude::*;

use super::question_waits;
use crate::game::engine::fact::Fact;
use crate::game::phases::turn::kinds::Fact as TurnFact;
use crate::rules::turn::{Phase, Turn};
use crate::ui::camera::GoToView;
use crate::ui::drafts::selection::Selection;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{Commander, GameChanged, GameSystems, OpenGame};
use crate::ui::session::settings::{CameraMoves, Settings};

pub(in crate::ui) fn plugin(app: &mut App) {
    app.add_plugins(question_waits::plugin).add_systems(PreUpdate, hand_over.after(GameSystems));
}

/// The turn that begins with these facts, if one does.
///
/// Rule: TURN-1.
fn begun_turn(facts: &[Fact]) -> Option<Turn> {
    facts.iter().rev().find_map(|fact| match fact {
        Fact::Turn(TurnFact::PhaseBegan { turn }) if turn.phase == Phase::Starting => Some(*turn),
        _ => None,
    })
}

fn hand_over(
    mut changes: MessageReader<GameChanged>,
    opened: Res<OpenGame>,
    settings: Res<Settings>,
    mut selection: ResMut<Selection>,
    mut views: MessageWriter<GoToView>,
) {
    for change in changes.read() {
        let GameChanged::Played { facts, .. } = change else { continue };
        let Some(turn) = begun_turn(facts) else { continue };
        emit(&UiEvent::HandedOver { to: turn.side, round: turn.round });
        if opened.asks_to_act() {
            selection.unit = None;
        }
        let is_asked = opened.commander(turn.side) == Commander::Person
            || !opened.commanders.contains(&Commander::Person);
        if settings.camera_follows && settings.camera == CameraMoves::ByItself && is_asked {
            views.write(GoToView::Behind(turn.side));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ids::Side;

    /// Rule: TURN-1. A turn begins with its Starting phase; where the battle is over, none does.
    #[test]
    fn a_turn_begins_with_its_starting_phase() {
        let turn = |phase| Turn { round: 2, side: Side::B, first: Side::A, phase };
        let began = |phase| Fact::Turn(TurnFact::PhaseBegan { turn: turn(phase) });
        use Phase::{Action, CloseCombat, Over, Reaction, Starting};
        for (phases, expected) in [
            (vec![Reaction, CloseCombat, Starting, Action], Some(turn(Starting))),
            (vec![Reaction, CloseCombat], None),
            (vec![Reaction, CloseCombat, Over], None),
        ] {
            let facts: Vec<Fact> = phases.iter().copied().map(began).collect();
            assert_eq!(begun_turn(&facts), expected, "{phases:?}");
        }
    }
}

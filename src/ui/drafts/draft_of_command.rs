//! A draft made from a command: advice that is drawn on the table, to be confirmed or changed.

use super::draft::Draft;
use crate::game::dispatch::drafted;
use crate::game::engine::command::Command;
use crate::game::engine::view::View;
use crate::game::phases::drafted::{Drafted, DraftedAction};
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::phases::shooting::kinds::FireAt;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;

impl Draft {
    /// The draft that becomes a command; `None` for commands that are not drafted, such as answers to questions.
    pub fn of_command(view: &View, command: &Command) -> Option<Self> {
        let DraftedAction { unit, action, moves, fire, sequence, marked } = match drafted(&command.order)? {
            Drafted::Placing { unit, .. } => return Self::placed(view, unit, command),
            Drafted::CombatMove { .. } => return None,
            Drafted::Action(drafted) => drafted,
        };
        if action == Action::GetDown {
            return None;
        }
        let falls_back = action == Action::FallBack;
        let mut draft =
            if falls_back { Self::of_retreat(view, unit)? } else { Self::of_standing(view, unit, action)? };
        (draft.fire.marked, draft.fire.sequence) = (marked, sequence);
        draft.take_moves(view, &moves);
        draft.take_fire(&fire);
        Some(draft)
    }

    fn placed(view: &View, unit: UnitId, command: &Command) -> Option<Self> {
        let mut draft = Self::of_waiting(view, unit)?;
        draft.hold = super::draft::Hold::Resting;
        draft.take_ends(view, command);
        Some(draft)
    }

    /// The paths of an order, as if the player had drawn them.
    fn take_moves(&mut self, view: &View, moves: &[ModelMove]) {
        for ModelMove { model, path, facing } in moves {
            if let Some(drafted) = self.models.iter_mut().find(|one| one.model == *model) {
                drafted.set_path(view.terrain(), path, facing.degrees());
            }
        }
        self.settle(view);
    }

    /// The targets of an order: the first is that of all models that the others do not name.
    fn take_fire(&mut self, fire: &[FireAt]) {
        let Some((first, others)) = fire.split_first() else { return };
        self.fire.set_main_target(first.at);
        for FireAt { at, by } in others {
            let models: Vec<_> = by.iter().flatten().map(|shooter| shooter.model).collect();
            self.fire.aim(&models, *at);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::battle::Battle;
    use crate::game::engine::command::Order;
    use crate::game::engine::dice::Dice;
    use crate::game::phases::moving::kinds::{AdvanceUnit, OpenFire, Order as MovingOrder, Sequence};
    use crate::game::phases::shooting::kinds::{OnMyTarget, Order as ShootingOrder};
    use crate::game::phases::turn::kinds::Order as TurnOrder;
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::rules::ids::Side;
    use crate::rules::measures::{Facing, Place};

    /// Drawn and confirmed unchanged, advice is the same command.
    #[test]
    fn a_draft_becomes_the_command_it_was_made_from() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = Arc::new(load_level("mid-battle", &data, None).unwrap());
        let (battle, _) = Battle::new(setup, Dice::seeded(7)).unwrap();
        let view = battle.view();
        let unit = "A1".parse().unwrap();
        let model = view.standing(unit).next().unwrap();
        let (at, facing) = (model.pose.at.ground(), model.facing().degrees());
        let end = Place::from_inches(at[0] + 0.5, at[1], model.pose.at.z.inches()).unwrap();
        let moves = vec![ModelMove {
            model: model.id,
            path: vec![end],
            facing: Facing::from_degrees(facing).unwrap(),
        }];
        let fire = vec![FireAt { at: "B3".parse().unwrap(), by: None }];
        let opens = OpenFire { unit, moves: vec![], fire: fire.clone() };
        let advances = AdvanceUnit { unit, moves, fire, sequence: Sequence::MoveFirst };
        let marks = OnMyTarget { unit, at: "B3.1".parse().unwrap(), by: None };
        for order in [
            Order::from(MovingOrder::OpenFire(opens)),
            MovingOrder::AdvanceUnit(advances).into(),
            ShootingOrder::OnMyTarget(marks).into(),
        ] {
            let command = Command { player: Side::A, order };
            let draft = Draft::of_command(&view, &command).unwrap();
            assert_eq!(draft.command(view).unwrap(), Some(command));
        }
        let answer = Command { player: Side::A, order: TurnOrder::EndPhase.into() };
        assert_eq!(Draft::of_command(&view, &answer), None, "nothing to draw");
    }
}

//! A draft made from a command: advice that is drawn on the table, to be confirmed or changed.

use super::draft::Draft;
use crate::game::engine::command::{Command, Order};
use crate::game::engine::view::View;
use crate::game::phases::deployment::kinds::Order as DeploymentOrder;
use crate::game::phases::fall_back::kinds::Order as FallBackOrder;
use crate::game::phases::moving::kinds::{AdvanceUnit, ModelMove, OpenFire, Order as MovingOrder, Sequence};
use crate::game::phases::shooting::kinds::{FireAt, OnMyTarget, Order as ShootingOrder};
use crate::rules::action::Action;
use crate::rules::ids::UnitId;

impl Draft {
    /// The draft that becomes a command; `None` for commands that are not drafted, such as answers to questions.
    pub fn of_command(view: &View, command: &Command) -> Option<Self> {
        match &command.order {
            Order::Shooting(ShootingOrder::OnMyTarget(OnMyTarget { unit, at, .. })) => {
                let mut draft = Self::of_standing(view, *unit, Action::OnMyTarget)?;
                draft.fire.marked = Some(*at);
                Some(draft)
            }
            Order::FallBack(FallBackOrder::FallBack(order)) => {
                let mut draft = Self::of_retreat(view, order.unit)?;
                draft.take_moves(view, &order.moves);
                draft.take_fire(order.fire.as_slice());
                Some(draft)
            }
            Order::Deployment(DeploymentOrder::DeployUnit(order)) => Self::placed(view, order.unit, command),
            order => {
                let moved = order.unit_move()?;
                let mut draft = Self::of_standing(view, moved.unit, moved.action)?;
                draft.take_moves(view, moved.moves);
                let (fire, sequence) = fire_of(order);
                draft.fire.sequence = sequence;
                draft.take_fire(fire);
                Some(draft)
            }
        }
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

fn fire_of(order: &Order) -> (&[FireAt], Sequence) {
    match order {
        Order::Moving(MovingOrder::AdvanceUnit(AdvanceUnit { fire, sequence, .. })) => (fire, *sequence),
        Order::Moving(MovingOrder::OpenFire(OpenFire { fire, .. })) => (fire, Sequence::default()),
        _ => (&[], Sequence::default()),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::battle::Battle;
    use crate::game::engine::dice::Dice;
    use crate::game::phases::moving::kinds::OpenFire;
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

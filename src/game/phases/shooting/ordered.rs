//! The fire of an order, whichever kind of order it is.

use super::aim::Stance;
use super::kinds::FireMode;
use super::kinds::{Choice, FireAfterRunning, FireAt, OnMyTarget, Order, Shooter, SnapFire};
use super::odds::{Odds, odds_at_model, odds_of_fire};
use super::{poses_after_moves, snap_fire};
use crate::game::engine::agenda::Choice as AnyChoice;
use crate::game::engine::command::Order as AnyOrder;
use crate::game::engine::components::Pose;
use crate::game::engine::refusal::Refusal;
use crate::game::engine::view::View;
use crate::game::phases::drafted::DraftedAction;
use crate::game::phases::fall_back::kinds::{FallBack, Order as FallBackOrder};
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::movement::arcs::Turning;
use crate::rules::ruleset::FallBackProcedure;
use crate::rules::salvo::Manner;

/// Fire of an order.
#[derive(Clone, Debug, PartialEq)]
pub enum OrderedFire {
    /// A salvo at each of some units.
    AtUnits {
        /// Shooting unit.
        unit: UnitId,
        /// Poses of its models when they fire, where they differ from the present ones.
        stance: Vec<(ModelId, Pose)>,
        /// The targets.
        fire: Vec<FireAt>,
        /// Fire mode.
        mode: FireMode,
    },
    /// On My Target.
    AtModel {
        /// Shooting unit.
        unit: UnitId,
        /// The target.
        at: ModelId,
        /// Shooters of the unit; all that may fire, if `None`.
        by: Option<Vec<Shooter>>,
    },
}

/// Fire mode of a unit that may fire in place of falling back.
///
/// Rule: FB-1 (snap fire), OFB-1 (half rate), FAC-3.
pub fn fall_back_fire_mode(view: View) -> FireMode {
    match view.setup().ruleset.falling_back.procedure {
        FallBackProcedure::SafePosition => snap_fire::FIRE_MODE,
        FallBackProcedure::Outline => FireMode { manner: Manner::FallingBack, turning: Turning::Free },
    }
}

/// Fire of an order given as an answer to a choice; `None` if it fires nothing.
///
/// Rule: ACT-1 (its fire), ACT-2 (its fire), ACT-3, ACT-4 (its fire), RE-1, FB-1 (its fire), OFB-1 (its fire), CC-3.
pub fn ordered_fire(view: View, order: &AnyOrder, choice: AnyChoice) -> Option<OrderedFire> {
    match (order, choice) {
        (AnyOrder::Shooting(Order::OnMyTarget(OnMyTarget { unit, at, by })), _) => {
            Some(OrderedFire::AtModel { unit: *unit, at: *at, by: by.clone() })
        }
        (
            AnyOrder::Shooting(Order::SnapFire(SnapFire { unit, by })),
            AnyChoice::Shooting(Choice::SnapFire { at, .. }),
        ) => {
            let fire = vec![FireAt { at, by: by.clone() }];
            Some(OrderedFire::AtUnits { unit: *unit, stance: Vec::new(), fire, mode: snap_fire::FIRE_MODE })
        }
        (AnyOrder::CloseCombat(order), _) => {
            let (unit, fire) = order.defensive_fire()?;
            let mode = snap_fire::defensive_fire_mode(view);
            Some(OrderedFire::AtUnits { unit, stance: Vec::new(), fire: vec![fire], mode })
        }
        (AnyOrder::FallBack(FallBackOrder::FallBack(FallBack { unit, fire: Some(fire), .. })), _) => {
            let (fire, mode) = (vec![fire.clone()], fall_back_fire_mode(view));
            Some(OrderedFire::AtUnits { unit: *unit, stance: Vec::new(), fire, mode })
        }
        (
            AnyOrder::Shooting(Order::FireAfterRunning(FireAfterRunning { unit, fire })),
            AnyChoice::Shooting(Choice::FireAfterRunning { turning, .. }),
        ) => {
            let mode = FireMode { manner: Manner::AfterRunning, turning };
            Some(OrderedFire::AtUnits { unit: *unit, stance: Vec::new(), fire: vec![fire.clone()], mode })
        }
        _ => {
            let DraftedAction { unit, action, moves, fire, .. } = order.drafted_action()?;
            let mode = FireMode::of(view.unit(unit)?, Manner::of(action)?);
            let stance = poses_after_moves(view, &moves);
            let fire = fire.into_owned();
            (!fire.is_empty()).then_some(OrderedFire::AtUnits { unit, stance, fire, mode })
        }
    }
}

impl OrderedFire {
    /// Shooting unit.
    pub fn unit(&self) -> UnitId {
        match self {
            Self::AtUnits { unit, .. } | Self::AtModel { unit, .. } => *unit,
        }
    }

    /// Manner of fire.
    pub fn manner(&self) -> Manner {
        match self {
            Self::AtUnits { mode, .. } => mode.manner,
            Self::AtModel { .. } => Manner::OnMyTarget,
        }
    }

    /// The model that On My Target names.
    pub fn marked(&self) -> Option<ModelId> {
        match self {
            Self::AtUnits { .. } => None,
            Self::AtModel { at, .. } => Some(*at),
        }
    }

    /// The battle once the moves of the order are made.
    pub fn after_moves<'b>(&'b self, view: View<'b>) -> View<'b> {
        match self {
            Self::AtUnits { stance, .. } => view.with_poses(stance),
            Self::AtModel { .. } => view,
        }
    }

    /// The salvos at units; none of On My Target.
    pub fn fire(&self) -> &[FireAt] {
        match self {
            Self::AtUnits { fire, .. } => fire,
            Self::AtModel { .. } => &[],
        }
    }

    /// Odds of the fire, target by target.
    ///
    /// # Errors
    /// The refusal that the order would meet for its fire.
    pub fn odds(&self, view: View) -> Result<Vec<(UnitId, Odds)>, Refusal> {
        match self {
            Self::AtUnits { unit, stance, fire, mode } => {
                let stance: &Stance = stance;
                odds_of_fire(view, stance, *unit, fire, *mode)
            }
            Self::AtModel { unit, at, by } => {
                Ok(vec![(at.unit, odds_at_model(view, *unit, *at, by.as_deref())?)])
            }
        }
    }
}

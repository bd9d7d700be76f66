//! The ruler: measures between any two things.

use bevy::prelude::*;

use super::draft::Draft;
use crate::game::engine::view::View;
use crate::game::measure::Mark;
use crate::rules::ids::ModelId;
use crate::rules::measures::{Place, Thou};

/// What is measured.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum Ruler {
    /// It is put away.
    #[default]
    Away,
    /// The next click sets the first end.
    InHand,
    /// The first end is set; the next click sets the other.
    From(Mark),
    /// Both ends are set.
    Laid(Mark, Mark),
}

/// What the pointer is over, if it is over the table.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct UnderPointer {
    /// A point of the surface, inches, and its height.
    pub spot: Option<([f64; 2], Thou)>,
    /// What the ruler would measure from.
    pub mark: Option<Mark>,
}

impl Ruler {
    /// Takes the ruler up, or puts it away.
    pub fn toggle(&mut self) {
        *self = if *self == Self::Away { Self::InHand } else { Self::Away };
    }

    /// Whether clicks set its ends.
    pub fn is_out(&self) -> bool {
        *self != Self::Away
    }

    /// Sets the next end; once both are set, starts again.
    pub fn lay(&mut self, mark: Mark) {
        *self = match std::mem::take(self) {
            Self::Away => Self::Away,
            Self::InHand | Self::Laid(..) => Self::From(mark),
            Self::From(from) => Self::Laid(from, mark),
        };
    }
}

/// An objective is picked within this distance.
const PICK_RADIUS_INCHES: f64 = 0.7;

/// What lies at a spot: a model, else an objective, else the point. A model of a draft is measured from where it
/// would end.
pub(in crate::ui) fn mark_at(
    view: &View,
    draft: Option<&Draft>,
    on: Option<ModelId>,
    spot: Option<([f64; 2], Thou)>,
) -> Option<Mark> {
    let ghost = |model: ModelId| {
        let drafted = draft?.models.iter().find(|drafted| drafted.model == model)?;
        drafted.end().ok().map(Mark::Point)
    };
    if let Some(model) = on {
        return Some(ghost(model).unwrap_or(Mark::Model(model)));
    }
    let ([x, y], height) = spot?;
    let at = Place::from_inches(x, y, height.inches()).ok()?;
    let near =
        view.objectives().iter().find(|objective| objective.at.ground_distance(at) <= PICK_RADIUS_INCHES);
    Some(near.map_or(Mark::Point(at), |objective| Mark::Objective(objective.id.clone())))
}

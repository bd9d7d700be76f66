//! The ruler: measures between any two things the player points at.

use bevy::prelude::*;

use super::draft::Draft;
use crate::game::engine::view::View;
use crate::game::measure::Mark;
use crate::rules::ids::ModelId;
use crate::rules::measures::{Place, Thou};

/// What is measured.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum Ruler {
    /// Nothing.
    #[default]
    Away,
    /// Taken up; the next click is its one end.
    InHand,
    /// One end lies; the next click is the other.
    From(Mark),
    /// Both ends lie.
    Laid(Mark, Mark),
}

/// What the mouse points at, where the table is seen there.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct Pointed {
    /// The point that bears, inches, and its height.
    pub spot: Option<([f64; 2], Thou)>,
    /// What a ruler would be laid at.
    pub mark: Option<Mark>,
}

impl Ruler {
    /// Takes it up, or puts it away.
    pub fn toggle(&mut self) {
        *self = if *self == Self::Away { Self::InHand } else { Self::Away };
    }

    /// Whether clicks are its own.
    pub fn is_out(&self) -> bool {
        *self != Self::Away
    }

    /// Lays its next end; one that lies already begins anew.
    pub fn lay(&mut self, mark: Mark) {
        *self = match std::mem::take(self) {
            Self::Away => Self::Away,
            Self::InHand | Self::Laid(..) => Self::From(mark),
            Self::From(from) => Self::Laid(from, mark),
        };
    }
}

/// How near an objective is pointed at, inches.
const REACH: f64 = 0.7;

/// What lies at a spot: a model, else an objective, else the point. A model of a draft is
/// measured from where it would end.
pub(super) fn mark_at(
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
    let objectives = &view.setup().level.objectives;
    let near = objectives.iter().find(|objective| objective.at.ground_distance(at) <= REACH);
    Some(near.map_or(Mark::Point(at), |objective| Mark::Objective(objective.id.clone())))
}

//! Units as they stand, for a report.

use super::data::{Model, ObjectiveMark, Score, Standing};
use crate::game::engine::components::Fate;
use crate::game::engine::view::View;
use crate::game::narration::words::objective_on_table;
use crate::game::phases::turn::victory::{holder, tally};
use crate::game::unit_summary::{StayedToFire, summary};
use crate::rules::ids::Side;

/// The units on the table.
pub(super) fn standing(view: View, stayed: &StayedToFire) -> Vec<Standing> {
    let units = view.units().filter(|unit| view.standing(unit.id).next().is_some());
    let of_unit = |unit: crate::game::engine::view::UnitView| {
        let summary = summary(view, unit, stayed);
        let leader = view.leader(unit.id).map(|leader| leader.id);
        let models = view.standing(unit.id).map(|model| Model {
            model: model.id,
            at: model.pose.at,
            facing: model.pose.facing,
            leads: Some(model.id) == leader,
        });
        Standing {
            unit: unit.id,
            state: summary.state.word(),
            of: summary.models,
            hits: summary.hits,
            nerve_markers: summary.nerve_markers,
            models: models.collect(),
        }
    };
    units.map(of_unit).collect()
}

/// The objectives, and who holds them.
pub(super) fn objectives(view: View) -> Vec<ObjectiveMark> {
    let mark = |objective: &crate::level::scenario::Objective| ObjectiveMark {
        name: objective_on_table(view.setup(), &objective.id),
        at: objective.at,
        hold: holder(view, objective),
    };
    view.objectives().iter().map(mark).collect()
}

/// The standing of the battle.
///
/// Rule: MIS-4, MIS-6.
pub(super) fn score(view: View) -> Score {
    let tallies = Side::BOTH.map(|side| tally(view, side));
    let left = |side: Side| {
        let units = view.units().filter(|unit| unit.id.side == side);
        let models = units.flat_map(|unit| view.models(unit.id));
        models.filter(|model| model.condition.fate != Fate::Lost).count()
    };
    Score {
        points: tallies.each_ref().map(|tally| tally.points),
        objectives: tallies.each_ref().map(|tally| tally.objectives.len()),
        models: Side::BOTH.map(left),
    }
}

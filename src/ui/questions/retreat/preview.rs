//! Computes retreat previews: the retreat by the rules, the paths as they are drawn, and the threats before and after.

use crate::game::after_retreat::danger;
use crate::game::engine::components::Pose;
use crate::game::engine::view::{ModelView, View};
use crate::game::narration::foresight::Danger;
use crate::game::phases::fall_back::retreat;
use crate::game::phases::fall_back::retreat::{
    Edge, Leaves, ModelEnd, ModelRetreat, Reachability, Retreat, RetreatOutcome, Watcher,
};
use crate::game::phases::fall_back::threat::{ThreatAssessment, assess_threat};
use crate::game::sight::PlacementOverride;
use crate::rules::falling_back::{Limits, MoveLimit, Occasion, limits, quiet_run};
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::{Facing, Place};
use crate::rules::movement::going::Going;
use crate::rules::ruleset::FallBackProcedure;
use crate::ui::axes;
use crate::ui::background::what_if::{Moved, WhatIfBattle};
use crate::ui::looks::drawn_path::{Segment, Trail, trail};

use super::question::Subject;

/// The retreat of a unit that had to fall back, ready to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Preview {
    /// The retreat by the rules.
    pub retreat: Retreat,
    /// The paths of its models, in the order of the retreat.
    pub tracks: Vec<Track>,
    /// The rest of the path to a safe position that the leader does not reach.
    pub beyond: Trail,
    /// The enemy of each unit that sees the safe position best, of equal ones the nearest; the nearest units first; with
    /// its eyes, inches.
    pub watchers: Vec<(Watcher, [f64; 3])>,
    /// The procedure of the ruleset.
    pub procedure: FallBackProcedure,
    /// Distances that its models must go and may go.
    pub limits: Limits,
    /// Distance that they may go without drawing fire, by the outline of 2012, inches.
    pub quiet: f64,
    /// Width of their bases, inches.
    pub width: f64,
    /// The enemies that can shoot at it now, and their effect. Not computed for all units of a side.
    pub now: Option<ThreatAssessment>,
    /// The enemies that can shoot at it where it ends.
    pub there: Option<Danger>,
}

impl Preview {
    /// The limits along the leader's path, inches, with their names: minimum, maximum, or without drawing fire. Empty for
    /// a rout, which has no limit to choose.
    ///
    /// Rule: FB-2, FB-3, OFB-3, OFB-4.
    pub(in crate::ui) fn marks(&self) -> Vec<(f64, &'static str)> {
        let limit = self.retreat.outcome.retreats().first().map_or(MoveLimit::Full, |run| run.limit);
        let [min, max] = self.limits.of(limit);
        match (&self.retreat.outcome, limit) {
            (RetreatOutcome::FallBack { .. }, MoveLimit::Full) => vec![(min, "Mv"), (max, "2 × Mv")],
            (RetreatOutcome::FallBack { .. }, MoveLimit::Halved) => {
                vec![(min, "½ Mv"), (max, "Mv, halved")]
            }
            (RetreatOutcome::RunForCover { .. } | RetreatOutcome::RunForEdge { .. }, MoveLimit::Full) => {
                vec![(self.quiet, "Mv"), (max, "2 × Mv")]
            }
            (RetreatOutcome::RunForCover { .. } | RetreatOutcome::RunForEdge { .. }, MoveLimit::Halved) => {
                vec![(max, "Mv, halved")]
            }
            _ => Vec::new(),
        }
    }
}

/// The path of one model.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Track {
    /// The model.
    pub model: ModelId,
    /// Place of the model before the retreat.
    pub start: Place,
    /// Its path over the table.
    pub trail: Trail,
    /// The end of the path, also of a model that is lost.
    pub end: Place,
    /// Its facing there.
    pub facing: Facing,
}

/// Computes the previews.
pub(super) fn compute(
    battle: &mut WhatIfBattle,
    of: Subject,
    overrides: &[PlacementOverride],
) -> Vec<Preview> {
    match of {
        Subject::Unit(unit) => preview_with_threats(battle, unit, overrides).into_iter().collect(),
        Subject::Side(side) => {
            let Ok(view) = battle.with(overrides, None) else { return Vec::new() };
            let units = view.units().filter(|unit| unit.id.side == side);
            units.filter_map(|unit| preview(view, unit.id)).collect()
        }
    }
}

/// The preview of one unit, with threats.
fn preview_with_threats(
    battle: &mut WhatIfBattle,
    unit: UnitId,
    overrides: &[PlacementOverride],
) -> Option<Preview> {
    let view = battle.with(overrides, None).ok()?;
    let mut preview = preview(view, unit)?;
    preview.now = Some(assess_threat(view, unit));
    let retreats = preview.retreat.outcome.retreats().iter().zip(&preview.tracks);
    let pose = |(run, track): (&ModelRetreat, &Track)| {
        let stands = !matches!(run.end, ModelEnd::Lost { .. } | ModelEnd::Leaves);
        (run.model, stands.then_some(Pose { at: track.end, facing: track.facing }))
    };
    let moved = Moved { unit, models: retreats.map(pose).collect() };
    if moved.models.iter().any(|(_, pose)| pose.is_some()) {
        preview.there = battle.with(overrides, Some(&moved)).ok().map(|view| danger(view, unit));
    }
    Some(preview)
}

fn preview(view: View, unit: UnitId) -> Option<Preview> {
    let retreat = retreat(view, unit, Occasion::Action)?;
    let start = view.unit(unit)?;
    let tracks = retreat.outcome.retreats().iter().filter_map(|run| track(view, run)).collect();
    let leader = view.model(retreat.leader)?;
    let done = retreat.outcome.retreats().first().map_or(0.0, |run| run.length.0);
    let beyond = path_beyond_end(&retreat.outcome)
        .map_or_else(Trail::default, |path| rest_of(walked(view, leader, path), done));
    let card = start.card;
    Some(Preview {
        tracks,
        beyond,
        watchers: watchers(view, &retreat.outcome),
        procedure: view.setup().ruleset.falling_back.procedure,
        limits: limits(card.characteristics.movement, &view.setup().ruleset),
        quiet: quiet_run(card.characteristics.movement, &view.setup().ruleset),
        width: 2.0 * card.base.radius(),
        now: None,
        there: None,
        retreat,
    })
}

/// The path to the goal that the leader does not reach.
fn path_beyond_end(outcome: &RetreatOutcome) -> Option<&[Place]> {
    match outcome {
        RetreatOutcome::RunForEdge { edge: Edge::At { path, .. }, leaves: Leaves::NotYet, .. } => Some(path),
        outcome => outcome
            .safe_position()
            .filter(|safe_position| safe_position.reachability == Reachability::TooFar)
            .map(|safe_position| safe_position.path.as_slice()),
    }
}

fn watchers(view: View, outcome: &RetreatOutcome) -> Vec<(Watcher, [f64; 3])> {
    let Some(safe_position) = outcome.safe_position() else { return Vec::new() };
    let with_eyes = |watcher: Watcher| {
        let model = view.model(watcher.model)?;
        let [x, y] = model.pose.at.ground();
        Some((watcher, [x, y, model.pose.at.z.inches() + model.card.base.eyes.inches()]))
    };
    best_of_units(&safe_position.watchers).into_iter().filter_map(with_eyes).collect()
}

/// The best watcher of each unit, and of equal ones the nearest. The nearest watchers come first.
fn best_of_units(watchers: &[Watcher]) -> Vec<Watcher> {
    let mut best: Vec<Watcher> = Vec::new();
    for watcher in watchers {
        match best.iter_mut().find(|one| one.model.unit == watcher.model.unit) {
            Some(known) if watcher.state < known.state => *known = *watcher,
            Some(_) => {}
            None => best.push(*watcher),
        }
    }
    best
}

fn track(view: View, run: &ModelRetreat) -> Option<Track> {
    let model = view.model(run.model)?;
    let facing = match run.end {
        ModelEnd::Stands { facing } | ModelEnd::Apart { facing } => facing,
        ModelEnd::Lost { .. } | ModelEnd::Leaves => model.facing(),
    };
    let end = run.path.last().copied().unwrap_or(model.pose.at);
    Some(Track { model: run.model, start: model.pose.at, trail: walked(view, model, &run.path), end, facing })
}

/// The trail of a path; if it cannot be walked to its end, its straight legs.
fn walked(view: View, model: ModelView, path: &[Place]) -> Trail {
    if let Ok(walk) = view.terrain().walk(model.mover(), model.pose.at, path) {
        return trail(&walk);
    }
    let corners: Vec<_> =
        std::iter::once(&model.pose.at).chain(path).map(|at| axes::place_in_scene(*at)).collect();
    let leg = |ends: &[bevy::math::Vec3]| Segment { from: ends[0], to: ends[1], going: Going::Clear };
    Trail { segments: corners.windows(2).map(leg).collect(), signs: Vec::new() }
}

/// The rest of a trail after so many inches.
pub(super) fn rest_of(trail: Trail, mut done: f64) -> Trail {
    let mut segments = Vec::new();
    for mut piece in trail.segments {
        let along = piece.to - piece.from;
        let length = f64::from(along.x.hypot(along.z));
        if done > 0.0 && done >= length {
            done -= length;
            continue;
        }
        if done > 0.0 {
            piece.from += along * (done / length) as f32;
            done = 0.0;
        }
        segments.push(piece);
    }
    Trail { segments, signs: Vec::new() }
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec3;

    use super::*;
    use crate::game::engine::unit_fact::Length;
    use crate::rules::ids::Side;
    use crate::rules::sight::SightState;

    /// A unit is as dangerous as its model with the best view.
    #[test]
    fn each_unit_is_represented_by_its_best_watcher() {
        let watcher = |number, model, state, inches| Watcher {
            model: ModelId { unit: UnitId { side: Side::B, number }, number: model },
            state,
            in_view: 0.0,
            distance: Length(inches),
        };
        let near = watcher(1, 1, SightState::Hidden, 5.0);
        let other = watcher(2, 1, SightState::Concealed, 6.0);
        let best = watcher(1, 2, SightState::Obscured, 7.0);
        let as_good = watcher(1, 3, SightState::Obscured, 8.0);
        let worse = watcher(2, 2, SightState::Hidden, 9.0);
        assert_eq!(best_of_units(&[near, other, best, as_good, worse]), [best, other]);
    }

    /// Steps up and down count for nothing; what is left begins where the rest was left.
    #[test]
    fn the_rest_of_a_trail_is_as_long_as_what_is_left() {
        let corners =
            [Vec3::ZERO, Vec3::new(2.0, 0.0, 0.0), Vec3::new(2.0, 1.0, 0.0), Vec3::new(2.0, 1.0, 3.0)];
        let piece = |ends: &[Vec3]| Segment { from: ends[0], to: ends[1], going: Going::Clear };
        let whole = Trail { segments: corners.windows(2).map(piece).collect(), signs: Vec::new() };
        for (done, segments, first) in [
            (0.0, 3, corners[0]),
            (1.5, 3, Vec3::new(1.5, 0.0, 0.0)),
            (2.0, 2, corners[1]),
            (3.0, 1, Vec3::new(2.0, 1.0, 1.0)),
            (5.0, 0, Vec3::ZERO),
        ] {
            let rest = rest_of(whole.clone(), done);
            assert_eq!(rest.segments.len(), segments, "after {done}");
            let from = rest.segments.first().map_or(Vec3::ZERO, |piece| piece.from);
            assert!(from.distance(first) < 1e-5, "after {done}: {from}");
        }
    }
}

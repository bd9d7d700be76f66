//! Retreat previews to compute: for the draft, the selection and the pointer.

use std::sync::Arc;

use super::Shown;
use crate::game::engine::battle::Battle;
use crate::game::engine::view::View;
use crate::game::phases::shooting::snap_fire::runner_before_move;
use crate::game::sight::PlacementOverride;
use crate::rules::action::Action;
use crate::rules::ids::{Side, UnitId};
use crate::rules::measures::Place;
use crate::rules::ruleset::Ruleset;
use crate::ui::drafts::draft::Draft;
use crate::ui::questions::sight::placement_overrides;

/// The previews to find, and models that count elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Question {
    pub of: Subject,
    pub overrides: Vec<PlacementOverride>,
    /// Another ruleset to compare with.
    pub ruleset: Option<Arc<Ruleset>>,
}

/// Units whose previews are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Subject {
    /// One unit.
    Unit(UnitId),
    /// All of a side.
    Side(Side),
}

/// The unit that a player may fire at before it falls back: where it would run matters for the answer.
///
/// Rule: OFB-4.
pub(super) fn about_to_run(battle: &Battle) -> Option<UnitId> {
    let at = runner_before_move(battle.decision()?.choice)?;
    let action = battle.view().unit(at)?.activity.last_action;
    (action == Some(Action::FallBack)).then_some(at)
}

/// The question to ask now; the unit is the selected one, else the one under the pointer.
pub(super) fn question(
    view: &View,
    shown: Shown,
    selected: Option<UnitId>,
    draft: Option<&Draft>,
) -> Option<Question> {
    // The ghosts of a unit that falls back are themselves what the preview shows.
    let mut overrides = placement_overrides(draft.filter(|draft| !draft.falls_back()));
    overrides.retain(|(id, at)| view.model(*id).is_some_and(|model| model.pose.at != *at));
    let of = match shown {
        Shown::All(side) => Subject::Side(side),
        Shown::Of(unit) => Subject::Unit(unit),
        Shown::InQuestion => Subject::Unit(in_question(view, selected, draft, &overrides)?),
    };
    if let Subject::Unit(unit) = of {
        view.standing(unit).next()?;
    }
    Some(Question { of, overrides, ruleset: None })
}

/// The unit in question: the target of a draft, else the enemy nearest to its models' ends; without a draft that
/// changes anything, the selected unit.
fn in_question(
    view: &View,
    selected: Option<UnitId>,
    draft: Option<&Draft>,
    moved: &[PlacementOverride],
) -> Option<UnitId> {
    let aimed = draft.and_then(|draft| draft.fire.targets().next());
    let enemies = view.standing_of(draft.map_or(Side::A, |draft| draft.unit.side).other());
    let distance = |unit: UnitId, at: Place| {
        let ends = moved.iter().map(|(_, end)| end.ground_distance(at));
        (ends.fold(f64::INFINITY, f64::min), unit)
    };
    let nearest = enemies
        .map(|enemy| distance(enemy.id.unit, enemy.pose.at))
        .min_by(|(a, one), (b, other)| a.total_cmp(b).then(one.cmp(other)))
        .map(|(_, unit)| unit);
    let threatened = aimed.or(nearest.filter(|_| !moved.is_empty()));
    threatened.or(draft.map(|draft| draft.unit)).or(selected)
}

//! What is to be found out about falling back, by what the player holds, has chosen and points at.

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
use crate::ui::input::Selection;
use crate::ui::input::draft::Draft;
use crate::ui::watch::instead;

/// What is to be found out, and who is thought of elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Question {
    pub of: Of,
    pub instead: Vec<PlacementOverride>,
    /// By whose rules, too.
    pub edition: Option<Arc<Ruleset>>,
}

/// Whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Of {
    /// One unit.
    Unit(UnitId),
    /// All of a side.
    Side(Side),
}

/// Whom a player is asked whether to fire at before it runs to fall back: where it would run belongs to the question.
///
/// Rule: OFB-4.
pub(super) fn about_to_run(battle: &Battle) -> Option<UnitId> {
    let at = runner_before_move(battle.decision()?.choice)?;
    let action = battle.view().unit(at)?.activity.last_action;
    (action == Some(Action::FallBack)).then_some(at)
}

/// What to find out.
pub(super) fn question(
    view: &View,
    shown: Shown,
    selection: &Selection,
    draft: Option<&Draft>,
) -> Option<Question> {
    let mut instead = instead(draft);
    instead.retain(|(id, at)| view.model(*id).is_some_and(|model| model.pose.at != *at));
    let of = match shown {
        Shown::All(side) => Of::Side(side),
        Shown::Of(unit) => Of::Unit(unit),
        Shown::InQuestion => Of::Unit(in_question(view, selection, draft, &instead)?),
    };
    if let Of::Unit(unit) = of {
        view.standing(unit).next()?;
    }
    Some(Question { of, instead, edition: None })
}

/// The unit whose preview helps now: the one that a draft aims at, else the enemy next to where its models
/// would be; without a draft that changes anything the selected one, else the one under the mouse.
fn in_question(
    view: &View,
    selection: &Selection,
    draft: Option<&Draft>,
    moved: &[PlacementOverride],
) -> Option<UnitId> {
    let aimed = draft.and_then(|draft| draft.fire.targets().next());
    let enemies = view.standing_of(draft.map_or(Side::A, |draft| draft.unit.side).other());
    let far = |unit: UnitId, at: Place| {
        let ends = moved.iter().map(|(_, end)| end.ground_distance(at));
        (ends.fold(f64::INFINITY, f64::min), unit)
    };
    let nearest = enemies
        .map(|enemy| far(enemy.id.unit, enemy.pose.at))
        .min_by(|(a, one), (b, other)| a.total_cmp(b).then(one.cmp(other)))
        .map(|(_, unit)| unit);
    let threatened = aimed.or(nearest.filter(|_| !moved.is_empty()));
    let selected = draft.map(|draft| draft.unit).or(selection.unit);
    threatened.or(selected).or(selection.hovered.map(|model| model.unit))
}

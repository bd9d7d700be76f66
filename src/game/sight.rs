//! Who sees whom: what `show sight` answers.

use super::measure::{Mark, MarkError};
use super::view::{ModelView, View};
use crate::rules::basics::gap;
use crate::rules::ids::ModelId;
use crate::rules::sight::{
    Judged, SightState, Sighting, awareness, evasion_bonus, is_exposed, judge, state_for_unit,
    within_awareness,
};
use crate::table::sight::SightLine;

/// One model looked at by another.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// Who looks.
    pub from: ModelId,
    /// At whom.
    pub to: ModelId,
    /// Between their bases, inches (BAS-1).
    pub gap: f64,
    /// What was measured.
    pub sighting: Sighting,
    /// What lies on the line to the middle of the body.
    pub line: SightLine,
    /// The state for this pair alone, and why.
    pub judged: Judged,
    /// The state for the shooter's unit: Hidden only if hidden from all its models (VIS-2).
    pub state: SightState,
    /// Whether the target is exposed (VIS-3).
    pub exposed: bool,
    /// The shooter's Aw against it, inches (VIS-3).
    pub awareness: f64,
    /// Whether its state lets it be shot at (VIS-4).
    pub within_awareness: bool,
    /// What state and distance add to its Ev (VIS-5).
    pub evasion: u8,
}

/// Every model of one mark looking at every model of another, in the order of their ids. A model
/// does not look at itself.
///
/// Rule: VIS-1, VIS-2, VIS-3, VIS-4, VIS-5.
///
/// # Errors
/// A mark that is no model, no unit and no side, or is not on the table.
pub fn sight(view: View, from: &Mark, to: &Mark) -> Result<Vec<Seen>, MarkError> {
    let [lookers, targets] = [models(view, from)?, models(view, to)?];
    let pairs = lookers.iter().flat_map(|from| targets.iter().map(move |to| (*from, *to)));
    Ok(pairs.filter(|(from, to)| from.id != to.id).map(|(from, to)| seen(view, from, to)).collect())
}

/// The models on the table that a mark names, at least one.
pub(super) fn models<'a>(view: View<'a>, mark: &Mark) -> Result<Vec<ModelView<'a>>, MarkError> {
    let unknown = || MarkError::Unknown(mark.clone());
    let found: Vec<_> = match mark {
        Mark::Model(id) => {
            let model = view.model(*id).ok_or_else(unknown)?;
            Some(model).filter(ModelView::stands).into_iter().collect()
        }
        Mark::Unit(id) => {
            view.unit(*id).ok_or_else(unknown)?;
            view.standing(*id).collect()
        }
        Mark::Side(side) => view.standing_of(*side).collect(),
        Mark::Objective(_) | Mark::Point(_) => return Err(MarkError::NoModel(mark.clone())),
    };
    if found.is_empty() { Err(MarkError::NotOnTable(mark.clone())) } else { Ok(found) }
}

fn seen(view: View, from: ModelView, to: ModelView) -> Seen {
    let (terrain, rules, allowance) = (view.terrain(), &view.setup().ruleset.sight, view.allowance());
    let [shooter, target] = [from.viewed(), to.viewed()];
    let sighting = terrain.sighting(&shooter, &target);
    let judged = judge(&sighting, rules, allowance);
    let gap = gap(from.disc(), to.disc());
    let has_in_view =
        |model: ModelView| terrain.fraction_in_view(&model.viewed(), &target) > rules.nothing_in_view;
    let in_view = judged.state == SightState::Hidden && view.standing(from.id.unit).any(has_in_view);
    let state = state_for_unit(judged.state, in_view);
    let awareness = awareness(from.card.characteristics.awareness, sighting.rise, rules);
    Seen {
        from: from.id,
        to: to.id,
        gap,
        line: terrain.sight_line(&shooter, &target),
        judged,
        state,
        exposed: is_exposed(sighting.rise, rules),
        awareness,
        within_awareness: within_awareness(state, gap, awareness, allowance),
        evasion: evasion_bonus(state, gap, awareness, rules, allowance),
        sighting,
    }
}

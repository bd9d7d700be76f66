//! The sight overlay: which lines of sight and exposure maps the player has switched on, and the queries for them.
//!
//! Every answer comes from `game::sight`. While a unit is dragged, its models count where their ghosts are.

mod exposure_map;
mod lines;
pub(in crate::ui) mod text;

use bevy::prelude::*;

use crate::game::engine::view::View;
use crate::game::sight::PlacementOverride;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::Place;
use crate::ui::background::background_query::{AppQueryExt, BackgroundQuery, Query, QuerySystems};
use crate::ui::background::computing::Task;
use crate::ui::background::what_if::WhatIfBattle;
use crate::ui::camera::ModelEyes;
use crate::ui::drafts::draft::{Draft, Drafting, Hold};
use crate::ui::drafts::order_keys::NO_UNIT;
use crate::ui::drafts::orders;
use crate::ui::drafts::ruler::UnderPointer;
use crate::ui::drafts::selection::{HoveredModel, Selection, UnitInQuestion};
use crate::ui::frame::inputs::inputs;
use crate::ui::session::events::{SightLine, UiEvent, emit};
use crate::ui::session::open_game::OpenGame;
pub(in crate::ui) use exposure_map::{
    ExposureMapQuery, ExposureMapRequest, Question as ExposureMapQuestion, When,
};
pub(in crate::ui) use lines::{SightDirection, SightReport, SightRequest, Sightline};

/// Player's choice of lines and maps.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct SightOverlay {
    /// The direction of the lines that are shown, if any are.
    pub direction: Option<SightDirection>,
    /// The one model they lead to or come from, also while the pointer is elsewhere.
    pub pinned: Option<ModelId>,
    /// Whether the key that shows who sees the spot under the pointer is held.
    pub spot: SpotKey,
    /// The exposure map that is shown, if one is.
    pub map: Option<ExposureMapRequest>,
}

/// The key that shows who sees a spot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum SpotKey {
    /// Not pressed.
    #[default]
    Up,
    /// Held.
    Down,
}

impl SightOverlay {
    /// Shows the lines; those to one model, if the pointer is over it. Hides them if they are shown already.
    pub fn toggle(&mut self, on: Option<ModelId>) {
        match (self.direction, on) {
            (Some(_), None) => self.hide(),
            (Some(_), on) if self.pinned == on => self.pinned = None,
            (direction, on) => {
                self.direction = Some(direction.unwrap_or(SightDirection::Sees));
                self.pinned = on.or(self.pinned);
            }
        }
    }

    /// Shows the lines in the other direction.
    pub fn reverse(&mut self) {
        self.direction = Some(match self.direction {
            Some(SightDirection::Sees) | None => SightDirection::IsSeen,
            Some(SightDirection::IsSeen) => SightDirection::Sees,
        });
    }

    /// Hides the lines.
    pub fn hide(&mut self) {
        (self.direction, self.pinned) = (None, None);
    }
}

/// The lines to find, and models that count elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Question {
    request: SightRequest,
    overrides: Vec<PlacementOverride>,
}

/// The query for lines of sight.
pub(in crate::ui) struct SightLines;

/// The lines of sight that were found. While a unit is dragged, the last answer is shown until the next comes.
pub(in crate::ui) type SightQuery = BackgroundQuery<SightLines>;

inputs! {
    /// Inputs of the lines.
    pub(in crate::ui) struct Inputs {
        sight_overlay: SightOverlay, selection: Selection, hovered: HoveredModel, drafting: Drafting,
        pointed: UnderPointer, eyes: ModelEyes,
    }
}

impl SightQuery {
    /// The lines to show now, and what was asked for.
    pub fn shown(&self) -> Option<(&SightRequest, &SightReport)> {
        self.found().map(|(question, found)| (&question.request, found))
    }
}

impl Query for SightLines {
    const NAME: &'static str = "sight";
    const TASK: Task = Task::SightLines;
    type Inputs = Inputs<'static>;
    type Question = Question;
    type Answer = SightReport;
    type Memory = ();

    fn question(opened: &OpenGame, inputs: &Inputs) -> Option<Question> {
        let request = inputs.eyes.0.map(SightRequest::Eyes).or_else(|| request(opened, inputs))?;
        Some(Question { request, overrides: placement_overrides(inputs.drafting.0.as_ref()) })
    }

    fn answer(battle: &mut WhatIfBattle, question: &Question, (): &mut ()) -> SightReport {
        lines::find_lines(battle.view(), &question.request, &question.overrides).unwrap_or_default()
    }
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.add_plugins(exposure_map::plugin)
        .init_resource::<SightOverlay>()
        .add_query::<SightLines>()
        .add_systems(Update, report.after(QuerySystems))
        .add_observer(on_sight_key);
}

/// Keys of lines of sight and exposure maps.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum SightKey {
    /// Shows or hides the lines; with the pointer over an enemy, those to it.
    Lines,
    /// Shows them in the other direction.
    Reverse,
    /// Shows or hides the exposure map.
    Map,
    /// The map after the one that is shown; first, exposure to the enemy.
    NextMap,
}

fn on_sight_key(
    key: On<SightKey>,
    mut overlay: ResMut<SightOverlay>,
    unit: UnitInQuestion,
    hovered: Res<HoveredModel>,
    mut opened: ResMut<OpenGame>,
) {
    let next_map = |shown: Option<ExposureMapRequest>| {
        let first = ExposureMapRequest { by: unit.side(&opened).other(), when: When::Now };
        Some(shown.map_or(first, ExposureMapRequest::next))
    };
    match (*key, unit.get()) {
        (SightKey::Lines | SightKey::Reverse, None) => opened.ignore_key(NO_UNIT),
        (SightKey::Lines, Some(own)) => {
            overlay.toggle(hovered.0.filter(|model| own.side != model.unit.side));
        }
        (SightKey::Reverse, Some(_)) => overlay.reverse(),
        (SightKey::Map, _) => {
            let shown = overlay.map;
            overlay.map = if shown.is_some() { None } else { next_map(shown) };
        }
        (SightKey::NextMap, _) => {
            let shown = overlay.map;
            overlay.map = next_map(shown);
        }
    }
}

/// The places of a draft's models.
pub(in crate::ui) fn placement_overrides(draft: Option<&Draft>) -> Vec<PlacementOverride> {
    let models = draft.iter().flat_map(|draft| &draft.models);
    models.filter_map(|model| Some((model.model, model.end().ok()?))).collect()
}

/// The lines to find, by the draft, the selection and the pointer.
fn request(opened: &OpenGame, inputs: &Inputs) -> Option<SightRequest> {
    let Inputs { sight_overlay, selection, hovered, drafting, pointed, .. } = inputs;
    let (view, draft) = (&opened.game.battle().view(), drafting.0.as_ref());
    let unit = draft.map(|draft| draft.unit).or(selection.unit);
    if sight_overlay.spot == SpotKey::Down {
        let ([x, y], height) = pointed.spot?;
        let at = Place::from_inches(x, y, height.inches()).ok()?;
        return Some(SightRequest::Spot(sample_model(view, unit, view.turn().side)?, at));
    }
    if sight_overlay.direction.is_none() {
        return request_for_aim(opened, selection, drafting, hovered.0?);
    }
    let direction = sight_overlay.direction?;
    let unit = unit.or(hovered.unit())?;
    let enemy = |model: &ModelId| {
        model.unit.side != unit.side && view.model(*model).is_some_and(|model| model.stands())
    };
    let in_hand = draft.is_some_and(|draft| draft.hold != Hold::Resting);
    let hovered = hovered.0.filter(|_| !in_hand);
    let other = hovered.filter(enemy).or(sight_overlay.pinned.filter(enemy));
    Some(
        other.map_or(SightRequest::Units(unit, direction), |other| SightRequest::One(unit, other, direction)),
    )
}

/// The lines to the enemy unit under the pointer, if a click on this model of it would aim at it.
fn request_for_aim(
    opened: &OpenGame,
    selection: &Selection,
    drafting: &Drafting,
    at: ModelId,
) -> Option<SightRequest> {
    let draft = orders::draft_to_aim(opened, selection, drafting, at)?;
    // A target has its lines of fire already.
    if draft.fire.would_clear(at, draft.action()) {
        return None;
    }
    (draft.hold == Hold::Resting).then_some(SightRequest::Pair(draft.unit, at.unit))
}

/// The model to imagine at a spot: the leader of a unit, else of the first unit of a side that is on the table.
fn sample_model(view: &View, unit: Option<UnitId>, side: Side) -> Option<ModelId> {
    let leader = |unit: UnitId| view.leader(unit).map(|leader| leader.id);
    let mut own = view.units().filter(|unit| unit.id.side == side);
    unit.and_then(leader).or_else(|| own.find_map(|unit| leader(unit.id)))
}

/// Reports the lines that were found, once no unit is dragged.
fn report(drafting: Res<Drafting>, sight_query: Res<SightQuery>, mut last: Local<Option<UiEvent>>) {
    if !sight_query.is_changed() && !drafting.is_changed() {
        return;
    }
    let in_hand = drafting.0.as_ref().is_some_and(|draft| draft.hold != Hold::Resting);
    let found = sight_query.settled();
    if in_hand || (found.is_none() && sight_query.asked().is_some()) {
        return;
    }
    let event = found.map(|(question, found)| event(&question.request, found));
    if *last != event {
        if let Some(event) = &event {
            emit(event);
        }
        *last = event;
    }
}

fn event(request: &SightRequest, found: &SightReport) -> UiEvent {
    match request {
        SightRequest::Spot(model, _) => {
            UiEvent::SpotSeen { model: *model, seen_by: found.lines.len(), enemies: found.enemies }
        }
        SightRequest::Units(..) | SightRequest::Pair(..) | SightRequest::One(..) | SightRequest::Eyes(_) => {
            let line = |line: &Sightline| SightLine {
                from: line.seen.from,
                to: line.seen.to,
                state: line.seen.state,
                in_view: line.seen.sighting.in_view,
            };
            UiEvent::SightLines { lines: found.lines.iter().map(line).collect() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Effects of V with the pointer over nothing, over one enemy and over another.
    #[test]
    fn lines_are_shown_pinned_and_hidden() {
        let [one, other] = ["B1.1", "B1.2"].map(|id| id.parse::<ModelId>().ok());
        let mut sight_overlay = SightOverlay::default();
        for (on, direction, pinned, reason) in [
            (None, Some(SightDirection::Sees), None, "shown"),
            (one, Some(SightDirection::Sees), one, "those to one are pinned"),
            (other, Some(SightDirection::Sees), other, "those to another"),
            (other, Some(SightDirection::Sees), None, "and no longer"),
            (None, None, None, "hidden"),
            (one, Some(SightDirection::Sees), one, "shown and pinned at once"),
            (None, None, None, "hidden at once"),
        ] {
            sight_overlay.toggle(on);
            assert_eq!((sight_overlay.direction, sight_overlay.pinned), (direction, pinned), "{reason}");
        }
        sight_overlay.reverse();
        assert_eq!(
            sight_overlay.direction,
            Some(SightDirection::IsSeen),
            "hidden lines are shown in the other direction"
        );
        sight_overlay.reverse();
        assert_eq!(sight_overlay.direction, Some(SightDirection::Sees), "and back");
    }

    /// Shift+O goes through all four maps and comes back.
    #[test]
    fn there_are_four_maps() {
        let first = ExposureMapRequest { by: Side::B, when: When::Now };
        let mut shown = vec![first];
        for _ in 0..4 {
            shown.extend(shown.last().map(|request| request.next()));
        }
        assert_eq!(shown[4], first);
        assert!((1..4).all(|index| !shown[..index].contains(&shown[index])), "{shown:?}");
    }
}

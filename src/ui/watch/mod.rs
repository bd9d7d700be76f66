//! What the player wants to see of sight, and what is found out about it beside the window.
//!
//! Every answer is the battle's own: `game::sight`. While a unit is dragged its models are thought
//! of where their ghosts are.

mod found;
mod map;
pub(super) mod words;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::background_query::{AppQueryExt, BackgroundQuery, Query, QuerySystems};
use super::egui_throttle::AppThrottleExt;
use super::events::{SightLine, UiEvent, emit};
use super::input::draft::{Draft, Drafting, Hold};
use super::input::ruler::UnderPointer;
use super::input::{Selection, orders};
use super::open_game::OpenGame;
use super::what_if::WhatIfBattle;
use crate::game::engine::view::View;
use crate::game::sight::PlacementOverride;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::Place;
pub(super) use found::{Found, Look, Sightline, Way};
pub(super) use map::{Answer, Map, MapWish, Question as MapQuestion, When};

/// What the player wants to see of sight.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(super) struct SightOverlay {
    /// Whose lines are shown, if any are.
    pub way: Option<Way>,
    /// The one model they lead to or come from, though the mouse is elsewhere.
    pub pinned: Option<ModelId>,
    /// Whether the key for what sees the spot under the mouse is down.
    pub spot: SpotKey,
    /// Whose exposure map is shown, if one is.
    pub map: Option<MapWish>,
}

/// The key for what sees a spot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum SpotKey {
    /// Not pressed.
    #[default]
    Up,
    /// Held.
    Down,
}

impl SightOverlay {
    /// Shows the lines; those to one model, if the mouse is over it. Where these are shown
    /// already, puts them away.
    pub fn toggle(&mut self, on: Option<ModelId>) {
        match (self.way, on) {
            (Some(_), None) => self.put_away(),
            (Some(_), on) if self.pinned == on => self.pinned = None,
            (way, on) => {
                self.way = Some(way.unwrap_or(Way::Sees));
                self.pinned = on.or(self.pinned);
            }
        }
    }

    /// Shows the lines the other way round.
    pub fn reverse(&mut self) {
        self.way = Some(match self.way {
            Some(Way::Sees) | None => Way::IsSeen,
            Some(Way::IsSeen) => Way::Sees,
        });
    }

    /// Shows no lines any more.
    pub fn put_away(&mut self) {
        (self.way, self.pinned) = (None, None);
    }
}

/// What to find out, and which models to think of elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Question {
    look: Look,
    instead: Vec<PlacementOverride>,
}

/// The query for lines of sight.
pub(super) struct SightLines;

/// The lines of sight that were found. While a unit is dragged, an answer that is a little old is better than none.
pub(super) type SightQuery = BackgroundQuery<SightLines>;

/// What the lines depend on.
#[derive(SystemParam)]
pub(super) struct Inputs<'w> {
    watch: Res<'w, SightOverlay>,
    selection: Res<'w, Selection>,
    drafting: Res<'w, Drafting>,
    pointed: Res<'w, UnderPointer>,
}

impl SightQuery {
    /// The lines to show now, and what was asked for.
    pub fn shown(&self) -> Option<(&Look, &Found)> {
        self.found().map(|(question, found)| (&question.look, found))
    }
}

impl Query for SightLines {
    const NAME: &'static str = "sight";
    type Inputs = Inputs<'static>;
    type Question = Question;
    type Answer = Found;
    type Memory = ();

    fn is_changed(inputs: &Inputs) -> bool {
        let moved = inputs.watch.spot == SpotKey::Down && inputs.pointed.is_changed();
        moved || inputs.watch.is_changed() || inputs.selection.is_changed() || inputs.drafting.is_changed()
    }

    fn question(opened: &OpenGame, inputs: &Inputs) -> Option<Question> {
        let look = look(opened, &inputs.watch, &inputs.selection, &inputs.drafting, &inputs.pointed)?;
        Some(Question { look, instead: instead(inputs.drafting.0.as_ref()) })
    }

    fn answer(battle: &mut WhatIfBattle, question: &Question, (): &mut ()) -> Found {
        found::found(battle.view(), &question.look, &question.instead).unwrap_or_default()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(map::plugin)
        .init_view_resource::<SightOverlay>()
        .add_query::<SightLines>()
        .add_systems(Update, report.after(QuerySystems));
}

/// Where the models of a draft are thought of.
pub(super) fn instead(draft: Option<&Draft>) -> Vec<PlacementOverride> {
    let models = draft.iter().flat_map(|draft| &draft.models);
    models.filter_map(|model| Some((model.model, model.end().ok()?))).collect()
}

/// What to find out, by what the player holds, has chosen and points at.
fn look(
    opened: &OpenGame,
    watch: &SightOverlay,
    selection: &Selection,
    drafting: &Drafting,
    pointed: &UnderPointer,
) -> Option<Look> {
    let (view, draft) = (&opened.game.battle().view(), drafting.0.as_ref());
    let unit = draft.map(|draft| draft.unit).or(selection.unit);
    if watch.spot == SpotKey::Down {
        let ([x, y], height) = pointed.spot?;
        let at = Place::from_inches(x, y, height.inches()).ok()?;
        return Some(Look::Spot(like(view, unit, view.turn().side)?, at));
    }
    if watch.way.is_none() {
        return look_of_aim(opened, selection, drafting);
    }
    let way = watch.way?;
    let unit = unit.or(selection.hovered.map(|model| model.unit))?;
    let enemy = |model: &ModelId| {
        model.unit.side != unit.side && view.model(*model).is_some_and(|model| model.stands())
    };
    let in_hand = draft.is_some_and(|draft| draft.hold != Hold::Resting);
    let hovered = selection.hovered.filter(|_| !in_hand);
    let other = hovered.filter(enemy).or(watch.pinned.filter(enemy));
    Some(other.map_or(Look::Units(unit, way), |other| Look::One(unit, other, way)))
}

/// The lines to the enemy unit under the mouse, if a click would aim at it.
fn look_of_aim(opened: &OpenGame, selection: &Selection, drafting: &Drafting) -> Option<Look> {
    let at = selection.hovered?;
    let draft = orders::draft_to_aim(opened, selection, drafting, at)?;
    // What is aimed at already has its arrows.
    if draft.fire.would_clear(at, draft.action()) {
        return None;
    }
    (draft.hold == Hold::Resting).then_some(Look::Pair(draft.unit, at.unit))
}

/// The model that is thought of at a spot: the leader of the unit in question, else of the first
/// unit of a side that is on the table.
fn like(view: &View, unit: Option<UnitId>, side: Side) -> Option<ModelId> {
    let leader = |unit: UnitId| view.leader(unit).map(|leader| leader.id);
    let mut own = view.units().filter(|unit| unit.id.side == side);
    unit.and_then(leader).or_else(|| own.find_map(|unit| leader(unit.id)))
}

/// Reports what was found, once no unit is dragged.
fn report(drafting: Res<Drafting>, sights: Res<SightQuery>, mut last: Local<Option<UiEvent>>) {
    if !sights.is_changed() && !drafting.is_changed() {
        return;
    }
    let in_hand = drafting.0.as_ref().is_some_and(|draft| draft.hold != Hold::Resting);
    let found = sights.settled();
    if in_hand || (found.is_none() && sights.asked().is_some()) {
        return;
    }
    let event = found.map(|(question, found)| event(&question.look, found));
    if *last != event {
        if let Some(event) = &event {
            emit(event);
        }
        *last = event;
    }
}

fn event(look: &Look, found: &Found) -> UiEvent {
    match look {
        Look::Spot(model, _) => {
            UiEvent::SpotSeen { model: *model, seen_by: found.lines.len(), enemies: found.asked }
        }
        Look::Units(..) | Look::Pair(..) | Look::One(..) => {
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

    /// What V does with the mouse over nothing, over one enemy and over another.
    #[test]
    fn lines_are_shown_kept_and_put_away() {
        let [one, other] = ["B1.1", "B1.2"].map(|id| id.parse::<ModelId>().ok());
        let mut watch = SightOverlay::default();
        for (on, way, pinned, reason) in [
            (None, Some(Way::Sees), None, "shown"),
            (one, Some(Way::Sees), one, "those to one are kept"),
            (other, Some(Way::Sees), other, "those to another"),
            (other, Some(Way::Sees), None, "and no longer"),
            (None, None, None, "put away"),
            (one, Some(Way::Sees), one, "shown and kept at once"),
            (None, None, None, "put away at once"),
        ] {
            watch.toggle(on);
            assert_eq!((watch.way, watch.pinned), (way, pinned), "{reason}");
        }
        watch.reverse();
        assert_eq!(watch.way, Some(Way::IsSeen), "away, they come the other way round");
        watch.reverse();
        assert_eq!(watch.way, Some(Way::Sees), "and back");
    }

    /// Shift+O goes through all four maps and comes back.
    #[test]
    fn there_are_four_maps() {
        let first = MapWish { by: Side::B, when: When::Now };
        let mut shown = vec![first];
        for _ in 0..4 {
            shown.extend(shown.last().map(|wish| wish.next()));
        }
        assert_eq!(shown[4], first);
        assert!((1..4).all(|index| !shown[..index].contains(&shown[index])), "{shown:?}");
    }
}

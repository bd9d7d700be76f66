//! The query for the exposure map: how well each place of the table is seen.

use std::collections::VecDeque;

use bevy::prelude::*;

use super::{SightOverlay, placement_overrides, sample_model};
use crate::game::engine::view::View;
use crate::game::exposure::{
    CancellationToken, Exposure, ExposureError, ExposureQuery, StandingLevel, Vantage,
};
use crate::game::measure::{Mark, MarkError};
use crate::game::sight::PlacementOverride;
use crate::rules::ids::{ModelId, Side};
use crate::rules::measures::Thou;
use crate::table::sight::exposure::Grid;
use crate::ui::background::background_query::{AppQueryExt, BackgroundQuery, Query, QuerySystems};
use crate::ui::background::computing::Task;
use crate::ui::background::what_if::WhatIfBattle;
use crate::ui::drafts::draft::{Draft, Drafting, Hold};
use crate::ui::drafts::selection::Selection;
use crate::ui::frame::inputs::inputs;
use crate::ui::scene::cutaway::{self, Cutaway};
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::OpenGame;

/// Choice of a map: the side of the observers, and the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) struct ExposureMapRequest {
    /// The side of the observers.
    pub by: Side,
    /// Moment.
    pub when: When,
}

/// Viewpoints of the observers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum When {
    /// Their present places.
    Now,
    /// Wherever an Advance could bring them.
    AfterAdvance,
}

impl ExposureMapRequest {
    /// The next of the four maps.
    pub fn next(self) -> Self {
        match self.when {
            When::Now => Self { when: When::AfterAdvance, ..self },
            When::AfterAdvance => Self { by: self.by.other(), when: When::Now },
        }
    }
}

/// Inputs of the map.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Question {
    /// Requested map.
    pub request: ExposureMapRequest,
    /// A model like this is imagined at each place.
    pub like: ModelId,
    /// It stands on the highest level that this leaves visible.
    pub cutaway: Cutaway,
    /// Observers that look from elsewhere.
    overrides: Vec<PlacementOverride>,
}

/// The map, or why there is none.
pub(in crate::ui) type Answer = Result<Exposure, ExposureError>;

/// The query for the exposure map.
pub(in crate::ui) struct ExposureMap;

/// The map that is shown, and the question.
pub(in crate::ui) type ExposureMapQuery = BackgroundQuery<ExposureMap>;

inputs! {
    /// Inputs of the map.
    pub(in crate::ui) struct Inputs {
        sight_overlay: SightOverlay, selection: Selection, drafting: Drafting, cutaway: Cutaway,
    }
}

impl Query for ExposureMap {
    const NAME: &'static str = "exposure map";
    const TASK: Task = Task::ExposureMap;
    // The old map is shown until the new one comes: building its mesh takes time.
    const SHOWS_QUESTION: bool = false;
    type Inputs = Inputs<'static>;
    type Question = Question;
    type Answer = Answer;
    type Memory = MapCache;

    fn question(opened: &OpenGame, inputs: &Inputs) -> Option<Question> {
        let view = opened.game.battle().view();
        question(
            &view,
            inputs.sight_overlay.map?,
            &inputs.selection,
            inputs.drafting.0.as_ref(),
            &inputs.cutaway,
        )
    }

    fn answer(battle: &mut WhatIfBattle, question: &Question, cache: &mut MapCache) -> Answer {
        let cancellation = battle.cancellation().clone();
        answer(&cancellation, battle.view(), question, cache)
    }
}

impl ExposureMapQuery {
    /// The map that was asked for last.
    pub fn requested(&self) -> Option<ExposureMapRequest> {
        self.asked().map(|question| question.request)
    }
}

/// Cells are half an inch wide, unless there would be more than this.
const MAX_CELLS: usize = 40_000;

/// Spacing of the places that an Advance reaches.
const SPACING: Thou = Thou(1000);

pub(super) fn plugin(app: &mut App) {
    app.add_query::<ExposureMap>()
        .configure_sets(Update, QuerySystems.after(cutaway::open_occupied))
        .add_systems(Update, report.after(QuerySystems));
}

/// The question: the imagined model, the levels, and the observers that look from elsewhere, which are models that
/// the draft moves.
fn question(
    view: &View,
    request: ExposureMapRequest,
    selection: &Selection,
    draft: Option<&Draft>,
    cutaway: &Cutaway,
) -> Option<Question> {
    let unit = draft.map(|draft| draft.unit).or(selection.unit);
    let like = sample_model(view, unit.filter(|unit| unit.side != request.by), request.by.other())?;
    let mut overrides = placement_overrides(draft.filter(|draft| draft.unit.side == request.by));
    overrides.retain(|(id, at)| view.model(*id).is_some_and(|model| model.pose.at != *at));
    Some(Question { request, like, cutaway: cutaway.clone(), overrides })
}

/// Maps without dragged models: a map with some is made from one of these. There are several, because a model that
/// is dragged through a building opens it and closes it again.
#[derive(Default)]
pub(in crate::ui) struct MapCache(VecDeque<(Question, Exposure)>);

/// Number of maps kept; in a large battle one takes some ten megabytes.
const MAX_CACHED_MAPS: usize = 4;

fn answer(cancellation: &CancellationToken, view: View, question: &Question, cache: &mut MapCache) -> Answer {
    let base = Question { overrides: Vec::new(), ..question.clone() };
    let known = cache.0.iter().position(|(other, _)| *other == base);
    let of_base = match known.and_then(|index| cache.0.remove(index)) {
        Some(known) => known,
        None => {
            let map = made(cancellation, view, &base)?;
            (base, map)
        }
    };
    cache.0.truncate(MAX_CACHED_MAPS - 1);
    cache.0.push_front(of_base);
    let mut map = cache.0[0].1.clone();
    map.move_observers_cancellable(cancellation, view, &question.overrides)?;
    Ok(map)
}

fn made(
    cancellation: &CancellationToken,
    view: View,
    question: &Question,
) -> Result<Exposure, ExposureError> {
    let by = Mark::Side(question.request.by);
    let like = view
        .model(question.like)
        .ok_or(ExposureError::Mark(MarkError::Unknown(Mark::Model(question.like))))?;
    let vantage = match question.request.when {
        When::Now => Vantage::Standing,
        When::AfterAdvance => Vantage::Advance(SPACING),
    };
    let height = |at| question.cutaway.highest_shown(view.terrain(), at);
    let asked =
        ExposureQuery { by, like: like.card, grid: grid(view)?, level: StandingLevel::At(&height), vantage };
    Exposure::new_cancellable(cancellation, view, &asked)
}

/// Half-inch cells over the table; wider ones if the table is very large.
fn grid(view: View) -> Result<Grid, ExposureError> {
    let table = view.setup().level.table;
    let size = [table.width, table.depth].map(Thou::inches);
    let mut cell = Grid::HALF_INCH;
    while size[0] * size[1] / (cell.inches() * cell.inches()) > MAX_CELLS as f64 {
        cell = Thou(cell.0 * 2);
    }
    Ok(Grid::over(size, cell)?)
}

/// Reports how much is seen, once no unit is dragged.
fn report(drafting: Res<Drafting>, map: Res<ExposureMapQuery>, mut last: Local<Option<Question>>) {
    if !map.is_changed() && !drafting.is_changed() {
        return;
    }
    let in_hand = drafting.0.as_ref().is_some_and(|draft| draft.hold != Hold::Resting);
    let Some((question, answer)) = map.settled().filter(|_| !in_hand) else { return };
    if last.as_ref() == Some(question) && !map.is_changed() {
        return;
    }
    match answer {
        Ok(found) => {
            let seen_cells = found.cells().iter().filter(|cell| cell.seen_by > 0).count();
            let cells = found.cells().len();
            emit(&UiEvent::ExposureMap { by: question.request.by, seen_cells, cells });
        }
        Err(why) => warn!("no exposure map: {why}"),
    }
    *last = Some(question.clone());
}

//! The exposure map: what the player wants of it, and the thread that makes it.

use std::collections::VecDeque;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::{SightOverlay, instead, like};
use crate::game::engine::view::View;
use crate::game::exposure::{
    CancellationToken, Exposure, ExposureError, ExposureQuery, StandingLevel, Vantage,
};
use crate::game::measure::{Mark, MarkError};
use crate::game::sight::PlacementOverride;
use crate::rules::ids::{ModelId, Side};
use crate::rules::measures::Thou;
use crate::table::sight::exposure::Grid;
use crate::ui::background_query::{AppQueryExt, BackgroundQuery, Query, QuerySystems};
use crate::ui::cutaway::{self, Cutaway};
use crate::ui::events::{UiEvent, emit};
use crate::ui::input::Selection;
use crate::ui::input::draft::{Draft, Drafting, Hold};
use crate::ui::open_game::OpenGame;
use crate::ui::what_if::WhatIfBattle;

/// Whose eyes the map is about, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) struct MapWish {
    /// Who looks.
    pub by: Side,
    /// From where.
    pub when: When,
}

/// From where those who look do so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum When {
    /// Where they stand.
    Now,
    /// Wherever an Advance could bring them.
    AfterAdvance,
}

impl MapWish {
    /// The next of the four there are.
    pub fn next(self) -> Self {
        match self.when {
            When::Now => Self { when: When::AfterAdvance, ..self },
            When::AfterAdvance => Self { by: self.by.other(), when: When::Now },
        }
    }
}

/// What the map depends on.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Question {
    /// Whose eyes, and when.
    pub wish: MapWish,
    /// A model like this one stands everywhere.
    pub like: ModelId,
    /// On the highest level that this leaves to be seen.
    pub cutaway: Cutaway,
    /// Those who look from elsewhere.
    instead: Vec<PlacementOverride>,
}

/// The map, or why there is none.
pub(in crate::ui) type Answer = Result<Exposure, ExposureError>;

/// The query for the exposure map.
pub(in crate::ui) struct ExposureMap;

/// The map that is shown, and what is asked.
pub(in crate::ui) type Map = BackgroundQuery<ExposureMap>;

/// What the map depends on.
#[derive(SystemParam)]
pub(in crate::ui) struct Inputs<'w> {
    watch: Res<'w, SightOverlay>,
    selection: Res<'w, Selection>,
    drafting: Res<'w, Drafting>,
    cutaway: Res<'w, Cutaway>,
}

impl Query for ExposureMap {
    const NAME: &'static str = "exposure map";
    // The old map is shown until the new one is there: making it a mesh takes time.
    const SHOWS_QUESTION: bool = false;
    type Inputs = Inputs<'static>;
    type Question = Question;
    type Answer = Answer;
    type Memory = Kept;

    fn is_changed(inputs: &Inputs) -> bool {
        inputs.watch.is_changed()
            || inputs.selection.is_changed()
            || inputs.drafting.is_changed()
            || inputs.cutaway.is_changed()
    }

    fn question(opened: &OpenGame, inputs: &Inputs) -> Option<Question> {
        let view = opened.game.battle().view();
        question(&view, inputs.watch.map?, &inputs.selection, inputs.drafting.0.as_ref(), &inputs.cutaway)
    }

    fn answer(battle: &mut WhatIfBattle, question: &Question, kept: &mut Kept) -> Answer {
        let cancellation = battle.cancellation().clone();
        answer(&cancellation, battle.view(), question, kept)
    }
}

impl Map {
    /// Of the map that is still to come: to whom, and when.
    pub fn coming(&self) -> Option<MapWish> {
        self.asked().filter(|_| self.is_thinking()).map(|question| question.wish)
    }
}

/// Cells are half an inch wide, as long as there are no more than this.
const MAX_CELLS: usize = 40_000;

/// Between the places an Advance leads to.
const SPACING: Thou = Thou(1000);

pub(super) fn plugin(app: &mut App) {
    app.add_query::<ExposureMap>()
        .configure_sets(Update, QuerySystems.after(cutaway::open_occupied))
        .add_systems(Update, report.after(QuerySystems));
}

/// What is asked: like whom a model stands everywhere, on which levels, and who looks from elsewhere: the
/// draft's models that have been moved, if they are among those who look.
fn question(
    view: &View,
    wish: MapWish,
    selection: &Selection,
    draft: Option<&Draft>,
    cutaway: &Cutaway,
) -> Option<Question> {
    let unit = draft.map(|draft| draft.unit).or(selection.unit);
    let like = like(view, unit.filter(|unit| unit.side != wish.by), wish.by.other())?;
    let mut instead = instead(draft.filter(|draft| draft.unit.side == wish.by));
    instead.retain(|(id, at)| view.model(*id).is_some_and(|model| model.pose.at != *at));
    Some(Question { wish, like, cutaway: cutaway.clone(), instead })
}

/// Maps of models that stand where they do: others differ from them by those that are dragged. Several, for
/// who is dragged through a building opens it and closes it again.
#[derive(Default)]
pub(in crate::ui) struct Kept(VecDeque<(Question, Exposure)>);

/// How many maps are kept; of a large battle one has some ten megabytes.
const KEPT: usize = 4;

fn answer(cancellation: &CancellationToken, view: View, question: &Question, kept: &mut Kept) -> Answer {
    let base = Question { instead: Vec::new(), ..question.clone() };
    let known = kept.0.iter().position(|(other, _)| *other == base);
    let of_base = match known.and_then(|index| kept.0.remove(index)) {
        Some(known) => known,
        None => {
            let map = made(cancellation, view, &base)?;
            (base, map)
        }
    };
    kept.0.truncate(KEPT - 1);
    kept.0.push_front(of_base);
    let mut map = kept.0[0].1.clone();
    map.move_observers_cancellable(cancellation, view, &question.instead)?;
    Ok(map)
}

fn made(
    cancellation: &CancellationToken,
    view: View,
    question: &Question,
) -> Result<Exposure, ExposureError> {
    let by = Mark::Side(question.wish.by);
    let like = view
        .model(question.like)
        .ok_or(ExposureError::Mark(MarkError::Unknown(Mark::Model(question.like))))?;
    let vantage = match question.wish.when {
        When::Now => Vantage::Standing,
        When::AfterAdvance => Vantage::Advance(SPACING),
    };
    let height = |at| question.cutaway.highest_shown(view.terrain(), at);
    let asked =
        ExposureQuery { by, like: like.card, grid: grid(view)?, level: StandingLevel::At(&height), vantage };
    Exposure::new_cancellable(cancellation, view, &asked)
}

/// Half-inch cells over the table; on a very large one, wider ones.
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
fn report(drafting: Res<Drafting>, map: Res<Map>, mut last: Local<Option<Question>>) {
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
            emit(&UiEvent::ExposureMap { by: question.wish.by, seen_cells, cells });
        }
        Err(why) => warn!("no exposure map: {why}"),
    }
    *last = Some(question.clone());
}

//! The exposure map: what the player wants of it, and the thread that makes it.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::EventLoopProxyWrapper;

use super::{Watch, instead, like};
use crate::game::battle::{Battle, BattleError};
use crate::game::dice::Dice;
use crate::game::exposure::{Asked, Exposure, ExposureError, Vantage};
use crate::game::measure::Mark;
use crate::game::sight::Instead;
use crate::game::snapshot::Snapshot;
use crate::game::view::View;
use crate::level::setup::Setup;
use crate::rules::ids::{ModelId, Side};
use crate::rules::measures::Thou;
use crate::table::sight::exposure::Grid;
use crate::ui::clerk::Subject;
use crate::ui::input::draft::{Draft, Drafting};
use crate::ui::input::{Selection, Settled};
use crate::ui::open_game::OpenGame;
use crate::ui::worker::{self, Counter, Worker};

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
struct Question {
    of: Subject,
    wish: MapWish,
    /// A model like this one stands everywhere.
    like: ModelId,
    /// Those who look from elsewhere.
    instead: Vec<Instead>,
}

/// The map that is shown, and what is asked.
#[derive(Resource, Default)]
pub(in crate::ui) struct Map {
    worker: Option<(Subject, Worker<Question, (Question, Option<Exposure>)>)>,
    asked: Option<Question>,
    found: Option<(Question, Exposure)>,
}

impl Map {
    /// The map, for whom it is, and a model like those that stand everywhere on it.
    pub fn found(&self) -> Option<(MapWish, ModelId, &Exposure)> {
        self.found.as_ref().map(|(question, found)| (question.wish, question.like, found))
    }

    /// Whether a map is still to come.
    pub fn is_thinking(&self) -> bool {
        self.worker.as_ref().is_some_and(|(_, worker)| worker.is_thinking())
    }
}

/// Cells are half an inch wide, as long as there are no more than this.
const MOST_CELLS: usize = 40_000;

/// Between the places an Advance leads to.
const SPACING: Thou = Thou(1000);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Map>().add_systems(Update, (ask, listen).chain().after(Settled));
}

/// Asks anew whenever what the map depends on has changed.
fn ask(
    watch: Res<Watch>,
    opened: Res<OpenGame>,
    selection: Res<Selection>,
    drafting: Res<Drafting>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut map: ResMut<Map>,
) {
    if !(watch.is_changed() || opened.is_changed() || selection.is_changed() || drafting.is_changed()) {
        return;
    }
    let view = opened.game.battle().view();
    let wanted = watch.map.and_then(|wish| wanted(&view, wish, &selection, drafting.0.as_ref()));
    let Some((like, instead)) = wanted else {
        if map.found.is_some() || map.asked.is_some() {
            (map.found, map.asked) = (None, None);
        }
        return;
    };
    let of = Subject::of(&opened);
    let Some(wish) = watch.map else { return };
    let question = Question { of, wish, like, instead };
    if map.asked.as_ref() == Some(&question) {
        return;
    }
    if map.worker.as_ref().is_none_or(|(known, _)| *known != of) {
        let (setup, snapshot) = (opened.game.setup().clone(), opened.game.battle().snapshot());
        let work = move |counter: Counter<_, _>| {
            if let Err(why) = answer(setup, &snapshot, &counter) {
                bevy::log::warn!("no exposure map: {why}");
            }
        };
        map.worker = Worker::start("map", worker::wake(proxy.as_deref()), work).map(|one| (of, one));
    }
    if let Some((_, worker)) = &mut map.worker {
        worker.ask(question.clone());
        map.asked = Some(question);
    }
}

/// Like whom a model stands everywhere, and who looks from elsewhere: the draft's models, if they
/// are among those who look from where they stand.
fn wanted(
    view: &View,
    wish: MapWish,
    selection: &Selection,
    draft: Option<&Draft>,
) -> Option<(ModelId, Vec<Instead>)> {
    let unit = draft.map(|draft| draft.unit).or(selection.unit);
    let like = like(view, unit.filter(|unit| unit.side != wish.by), wish.by.other())?;
    let moved = draft.filter(|draft| draft.unit.side == wish.by && wish.when == When::Now);
    Some((like, instead(moved)))
}

/// Makes maps until nobody asks any more; of several only the last matters. The last map of
/// models that stand is kept: others of it differ by those that are thought of elsewhere.
fn answer(
    setup: Arc<Setup>,
    snapshot: &Snapshot,
    counter: &Counter<Question, (Question, Option<Exposure>)>,
) -> Result<(), BattleError> {
    let (mut battle, _) = Battle::new(setup, Dice::seeded(0))?;
    battle.restore(snapshot)?;
    let view = battle.view();
    let mut kept: Option<((MapWish, ModelId), Exposure)> = None;
    while let Some(waiting) = counter.wait() {
        let last = waiting.len() - 1;
        for (nth, question) in waiting.into_iter().enumerate() {
            let key = (question.wish, question.like);
            if nth == last && kept.as_ref().is_none_or(|(known, _)| *known != key) {
                match made(view, &question) {
                    Ok(map) => kept = Some((key, map)),
                    Err(why) => bevy::log::warn!("no exposure map: {why}"),
                }
            }
            let found = kept.as_ref().filter(|(known, _)| nth == last && *known == key);
            let found = found.map(|(_, map)| {
                let mut map = map.clone();
                for (model, at) in &question.instead {
                    map.with_looker_at(view, *model, *at);
                }
                map
            });
            if counter.tell((question, found)).is_none() {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn made(view: View, question: &Question) -> Result<Exposure, ExposureError> {
    let by = Mark::Side(question.wish.by);
    let like = view
        .model(question.like)
        .ok_or(ExposureError::Mark(crate::game::measure::MarkError::Unknown(Mark::Model(question.like))))?;
    let vantage = match question.wish.when {
        When::Now => Vantage::Standing,
        When::AfterAdvance => Vantage::Advance(SPACING),
    };
    let asked = Asked { by, like: like.card, grid: grid(view)?, level: Thou(0), vantage };
    Exposure::new(view, &asked)
}

/// Half-inch cells over the table; on a very large one, wider ones.
fn grid(view: View) -> Result<Grid, ExposureError> {
    let table = view.setup().level.table;
    let size = [table.width, table.depth].map(Thou::inches);
    let mut cell = Grid::HALF_INCH;
    while size[0] * size[1] / (cell.inches() * cell.inches()) > MOST_CELLS as f64 {
        cell = Thou(cell.0 * 2);
    }
    Ok(Grid::over(size, cell)?)
}

/// Takes up what was made.
fn listen(mut map: ResMut<Map>, mut redraw: MessageWriter<RequestRedraw>) {
    let answers = map.bypass_change_detection().worker.as_mut().map(|(_, worker)| worker.answers());
    for (question, found) in answers.unwrap_or_default() {
        redraw.write(RequestRedraw);
        let asked = map.asked.as_ref();
        let wanted = asked.is_some_and(|asked| asked.of == question.of && asked.wish == question.wish);
        let Some(found) = found.filter(|_| wanted) else { continue };
        if asked == Some(&question) && question.instead.is_empty() {
            let seen = found.cells().iter().filter(|cell| cell.seen_by > 0).count();
            info!("exposure to {}: {seen} of {} cells", question.wish.by, found.cells().len());
        }
        map.found = Some((question, found));
    }
}

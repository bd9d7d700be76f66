//! The exposure map: for every place of the table, how exposed a model would be there to some observers, where they
//! stand or wherever they could go.
//!
//! Shares and states come pair by pair from the viewshed in `table/sight`; this adds the observers, the reach of their
//! Aw, and one summary of all of them for each place.

mod cancellation;
#[cfg(test)]
mod tests;
mod viewpoints;

pub use cancellation::CancellationToken;

use crate::game::engine::components::Pose;
use crate::game::engine::view::{ModelView, View};
use crate::game::measure::{Mark, MarkError};
use crate::game::sight::{PlacementOverride, placed_models};
use crate::rules::basics::{Allowance, Disc, gap};
use crate::rules::card::Card;
use crate::rules::ids::ModelId;
use crate::rules::measures::{Place, Thou};
use crate::rules::ruleset::SightRules;
use crate::rules::sight::{SightState, awareness, state_allows_fire};
use crate::table::shape::Point;
use crate::table::sight::exposure::{BodyGrid, Grid, GridError};
use crate::table::sight::{SightBody, Visibility};
use crate::table::terrain::Terrain;
use crate::table::walk::Mover;
use viewpoints::Viewpoints;

/// Query for an exposure map.
#[derive(Clone)]
pub struct ExposureQuery<'a> {
    /// The observers: a model, a unit or a side.
    pub by: Mark,
    /// A model of this card stands in every cell.
    pub like: &'a Card,
    /// The cells.
    pub grid: Grid,
    /// The level it stands on.
    pub level: StandingLevel<'a>,
    /// Viewpoints of the observers.
    pub vantage: Vantage,
}

/// The level a model stands on in each cell: the ground or the floor there that is nearest to a height above the
/// table.
#[derive(Clone, Copy)]
pub enum StandingLevel<'a> {
    /// The same height everywhere; 0 for the ground.
    Near(Thou),
    /// A height for each point, inches: storeys of different buildings differ in height.
    At(&'a dyn Fn(Point) -> Thou),
}

/// Viewpoints of observers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vantage {
    /// Their present places.
    Standing,
    /// Their present places and any that an Advance could take them to (ACT-2), sampled at this spacing over the table and along the
    /// borders of the areas they can reach. The result is a lower bound of what they could see: a place between two samples may show more.
    Advance(Thou),
}

/// Reason for the lack of an exposure map.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExposureError {
    /// There are no such observers.
    #[error(transparent)]
    Mark(#[from] MarkError),
    /// The grid is invalid.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// The spacing is too small.
    #[error("a spacing of {0} is too small: places reached by an Advance must be at least {min} apart", min = Vantage::MIN_SPACING)]
    Spacing(Thou),
    /// It would take too long.
    #[error(
        "too many viewpoints: with {cells} cells at most {max} are allowed; use larger cells, fewer models or a wider spacing"
    )]
    TooMany {
        /// Of the grid.
        cells: usize,
        /// Largest permitted number of viewpoints.
        max: usize,
    },
    /// The query was cancelled before the map was complete.
    #[error("the exposure map was cancelled")]
    Cancelled,
}

/// Exposure of a model in each cell of a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Exposure {
    bodies: BodyGrid,
    vantage: Vantage,
    rules: SightRules,
    allowance: Allowance,
    observers: Vec<Observer>,
    viewpoints: usize,
    /// In the order of the grid's cells: row by row, from the lowest y.
    cells: Vec<CellExposure>,
}

/// Exposure of a model at one place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellExposure {
    /// Place of the model: the middle of the cell.
    pub at: Place,
    /// Whether it could.
    pub room: Room,
    /// The clearest state it has for any single observer.
    pub state: SightState,
    /// The largest share of it in view of any observer.
    pub in_view: f64,
    /// The number of observers it is not Hidden from.
    pub seen_by: u16,
    /// The number of observers that may shoot at it by its state: if Concealed or Hidden, only within their Aw (VIS-4).
    /// Weapon ranges and facings do not count.
    pub shot_by: u16,
    /// The observer for which it has that state, the lowest id of ties; `None` if it is Hidden from all.
    pub clearest: Option<ModelId>,
}

/// Whether a model would find room at a place.
///
/// Rule: MOV-4, GO-4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// It would.
    Free,
    /// It would overlap the table's edge, a wall, an obstacle or impassable ground. Its exposure is evaluated all the
    /// same, as if it stood there.
    None,
}

/// One observer and what it sees.
#[derive(Clone, Debug, PartialEq)]
struct Observer {
    id: ModelId,
    awareness: u8,
    /// Body of the observer at its place.
    body: SightBody,
    /// For each cell; empty until it has looked.
    best: Vec<BestView>,
}

/// Best view of a cell for one observer, over all its viewpoints.
#[derive(Clone, Copy, Debug, PartialEq)]
struct BestView {
    in_view: f64,
    state: SightState,
    may_shoot: bool,
}

impl StandingLevel<'_> {
    fn height(self, at: Point) -> Thou {
        match self {
            Self::Near(height) => height,
            Self::At(height) => height(at),
        }
    }
}

impl Vantage {
    /// The smallest spacing of places reached by an Advance.
    pub const MIN_SPACING: Thou = Thou(250);
}

impl Exposure {
    /// Limits cells times viewpoints: a few seconds, and about a quarter of a gigabyte.
    pub const MAX_LOOKS: usize = 16_000_000;

    /// Limits the number of viewpoints.
    pub const MAX_VIEWPOINTS: usize = 5_000;

    /// Evaluates every cell.
    ///
    /// Rule: VIS-1, VIS-2, VIS-3, VIS-4.
    ///
    /// # Errors
    /// No observers, an invalid grid, or more work than [`Self::MAX_LOOKS`].
    pub fn new(view: View, query: &ExposureQuery) -> Result<Self, ExposureError> {
        Self::new_cancellable(&CancellationToken::default(), view, query)
    }

    /// As [`Self::new`], but polls a cancellation token before each viewpoint.
    ///
    /// Rule: VIS-1, VIS-2, VIS-3, VIS-4.
    ///
    /// # Errors
    /// Those of [`Self::new`], and [`ExposureError::Cancelled`].
    pub fn new_cancellable(
        cancellation: &CancellationToken,
        view: View,
        query: &ExposureQuery,
    ) -> Result<Self, ExposureError> {
        let placed = placed_models(view, &query.by, &[])?;
        let models: Vec<ModelView> = placed.into_iter().map(|placed| placed.model).collect();
        let terrain = view.terrain();
        let rules = &view.setup().ruleset.sight;
        let base = query.like.base;
        let (radius, height, eyes) = (base.radius(), base.height, base.eyes);
        let body = SightBody { foot: Place::default(), radius, height, eyes };
        check_size(query.grid.checked()?.cells(), models.len())?;
        let bodies = terrain.body_grid(query.grid, &body, |at| query.level.height(at), rules)?;
        let mover = Mover::of(query.like);
        let unseen = |body: SightBody| CellExposure {
            at: body.foot,
            room: if terrain.check_room(body.foot, mover).is_ok() { Room::Free } else { Room::None },
            state: SightState::Hidden,
            in_view: 0.0,
            seen_by: 0,
            shot_by: 0,
            clearest: None,
        };
        let mut exposure = Self {
            cells: bodies.bodies().map(unseen).collect(),
            bodies,
            vantage: query.vantage,
            rules: *rules,
            allowance: view.allowance(),
            observers: models.iter().map(Observer::new).collect(),
            viewpoints: 0,
        };
        exposure.viewpoints = exposure.look(cancellation, view, &models)?;
        exposure.summarise();
        Ok(exposure)
    }

    /// The grid.
    pub fn grid(&self) -> Grid {
        self.bodies.grid
    }

    /// The exposure of each cell, in the order of the grid's cells: row by row, from the lowest y.
    pub fn cells(&self) -> &[CellExposure] {
        &self.cells
    }

    /// The number of different viewpoints when the map was made or last updated.
    pub fn viewpoints(&self) -> usize {
        self.viewpoints
    }

    /// The observers, ordered by id.
    pub fn observers(&self) -> impl Iterator<Item = ModelId> + '_ {
        self.observers.iter().map(|observer| observer.id)
    }

    /// View of a cell from the best of an observer's viewpoints.
    pub fn visibility(&self, observer: ModelId, cell: usize) -> Option<Visibility> {
        let observer = self.observers.iter().find(|other| other.id == observer)?;
        observer.best.get(cell).map(|best| Visibility { in_view: best.in_view, state: best.state })
    }

    /// Updates the map to where models stand now. Standing observers look again only if they have moved; lost ones
    /// are dropped, and no new ones join.
    ///
    /// # Errors
    /// More work than [`Self::MAX_LOOKS`].
    pub fn update(&mut self, view: View) -> Result<(), ExposureError> {
        let standing = |observer: &Observer| view.model(observer.id).filter(ModelView::stands);
        self.observers.retain(|observer| standing(observer).is_some());
        let must_look = |observer: &&Observer, model: &ModelView| match self.vantage {
            Vantage::Standing => model.sight_body() != observer.body,
            // A model that moves blocks or clears the paths of others.
            Vantage::Advance(_) => true,
        };
        let observers = self.observers.iter().filter_map(|observer| Some((observer, standing(observer)?)));
        let models: Vec<ModelView> = observers
            .filter(|(observer, model)| must_look(observer, model))
            .map(|(_, model)| model)
            .collect();
        let viewpoints = self.look(&CancellationToken::default(), view, &models)?;
        self.viewpoints = match self.vantage {
            Vantage::Standing => self.observers.len(),
            Vantage::Advance(_) => viewpoints,
        };
        self.summarise();
        Ok(())
    }

    /// Updates the map as if some observers stood elsewhere, for instance while they are dragged. What the others see is
    /// kept, even if the moved ones would block or clear their paths. Ids of other models are ignored.
    ///
    /// # Errors
    /// More work than [`Self::MAX_LOOKS`].
    pub fn move_observers(
        &mut self,
        view: View,
        overrides: &[PlacementOverride],
    ) -> Result<(), ExposureError> {
        self.move_observers_cancellable(&CancellationToken::default(), view, overrides)
    }

    /// As [`Self::move_observers`], but polls a cancellation token. A cancelled map is incomplete and must be dropped.
    ///
    /// # Errors
    /// Those of [`Self::move_observers`], and [`ExposureError::Cancelled`].
    pub fn move_observers_cancellable(
        &mut self,
        cancellation: &CancellationToken,
        view: View,
        overrides: &[PlacementOverride],
    ) -> Result<(), ExposureError> {
        let moved = |observer: &Observer| {
            let (_, at) = overrides.iter().find(|(id, _)| *id == observer.id)?;
            let model = view.model(observer.id)?;
            Some(ModelView { pose: Pose { at: *at, ..model.pose }, ..model })
        };
        let models: Vec<ModelView> = self.observers.iter().filter_map(moved).collect();
        if !models.is_empty() {
            self.look(cancellation, view, &models)?;
            self.summarise();
        }
        Ok(())
    }

    /// Evaluates some of the observers, in the order of their ids; returns the number of different viewpoints.
    fn look(
        &mut self,
        cancellation: &CancellationToken,
        view: View,
        models: &[ModelView],
    ) -> Result<usize, ExposureError> {
        let poll = || if cancellation.is_cancelled() { Err(ExposureError::Cancelled) } else { Ok(()) };
        let terrain = view.terrain();
        let position = |model: &ModelView| self.observers.iter().position(|other| other.id == model.id);
        let observers: Vec<usize> = models.iter().filter_map(position).collect();
        let Vantage::Advance(spacing) = self.vantage else {
            for (index, model) in observers.into_iter().zip(models) {
                poll()?;
                let body = model.sight_body();
                let viewshed = terrain.viewshed(&body, &self.bodies, &self.rules);
                let best = self.views(&viewshed, &body, self.observers[index].awareness);
                (self.observers[index].body, self.observers[index].best) = (body, best);
            }
            return Ok(models.len());
        };
        if spacing < Vantage::MIN_SPACING {
            return Err(ExposureError::Spacing(spacing));
        }
        let cells = self.bodies.grid.cells();
        let max = Self::MAX_VIEWPOINTS.min(Self::MAX_LOOKS / cells);
        let viewpoints = Viewpoints::after_advance(view, models, spacing, max);
        let viewpoints = viewpoints.ok_or(ExposureError::TooMany { cells, max })?;
        for (index, model) in observers.iter().zip(models) {
            (self.observers[*index].body, self.observers[*index].best) = (model.sight_body(), Vec::new());
        }
        for (body, shared_by) in viewpoints.iter() {
            poll()?;
            let shared_by: Vec<usize> = shared_by.iter().map(|model| observers[*model]).collect();
            self.look_from(terrain, body, &shared_by);
        }
        Ok(viewpoints.len())
    }

    /// Evaluates one viewpoint for all observers that share it, at the cells that one of them has not yet seen as well as
    /// possible.
    fn look_from(&mut self, terrain: &Terrain, body: &SightBody, shared_by: &[usize]) {
        let is_open = |cell: usize| {
            let ground = self.bodies.ground_state(cell);
            shared_by.iter().any(|index| !self.observers[*index].sees_best(cell, ground))
        };
        let viewshed = terrain.viewshed_where(body, &self.bodies, &self.rules, is_open);
        let mut by_awareness: Vec<(u8, Vec<BestView>)> = Vec::new();
        for &index in shared_by {
            let awareness = self.observers[index].awareness;
            let at = by_awareness.iter().position(|(other, _)| *other == awareness);
            let at = at.unwrap_or_else(|| {
                by_awareness.push((awareness, self.views(&viewshed, body, awareness)));
                by_awareness.len() - 1
            });
            self.observers[index].merge(&by_awareness[at].1);
        }
    }

    fn views(&self, viewshed: &[Visibility], eye: &SightBody, awareness: u8) -> Vec<BestView> {
        let view = |(cell, visibility): (usize, &Visibility)| {
            let may_shoot = self.may_shoot(eye, &self.bodies.body(cell), awareness, visibility.state);
            BestView { in_view: visibility.in_view, state: visibility.state, may_shoot }
        };
        viewshed.iter().enumerate().map(view).collect()
    }

    /// Rule: VIS-3, VIS-4.
    fn may_shoot(&self, eye: &SightBody, body: &SightBody, aw: u8, state: SightState) -> bool {
        let disc = |model: &SightBody| Disc { at: model.foot, radius: model.radius };
        let rise = Thou(body.foot.z.0 - eye.foot.z.0);
        state < SightState::Concealed
            || state_allows_fire(
                state,
                gap(disc(eye), disc(body)),
                awareness(aw, rise, &self.rules),
                self.allowance,
            )
    }

    /// Summarises what all observers see of each cell.
    fn summarise(&mut self) {
        for (index, cell) in self.cells.iter_mut().enumerate() {
            (cell.state, cell.in_view, cell.clearest) = (SightState::Hidden, 0.0, None);
            (cell.seen_by, cell.shot_by) = (0, 0);
            for observer in &self.observers {
                let BestView { in_view, state, may_shoot } = observer.best[index];
                cell.in_view = cell.in_view.max(in_view);
                cell.seen_by += u16::from(state < SightState::Hidden);
                cell.shot_by += u16::from(may_shoot);
                if state < cell.state {
                    (cell.state, cell.clearest) = (state, Some(observer.id));
                }
            }
        }
    }
}

impl Observer {
    fn new(model: &ModelView) -> Self {
        let awareness = model.card.characteristics.awareness;
        Self { id: model.id, awareness, body: model.sight_body(), best: Vec::new() }
    }

    /// Whether it sees a cell as well as any viewpoint could let it, given the state that the ground gives a body
    /// there.
    fn sees_best(&self, cell: usize, ground: SightState) -> bool {
        let possible = BestView { in_view: 1.0, state: ground, may_shoot: true };
        self.best.get(cell).is_some_and(|best| *best == possible)
    }

    /// Adds what it sees from one more viewpoint.
    fn merge(&mut self, views: &[BestView]) {
        if self.best.is_empty() {
            self.best = views.to_vec();
        }
        for (best, view) in self.best.iter_mut().zip(views) {
            best.in_view = best.in_view.max(view.in_view);
            best.state = best.state.min(view.state);
            best.may_shoot |= view.may_shoot;
        }
    }
}

fn check_size(cells: usize, observers: usize) -> Result<(), ExposureError> {
    let max = Exposure::MAX_VIEWPOINTS.min(Exposure::MAX_LOOKS / cells);
    if observers > max { Err(ExposureError::TooMany { cells, max }) } else { Ok(()) }
}

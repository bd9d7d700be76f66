//! The exposure map of a battle: how exposed a model would be at every place of the table to some
//! others, where they stand or wherever they could go.
//!
//! The shares and states are those of `table/sight`, pair by pair; what is added here is who looks, how far
//! his Aw reaches, and one summary of all of them for each place.

mod eyes;
mod recall;
#[cfg(test)]
mod tests;

pub use recall::CancellationToken;

use crate::game::engine::components::Pose;
use crate::game::engine::view::{ModelView, View};
use crate::game::measure::{Mark, MarkError};
use crate::game::sight::{PlacementOverride, models};
use crate::rules::basics::{Allowance, Disc, gap};
use crate::rules::card::Card;
use crate::rules::ids::ModelId;
use crate::rules::measures::{Place, Thou};
use crate::rules::ruleset::SightRules;
use crate::rules::sight::{SightState, awareness, state_allows_fire};
use crate::table::shape::Point;
use crate::table::sight::exposure::{Field, Grid, GridError};
use crate::table::sight::{SightBody, Visibility};
use crate::table::terrain::Terrain;
use crate::table::walk::Mover;
use eyes::Stands;

/// What an exposure map is to show.
#[derive(Clone)]
pub struct Asked<'a> {
    /// Who looks: a model, a unit or a side.
    pub by: Mark,
    /// A model of this card stands in every cell.
    pub like: &'a Card,
    /// The cells.
    pub grid: Grid,
    /// On which level it stands.
    pub level: Level<'a>,
    /// From where they look.
    pub vantage: Vantage,
}

/// On which level a model stands in each cell: on the ground or the floor there that is nearest to a height
/// over the table.
#[derive(Clone, Copy)]
pub enum Level<'a> {
    /// The same height everywhere; 0 for the ground.
    Near(Thou),
    /// For each point, inches, its own: a storey of one building is not as high as that of another.
    At(&'a dyn Fn(Point) -> Thou),
}

/// From where models look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vantage {
    /// Where they stand.
    Standing,
    /// Where they stand and anywhere they could come to by an Advance (ACT-2), as far as that is told by
    /// places so far apart on the table, and along the border of the area. What is found is the least that
    /// they could see: between two such places there may be one that sees more.
    Advance(Thou),
}

/// Why there is no exposure map.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExposureError {
    /// Nobody looks.
    #[error(transparent)]
    Mark(#[from] MarkError),
    /// No such grid.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// No such spacing.
    #[error("{0} is no spacing: places an Advance leads to must be at least {least} apart", least = Vantage::LEAST)]
    Spacing(Thou),
    /// It would take too long.
    #[error(
        "too many looks: at {cells} cells at most {most} can look; take larger cells, fewer models or places farther apart"
    )]
    TooMany {
        /// Of the grid.
        cells: usize,
        /// How many eyes there may be at most.
        most: usize,
    },
    /// The question was taken back before the map was made.
    #[error("nobody waits for the map any more")]
    Recalled,
}

/// How exposed a model is at each place, to whom.
#[derive(Clone, Debug, PartialEq)]
pub struct Exposure {
    field: Field,
    vantage: Vantage,
    rules: SightRules,
    allowance: Allowance,
    lookers: Vec<Looker>,
    eyes: usize,
    /// In the order of the grid's cells: row by row, from the lowest y.
    cells: Vec<Exposed>,
}

/// How exposed a model would be at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exposed {
    /// Where it would stand: the middle of the cell.
    pub at: Place,
    /// Whether it could.
    pub room: Room,
    /// The clearest state it has for any looker by himself.
    pub state: SightState,
    /// The largest share of it that any looker has in view.
    pub in_view: f64,
    /// How many lookers it is not Hidden from.
    pub seen_by: u16,
    /// How many lookers its state would let shoot at it: from Concealed on only within their Aw (VIS-4).
    /// Ranges of weapons and facings are not asked.
    pub shot_by: u16,
    /// For whom it has that state, the lowest id of several; nobody where it is Hidden from all.
    pub clearest: Option<ModelId>,
}

/// Whether a model would find room at a place.
///
/// Rule: MOV-4, GO-4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// It would.
    Free,
    /// It would reach over the table's edge, into a wall, an obstacle or impassable ground. What is seen
    /// of it is told all the same, as if it stood there.
    None,
}

/// One who looks, and what he sees.
#[derive(Clone, Debug, PartialEq)]
struct Looker {
    id: ModelId,
    awareness: u8,
    /// Where he stands.
    stands: SightBody,
    glances: Vec<Glance>,
}

/// What one model sees of a cell, from the best of the places it looks from.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Glance {
    in_view: f64,
    state: SightState,
    may_shoot: bool,
}

impl Level<'_> {
    fn height(self, at: Point) -> Thou {
        match self {
            Self::Near(height) => height,
            Self::At(height) => height(at),
        }
    }
}

impl Vantage {
    /// The least distance of places that an Advance leads to.
    pub const LEAST: Thou = Thou(250);
}

impl Exposure {
    /// The most cells times eyes: a few seconds, and about a quarter of a gigabyte.
    pub const MOST_LOOKS: usize = 16_000_000;

    /// The most eyes.
    pub const MOST_EYES: usize = 5_000;

    /// Looks at every cell.
    ///
    /// Rule: VIS-1, VIS-2, VIS-3, VIS-4.
    ///
    /// # Errors
    /// Nobody who looks, no such grid, or more looks than [`Self::MOST_LOOKS`].
    pub fn new(view: View, asked: &Asked) -> Result<Self, ExposureError> {
        Self::new_unless(&CancellationToken::default(), view, asked)
    }

    /// The same, given up as soon as one more pair of eyes has looked after the question is taken back.
    ///
    /// Rule: VIS-1, VIS-2, VIS-3, VIS-4.
    ///
    /// # Errors
    /// Those of [`Self::new`], and [`ExposureError::Recalled`].
    pub fn new_unless(recall: &CancellationToken, view: View, asked: &Asked) -> Result<Self, ExposureError> {
        let models: Vec<ModelView> =
            models(view, &asked.by, &[])?.into_iter().map(|stand| stand.model).collect();
        let terrain = view.terrain();
        let rules = &view.setup().ruleset.sight;
        let base = asked.like.base;
        let (radius, height, eyes) = (base.radius(), base.height, base.eyes);
        let body = SightBody { foot: Place::default(), radius, height, eyes };
        check(asked.grid.checked()?.cells(), models.len())?;
        let field = terrain.field(asked.grid, &body, |at| asked.level.height(at), rules)?;
        let mover = Mover::of(asked.like);
        let unseen = |body: SightBody| Exposed {
            at: body.foot,
            room: if terrain.check_room(body.foot, mover).is_ok() { Room::Free } else { Room::None },
            state: SightState::Hidden,
            in_view: 0.0,
            seen_by: 0,
            shot_by: 0,
            clearest: None,
        };
        let mut exposure = Self {
            cells: field.bodies().map(unseen).collect(),
            field,
            vantage: asked.vantage,
            rules: *rules,
            allowance: view.allowance(),
            lookers: models.iter().map(Looker::new).collect(),
            eyes: 0,
        };
        exposure.eyes = exposure.look(recall, view, &models)?;
        exposure.sum_up();
        Ok(exposure)
    }

    /// The cells.
    pub fn grid(&self) -> Grid {
        self.field.grid
    }

    /// What there is to tell of each cell, in the order of the grid's cells: row by row, from the lowest y.
    pub fn cells(&self) -> &[Exposed] {
        &self.cells
    }

    /// From how many different places was looked when the map was made or brought up to date.
    pub fn eyes(&self) -> usize {
        self.eyes
    }

    /// Who looks, in the order of ids.
    pub fn lookers(&self) -> impl Iterator<Item = ModelId> + '_ {
        self.lookers.iter().map(|looker| looker.id)
    }

    /// What one looker sees of a cell, from the best of the places he looks from.
    pub fn glimpse(&self, looker: ModelId, cell: usize) -> Option<Visibility> {
        let looker = self.lookers.iter().find(|other| other.id == looker)?;
        looker.glances.get(cell).map(|glance| Visibility { in_view: glance.in_view, state: glance.state })
    }

    /// Brings the map to where models stand now. Where they look from where they stand, only for those
    /// that have moved is looked anew; those that are lost look no more. Others do not join.
    ///
    /// # Errors
    /// More looks than [`Self::MOST_LOOKS`].
    pub fn update(&mut self, view: View) -> Result<(), ExposureError> {
        let standing = |looker: &Looker| view.model(looker.id).filter(ModelView::stands);
        self.lookers.retain(|looker| standing(looker).is_some());
        let is_to_look = |looker: &&Looker, model: &ModelView| match self.vantage {
            Vantage::Standing => model.viewed() != looker.stands,
            // Who has moved bars the ways of others, or clears them.
            Vantage::Advance(_) => true,
        };
        let lookers = self.lookers.iter().filter_map(|looker| Some((looker, standing(looker)?)));
        let models: Vec<ModelView> =
            lookers.filter(|(looker, model)| is_to_look(looker, model)).map(|(_, model)| model).collect();
        let eyes = self.look(&CancellationToken::default(), view, &models)?;
        self.eyes = match self.vantage {
            Vantage::Standing => self.lookers.len(),
            Vantage::Advance(_) => eyes,
        };
        self.sum_up();
        Ok(())
    }

    /// The same map, but some lookers look from other places, or from wherever an Advance could bring them
    /// from there: while they are dragged. What all others see is kept as it is, also where it is their ways that
    /// those who are dragged would bar or clear. Ids of others change nothing.
    ///
    /// # Errors
    /// More looks than [`Self::MOST_LOOKS`].
    pub fn with_lookers_at(
        &mut self,
        view: View,
        instead: &[PlacementOverride],
    ) -> Result<(), ExposureError> {
        self.with_lookers_at_unless(&CancellationToken::default(), view, instead)
    }

    /// The same, given up once the question is taken back; what is left then is no map.
    ///
    /// # Errors
    /// Those of [`Self::with_lookers_at`], and [`ExposureError::Recalled`].
    pub fn with_lookers_at_unless(
        &mut self,
        recall: &CancellationToken,
        view: View,
        instead: &[PlacementOverride],
    ) -> Result<(), ExposureError> {
        let thought = |looker: &Looker| {
            let (_, at) = instead.iter().find(|(id, _)| *id == looker.id)?;
            let model = view.model(looker.id)?;
            Some(ModelView { pose: Pose { at: *at, ..model.pose }, ..model })
        };
        let models: Vec<ModelView> = self.lookers.iter().filter_map(thought).collect();
        if !models.is_empty() {
            self.look(recall, view, &models)?;
            self.sum_up();
        }
        Ok(())
    }

    /// Looks anew for some of the lookers, in the order of ids: from how many different places.
    fn look(
        &mut self,
        recall: &CancellationToken,
        view: View,
        models: &[ModelView],
    ) -> Result<usize, ExposureError> {
        let is_wanted = || if recall.is_recalled() { Err(ExposureError::Recalled) } else { Ok(()) };
        let terrain = view.terrain();
        let number = |model: &ModelView| self.lookers.iter().position(|looker| looker.id == model.id);
        let numbers: Vec<usize> = models.iter().filter_map(number).collect();
        let Vantage::Advance(spacing) = self.vantage else {
            for (nth, model) in numbers.into_iter().zip(models) {
                is_wanted()?;
                let stands = model.viewed();
                let glimpses = terrain.glimpses(&stands, &self.field, &self.rules);
                let glances = self.glances(&glimpses, &stands, self.lookers[nth].awareness);
                (self.lookers[nth].stands, self.lookers[nth].glances) = (stands, glances);
            }
            return Ok(models.len());
        };
        if spacing < Vantage::LEAST {
            return Err(ExposureError::Spacing(spacing));
        }
        let cells = self.field.grid.cells();
        let most = Self::MOST_EYES.min(Self::MOST_LOOKS / cells);
        let stands = Stands::after_advance(view, models, spacing, most);
        let stands = stands.ok_or(ExposureError::TooMany { cells, most })?;
        for (nth, model) in numbers.iter().zip(models) {
            (self.lookers[*nth].stands, self.lookers[*nth].glances) = (model.viewed(), Vec::new());
        }
        for (eye, by) in stands.iter() {
            is_wanted()?;
            let by: Vec<usize> = by.iter().map(|nth| numbers[*nth]).collect();
            self.look_for(terrain, eye, &by);
        }
        Ok(stands.len())
    }

    /// Looks once from a place at which several may stand, at cells that one of them has not yet seen as well as
    /// can be.
    fn look_for(&mut self, terrain: &Terrain, eye: &SightBody, by: &[usize]) {
        let is_open =
            |cell: usize| by.iter().any(|nth| !self.lookers[*nth].sees_best(cell, self.field.ground(cell)));
        let glimpses = terrain.glimpses_where(eye, &self.field, &self.rules, is_open);
        let mut of_awareness: Vec<(u8, Vec<Glance>)> = Vec::new();
        for &nth in by {
            let awareness = self.lookers[nth].awareness;
            let at = of_awareness.iter().position(|(other, _)| *other == awareness);
            let at = at.unwrap_or_else(|| {
                of_awareness.push((awareness, self.glances(&glimpses, eye, awareness)));
                of_awareness.len() - 1
            });
            self.lookers[nth].join(&of_awareness[at].1);
        }
    }

    fn glances(&self, glimpses: &[Visibility], eye: &SightBody, awareness: u8) -> Vec<Glance> {
        let glance = |(cell, glimpse): (usize, &Visibility)| {
            let may_shoot = self.may_shoot(eye, &self.field.body(cell), awareness, glimpse.state);
            Glance { in_view: glimpse.in_view, state: glimpse.state, may_shoot }
        };
        glimpses.iter().enumerate().map(glance).collect()
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

    /// Makes of what each sees what all see.
    fn sum_up(&mut self) {
        for (nth, cell) in self.cells.iter_mut().enumerate() {
            (cell.state, cell.in_view, cell.clearest) = (SightState::Hidden, 0.0, None);
            (cell.seen_by, cell.shot_by) = (0, 0);
            for looker in &self.lookers {
                let Glance { in_view, state, may_shoot } = looker.glances[nth];
                cell.in_view = cell.in_view.max(in_view);
                cell.seen_by += u16::from(state < SightState::Hidden);
                cell.shot_by += u16::from(may_shoot);
                if state < cell.state {
                    (cell.state, cell.clearest) = (state, Some(looker.id));
                }
            }
        }
    }
}

impl Looker {
    fn new(model: &ModelView) -> Self {
        let awareness = model.card.characteristics.awareness;
        Self { id: model.id, awareness, stands: model.viewed(), glances: Vec::new() }
    }

    /// Whether he sees a cell as well as any place could let him, a body there having a state by its ground.
    fn sees_best(&self, cell: usize, ground: SightState) -> bool {
        let best = Glance { in_view: 1.0, state: ground, may_shoot: true };
        self.glances.get(cell).is_some_and(|glance| *glance == best)
    }

    /// Adds what he sees from one more place.
    fn join(&mut self, others: &[Glance]) {
        if self.glances.is_empty() {
            self.glances = others.to_vec();
        }
        for (own, other) in self.glances.iter_mut().zip(others) {
            own.in_view = own.in_view.max(other.in_view);
            own.state = own.state.min(other.state);
            own.may_shoot |= other.may_shoot;
        }
    }
}

fn check(cells: usize, eyes: usize) -> Result<(), ExposureError> {
    let most = Exposure::MOST_EYES.min(Exposure::MOST_LOOKS / cells);
    if eyes > most { Err(ExposureError::TooMany { cells, most }) } else { Ok(()) }
}

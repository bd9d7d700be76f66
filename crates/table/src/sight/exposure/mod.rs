//! The viewshed: how well an observer sees each cell of a grid.
//!
//! Every cell gets what the pair routine gives a body there, exactly. To ask it seldom, the grid is a binary tree of
//! tiles. For each tile a conservative beam contains all lines between the observer and bodies on the tile; only
//! occluders that can touch the beam are kept. If none can, everything is in view; if one occluder, or several
//! together, surely block every line, nothing is; otherwise the tile is split and each part gets the remaining
//! occluders. Small tiles are measured cell by cell with occluders prepared once for all cells.

mod beam;
mod cell_occlusion_bound;
mod grid;
mod joint_occluders;
mod observers;
#[cfg(test)]
mod tests;
mod tiles;

pub use grid::{Grid, GridError};
pub use observers::{Cell, Observers, UndecidedObserver};

use super::SightBody;
use super::prepared_occluder::PreparedOccluder;
use super::sight_evaluator::{Candidates, SightEvaluator, Visibility};
use super::view_frame::BodyInches;
use crate::shape::Point;
use crate::terrain::Terrain;
use beam::{Beam, BeamContact};
use joint_occluders::{Silhouettes, silhouettes};
use tiles::{Tile, tiles, wanted_tiles};
use warstrike_rules::measures::{Place, Thou};
use warstrike_rules::ruleset::SightRules;
use warstrike_rules::sight::SightState;

/// Tiles of at most this many cells are measured cell by cell: that costs less than filtering occluders for them.
const MAX_MEASURED_CELLS: usize = 16;

/// A grid with a body standing in the middle of each cell.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyGrid {
    /// The cells.
    pub grid: Grid,
    /// The body; its place does not matter.
    body: SightBody,
    feet: Vec<Place>,
    /// The same in inches.
    places: Vec<[f64; 3]>,
    /// The body in inches.
    inches: BodyInches,
    /// The state each body has because of what it stands in, for every observer.
    ground_states: Vec<SightState>,
    tiles: Vec<Tile>,
}

impl BodyGrid {
    /// The body in a cell, by the cell's index.
    pub fn body(&self, cell: usize) -> SightBody {
        SightBody { foot: self.feet[cell], ..self.body }
    }

    /// The body in a cell, in inches.
    fn inches(&self, cell: usize) -> BodyInches {
        let (body, [x, y, foot]) = (self.inches, self.places[cell]);
        BodyInches { at: [x, y], foot, eyes: foot + body.eyes, ..body }
    }

    /// The state a body there has because of what it stands in: no observer sees it more clearly.
    pub fn ground_state(&self, cell: usize) -> SightState {
        self.ground_states[cell]
    }

    /// The body in every cell, in index order.
    pub fn bodies(&self) -> impl Iterator<Item = SightBody> {
        self.feet.iter().map(|foot| SightBody { foot: *foot, ..self.body })
    }
}

impl Terrain {
    /// Places bodies in the middles of a grid's cells, each on the ground or floor nearest to the height that `level`
    /// gives for the point. Does not check whether a model would fit there.
    ///
    /// Rule: VIS-1, VIS-2.
    ///
    /// # Errors
    /// An invalid grid.
    pub fn body_grid(
        &self,
        grid: Grid,
        body: &SightBody,
        level: impl Fn(Point) -> Thou,
        rules: &SightRules,
    ) -> Result<BodyGrid, GridError> {
        let grid = grid.checked()?;
        let cells = || (0..grid.rows).flat_map(|row| (0..grid.columns).map(move |column| [column, row]));
        let feet: Vec<Place> = cells()
            .map(|[column, row]| {
                let middle = grid.middle(column, row);
                Place { z: self.height_near(middle.ground(), level(middle.ground())), ..middle }
            })
            .collect();
        let evaluator = SightEvaluator::new(self, rules);
        let ground_state = |foot: &Place| evaluator.ground_state(&SightBody { foot: *foot, ..*body });
        let inches = |foot: &Place| [foot.x.inches(), foot.y.inches(), foot.z.inches()];
        Ok(BodyGrid {
            grid,
            body: *body,
            places: feet.iter().map(inches).collect(),
            inches: BodyInches::new(&SightBody { foot: Place::default(), ..*body }),
            ground_states: feet.iter().map(ground_state).collect(),
            tiles: tiles(&grid, &feet),
            feet,
        })
    }

    /// One model's view of the body in each cell, in index order.
    ///
    /// Rule: VIS-1, VIS-2.
    pub fn viewshed(&self, observer: &SightBody, bodies: &BodyGrid, rules: &SightRules) -> Vec<Visibility> {
        self.viewshed_of(observer, bodies, rules, vec![true; bodies.tiles.len()])
    }

    /// The same for the cells that satisfy `wanted`; for others the result may be "nothing in view", whatever is.
    ///
    /// Rule: VIS-1, VIS-2.
    pub fn viewshed_where(
        &self,
        observer: &SightBody,
        bodies: &BodyGrid,
        rules: &SightRules,
        wanted: impl Fn(usize) -> bool,
    ) -> Vec<Visibility> {
        self.viewshed_of(observer, bodies, rules, wanted_tiles(&bodies.grid, &bodies.tiles, wanted))
    }

    fn viewshed_of(
        &self,
        observer: &SightBody,
        bodies: &BodyGrid,
        rules: &SightRules,
        wanted: Vec<bool>,
    ) -> Vec<Visibility> {
        let none = Visibility { in_view: 0.0, state: SightState::Hidden };
        let occluders = self.sight.all();
        let mut viewshed = Viewshed {
            evaluator: SightEvaluator::new(self, rules),
            observer,
            inches: BodyInches::new(observer),
            bodies,
            silhouettes: silhouettes(observer, &self.sight),
            prepared: occluders.iter().map(|occluder| PreparedOccluder::new(observer, occluder)).collect(),
            candidates: (0..occluders.len()).collect(),
            wanted,
            visibilities: vec![none; bodies.grid.cells()],
        };
        viewshed.visit_tile(0, 0);
        viewshed.visibilities
    }
}

/// The computation of one observer's viewshed.
struct Viewshed<'a> {
    evaluator: SightEvaluator<'a>,
    observer: &'a SightBody,
    inches: BodyInches,
    bodies: &'a BodyGrid,
    silhouettes: Silhouettes,
    /// Every occluder, prepared for the observer's eyes.
    prepared: Vec<PreparedOccluder>,
    /// A stack of lists of occluders; the current tile's is on top.
    candidates: Vec<usize>,
    /// Whether any cell of a tile is wanted.
    wanted: Vec<bool>,
    visibilities: Vec<Visibility>,
}

impl Viewshed<'_> {
    /// Evaluates a tile, given where the list of the tile around it starts.
    fn visit_tile(&mut self, index: usize, parent_list: usize) {
        if !self.wanted[index] {
            return;
        }
        let tile = &self.bodies.tiles[index];
        let beam = Beam::new(self.observer, tile, &self.bodies.body);
        let occluders = &self.evaluator.terrain.sight;
        let list = self.candidates.len();
        let mut beyond = [false; 2];
        for slot in parent_list..list {
            match beam.contact(&occluders.all()[self.candidates[slot]]) {
                BeamContact::Misses => {}
                BeamContact::Touches(sides) => {
                    self.candidates.push(self.candidates[slot]);
                    beyond = [beyond[0] || sides[0], beyond[1] || sides[1]];
                }
                // All bodies there are hidden, and so is the observer from them.
                BeamContact::Blocks => return self.candidates.truncate(list),
            }
        }
        if beyond == [true; 2]
            && beam.is_jointly_blocked(occluders, &self.candidates[list..], &self.silhouettes)
        {
            return self.candidates.truncate(list);
        }
        match tile.second {
            Some(second) if self.candidates.len() > list && tile.cells() > MAX_MEASURED_CELLS => {
                for half in [index + 1, second] {
                    match self.bodies.tiles[half].second {
                        // Go straight to the quarters: fewer lists to make.
                        Some(second) if self.bodies.tiles[half].cells() > MAX_MEASURED_CELLS => {
                            self.visit_tile(half + 1, list);
                            self.visit_tile(second, list);
                        }
                        _ => self.visit_tile(half, list),
                    }
                }
            }
            _ => {
                for cell in self.bodies.grid.indices(tile.columns.clone(), tile.rows.clone()) {
                    self.visibilities[cell] = self.measure(cell, list);
                }
            }
        }
        self.candidates.truncate(list);
    }

    /// The visibility of a cell's body, given where the tile's list starts.
    fn measure(&mut self, cell: usize, list: usize) -> Visibility {
        let ground = self.bodies.ground_states[cell];
        let rise = Thou(self.bodies.feet[cell].z.0 - self.observer.foot.z.0);
        if self.candidates.len() == list {
            return self.evaluator.unobstructed(rise, ground);
        }
        let indices = &mut self.candidates[list..];
        let mut candidates = Candidates::Listed { indices, prepared: &self.prepared };
        let body = self.bodies.inches(cell);
        self.evaluator.visibility(&self.inches, &body, rise, ground, &mut candidates)
    }
}

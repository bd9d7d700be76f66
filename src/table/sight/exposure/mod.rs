//! Who sees a place how well, for every place of a grid: the exposure map.
//!
//! What is told of a place is what the routine for a pair tells of a body that stands there, no less
//! exactly. It is only asked seldom: a tile of the grid is looked at as a whole, with the prisms that
//! can touch any line between the eyes and a body there. Where none can, all is in view; where one, or
//! several together, surely cut all of them, nothing is; else the tile is looked at in quarters, each with
//! those prisms that can touch its own lines. Small tiles are measured cell by cell; most prisms are soon
//! passed over there, for what of them is the same for all cells is found once (`seen`).

mod beam;
mod grid;
mod lookout;
mod screen;
mod stand;
#[cfg(test)]
mod tests;
mod tiles;

pub use grid::{Grid, GridError};
pub use lookout::{Doubt, Observers, Plot};

use super::SightBody;
use super::glimpse::{Among, SightEvaluator, Visibility};
use super::look::Figure;
use super::seen::Seen;
use crate::rules::measures::{Place, Thou};
use crate::rules::ruleset::SightRules;
use crate::rules::sight::SightState;
use crate::table::shape::Point;
use crate::table::terrain::Terrain;
use beam::{Beam, Meets};
use screen::{Ends, ends};
use tiles::{Tile, asked_tiles, tiles};

/// Tiles of so many cells or fewer are measured cell by cell: a cell costs less than a list of prisms for it.
const MEASURED: usize = 16;

/// A grid, and a body that stands in the middle of each of its cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The cells.
    pub grid: Grid,
    /// The body; where it stands is no matter.
    body: SightBody,
    feet: Vec<Place>,
    /// The same in inches.
    places: Vec<[f64; 3]>,
    /// The body in inches.
    figure: Figure,
    /// The state of a body that it has by what it stands in, whoever looks.
    grounds: Vec<SightState>,
    tiles: Vec<Tile>,
}

impl Field {
    /// The body in a cell, by the cell's index.
    pub fn body(&self, cell: usize) -> SightBody {
        SightBody { foot: self.feet[cell], ..self.body }
    }

    /// The body in a cell, in inches.
    fn figure(&self, cell: usize) -> Figure {
        let (body, [x, y, foot]) = (self.figure, self.places[cell]);
        Figure { at: [x, y], foot, eyes: foot + body.eyes, ..body }
    }

    /// The state it has there by what it stands in, whoever looks: to none it is clearer.
    pub fn ground(&self, cell: usize) -> SightState {
        self.grounds[cell]
    }

    /// The body in every cell, in the order of their indices.
    pub fn bodies(&self) -> impl Iterator<Item = SightBody> {
        self.feet.iter().map(|foot| SightBody { foot: *foot, ..self.body })
    }
}

impl Terrain {
    /// Bodies like this one in the middles of a grid's cells, each on the ground or the floor there that is
    /// nearest to the height that `level` gives for the point; whether it would find room there is not asked.
    ///
    /// Rule: VIS-1, VIS-2.
    ///
    /// # Errors
    /// A grid that may not be asked for.
    pub fn field(
        &self,
        grid: Grid,
        body: &SightBody,
        level: impl Fn(Point) -> Thou,
        rules: &SightRules,
    ) -> Result<Field, GridError> {
        let grid = grid.checked()?;
        let cells = || (0..grid.rows).flat_map(|row| (0..grid.columns).map(move |column| [column, row]));
        let feet: Vec<Place> = cells()
            .map(|[column, row]| {
                let middle = grid.middle(column, row);
                Place { z: self.height_near(middle.ground(), level(middle.ground())), ..middle }
            })
            .collect();
        let gaze = SightEvaluator::new(self, rules);
        let grounds = feet.iter().map(|foot| gaze.ground(&SightBody { foot: *foot, ..*body })).collect();
        let inches = |foot: &Place| [foot.x.inches(), foot.y.inches(), foot.z.inches()];
        let places = feet.iter().map(inches).collect();
        let figure = Figure::new(&SightBody { foot: Place::default(), ..*body });
        Ok(Field { grid, body: *body, figure, grounds, tiles: tiles(&grid, &feet), places, feet })
    }

    /// What one model sees of the body in each cell, in the order of the cells' indices.
    ///
    /// Rule: VIS-1, VIS-2.
    pub fn glimpses(&self, eye: &SightBody, field: &Field, rules: &SightRules) -> Vec<Visibility> {
        self.glimpses_of(eye, field, rules, vec![true; field.tiles.len()])
    }

    /// The same of cells that are asked for; of others nothing is told to be in view, whatever is.
    ///
    /// Rule: VIS-1, VIS-2.
    pub fn glimpses_where(
        &self,
        eye: &SightBody,
        field: &Field,
        rules: &SightRules,
        asked: impl Fn(usize) -> bool,
    ) -> Vec<Visibility> {
        self.glimpses_of(eye, field, rules, asked_tiles(&field.grid, &field.tiles, asked))
    }

    fn glimpses_of(
        &self,
        eye: &SightBody,
        field: &Field,
        rules: &SightRules,
        asked: Vec<bool>,
    ) -> Vec<Visibility> {
        let none = Visibility { in_view: 0.0, state: SightState::Hidden };
        let mut looker = Looker {
            gaze: SightEvaluator::new(self, rules),
            eye,
            figure: Figure::new(eye),
            field,
            ends: ends(eye, &self.sight),
            seen: self.sight.all().iter().map(|block| Seen::new(eye, block)).collect(),
            near: (0..self.sight.all().len()).collect(),
            asked,
            glimpses: vec![none; field.grid.cells()],
        };
        looker.look(0, 0);
        looker.glimpses
    }
}

/// Eyes that look at tile after tile.
struct Looker<'a> {
    gaze: SightEvaluator<'a>,
    eye: &'a SightBody,
    figure: Figure,
    field: &'a Field,
    ends: Ends,
    /// Every prism as they see it.
    seen: Vec<Seen>,
    /// A pile of lists of prisms: what can touch a line to the tile that is looked at lies on top.
    near: Vec<usize>,
    /// Whether any cell of a tile is asked for.
    asked: Vec<bool>,
    glimpses: Vec<Visibility>,
}

impl Looker<'_> {
    /// Looks at a tile, given where the list of the tile around it begins.
    fn look(&mut self, nth: usize, begins: usize) {
        if !self.asked[nth] {
            return;
        }
        let tile = &self.field.tiles[nth];
        let beam = Beam::new(self.eye, tile, &self.field.body);
        let blocks = &self.gaze.terrain.sight;
        let ends = self.near.len();
        let mut beyond = [false; 2];
        for at in begins..ends {
            match beam.meets(&blocks.all()[self.near[at]]) {
                Meets::Nothing => {}
                Meets::Some(sides) => {
                    self.near.push(self.near[at]);
                    beyond = [beyond[0] || sides[0], beyond[1] || sides[1]];
                }
                // All bodies there are hidden, and see nothing of the model.
                Meets::Every => return self.near.truncate(ends),
            }
        }
        if beyond == [true; 2] && beam.is_screened(blocks, &self.near[ends..], &self.ends) {
            return self.near.truncate(ends);
        }
        match tile.second {
            Some(second) if self.near.len() > ends && tile.cells() > MEASURED => {
                for half in [nth + 1, second] {
                    match self.field.tiles[half].second {
                        // Halves of halves: fewer lists are made.
                        Some(second) if self.field.tiles[half].cells() > MEASURED => {
                            self.look(half + 1, ends);
                            self.look(second, ends);
                        }
                        _ => self.look(half, ends),
                    }
                }
            }
            _ => {
                for cell in self.field.grid.indices(tile.columns.clone(), tile.rows.clone()) {
                    self.glimpses[cell] = self.measure(cell, ends);
                }
            }
        }
        self.near.truncate(ends);
    }

    /// What they see of a cell's body, given where the list of the tile begins.
    fn measure(&mut self, cell: usize, begins: usize) -> Visibility {
        let ground = self.field.grounds[cell];
        let rise = Thou(self.field.feet[cell].z.0 - self.eye.foot.z.0);
        if self.near.len() == begins {
            return self.gaze.open_glimpse(rise, ground);
        }
        let mut among = Among::These { near: &mut self.near[begins..], seen: &self.seen };
        self.gaze.glimpse(&self.figure, &self.field.figure(cell), rise, ground, &mut among)
    }
}

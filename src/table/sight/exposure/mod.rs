//! Who sees a place how well, for every place of a grid: the exposure map.
//!
//! What is told of a place is what the routine for a pair tells of a body that stands there, no less
//! exactly. It is only asked seldom: a tile of the grid is looked at as a whole, with the prisms that
//! can touch any line between the eyes and a body there. Where none can, all is in view; where one
//! surely cuts all of them, nothing is; else the tile is looked at in halves, each with those prisms that
//! can touch its own lines, down to single cells, which are measured.

mod beam;
mod grid;
mod tiles;

pub use grid::{Grid, GridError};

use super::blocks::{Block, Matter};
use super::line::Line;
use super::look::Look;
use super::shadow::Shadows;
use super::tree::Visit;
use super::{Casts, LEAST_OPEN, Viewed};
use crate::rules::measures::{Place, Thou};
use crate::rules::ruleset::SightRules;
use crate::rules::sight::{Mutual, Shaded, SightState, Sighting, state};
use crate::table::region::Parts;
use crate::table::terrain::Terrain;
use beam::{Beam, Meets};
use tiles::{Tile, tiles};

/// A grid, and a body that stands in the middle of each of its cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The cells.
    pub grid: Grid,
    /// The body; where it stands is no matter.
    body: Viewed,
    feet: Vec<Place>,
    /// The state of a body that it has by what it stands in, whoever looks.
    grounds: Vec<SightState>,
    tiles: Vec<Tile>,
}

/// What eyes see of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glimpse {
    /// The share of the body in view, 0 to 1 (VIS-1).
    pub in_view: f64,
    /// Its state for this pair alone (VIS-2).
    pub state: SightState,
}

impl Field {
    /// The body in a cell, by the cell's index.
    pub fn body(&self, cell: usize) -> Viewed {
        Viewed { foot: self.feet[cell], ..self.body }
    }

    /// The same for every cell, in the order of their indices.
    pub fn bodies(&self) -> impl Iterator<Item = Viewed> {
        self.feet.iter().map(|foot| Viewed { foot: *foot, ..self.body })
    }
}

impl Terrain {
    /// Bodies like this one in the middles of a grid's cells, each on the ground or the floor there that is
    /// nearest in height to `level`; whether it would find room there is not asked.
    ///
    /// Rule: VIS-1, VIS-2.
    ///
    /// # Errors
    /// A grid that may not be asked for.
    pub fn field(
        &self,
        grid: Grid,
        body: &Viewed,
        level: Thou,
        rules: &SightRules,
    ) -> Result<Field, GridError> {
        let grid = grid.checked()?;
        let cells = || (0..grid.rows).flat_map(|row| (0..grid.columns).map(move |column| [column, row]));
        let feet: Vec<Place> = cells()
            .map(|[column, row]| {
                let middle = grid.middle(column, row);
                Place { z: self.height_near(middle.ground(), level), ..middle }
            })
            .collect();
        let ground = |foot: &Place| {
            let stands_in = self.stands_in(&Viewed { foot: *foot, ..*body });
            let open = Sighting { in_view: 1.0, mutual: Mutual::Open, stands_in, ..Sighting::default() };
            state(&open, rules, self.allowance())
        };
        let grounds = feet.iter().map(ground).collect();
        Ok(Field { grid, body: *body, grounds, tiles: tiles(&grid, &feet), feet })
    }

    /// What one model sees of the body in each cell, in the order of the cells' indices.
    ///
    /// Rule: VIS-1, VIS-2.
    pub fn glimpses(&self, eye: &Viewed, field: &Field, rules: &SightRules) -> Vec<Glimpse> {
        let none = Glimpse { in_view: 0.0, state: SightState::Hidden };
        let mut looker = Looker {
            terrain: self,
            eye,
            field,
            rules,
            near: (0..self.sight.all().len()).collect(),
            glimpses: vec![none; field.grid.cells()],
        };
        looker.look(0, 0);
        looker.glimpses
    }
}

/// Eyes that look at tile after tile.
struct Looker<'a> {
    terrain: &'a Terrain,
    eye: &'a Viewed,
    field: &'a Field,
    rules: &'a SightRules,
    /// A pile of lists of prisms: what can touch a line to the tile that is looked at lies on top.
    near: Vec<usize>,
    glimpses: Vec<Glimpse>,
}

impl Looker<'_> {
    /// Looks at a tile, given where the list of the tile around it begins.
    fn look(&mut self, nth: usize, begins: usize) {
        let tile = &self.field.tiles[nth];
        let beam = Beam::new(self.eye, tile, &self.field.body);
        let blocks = self.terrain.sight.all();
        let ends = self.near.len();
        for at in begins..ends {
            match beam.meets(&blocks[self.near[at]]) {
                Meets::Nothing => {}
                Meets::Some => self.near.push(self.near[at]),
                // All bodies there are hidden, and see nothing of the model.
                Meets::Every => return self.near.truncate(ends),
            }
        }
        match tile.second {
            Some(second) if self.near.len() > ends => {
                self.look(nth + 1, ends);
                self.look(second, ends);
            }
            _ => {
                for cell in self.field.grid.indices(tile.columns.clone(), tile.rows.clone()) {
                    self.glimpses[cell] = self.measure(cell, ends);
                }
            }
        }
        self.near.truncate(ends);
    }

    /// Measures what is seen of the body in a cell, past the prisms on top of the pile.
    fn measure(&self, cell: usize, begins: usize) -> Glimpse {
        let body = self.field.body(cell);
        let ground = self.field.grounds[cell];
        let near = &self.near[begins..];
        let mut sighting = Sighting {
            in_view: 1.0,
            mutual: Mutual::Open,
            rise: Thou(body.foot.z.0 - self.eye.foot.z.0),
            ..Sighting::default()
        };
        if !near.is_empty() {
            sighting.in_view = self.in_view(self.eye, &body, near);
            if sighting.in_view <= self.rules.nothing_in_view {
                let is_open =
                    sighting.in_view > LEAST_OPEN || self.in_view(&body, self.eye, near) > LEAST_OPEN;
                sighting.mutual = if is_open { Mutual::Open } else { Mutual::Closed };
            }
        }
        let judge = |sighting: &Sighting| state(sighting, self.rules, self.terrain.allowance());
        let mut worst = ground.max(judge(&sighting));
        // Nothing else makes it worse than this.
        if worst < SightState::Concealed && !near.is_empty() {
            if sighting.in_view < self.rules.all_in_view {
                sighting.shades = self.shades(&body, near);
            }
            sighting.in_woods = self.in_woods(&body, near);
            worst = worst.max(judge(&sighting));
        }
        Glimpse { in_view: sighting.in_view, state: worst }
    }

    /// Those of some prisms that can be in the way of a look, in their order.
    fn met<'b>(&'b self, look: &'b Look, near: &'b [usize]) -> impl Iterator<Item = &'b Block> {
        let blocks = self.terrain.sight.all();
        near.iter().map(move |nth| &blocks[*nth]).filter(|block| look.reaches(&block.room()))
    }

    fn in_view(&self, from: &Viewed, to: &Viewed, near: &[usize]) -> f64 {
        let look = Look::new(from, to);
        let mut shadows = Shadows::new(&look);
        let touch = self.terrain.touch();
        let _ = self.met(&look, near).any(|block| shadows.cast_in_turn(block, touch) == Visit::Over);
        1.0 - shadows.covered()
    }

    fn shades(&self, body: &Viewed, near: &[usize]) -> Vec<Shaded> {
        let look = Look::new(self.eye, body);
        let mut casts = Casts::new(&look, self.terrain.touch());
        self.met(&look, near).for_each(|block| casts.cast(block));
        self.terrain.shaded(&casts.shades())
    }

    fn in_woods(&self, body: &Viewed, near: &[usize]) -> f64 {
        let (line, look) = (Line::new(self.eye, body), Look::new(self.eye, body));
        let woods = self.met(&look, near).filter(|block| block.matter == Matter::Trees);
        let parts: Parts = woods.flat_map(|block| line.parts_inside(block, [0.0; 2])).collect();
        line.length_within(parts)
    }
}

//! The lengths of the oracle's shortest legal paths of one model, around difficult ground and through it.

use std::cell::{Cell, OnceCell};

use crate::paths::field::Field;
use crate::paths::figures::{Point, apart};
use crate::paths::legs;
use crate::paths::oracle::{self, Margins};
use crate::paths::world::{Surface, World};

use super::scene::{OracleModel, Scene};

/// The paths of one model.
pub struct Fields<'s> {
    scene: &'s Scene,
    margins: Margins,
    from: Point,
    start: Surface,
    max: [f64; 2],
    asked: Cell<usize>,
    around: OnceCell<Field<'s>>,
    through: OnceCell<Field<'s>>,
}

/// A path's length, and whether it touches difficult ground: an index into [`Scene::limits`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length {
    pub inches: f64,
    pub limit: usize,
}

/// After so many single searches all paths are found at once.
const ONE_BY_ONE: usize = 6;

impl<'s> Fields<'s> {
    /// Paths of a model of at most these lengths, around and through difficult ground.
    pub fn new(scene: &'s Scene, model: &OracleModel, margins: Margins, max: [f64; 2]) -> Option<Self> {
        let start = scene.through.surface(model.at())?;
        let (around, through) = (OnceCell::new(), OnceCell::new());
        Some(Self { scene, margins, from: model.centre(), start, max, asked: Cell::new(0), around, through })
    }

    /// The length of the shortest path of one kind.
    fn one(
        &self,
        world: &'s World,
        field: &OnceCell<Field<'s>>,
        (to, on): (Point, Surface),
        max: [f64; 2],
    ) -> Option<f64> {
        let long = apart(self.from, to);
        if long > max[0] {
            return None;
        }
        if legs::ends(world, self.from, to, self.start, self.margins.depth).contains(&on) {
            return Some(long);
        }
        self.asked.set(self.asked.get() + 1);
        if field.get().is_none() && self.asked.get() <= 2 * ONE_BY_ONE {
            let from = (self.from, self.start);
            return oracle::shortest(world, self.margins, from, (to, on), max[0]).map(|way| way.length);
        }
        let new = || Field::new(world, self.margins, (self.from, self.start), max[1]);
        field.get_or_init(new).length(to, on, max[0])
    }

    /// The length of the shortest path that is legal within its own allowance, if at most `max`.
    ///
    /// Rule: FB-3, FB-4.
    pub fn legal(&self, to: Point, on: Surface, max: f64) -> Option<Length> {
        if to == self.from && on == self.start {
            return Some(Length { inches: 0.0, limit: 0 });
        }
        let bound = |limit: usize| [max.min(self.max[limit]), self.max[limit]];
        let around = self.one(&self.scene.around, &self.around, (to, on), bound(0));
        let long = apart(self.from, to);
        if around.is_some_and(|around| around <= long + 0.002) {
            return around.map(|inches| Length { inches, limit: 0 });
        }
        match (around, self.one(&self.scene.through, &self.through, (to, on), bound(1))) {
            (Some(around), Some(through)) if around <= through + 0.002 => {
                Some(Length { inches: around, limit: 0 })
            }
            (_, Some(inches)) => Some(Length { inches, limit: 1 }),
            (Some(inches), None) => Some(Length { inches, limit: 0 }),
            (None, None) => None,
        }
    }
}

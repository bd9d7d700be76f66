//! The lengths of the oracle's shortest legal paths of one model, around difficult ground and through it.

use std::cell::OnceCell;

use crate::paths::field::Field;
use crate::paths::figures::{Point, apart};
use crate::paths::oracle::Margins;
use crate::paths::world::Surface;

use super::scene::{Man, Scene};

/// All ways of one model.
pub struct Fields<'s> {
    scene: &'s Scene,
    margins: Margins,
    from: Point,
    start: Surface,
    most: [f64; 2],
    around: OnceCell<Field<'s>>,
    through: OnceCell<Field<'s>>,
}

/// A path's length, and whether it touches difficult ground: the index into [`Scene::limits`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length {
    pub inches: f64,
    pub toll: usize,
}

impl<'s> Fields<'s> {
    /// The ways of a model of at most so many inches, around and through difficult ground.
    pub fn new(scene: &'s Scene, man: &Man, margins: Margins, most: [f64; 2]) -> Option<Self> {
        let start = scene.through.surface(man.at())?;
        let (around, through) = (OnceCell::new(), OnceCell::new());
        Some(Self { scene, margins, from: man.centre(), start, most, around, through })
    }

    fn around(&self) -> &Field<'s> {
        let new = || Field::new(&self.scene.around, self.margins, (self.from, self.start), self.most[0]);
        self.around.get_or_init(new)
    }

    fn through(&self) -> &Field<'s> {
        let new = || Field::new(&self.scene.through, self.margins, (self.from, self.start), self.most[1]);
        self.through.get_or_init(new)
    }

    /// The lengths of the shortest ways around and through.
    pub fn both(&self, to: Point, on: Surface) -> [Option<f64>; 2] {
        if apart(self.from, to) > self.most[0].max(self.most[1]) {
            return [None, None];
        }
        let through = self.through().length(to, on, self.most[1]);
        [self.around().length(to, on, self.most[0]), through]
    }

    /// The length of the shortest path that is legal within its own allowance.
    ///
    /// Rule: FB-3, FB-4.
    pub fn legal(&self, to: Point, on: Surface) -> Option<Length> {
        if to == self.from && on == self.start {
            return Some(Length { inches: 0.0, toll: 0 });
        }
        match self.both(to, on) {
            [None, None] => None,
            [Some(inches), None] => Some(Length { inches, toll: 0 }),
            [around, Some(inches)] => match around {
                Some(around) if around <= inches + 0.002 => Some(Length { inches: around, toll: 0 }),
                _ => Some(Length { inches, toll: 1 }),
            },
        }
    }
}

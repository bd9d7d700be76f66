//! Dangerous ground, in which by the outline of 2012 nobody ends.

use warstrike::table::piece::{Danger, Kind, Piece};

use super::scene::{Man, Scene, Seeks};
use crate::paths::figures::{Figure, Point};
use crate::paths::world::Surface;

impl Scene {
    /// The dangerous ground in which nobody of the unit may end who stands on a surface, even with a part of his base: a
    /// piece's ground, or a structure with all its floors.
    ///
    /// Rule: OFB-5, GO-5 (end places by the whole base), GO-6.
    pub fn danger(&self, at: Point, on: Surface, slack: f64) -> Option<&Piece> {
        let dangerous = |(nth, piece): &(usize, &Piece)| {
            let bears = match piece.kind {
                Kind::Structure { .. } => on.floor.is_none_or(|floor| floor == *nth),
                _ => on.floor.is_none(),
            };
            let outside = || Figure::of(&piece.footprint).outside(at);
            piece.danger == Danger::Dangerous && bears && outside() < self.table.mover.radius - slack
        };
        let mut pieces = self.table.pieces.iter().enumerate().filter(|_| self.seeks != Seeks::Safety);
        pieces.find(dangerous).map(|(_, piece)| piece)
    }

    /// Whether one surely stands in dangerous ground.
    pub fn is_in_danger(&self, man: &Man) -> bool {
        let on = self.through.surface(man.at());
        on.is_some_and(|on| self.danger(man.centre(), on, 0.006).is_some())
    }
}

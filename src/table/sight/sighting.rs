//! All that chapter 7 asks of the table about one model looking at another.

use super::{Shade, SightBody};
use crate::rules::measures::Thou;
use crate::rules::sight::{Growth, Mutual, Shaded, ShadedBy, Sighting, StandsIn};
use crate::table::piece::Kind;
use crate::table::terrain::Terrain;

impl Terrain {
    /// What one model sees of another, measured.
    ///
    /// Rule: VIS-1, VIS-2.
    pub fn sighting(&self, from: &SightBody, to: &SightBody) -> Sighting {
        let in_view = self.fraction_in_view(from, to);
        let open = self.is_open_from_either(in_view, from, to);
        let line = self.sight_line(from, to);
        let shades = if in_view < 1.0 { self.shades(from, to) } else { Vec::new() };
        let farthest = line.woods.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1));
        Sighting {
            in_view,
            mutual: if open { Mutual::Open } else { Mutual::Closed },
            shades: shades.into_iter().map(|shade| self.shaded(shade)).collect(),
            in_woods: line.in_woods,
            wood: farthest.map(|wood| wood.0),
            stands_in: self.stands_in(to),
            rise: Thou(to.foot.z.0 - from.foot.z.0),
        }
    }

    /// What a piece hides, as the rules see it.
    pub(super) fn shaded(&self, Shade { piece, share }: Shade) -> Shaded {
        let by = if self.has_edge(piece) { ShadedBy::Edge } else { ShadedBy::Other };
        Shaded { piece, share, by }
    }

    /// Whether a piece has an edge to be behind: a ruin's or a hill's.
    ///
    /// Rule: VIS-2 (Concealed).
    pub(super) fn has_edge(&self, piece: usize) -> bool {
        matches!(self.pieces[piece].kind, Kind::Hill { .. } | Kind::Ruin { .. })
    }

    /// The woods, bogs and fields that some of a base stands in: woods up to their tops, the
    /// others for a base on the ground. Touching an edge is not standing in it (BAS-10).
    ///
    /// Rule: VIS-2 (Obscured).
    pub(super) fn stands_in(&self, model: &SightBody) -> Vec<StandsIn> {
        let at = model.foot.ground();
        let least = self.touch_depth() - model.radius;
        let on_ground = || model.foot.z == self.ground_height(at);
        let mut found = Vec::new();
        for piece in self.sight.growth_near(at, model.radius) {
            let described = &self.pieces[piece];
            let there = match described.kind {
                Kind::Wood { height } => model.foot.z < height,
                _ => on_ground(),
            };
            let depth = || described.footprint.depth_inside(at);
            if let Some(depth) = there.then(depth).filter(|depth| *depth > least) {
                let growth = match described.kind {
                    Kind::Wood { .. } => Growth::Wood((depth - model.radius).max(0.0)),
                    _ => Growth::Low,
                };
                found.push(StandsIn { piece, growth });
            }
        }
        found
    }
}

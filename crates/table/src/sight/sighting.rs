//! Measures everything chapter 7 asks of the table about one model looking at another.

use super::occluders::GrowthArea;
use super::view_frame::ViewFrame;
use super::{Occlusion, SightBody};
use crate::piece::Kind;
use crate::terrain::Terrain;
use warstrike_rules::measures::Thou;
use warstrike_rules::sight::{Growth, Mutual, OccluderEdge, PieceOcclusion, Sighting, StandsIn};

impl Terrain {
    /// Measures one model's view of another.
    ///
    /// Rule: VIS-1, VIS-2.
    pub fn sighting(&self, from: &SightBody, to: &SightBody) -> Sighting {
        let [a, b, c, d] = from.bits();
        let [e, f, g, h] = to.bits();
        self.sighting_cache.get_or_find([a, b, c, d, e, f, g, h], || self.measured_sighting(from, to))
    }

    fn measured_sighting(&self, from: &SightBody, to: &SightBody) -> Sighting {
        let rise = Thou(to.foot.z.0 - from.foot.z.0);
        if self.sight.is_free_between(&ViewFrame::new(from, to)) {
            let stands_in = self.stands_in(to);
            return Sighting { in_view: 1.0, mutual: Mutual::Open, stands_in, rise, ..Sighting::default() };
        }
        let in_view = self.fraction_in_view(from, to);
        let open = self.is_open_from_either(in_view, from, to);
        let line = self.sight_line(from, to);
        let occlusions = if in_view < 1.0 { self.occlusions(from, to) } else { Vec::new() };
        let frame = ViewFrame::new(from, to);
        let with_edge = |occlusion| self.with_edge(&frame, occlusion);
        let longest = line.woods.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1));
        Sighting {
            in_view,
            mutual: if open { Mutual::Open } else { Mutual::Closed },
            occlusions: occlusions.into_iter().map(with_edge).collect(),
            in_woods: line.in_woods,
            wood: longest.map(|wood| wood.0),
            stands_in: self.stands_in(to),
            rise,
        }
    }

    /// An occlusion as the rules judge it: with or without an edge to be behind, and how much of the body is.
    ///
    /// Rule: VIS-2 (Concealed).
    pub(super) fn with_edge(
        &self,
        frame: &ViewFrame,
        Occlusion { piece, share }: Occlusion,
    ) -> PieceOcclusion {
        let edge = match self.has_edge(piece) {
            true => OccluderEdge::RuinOrHill { behind: (share - self.share_inside(frame, piece)).max(0.0) },
            false => OccluderEdge::None,
        };
        PieceOcclusion { piece, share, edge }
    }

    /// Whether a piece has an edge to be behind: a ruin's or a hill's.
    ///
    /// Rule: VIS-2 (Concealed).
    pub(super) fn has_edge(&self, piece: usize) -> bool {
        matches!(self.pieces[piece].kind, Kind::Hill { .. } | Kind::Ruin { .. })
    }

    /// The woods, bogs and fields that some of a base stands in: woods up to their tops, the others for a base on their
    /// ground. Touching an edge is not standing in it (BAS-10).
    ///
    /// Rule: VIS-2 (Obscured), HIL-3.
    pub(super) fn stands_in(&self, model: &SightBody) -> Vec<StandsIn> {
        let (at, foot) = (model.foot.ground(), model.foot.z);
        let min_depth = self.touch_depth() - model.radius;
        let mut found: Vec<StandsIn> = Vec::new();
        for GrowthArea { piece, region, bottom, tree_top } in self.sight.growth_near(at, model.radius) {
            let is_level = tree_top.map_or(foot == *bottom, |top| (*bottom..top).contains(&foot));
            let is_known = found.last().is_some_and(|last| last.piece == *piece);
            if !is_level || is_known || region.shape.depth_inside(at) <= min_depth {
                continue;
            }
            let growth = match tree_top {
                // The edge of the wood, not that of the part.
                Some(_) => {
                    Growth::Wood((self.pieces[*piece].footprint.depth_inside(at) - model.radius).max(0.0))
                }
                None => Growth::Low,
            };
            found.push(StandsIn { piece: *piece, growth });
        }
        found
    }
}

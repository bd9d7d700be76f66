//! Pieces that stand alone: rocks, wells, drums, engines, crates, tents, carts, gravestones, pillars.
//!
//! The solid is what the rules have: a drum or a box. All else lies on its surface.

use super::Look;
use super::boxes::{cart, crates, graves, tent};
use super::drums::{barrel, hay, laid, machine, well};
use super::ground::{Fringe, cover, narrowness};
use super::masonry::Masonry;
use super::paint::coat;
use super::rocks::rock;
use super::site::{Site, is_named};
use crate::table::piece::Piece;
use crate::table::shape::Shape;
use crate::ui::miniatures::geometry_builder::outline;

/// Make of an obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Make {
    Rock,
    Well,
    Barrel,
    Machine,
    Tower,
    Hay,
    Crate,
    Tent,
    Cart,
    Graves,
    Blocks,
}

/// The name says it; without one that does, a round one is a rock or a tower, one with corners a crate or of blocks.
fn make(piece: &Piece, height: f64) -> Make {
    let any_form: [(&[&str], Make); 6] = [
        (&["well", "cistern", "fountain"], Make::Well),
        (&["barrel", "drum", "cask", "tank"], Make::Barrel),
        (&["engine", "wreck", "turbine", "boiler"], Make::Machine),
        (&["tower", "silo", "chimney"], Make::Tower),
        (&["hay", "straw"], Make::Hay),
        (&["rock", "boulder", "stone"], Make::Rock),
    ];
    let with_corners: [(&[&str], Make); 4] = [
        (&["crate", "box", "chest"], Make::Crate),
        (&["tent"], Make::Tent),
        (&["cart", "wagon"], Make::Cart),
        (&["grave"], Make::Graves),
    ];
    let wide = 2.0 * narrowness(&outline(&piece.footprint)) * 2.0;
    let by_form = match piece.footprint {
        Shape::Circle { .. } if height > 3.2 * wide => Make::Tower,
        Shape::Circle { .. } => Make::Rock,
        Shape::Polygon(_) if height > 2.2 => Make::Blocks,
        Shape::Polygon(_) => Make::Crate,
    };
    let is_round = matches!(piece.footprint, Shape::Circle { .. });
    let names = any_form.into_iter().chain(with_corners.into_iter().filter(|_| !is_round));
    let named = names.into_iter().find(|(words, _)| is_named(&piece.id, words)).map(|(_, make)| make);
    named.unwrap_or(by_form)
}

pub(super) fn point(look: &mut Look, piece: &Piece, height: f64, site: &Site) {
    let base = &piece.footprint;
    let seed = (site.seed_of(&piece.id) & 0xF_FFFF) as i32;
    cover(&mut look.ground, base, 0.007, coat(0.36, 0.33, 0.22), Fringe { inside: 0.1, outside: 0.38 });
    let high = height as f32;
    match make(piece, height) {
        Make::Rock => rock(look, base, high, seed),
        Make::Well => well(look, base, high, seed),
        Make::Barrel => barrel(look, base, high, seed),
        Make::Machine => machine(look, base, high, seed),
        Make::Tower => laid(look, base, high, Masonry::DryStone, seed),
        Make::Blocks => laid(look, base, high, Masonry::Ashlar, seed),
        Make::Hay => hay(look, base, high, seed),
        Make::Crate => crates(look, base, high, seed),
        Make::Tent => tent(look, base, high, seed),
        Make::Cart => cart(look, base, high, seed),
        Make::Graves => graves(look, base, high, seed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::measures::Thou;
    use crate::table::piece::Kind;
    use crate::table::sample::{piece, rectangle};

    /// A name chooses the make; without a word that says it, the form does.
    #[test]
    fn names_choose_the_make() {
        let round = |radius| Shape::Circle { centre: [0.0, 0.0], radius };
        let square = || rectangle([0.0, 0.0], [2.0, 1.0]);
        for (id, footprint, height, expected) in [
            ("well", round(0.6), 1000, Make::Well),
            ("west-engine", round(1.0), 4500, Make::Machine),
            ("piece-1", round(0.95), 1730, Make::Rock),
            ("west-boulder", round(1.2), 4500, Make::Rock),
            ("piece-24", round(0.5), 5000, Make::Tower),
            ("mov-4-crates", round(1.0), 1500, Make::Rock),
            ("south-tent", square(), 1900, Make::Tent),
            ("north-graves", square(), 1200, Make::Graves),
            ("vis-1-8-slab", square(), 5000, Make::Blocks),
            ("piece-9", square(), 1500, Make::Crate),
        ] {
            let height = Thou(height);
            let piece = piece(id, footprint, Kind::Point { height });
            assert_eq!(make(&piece, height.inches()), expected, "{id}");
        }
    }
}

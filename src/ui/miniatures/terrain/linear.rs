//! Linear pieces: dry-stone walls, hedges, masonry, earthworks, boards and sheet metal.

use bevy::prelude::*;

use super::frame::{Frame, fronts};
use super::ground::{Fringe, cover};
use super::lumps::{Grain, lump};
use super::masonry::{Masonry, build};
use super::paint::{Brush, coat};
use super::site::{Site, is_named};
use super::solids::{panel, skin};
use super::spots::spots;
use super::{Look, wreck};
use crate::table::piece::Piece;
use crate::table::shape::Shape;
use crate::ui::axes;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::miniatures::texture::scatter;

/// Make of a linear piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Make {
    DryStone,
    Hedge,
    Masonry,
    Earth,
    Boards,
    Metal,
}

/// The name says it; without one that does, its height: masonry from four inches on, hedges from two.
fn make(piece: &Piece, height: f64) -> Make {
    let by_name: [(&[&str], Make); 5] = [
        (&["hedge", "bush"], Make::Hedge),
        (&["works", "bank", "rampart", "dyke", "trench", "sandbag"], Make::Earth),
        (&["fence", "hurdle", "palisade", "boards", "plank"], Make::Boards),
        (&["wing", "hull", "metal", "container"], Make::Metal),
        (&["wall"], if height < 2.5 { Make::DryStone } else { Make::Masonry }),
    ];
    let by_height = if height <= 2.0 {
        Make::DryStone
    } else if height < 4.0 {
        Make::Hedge
    } else {
        Make::Masonry
    };
    by_name.into_iter().find(|(words, _)| is_named(&piece.id, words)).map_or(by_height, |(_, make)| make)
}

pub(super) fn linear(look: &mut Look, piece: &Piece, height: f64, site: &Site) {
    let base = &piece.footprint;
    let seed = site.seed_of(&piece.id) as i32;
    let worn = coat(0.36, 0.34, 0.23);
    cover(&mut look.ground, base, 0.008, worn, Fringe { inside: 0.1, outside: 0.34 });
    match make(piece, height) {
        Make::DryStone => stones(look, base, height, Masonry::DryStone, seed),
        Make::Masonry => stones(look, base, height, Masonry::Ashlar, seed),
        Make::Hedge => hedge(look, base, height, seed),
        Make::Earth => earth(look, base, height, seed),
        Make::Boards => boards(look, base, height, seed),
        Make::Metal => {
            metal(look, base, height, seed);
            if is_named(&piece.id, &["wing"]) {
                // Its narrow ends are torn.
                for (front, length) in fronts(base, 0.0).into_iter().filter(|(_, length)| *length > 1.5) {
                    wreck::wing(&mut look.details, &front, [length, height as f32]);
                }
            }
        }
    }
}

/// A wall in courses with a coping of flat stones.
fn stones(look: &mut Look, base: &Shape, height: f64, masonry: Masonry, seed: i32) {
    let stone = masonry.coat();
    look.core(base, height, [stone.washed(0.25), stone.washed(0.6)]);
    for (edge, (front, length)) in fronts(base, 0.0).into_iter().enumerate() {
        let whole = [[0.0, length], [0.0, height as f32]];
        build(&mut look.details, &front, whole, masonry, &|_| true, seed + edge as i32 * 131);
    }
    coping(look, base, height, stone, seed);
}

/// Flat stones along the longer edges' tops.
fn coping(look: &mut Look, base: &Shape, height: f64, stone: LinearRgba, seed: i32) {
    let narrow =
        2.0 * super::ground::narrowness(&crate::ui::miniatures::geometry_builder::outline(base)) as f32;
    for (edge, (front, length)) in fronts(base, height).into_iter().enumerate().filter(|(_, (_, l))| *l > 1.2)
    {
        // The panel lies on the top: what was up is now inward.
        let lid = Frame { up: -front.out, out: Vec3::Y, ..front };
        let count = ((length / 0.55).round() as i32).clamp(1, 80);
        let each = length / count as f32;
        for index in 0..count {
            let chance = |which: i32| scatter(seed + edge as i32 * 17 + index, which + 50);
            let left = index as f32 * each + 0.02;
            let deep = narrow.min(0.6) * (0.46 + 0.04 * chance(0));
            let span = [[left, left + each - 0.04], [-0.05, deep]];
            panel(
                &mut look.details,
                &lid,
                span,
                0.006 + 0.05 * chance(1),
                stone.toned(0.3 * (chance(2) - 0.4)),
            );
        }
    }
}

/// Leaves in clumps over a dark middle, on stems.
fn hedge(look: &mut Look, base: &Shape, height: f64, seed: i32) {
    let leaf = coat(0.30, 0.36, 0.18);
    look.core(base, height, [leaf.washed(0.1), leaf.washed(0.6)]);
    for (front, length) in fronts(base, 0.0) {
        leaves(&mut look.green, &front, [length, height as f32], leaf, seed);
    }
    for (index, spot) in spots(base, 0.5, 0.1, seed & 0xFFF).into_iter().enumerate() {
        let chance = |which: i32| scatter(seed + index as i32, which);
        let half = Vec3::new(0.26 + 0.1 * chance(1), 0.10, 0.26 + 0.1 * chance(2));
        let at = axes::in_scene(spot, height) + Vec3::Y * (0.09 * chance(3) - 0.03);
        let paint = leaf.toned(0.5 * (chance(4) - 0.4)).mixed(coat(0.44, 0.43, 0.20), chance(5) * 0.5);
        lump(&mut look.green, Grain::Coarse, at, half, seed + index as i32, paint);
    }
}

/// A side of a hedge: leaves above, and between their clumps stems and shade at the foot.
fn leaves(to: &mut GeometryBuilder, front: &Frame, [length, height]: [f32; 2], leaf: LinearRgba, seed: i32) {
    let [columns, rows] =
        [(length / 0.27).round().clamp(1.0, 120.0), (height / 0.3).round().clamp(2.0, 12.0)];
    skin(to, front, [length, height], [columns as usize, rows as usize], |column, row| {
        let chance = |which: i32| scatter(seed + column as i32 * 7, row as i32 * 13 + which);
        let up = row as f32 / rows;
        let out = if up < 0.1 { 0.012 } else { 0.02 + 0.14 * chance(1) };
        let tone = leaf.toned(0.7 * (chance(2) - 0.45)).mixed(coat(0.45, 0.42, 0.20), 0.3 * chance(3));
        (
            out,
            if up < 0.12 {
                coat(0.20, 0.16, 0.10)
            } else {
                tone.washed(0.5 * (0.7 - up).max(0.0)).brushed(0.10 * up)
            },
        )
    });
}

/// Banks of earth faced with sandbags.
fn earth(look: &mut Look, base: &Shape, height: f64, seed: i32) {
    let bag = coat(0.50, 0.45, 0.33);
    look.core(base, height, [coat(0.38, 0.33, 0.23), bag.washed(0.6)]);
    for (edge, (front, length)) in fronts(base, 0.0).into_iter().enumerate() {
        let whole = [[0.0, length], [0.0, height as f32]];
        build(&mut look.details, &front, whole, Masonry::Sandbags, &|_| true, seed + edge as i32 * 31);
    }
    cover(
        &mut look.ground,
        base,
        height + 0.004,
        coat(0.40, 0.36, 0.25),
        Fringe { inside: 0.2, outside: 0.0 },
    );
    coping(look, base, height, bag, seed);
}

/// Upright boards, some of them missing, nailed to two rails.
fn boards(look: &mut Look, base: &Shape, height: f64, seed: i32) {
    let wood = coat(0.45, 0.37, 0.27);
    look.core(base, height, [wood.brushed(0.1), wood.washed(0.7)]);
    for (edge, (front, length)) in fronts(base, 0.0).into_iter().enumerate() {
        let count = ((length / 0.3).round() as i32).clamp(1, 120);
        let each = length / count as f32;
        for index in 0..count {
            let chance = |which: i32| scatter(seed + edge as i32 * 23 + index, which);
            if chance(1) < 0.08 {
                continue;
            }
            let left = index as f32 * each;
            let top = height as f32 * (1.0 - 0.03 * chance(2));
            let span = [[left + 0.015, left + each - 0.015], [0.03, top]];
            panel(
                &mut look.details,
                &front,
                span,
                0.03 + 0.02 * chance(3),
                wood.toned(0.45 * (chance(4) - 0.5)),
            );
        }
        for up in [0.25, 0.72] {
            let span = [[0.0, length], [height as f32 * up, height as f32 * up + 0.16]];
            panel(&mut look.details, &front, span, 0.075, wood.washed(0.15));
        }
    }
}

/// Sheet metal in panels, dented and scorched.
fn metal(look: &mut Look, base: &Shape, height: f64, seed: i32) {
    let sheet = coat(0.53, 0.55, 0.555);
    look.core(base, height, [sheet.brushed(0.12), sheet.washed(0.5)]);
    for (edge, (front, length)) in fronts(base, 0.0).into_iter().enumerate() {
        let whole = [[0.0, length], [0.0, height as f32]];
        build(&mut look.details, &front, whole, Masonry::Sheets, &|_| true, seed + edge as i32 * 31);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::measures::Thou;
    use crate::table::piece::Kind;
    use crate::table::sample::{piece, rectangle};

    /// A name chooses the make; without a word that says it, the height does.
    #[test]
    fn names_choose_the_make() {
        for (id, height, expected) in [
            ("garden-hedge", 1000, Make::Hedge),
            ("north-works-east", 1500, Make::Earth),
            ("farmyard-wall", 1500, Make::DryStone),
            ("west-park-wall", 5000, Make::Masonry),
            ("west-wing", 2500, Make::Metal),
            ("spr-1-hurdle-4", 900, Make::Boards),
            ("piece-5", 1530, Make::DryStone),
            ("piece-6", 2750, Make::Hedge),
            ("piece-7", 4000, Make::Masonry),
        ] {
            let height = Thou(height);
            let piece = piece(id, rectangle([0.0, 0.0], [4.0, 0.5]), Kind::Linear { height });
            assert_eq!(make(&piece, height.inches()), expected, "{id}");
        }
    }
}

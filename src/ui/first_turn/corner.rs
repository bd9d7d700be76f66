//! In which corner of the picture the card lies: one in which it covers no models and nothing else that is open.

use bevy_egui::egui::{Pos2, Rect, Vec2, vec2};

/// The gap to the edge of the picture, pixels; below there is the text about the ground.
const GAP: f32 = 10.0;
const FOOT: f32 = 40.0;

/// Room that a model takes around its foot, and for the tag above it, pixels.
const ROUND: Vec2 = vec2(16.0, 12.0);
const TAG: f32 = 34.0;

/// A place for the card, and how much it covers there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    /// Which one, by its index.
    pub index: usize,
    pub at: Pos2,
    /// Models under it; what else is open counts for more than all of them.
    pub covers: usize,
}

/// The corner for a card of a size: where it was, as long as it covers nothing there; else where it covers least.
pub(super) fn corner(
    size: Vec2,
    picture: Rect,
    models: &[Pos2],
    open: &[Rect],
    last: Option<usize>,
) -> Corner {
    let room = picture.shrink(GAP).with_max_y(picture.bottom() - FOOT);
    let free = (room.size() - size).max(Vec2::ZERO);
    let shares = [vec2(0.0, 1.0), vec2(1.0, 1.0), vec2(0.0, 0.0), vec2(1.0, 0.0)];
    let corners = shares.into_iter().enumerate().map(|(index, share)| {
        let at = room.min + share * free;
        let card = Rect::from_min_size(at, size);
        let around = card.expand2(ROUND).with_max_y(card.bottom() + TAG);
        let under = models.iter().filter(|model| around.contains(**model)).count();
        let over = open.iter().filter(|rect| rect.intersects(card)).count();
        Corner { index, at, covers: under + over * (models.len() + 1) }
    });
    let corners: Vec<Corner> = corners.collect();
    let here = last.and_then(|last| corners.get(last)).filter(|corner| corner.covers == 0);
    let best = here.or_else(|| corners.iter().min_by_key(|corner| corner.covers));
    best.copied().unwrap_or(Corner { index: 0, at: room.min, covers: 0 })
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;

    const PICTURE: Rect = Rect { min: pos2(0.0, 52.0), max: pos2(950.0, 660.0) };
    const SIZE: Vec2 = vec2(300.0, 110.0);

    /// It stays where it covers nothing, goes elsewhere from under models, and nowhere lies over a question.
    #[test]
    fn the_card_lies_where_nobody_stands() {
        let (lower_left, lower_right) = (pos2(120.0, 600.0), pos2(800.0, 580.0));
        let question = Rect::from_min_size(pos2(0.0, 52.0), vec2(560.0, 150.0));
        for (models, open, last, expected, reason) in [
            (vec![], vec![], None, (0, 0), "the lower left one"),
            (vec![lower_left], vec![], None, (1, 0), "models there"),
            (vec![lower_left], vec![], Some(3), (3, 0), "it stays"),
            (vec![lower_left, lower_right], vec![question], Some(2), (3, 0), "a question at the upper left"),
            (vec![pos2(200.0, 650.0)], vec![], None, (1, 0), "its tag reaches up into the card"),
        ] {
            let found = corner(SIZE, PICTURE, &models, &open, last);
            assert_eq!((found.index, found.covers), expected, "{reason}");
            assert!(PICTURE.contains_rect(Rect::from_min_size(found.at, SIZE)), "{reason}");
        }
        let everywhere: Vec<Pos2> =
            (0..400).map(|step| pos2((step % 20) as f32 * 48.0, (step / 20) as f32 * 33.0)).collect();
        assert!(
            corner(SIZE, PICTURE, &everywhere, &[], None).covers > 0,
            "it says so where it covers models"
        );
    }
}

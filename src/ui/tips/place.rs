//! Where a tip goes: beside the thing, never over what is being read.

use bevy_egui::egui::{Pos2, Rect, Vec2, pos2};

/// The gap between a tip and the thing it is beside, pixels.
const GAP: f32 = 8.0;

/// The upper left corner of a tip of a size, in a room, that speaks of the word at `anchor`.
///
/// `clear_of` are lists of what it must not cover, the most demanding first: the first list that leaves a place decides. If none
/// does, the place that covers least of the last is taken.
pub(super) fn place(size: Vec2, room: Rect, anchor: Rect, clear_of: &[Vec<Rect>]) -> Pos2 {
    let farness = |tip: &Rect| tip.distance_sq_to_pos(anchor.center());
    let best = |places: Vec<Rect>, cost: &dyn Fn(&Rect) -> f32| {
        places.into_iter().min_by(|one, other| cost(one).total_cmp(&cost(other)))
    };
    for covered in clear_of {
        let is_free =
            |tip: &Rect| room.contains_rect(*tip) && !covered.iter().any(|rect| rect.intersects(*tip));
        let places = beside(size, room, anchor, covered).into_iter().filter(is_free).collect();
        if let Some(tip) = best(places, &farness) {
            return tip.min;
        }
    }
    let last = clear_of.last().cloned().unwrap_or_default();
    let covers = |tip: &Rect| {
        let area = |rect: &Rect| rect.intersect(*tip);
        last.iter().map(area).filter(Rect::is_positive).map(|shared| shared.area()).sum::<f32>()
    };
    let inside: Vec<Rect> =
        beside(size, room, anchor, &last).into_iter().map(|tip| kept_in(tip, room)).collect();
    best(inside, &covers).map_or(anchor.left_bottom(), |tip| tip.min)
}

/// The places left and right of, below and above what is not to be covered: as near the word as the room allows.
fn beside(size: Vec2, room: Rect, anchor: Rect, covered: &[Rect]) -> Vec<Rect> {
    let across = (anchor.left() - GAP).min(room.right() - size.x).max(room.left());
    let down = (anchor.top() - GAP).min(room.bottom() - size.y).max(room.top());
    let around = covered.iter().chain([&anchor]).flat_map(|rect| {
        [
            pos2(rect.left() - GAP - size.x, down),
            pos2(rect.right() + GAP, down),
            pos2(across, rect.bottom() + GAP),
            pos2(across, rect.top() - GAP - size.y),
        ]
    });
    around.map(|corner| Rect::from_min_size(corner, size)).collect()
}

fn kept_in(tip: Rect, room: Rect) -> Rect {
    let corner = (room.max - tip.size()).max(room.min);
    Rect::from_min_size(tip.min.clamp(room.min, corner), tip.size())
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;

    use super::*;

    const ROOM: Rect = Rect { min: Pos2::ZERO, max: pos2(1000.0, 600.0) };
    const SIZE: Vec2 = vec2(300.0, 90.0);

    fn rect(left: f32, top: f32, width: f32, height: f32) -> Rect {
        Rect::from_min_size(pos2(left, top), vec2(width, height))
    }

    /// Beside the whole column if there is room; else beside the sentence; else over as little as can be.
    #[test]
    fn a_tip_lies_beside_what_is_read() {
        let (column, sentence) = (rect(680.0, 50.0, 320.0, 500.0), rect(690.0, 300.0, 300.0, 60.0));
        let (dialog, line) = (rect(20.0, 20.0, 960.0, 560.0), rect(40.0, 300.0, 900.0, 20.0));
        for (anchor, tiers, expected, reason) in [
            (
                rect(800.0, 310.0, 60.0, 16.0),
                vec![vec![column], vec![sentence]],
                rect(372.0, 302.0, 300.0, 90.0),
                "left",
            ),
            (
                rect(100.0, 300.0, 60.0, 16.0),
                vec![vec![dialog], vec![line]],
                rect(92.0, 202.0, 300.0, 90.0),
                "above what is read",
            ),
            (
                rect(900.0, 300.0, 30.0, 16.0),
                vec![vec![dialog], vec![line]],
                rect(700.0, 202.0, 300.0, 90.0),
                "in the room",
            ),
        ] {
            let found = Rect::from_min_size(place(SIZE, ROOM, anchor, &tiers), SIZE);
            assert_eq!(found, expected, "{reason}");
        }
        let high = rect(40.0, 10.0, 900.0, 20.0);
        let found =
            Rect::from_min_size(place(SIZE, ROOM, rect(100.0, 12.0, 60.0, 16.0), &[vec![high]]), SIZE);
        assert!(found.top() > high.bottom(), "below, at the head of the window: {found}");
    }

    /// Wherever the word is, a tip stays in the room, and off the sentence where that is possible.
    #[test]
    fn a_tip_never_covers_its_sentence() {
        for step in 0..600 {
            let (x, y) = ((step % 30) as f32 * 32.0, (step / 30) as f32 * 29.0);
            let sentence = rect(x, y, 220.0, 40.0).intersect(ROOM);
            let anchor = rect(x + 10.0, y + 12.0, 50.0, 14.0).intersect(ROOM);
            let others = [rect(400.0, 250.0, 200.0, 80.0)];
            let tiers = [vec![sentence, others[0]], vec![sentence], vec![anchor]];
            let found = Rect::from_min_size(place(SIZE, ROOM, anchor, &tiers), SIZE);
            assert!(ROOM.contains_rect(found), "{found}");
            assert!(!found.intersects(sentence), "{found} over {sentence}");
        }
    }

    /// In a room too small for it, it is at least in its corner.
    #[test]
    fn a_tip_too_large_begins_in_the_room() {
        let room = rect(0.0, 0.0, 200.0, 50.0);
        let found = place(SIZE, room, rect(10.0, 10.0, 20.0, 10.0), &[vec![room]]);
        assert_eq!(found, pos2(0.0, 0.0));
    }
}

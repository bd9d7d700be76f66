//! Where tags go: beside their unit, over no other tag, and over as few models as possible.

use bevy_egui::egui::{Pos2, Rect, Vec2, pos2, vec2};

/// From a unit to its tag, pixels: the first distance at which there is room counts.
const DISTANCES: [f32; 5] = [4.0, 20.0, 42.0, 72.0, 110.0];

/// The costs of a pixel of distance, and of a square pixel of a tag that covers another, its own men, other men, or lies
/// outside the picture.
const FAR: f32 = 1.0;
const ON_TAG: f32 = 4.0;
const ON_OWN: f32 = 1.0;
const ON_OTHERS: f32 = 0.7;
const OUTSIDE: f32 = 40.0;

/// The cost of every place that is less usual than the one before it.
const UNUSUAL: f32 = 1.5;

/// A tag that looks for its place.
pub(super) struct TagRequest<'a> {
    /// The unit in the picture.
    pub around: Rect,
    /// Its men, each for itself.
    pub own: &'a [Rect],
    pub size: Vec2,
}

/// What covers the picture already.
pub(super) struct Covered<'a> {
    pub clip: Rect,
    /// All models.
    pub models: &'a [Rect],
    /// Other tags and labels.
    pub taken: &'a [Rect],
}

/// The best place of a tag.
pub(super) fn place(wanted: &TagRequest, covered: &Covered) -> Rect {
    let reach = wanted.around.expand2(wanted.size + Vec2::splat(DISTANCES[DISTANCES.len() - 1]));
    let near = |rects: &[Rect]| -> Vec<Rect> {
        rects.iter().copied().filter(|rect| rect.intersects(reach)).collect()
    };
    let (models, taken) = (near(covered.models), near(covered.taken));
    let cost = |rect: Rect, distance: f32, rank: usize| {
        let on = |others: &[Rect]| others.iter().map(|other| shared(rect, *other)).sum::<f32>();
        let outside = area(rect) - shared(rect, covered.clip);
        // Own men are among all.
        distance * FAR
            + rank as f32 * UNUSUAL
            + on(&taken) * ON_TAG
            + on(&models) * ON_OTHERS
            + on(wanted.own) * ON_OWN
            + outside * OUTSIDE
    };
    let mut best = (f32::INFINITY, Rect::NOTHING);
    for distance in DISTANCES {
        for (rank, middle) in sides(wanted, distance).into_iter().enumerate() {
            let rect = Rect::from_center_size(middle, wanted.size);
            let cost = cost(rect, distance, rank);
            if cost < best.0 {
                best = (cost, rect);
            }
        }
        // No place farther away can cost less.
        if best.0 <= distance * FAR + UNUSUAL * 8.0 {
            break;
        }
    }
    best.1
}

/// Where a tag that grows covers its former place: to the side where it covers least of other tags. `None` if it would hide men
/// or leave the picture on every side.
pub(super) fn unfold(folded: Rect, size: Vec2, covered: &Covered) -> Option<Rect> {
    let size = size.max(folded.size());
    let spare = size - folded.size();
    let is_free = |rect: &Rect| {
        covered.clip.contains_rect(*rect) && !covered.models.iter().any(|man| man.intersects(*rect))
    };
    let on_tags = |rect: &Rect| covered.taken.iter().map(|other| shared(*rect, *other)).sum::<f32>();
    // To the right, where the sign of the type stays in place, is the usual side.
    let sides = [0.0, 1.0, 0.5]
        .map(|share| Rect::from_min_size(folded.min - vec2(share * spare.x, 0.5 * spare.y), size));
    sides.into_iter().filter(is_free).min_by(|a, b| on_tags(a).total_cmp(&on_tags(b)))
}

/// The middles of a tag over, right of, left of and under its unit, then at its corners.
fn sides(wanted: &TagRequest, distance: f32) -> [Pos2; 8] {
    let (around, half) = (wanted.around, wanted.size / 2.0 + Vec2::splat(distance));
    let middle = around.center();
    let (left, right) = (around.left() - half.x, around.right() + half.x);
    let (up, down) = (around.top() - half.y, around.bottom() + half.y);
    [
        pos2(middle.x, up),
        pos2(right, middle.y),
        pos2(left, middle.y),
        pos2(middle.x, down),
        pos2(right, up),
        pos2(left, up),
        pos2(right, down),
        pos2(left, down),
    ]
}

fn area(rect: Rect) -> f32 {
    rect.width().max(0.0) * rect.height().max(0.0)
}

fn shared(one: Rect, other: Rect) -> f32 {
    let both = one.intersect(other);
    if both.is_positive() { area(both) } else { 0.0 }
}

/// The leader line from a tag to a point of its unit; `None` where the tag lies beside it.
pub(super) fn line_to(tag: Rect, around: Rect, at: Pos2) -> Option<[Pos2; 2]> {
    let gap = vec2(
        (around.left() - tag.right()).max(tag.left() - around.right()).max(0.0),
        (around.top() - tag.bottom()).max(tag.top() - around.bottom()).max(0.0),
    );
    (gap.length() > DISTANCES[0] + 6.0).then(|| [tag.clamp(at), at])
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLIP: Rect = Rect { min: pos2(0.0, 50.0), max: pos2(900.0, 650.0) };
    const SIZE: Vec2 = vec2(60.0, 18.0);

    fn unit_at(x: f32, y: f32) -> Vec<Rect> {
        (0..10)
            .map(|index| {
                let at = pos2(x + (index % 5) as f32 * 24.0, y + (index / 5) as f32 * 30.0);
                Rect::from_center_size(at, vec2(14.0, 20.0))
            })
            .collect()
    }

    fn around(men: &[Rect]) -> Rect {
        men.iter().copied().reduce(Rect::union).unwrap()
    }

    /// Twelve units in two lines, shoulder to shoulder: no tag covers another, nor its own men, nor leaves the picture.
    #[test]
    fn tags_cover_neither_each_other_nor_their_own_men() {
        let units: Vec<Vec<Rect>> = (0..12)
            .map(|index| unit_at(60.0 + (index % 6) as f32 * 130.0, 200.0 + (index / 6) as f32 * 150.0))
            .collect();
        let models: Vec<Rect> = units.iter().flatten().copied().collect();
        let mut taken: Vec<Rect> = Vec::new();
        for own in &units {
            let wanted = TagRequest { around: around(own), own, size: SIZE };
            let tag = place(&wanted, &Covered { clip: CLIP, models: &models, taken: &taken });
            assert!(CLIP.contains_rect(tag), "{tag}");
            assert!(taken.iter().all(|other| !other.intersects(tag)), "{tag} covers a tag of {taken:?}");
            assert!(own.iter().all(|man| !man.intersects(tag)), "{tag} covers its own men");
            taken.push(tag);
        }
    }

    /// A tag unfolds over its own place, away from the edge of the picture and from other tags.
    #[test]
    fn a_tag_unfolds_where_there_is_room() {
        let wide = vec2(200.0, 18.0);
        let folded = |x: f32| Rect::from_min_size(pos2(x, 300.0), SIZE);
        let row = |x: f32| unit_at(x, 300.0);
        for (x, models, taken, left, case) in [
            (300.0, vec![], vec![], Some(300.0), "to the right"),
            (830.0, vec![], vec![], Some(690.0), "at the right edge to the left"),
            (300.0, vec![], vec![folded(400.0)], Some(160.0), "away from a tag on the right"),
            (300.0, vec![], vec![folded(435.0), folded(165.0)], Some(230.0), "to both sides between two"),
            (300.0, row(380.0), vec![], Some(160.0), "away from its men"),
            (830.0, row(700.0), vec![], None, "not over its men, nor out of the picture"),
        ] {
            let tag = unfold(folded(x), wide, &Covered { clip: CLIP, models: &models, taken: &taken });
            assert_eq!(tag.map(|tag| (tag.left(), tag.size())), left.map(|left| (left, wide)), "{case}");
            assert!(tag.is_none_or(|tag| tag.contains_rect(folded(x))), "{case}");
        }
    }

    /// In a corner of the picture the tag goes to where there is room; a line leads to its unit if that is not beside it.
    #[test]
    fn a_tag_stays_in_the_picture() {
        let own = unit_at(10.0, 60.0);
        let wanted = TagRequest { around: around(&own), own: &own, size: SIZE };
        let tag = place(&wanted, &Covered { clip: CLIP, models: &own, taken: &[] });
        assert!(CLIP.contains_rect(tag), "{tag}");
        assert_eq!(line_to(tag, wanted.around, own[0].center()), None);
        let wall = [wanted.around.expand(38.0)];
        let far = place(&wanted, &Covered { clip: CLIP, models: &own, taken: &wall });
        assert!(!far.intersects(wall[0]), "{far}");
        let [from, to] = line_to(far, wanted.around, own[0].center()).unwrap();
        assert!(far.expand(0.1).contains(from) && to == own[0].center());
    }
}

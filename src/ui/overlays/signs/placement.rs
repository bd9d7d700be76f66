//! Placement of signs: beside their subjects, over no other sign, and over as few models as possible.

use bevy_egui::egui::{Pos2, Rect, Vec2, pos2, vec2};

/// Distances from its subject to a sign, pixels: the first at which there is room counts.
const DISTANCES: [f32; 8] = [4.0, 12.0, 20.0, 31.0, 42.0, 56.0, 72.0, 110.0];

/// The farthest of them: how far most signs go.
pub(in crate::ui::overlays) const FAR_PX: f32 = DISTANCES[DISTANCES.len() - 1];

/// The costs of a pixel of distance, and of a square pixel of a sign that covers its own men or other men.
const FAR: f32 = 1.0;
const ON_OWN: f32 = 1.0;
const ON_OTHERS: f32 = 0.7;

/// The cost of every place that is less usual than the one before it.
const UNUSUAL: f32 = 1.5;

/// Between two signs, pixels.
pub(super) const SPACING: f32 = 1.5;

/// Between two places that are tried all over the picture, pixels.
const LATTICE: f32 = 14.0;

/// A sign that looks for its place.
pub(in crate::ui::overlays) struct Request<'a> {
    /// Its subject in the picture.
    pub around: Rect,
    /// Its men, each for itself.
    pub own: &'a [Rect],
    pub size: Vec2,
    /// Usual place.
    pub usual: Usual,
    /// Reach, pixels; beyond [`FAR_PX`] it goes anywhere.
    pub reach: f32,
    /// Models that it may lie over.
    pub over: Over,
}

/// Models that a sign may lie over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui::overlays) enum Over {
    /// As few as possible.
    Few,
    /// None.
    Nobody,
}

/// Place of a sign if there is room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui::overlays) enum Usual {
    Above,
    Right,
    Below,
    /// In the middle of what it speaks of.
    On,
}

/// Areas that are covered already.
pub(in crate::ui::overlays) struct Covered<'a> {
    pub clip: Rect,
    /// All models.
    pub models: &'a [Rect],
    /// Other signs, cards and the like.
    pub taken: &'a [Rect],
}

/// The best place of a sign in the picture that no other sign has; `None` where there is no room within its reach. One that may go
/// anywhere lies beside what it speaks of if it hides nobody there, else where it hides nobody at all.
pub(in crate::ui::overlays) fn place(wanted: &Request, covered: &Covered) -> Option<Rect> {
    if wanted.size.x > covered.clip.width() || wanted.size.y > covered.clip.height() {
        return None;
    }
    let far =
        |over| if wanted.reach > FAR_PX { anywhere(&Request { over, ..*wanted }, covered) } else { None };
    let beside = near(wanted, covered);
    if beside.is_some_and(|rect| !hides_anybody(rect, covered.models)) {
        return beside;
    }
    far(Over::Nobody).or(beside).or_else(|| far(wanted.over))
}

/// Whether a sign lies over a model.
pub(super) fn hides_anybody(rect: Rect, models: &[Rect]) -> bool {
    models.iter().any(|model| shared(rect, *model) > 0.0)
}

/// A place for what has to be shown: the best that covers nothing that is taken, else that which covers least of it.
pub(in crate::ui::overlays) fn place_somewhere(
    around: Rect,
    size: Vec2,
    usual: Usual,
    clip: Rect,
    taken: &[Rect],
) -> Rect {
    let wanted = Request { around, own: &[], size, usual, reach: f32::INFINITY, over: Over::Few };
    let covered = Covered { clip, models: &[], taken };
    let hidden = |rect: &Rect| taken.iter().map(|other| shared(*rect, *other)).sum::<f32>();
    place(&wanted, &covered).unwrap_or_else(|| {
        let clearest = lattice(size, clip).min_by(|a, b| hidden(a).total_cmp(&hidden(b)));
        clearest.unwrap_or_else(|| Rect::from_min_size(clip.min, size))
    })
}

/// The best place beside what it speaks of, as far as that is in the picture.
fn near(wanted: &Request, covered: &Covered) -> Option<Rect> {
    let around = match wanted.around.intersects(covered.clip) {
        true => wanted.around.intersect(covered.clip),
        false => Rect::from_min_max(wanted.around.center(), wanted.around.center()),
    };
    let wanted = &Request { around, ..*wanted };
    let reach = around.expand2(wanted.size + Vec2::splat(FAR_PX + SPACING));
    let near = |rects: &[Rect]| -> Vec<Rect> {
        rects.iter().copied().filter(|rect| rect.intersects(reach)).collect()
    };
    let (models, taken) = (near(covered.models), near(covered.taken));
    let cost_of = |rect: Rect, rank: usize| {
        let on = |others: &[Rect]| others.iter().map(|other| shared(rect, *other)).sum::<f32>();
        // Own men are among all.
        gap(rect, wanted.around).length() * FAR
            + rank as f32 * UNUSUAL
            + on(&models) * ON_OTHERS
            + on(wanted.own) * ON_OWN
    };
    let mut best: Option<(f32, Rect)> = None;
    let on = (wanted.usual == Usual::On).then(|| wanted.around.center());
    for distance in DISTANCES.into_iter().filter(|distance| *distance <= wanted.reach) {
        for (rank, middle) in on.into_iter().chain(sides(wanted, distance)).enumerate() {
            let rect = kept_inside(Rect::from_center_size(middle, wanted.size), covered.clip);
            let cost = cost_of(rect, rank);
            if wanted.over == Over::Nobody && hides_anybody(rect, &models) {
                continue;
            }
            if best.is_none_or(|(lowest, _)| cost < lowest) && !is_taken(rect, &taken) {
                best = Some((cost, rect));
            }
        }
        // No place farther away can cost less.
        if best.is_some_and(|(cost, _)| cost <= distance * FAR + UNUSUAL * 8.0) {
            break;
        }
    }
    best.map(|(_, rect)| rect)
}

/// The free place nearest to what it speaks of, wherever that is.
fn anywhere(wanted: &Request, covered: &Covered) -> Option<Rect> {
    let away = |rect: &Rect| rect.center().distance_sq(wanted.around.center());
    let may_lie = |rect: &Rect| {
        !is_taken(*rect, covered.taken) && (wanted.over == Over::Few || !hides_anybody(*rect, covered.models))
    };
    let rects = lattice(wanted.size, covered.clip);
    rects.filter(may_lie).min_by(|a, b| away(a).total_cmp(&away(b)))
}

/// Places of a size all over the picture.
fn lattice(size: Vec2, clip: Rect) -> impl Iterator<Item = Rect> {
    let steps = ((clip.size() - size) / LATTICE).max(Vec2::ZERO);
    let tries =
        (0..=steps.y as usize).flat_map(move |row| (0..=steps.x as usize).map(move |column| (column, row)));
    let corner = |(column, row): (usize, usize)| vec2(column as f32, row as f32) * LATTICE;
    tries.map(move |at| Rect::from_min_size(clip.min + corner(at), size))
}

/// Whether something lies there, or too near.
pub(super) fn is_taken(rect: Rect, taken: &[Rect]) -> bool {
    let spaced = rect.expand(SPACING);
    taken.iter().any(|other| shared(spaced, *other) > 0.0)
}

/// A rectangle pushed back into the picture.
fn kept_inside(rect: Rect, clip: Rect) -> Rect {
    let push = |low: f32, high: f32, from: f32, to: f32| (from - low).max(0.0) + (to - high).min(0.0);
    let x = push(rect.min.x, rect.max.x, clip.min.x, clip.max.x);
    let y = push(rect.min.y, rect.max.y, clip.min.y, clip.max.y);
    rect.translate(vec2(x, y))
}

/// Place of a tag that grows, over its former place. `None` if it would hide men or other signs, or leave the picture, on every side.
pub(in crate::ui::overlays) fn unfold(folded: Rect, size: Vec2, covered: &Covered) -> Option<Rect> {
    let size = size.max(folded.size());
    let spare = size - folded.size();
    let is_free = |rect: &Rect| {
        covered.clip.contains_rect(*rect)
            && !covered.models.iter().any(|man| man.intersects(*rect))
            && !is_taken(*rect, covered.taken)
    };
    // To the right, where the sign of the type stays in place, is the usual side.
    let sides = [0.0, 1.0, 0.5]
        .map(|share| Rect::from_min_size(folded.min - vec2(share * spare.x, 0.5 * spare.y), size));
    sides.into_iter().find(is_free)
}

/// The middles of a sign on the four sides of what it speaks of, the usual one first, then at its corners.
fn sides(wanted: &Request, distance: f32) -> [Pos2; 8] {
    let (around, half) = (wanted.around, wanted.size / 2.0 + Vec2::splat(distance));
    let middle = around.center();
    let (left, right) = (around.left() - half.x, around.right() + half.x);
    let (up, down) = (around.top() - half.y, around.bottom() + half.y);
    let [above, beside, before, below] =
        [pos2(middle.x, up), pos2(right, middle.y), pos2(left, middle.y), pos2(middle.x, down)];
    let [high_right, high_left, low_right, low_left] =
        [pos2(right, up), pos2(left, up), pos2(right, down), pos2(left, down)];
    match wanted.usual {
        Usual::Above | Usual::On => {
            [above, beside, before, below, high_right, high_left, low_right, low_left]
        }
        Usual::Right => [beside, before, above, below, high_right, low_right, high_left, low_left],
        Usual::Below => [below, beside, before, above, low_right, low_left, high_right, high_left],
    }
}

fn area(rect: Rect) -> f32 {
    rect.width().max(0.0) * rect.height().max(0.0)
}

fn shared(one: Rect, other: Rect) -> f32 {
    let both = one.intersect(other);
    if both.is_positive() { area(both) } else { 0.0 }
}

/// From one rectangle to another, along both axes; zero where they overlap.
fn gap(one: Rect, other: Rect) -> Vec2 {
    vec2(
        (other.left() - one.right()).max(one.left() - other.right()).max(0.0),
        (other.top() - one.bottom()).max(one.top() - other.bottom()).max(0.0),
    )
}

/// The line from a sign to a point of what it speaks of; `None` where the sign lies beside it.
pub(super) fn line_to(sign: Rect, around: Rect, at: Pos2) -> Option<[Pos2; 2]> {
    (gap(sign, around).length() > DISTANCES[0] + 10.0).then(|| [sign.clamp(at), at])
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

    fn request(own: &[Rect]) -> Request<'_> {
        Request { around: around(own), own, size: SIZE, usual: Usual::Above, reach: FAR_PX, over: Over::Few }
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
            let tag = place(&request(own), &Covered { clip: CLIP, models: &models, taken: &taken }).unwrap();
            assert!(CLIP.contains_rect(tag), "{tag}");
            assert!(taken.iter().all(|other| !other.intersects(tag)), "{tag} covers a tag of {taken:?}");
            assert!(own.iter().all(|man| !man.intersects(tag)), "{tag} covers its own men");
            taken.push(tag);
        }
    }

    /// Signs of any size, about anything anywhere, in any number: no two overlap, none leaves the picture, none is farther from
    /// what it speaks of than it may be; and one that goes anywhere is only left out where nothing of its size is free.
    #[test]
    fn no_two_signs_ever_overlap() {
        let mut seed = 7_u64;
        // A number from 0 to 1, by Knuth's multiplier.
        let mut chance = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as f32 / (1_u64 << 31) as f32
        };
        let usual = [Usual::Above, Usual::Right, Usual::Below, Usual::On];
        let (mut placed, mut dropped) = (0, 0);
        for round in 0..120 {
            let clip = Rect::from_min_size(
                pos2(0.0, 50.0),
                vec2(300.0 + 900.0 * chance(), 220.0 + 600.0 * chance()),
            );
            let point = |x: f32, y: f32| clip.min + vec2(x * clip.width(), y * clip.height());
            let models: Vec<Rect> = (0..round % 60)
                .map(|_| Rect::from_center_size(point(chance(), chance()), vec2(14.0, 20.0)))
                .collect();
            let mut taken: Vec<Rect> = Vec::new();
            for index in 0..40 {
                let size = vec2(20.0 + 220.0 * chance(), 14.0 + 24.0 * chance());
                let around = Rect::from_center_size(point(chance(), chance()), Vec2::splat(90.0 * chance()));
                let reach = [20.0, FAR_PX, f32::INFINITY][index % 3];
                let wanted = Request {
                    around,
                    own: &models[..models.len() / 2],
                    size,
                    usual: usual[index % 4],
                    reach,
                    over: [Over::Few, Over::Nobody][index % 2],
                };
                let covered = Covered { clip, models: &models, taken: &taken };
                let Some(sign) = place(&wanted, &covered) else {
                    dropped += 1;
                    assert!(reach < f32::INFINITY || anywhere(&wanted, &covered).is_none(), "{around}");
                    continue;
                };
                placed += 1;
                assert!(wanted.over == Over::Few || !hides_anybody(sign, &models), "{sign} hides somebody");
                assert!(
                    (sign.size() - size).length() < 0.01 && clip.expand(0.01).contains_rect(sign),
                    "{sign}"
                );
                let overlapped = taken.iter().find(|other| shared(sign, **other) > 0.0);
                assert_eq!(overlapped, None, "{sign}");
                // One that is pushed back into the picture is no farther away for that.
                assert!(
                    reach > FAR_PX || gap(sign, around.intersect(clip)).length() <= 1.5 * reach,
                    "{sign} of {around}"
                );
                taken.push(sign);
            }
        }
        assert!(placed > 1500 && dropped > 300, "{placed} placed, {dropped} without room");
    }

    /// A sign stands on its usual side, goes on from there, and is left out where there is no room.
    #[test]
    fn a_sign_has_a_usual_side() {
        let spot = Rect::from_center_size(pos2(450.0, 350.0), Vec2::splat(10.0));
        let wall = Rect::from_center_size(spot.center(), vec2(800.0, 500.0));
        for (usual, taken, expected, case) in [
            (Usual::Above, vec![], Some(pos2(450.0, 332.0)), "above"),
            (Usual::Below, vec![], Some(pos2(450.0, 368.0)), "below"),
            (Usual::Right, vec![], Some(pos2(489.0, 350.0)), "right"),
            (Usual::On, vec![], Some(pos2(450.0, 350.0)), "on it"),
            (
                Usual::Above,
                vec![spot.translate(vec2(0.0, -18.0))],
                Some(pos2(489.0, 350.0)),
                "else beside it",
            ),
            (Usual::On, vec![wall], None, "no room"),
        ] {
            let wanted = Request { around: spot, own: &[], size: SIZE, usual, reach: 42.0, over: Over::Few };
            let found = place(&wanted, &Covered { clip: CLIP, models: &[], taken: &taken });
            assert_eq!(found.map(|rect| rect.center()), expected, "{case}");
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
            (300.0, vec![], vec![folded(425.0), folded(165.0)], None, "not over a tag on either side"),
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
        let tag = place(&request(&own), &Covered { clip: CLIP, models: &own, taken: &[] }).unwrap();
        assert!(CLIP.contains_rect(tag), "{tag}");
        assert_eq!(line_to(tag, around(&own), own[0].center()), None);
        let wall = [around(&own).expand(38.0)];
        let far = place(&request(&own), &Covered { clip: CLIP, models: &own, taken: &wall }).unwrap();
        assert!(!far.intersects(wall[0]), "{far}");
        let [from, to] = line_to(far, around(&own), own[0].center()).unwrap();
        assert!(far.expand(0.1).contains(from) && to == own[0].center());
    }
}

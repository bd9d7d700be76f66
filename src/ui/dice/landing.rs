//! Landing of dice: in the free part of the picture, near the event, among models and terrain, under no panel.
//!
//! A map of the picture records what covers each part. Among trays all of whose corners are seen, the one with the most room is chosen.

use std::sync::Arc;

use bevy::prelude::*;

use super::picture::{Picture, Seen};
use super::throw::USUAL_EDGE;
use super::tray::Tray;
use crate::ui::physics::colliders::Collider;
use crate::ui::physics::ray_index::RayIndex;

/// The edge of a die in the picture, pixels, and as a share of the picture's height: at least, and at most.
const MIN_PIXELS: f32 = 18.0;
const MIN_SHARE: f32 = 0.02;
const MAX_PIXELS: f32 = 40.0;
const MAX_SHARE: f32 = 0.05;

/// From the rim of the picture to dice, pixels.
const MARGIN: f32 = 8.0;
/// From the edge of the table to dice, inches.
const RIM: f32 = 0.3;
/// The room over a tray in which no die is cut off, in edges of a die.
const HEADROOM: f32 = 1.3;
/// The room for what is written beside dice, pixels.
const LABEL_HEIGHT: f32 = 34.0;

/// Cells of the map across the picture, at most, and their size at least.
const CELLS: f32 = 80.0;
const MIN_CELL: f32 = 12.0;
/// Places that are tried, across the picture and from its top to its foot.
const PLACES: [usize; 2] = [26, 18];
/// A tray is so many times as wide as it is deep.
const ASPECTS: [f32; 5] = [1.6, 1.0, 2.6, 4.2, 0.6];
/// Scales of dice, tried in turn until a tray has room.
const SMALLER: [f32; 4] = [1.0, 0.9, 0.75, 0.55];

/// Costs of a covered tray: by a panel, by models, by terrain, by a tag, by anything beyond the table.
const ON_PANEL: f32 = 60.0;
const ON_MODEL: f32 = 5.0;
const ON_TERRAIN: f32 = 3.0;
const ON_TAG: f32 = 2.0;
const OFF_TABLE: f32 = 2.0;
/// The weight of that against being as far away as the picture is large: from the event, from its middle.
const COVERED: f32 = 10.0;
const FAR: f32 = 2.0;
const ASIDE: f32 = 0.4;

/// A unit's tag over it, pixels.
const TAG: Vec2 = Vec2::new(110.0, 24.0);

/// Things that stand on the table.
#[derive(Clone, Default)]
pub(super) struct Standing {
    /// Solid terrain, and the trees, which are no obstacle for dice but hide them.
    pub terrain: Arc<RayIndex<Part>>,
    /// The models of every unit.
    pub units: Vec<Vec<Collider>>,
    /// Half the size of the table, inches; its middle is that of the scene.
    pub half: Vec2,
}

/// A part of the terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Solid,
    Tree,
}

impl Standing {
    /// Colliders on a tray.
    pub fn on(&self, tray: &Tray) -> Vec<Collider> {
        let solid =
            self.terrain.iter().filter(|(part, _)| *part == Part::Solid).map(|(_, collider)| collider);
        let all = solid.chain(self.units.iter().flatten());
        all.filter(|collider| collider.is_near(tray.middle, tray.half.length())).cloned().collect()
    }
}

/// A place for dice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub tray: Tray,
    /// Of its dice, inches.
    pub edge: f32,
}

impl Place {
    /// Whether all of it is seen in a view.
    pub fn is_in(&self, seen: &Seen) -> bool {
        self.bounds(seen).is_some_and(|bounds| {
            let room = seen.free.inflate(-MARGIN);
            room.contains(bounds.min) && room.contains(bounds.max)
        })
    }

    /// Whether it is still a good place for so many dice: seen, and large enough in the picture.
    pub fn serves(&self, dice: usize, picture: &Picture) -> bool {
        let wanted = Tray::half_for(dice, self.edge, self.tray.half.x / self.tray.half.y);
        let large = size_in(&picture.at_rest, &self.tray).is_some_and(|min| self.edge >= min * 0.95);
        large
            && wanted.cmple(self.tray.half * 1.1).all()
            && self.is_in(&picture.at_rest)
            && self.is_in(&picture.now)
            && !self.is_covered(picture)
    }

    /// Whether something lies over it.
    fn is_covered(&self, picture: &Picture) -> bool {
        let covers = |bounds: Rect| picture.covers.iter().any(|cover| !cover.intersect(bounds).is_empty());
        self.bounds(&picture.at_rest).is_none_or(covers)
    }

    fn bounds(&self, seen: &Seen) -> Option<Rect> {
        seen.bounds(self.tray.corners(HEADROOM * self.edge))
    }

    fn is_on_table(&self, half: Vec2) -> bool {
        self.tray.corners(0.0).iter().all(|at| at.xz().abs().cmple(half - RIM).all())
    }
}

/// The least edge of dice on a tray, inches.
fn size_in(seen: &Seen, tray: &Tray) -> Option<f32> {
    let far = tray.at(Vec2::new(0.0, tray.half.y));
    let inch = seen.inch(Vec3::new(far.x, 0.0, far.y))?;
    Some(MIN_PIXELS.max(MIN_SHARE * seen.free.height()) / inch)
}

/// The best places for so many dice, the best first; none if nothing of the table is seen.
pub(super) fn places(picture: &Picture, standing: &Standing, dice: usize, event: Option<Vec3>) -> Vec<Place> {
    let map = Map::new(picture, standing);
    let seen = &picture.at_rest;
    let event = event.and_then(|at| seen.pixel(at)).filter(|at| seen.free.contains(*at));
    let is_on_table = |place: &Place| place.is_on_table(standing.half);
    // A view in which the camera only comes by is less important than the one in which it rests. Dice under a panel are worse
    // than small ones.
    let mut found = Vec::new();
    for smaller in SMALLER {
        let fitting: Vec<Place> = candidates(seen, dice, smaller).filter(|place| place.is_in(seen)).collect();
        let on_table = fitting.iter().filter(|place| is_on_table(place));
        let always = on_table.clone().filter(|place| place.is_in(&picture.now));
        let mut choices: Vec<Place> = always.copied().collect();
        if choices.is_empty() {
            choices = on_table.copied().collect();
        }
        let rated = |place: Place| (place.is_covered(picture), map.cost(&place, event), place);
        let mut rated: Vec<(bool, f32, Place)> = choices.into_iter().map(rated).collect();
        rated.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let Some((is_covered, ..)) = rated.first() else { continue };
        let is_free = !is_covered;
        if is_free || found.is_empty() {
            found = rated.into_iter().map(|(.., place)| place).collect();
        }
        if is_free {
            break;
        }
    }
    found
}

/// Trays all over a picture.
fn candidates(seen: &Seen, dice: usize, smaller: f32) -> impl Iterator<Item = Place> {
    let [across, down] = PLACES;
    let step = seen.free.size() / Vec2::new(across as f32, down as f32);
    let pixels = (0..across * down).map(move |index| {
        let cell = Vec2::new((index % across) as f32, (index / across) as f32);
        seen.free.min + (cell + 0.5) * step
    });
    pixels.filter_map(|pixel| seen.ground(pixel)).flat_map(move |at| {
        ASPECTS.into_iter().filter_map(move |aspect| place_at(seen, at, dice, aspect, smaller))
    })
}

fn place_at(seen: &Seen, at: Vec3, dice: usize, aspect: f32, smaller: f32) -> Option<Place> {
    let (height, inch) = (seen.free.height(), seen.inch(at)?);
    let min = MIN_PIXELS.max(MIN_SHARE * height);
    let max = MAX_PIXELS.max(MAX_SHARE * height);
    let pixels = (USUAL_EDGE * inch).clamp(min, max);
    let tray =
        |edge: f32| Tray { middle: at.xz(), half: Tray::half_for(dice, edge, aspect), yaw: seen.yaw() };
    let edge = pixels / inch;
    // What lies at the far side of the tray is smaller.
    let edge = edge.max(size_in(seen, &tray(edge))?) * smaller;
    Some(Place { tray: tray(edge), edge })
}

/// Cover of each part of a picture.
struct Map {
    seen: Seen,
    cell: f32,
    columns: usize,
    rows: usize,
    /// The costs of all cells left of and above each corner.
    sums: Vec<f32>,
}

impl Map {
    fn new(picture: &Picture, standing: &Standing) -> Self {
        let seen = picture.at_rest;
        let size = seen.free.size();
        let cell = MIN_CELL.max(size.x / CELLS);
        let [columns, rows] = [size.x, size.y].map(|length| (length / cell).ceil().max(1.0) as usize);
        let mut costs = vec![0.0_f32; columns * rows];
        for (index, cost) in costs.iter_mut().enumerate() {
            let at = Vec2::new((index % columns) as f32 + 0.5, (index / columns) as f32 + 0.5);
            *cost = of_ground(&seen, seen.free.min + at * cell, standing);
        }
        let mut map = Self { seen, cell, columns, rows, sums: Vec::new() };
        for unit in &standing.units {
            let models: Vec<Rect> = unit.iter().filter_map(|model| bounds_of(&seen, model)).collect();
            let Some(around) = models.iter().copied().reduce(|all, one| all.union(one)) else { continue };
            for model in &models {
                map.mark(&mut costs, *model, ON_MODEL);
            }
            let over = Vec2::new(around.center().x, around.min.y - TAG.y / 2.0);
            map.mark(&mut costs, Rect::from_center_size(over, TAG), ON_TAG);
        }
        for cover in &picture.covers {
            map.mark(&mut costs, *cover, ON_PANEL);
        }
        map.add_up(&costs);
        map
    }

    /// The cells that a rectangle touches, as columns and rows from one to before another.
    fn cells(&self, rect: Rect) -> [usize; 4] {
        let [low, high] = [rect.min, rect.max].map(|corner| (corner - self.seen.free.min) / self.cell);
        let within = |at: f32, count: usize| (at.max(0.0) as usize).min(count);
        [
            within(low.x.floor(), self.columns),
            within(low.y.floor(), self.rows),
            within(high.x.ceil(), self.columns),
            within(high.y.ceil(), self.rows),
        ]
    }

    fn mark(&self, costs: &mut [f32], rect: Rect, cost: f32) {
        let [left, top, right, foot] = self.cells(rect);
        for row in top..foot {
            for column in left..right {
                let here = &mut costs[row * self.columns + column];
                *here = here.max(cost);
            }
        }
    }

    fn add_up(&mut self, costs: &[f32]) {
        let across = self.columns + 1;
        self.sums = vec![0.0; across * (self.rows + 1)];
        for row in 0..self.rows {
            let mut line = 0.0;
            for column in 0..self.columns {
                line += costs[row * self.columns + column];
                self.sums[(row + 1) * across + column + 1] = self.sums[row * across + column + 1] + line;
            }
        }
    }

    /// The mean cost of a part of the picture.
    fn mean(&self, rect: Rect) -> f32 {
        let [left, top, right, foot] = self.cells(rect);
        let across = self.columns + 1;
        let sum = |row: usize, column: usize| self.sums[row * across + column];
        let all = sum(foot, right) - sum(top, right) - sum(foot, left) + sum(top, left);
        all / ((right - left) * (foot - top)).max(1) as f32
    }

    /// Cost of a place, with the label below its dice.
    fn cost(&self, place: &Place, event: Option<Vec2>) -> f32 {
        let Some(bounds) = place.bounds(&self.seen) else { return f32::INFINITY };
        let label = Vec2::new(0.0, LABEL_HEIGHT);
        let with_label = Rect { max: bounds.max + label, ..bounds };
        let free = self.seen.free;
        let diagonal = free.size().length();
        let far = event.map_or(0.0, |event| event.distance(bounds.center()) / diagonal);
        let aside = free.center().distance(bounds.center()) / diagonal;
        COVERED * (self.mean(bounds) + 0.5 * self.mean(with_label)) + FAR * far + ASIDE * aside
    }
}

/// Cost of dice on the ground at a pixel: whatever stands there, or before it.
fn of_ground(seen: &Seen, pixel: Vec2, standing: &Standing) -> f32 {
    let (Some(ray), Some(ground)) = (seen.ray(pixel), seen.ground(pixel)) else { return OFF_TABLE };
    if !ground.xz().abs().cmple(standing.half).all() {
        return OFF_TABLE;
    }
    let far = ray.origin.distance(ground);
    let hit = standing.terrain.first_hit(ray, |_| true);
    if hit.is_some_and(|(_, distance)| distance < far - 0.3) { ON_TERRAIN } else { 0.0 }
}

/// The part of the picture that a collider takes.
fn bounds_of(seen: &Seen, collider: &Collider) -> Option<Rect> {
    let bounds = collider.shape.compute_aabb(&collider.pose);
    let (low, high) = (bounds.mins, bounds.maxs);
    let corner = |index: usize| {
        let pick = |bit: usize, low: f32, high: f32| if index & bit == 0 { low } else { high };
        Vec3::new(pick(1, low.x, high.x), pick(2, low.y, high.y), pick(4, low.z, high.z))
    };
    seen.bounds((0..8).map(corner))
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::ui::camera::{CameraPose, free_rectangle};
    use crate::ui::dice::picture::sample_camera;
    use crate::ui::dice::work::{Ground, Job, TableGround, is_in};
    use crate::ui::physics::colliders;

    /// The windows that players have, logical pixels.
    const WINDOWS: [Vec2; 5] = [
        Vec2::new(960.0, 600.0),
        Vec2::new(1280.0, 720.0),
        Vec2::new(1440.0, 900.0),
        Vec2::new(1920.0, 1200.0),
        Vec2::new(3840.0, 2160.0),
    ];
    const SLOPE: f32 = 0.30;

    /// A level with houses, walls, woods and two forces.
    fn standing(level: &str) -> Standing {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let data = DataFolder::find(Some(folder)).unwrap();
        let setup = std::sync::Arc::new(load_level(level, &data, None).unwrap());
        let dice = crate::game::engine::play::DiceChoice::Seed(7);
        let game = crate::game::engine::play::Match::start(setup, dice).unwrap();
        let view = game.battle().view();
        let solid = view.terrain().prisms().map(|prism| (Part::Solid, prism));
        let trees = view.terrain().trees().map(|prism| (Part::Tree, prism));
        let parts = solid.chain(trees).flat_map(|(part, prism)| {
            colliders::of_prism(prism).into_iter().map(move |collider| (part, collider))
        });
        let units = view
            .units()
            .map(|unit| view.standing(unit.id).map(|model| colliders::of_model(&model)).collect::<Vec<_>>());
        let [width, depth] = view.terrain().size;
        Standing {
            terrain: Arc::new(RayIndex::new(parts)),
            units: units.collect(),
            half: Vec2::new(width as f32, depth as f32) / 2.0,
        }
    }

    fn seen(window: Vec2, pose: CameraPose) -> Seen {
        let from = Transform::from_translation(pose.eye()).with_rotation(pose.rotation());
        Seen::new(&sample_camera(free_rectangle(window), SLOPE), from).unwrap()
    }

    /// A view as the game and its players choose them: of the whole table or from near, steep or flat, from any side.
    fn pose(rng: &mut ChaCha8Rng, half: Vec2) -> CameraPose {
        let focus = half * 0.7 * Vec2::new(rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0));
        CameraPose {
            focus,
            yaw: rng.random_range(-3.1..3.1),
            pitch: rng.random_range(0.5..1.5),
            distance: rng.random_range(16.0..120.0),
        }
    }

    /// From any view in any window, with panels over the picture: all dice come to lie in the free part, none smaller than
    /// 16 pixels, and where there is room, under no panel and on no model.
    #[test]
    fn dice_land_in_the_free_part_of_any_view() {
        let levels = ["mid-battle", "chapel", "street"].map(standing);
        let (mut covered, mut crowded, mut throws) = (0, 0, 0);
        for seed in 0..90_u64 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let window = WINDOWS[seed as usize % WINDOWS.len()];
            let standing = levels[seed as usize % levels.len()].clone();
            let at_rest = seen(window, pose(&mut rng, standing.half));
            let free = at_rest.free;
            let panel = free.size() * Vec2::new(0.4, 0.35);
            let corner = Vec2::new(rng.random_range(0.0..1.0), rng.random_range(0.0..1.0));
            let corner = free.min + (free.size() - panel) * corner;
            let covers = vec![Rect::from_corners(corner, corner + panel)];
            let picture = Picture { now: at_rest, at_rest, covers: covers.clone() };
            let dice = [1, 3, 12, 24, 12, 60][seed as usize % 6];
            let models: Vec<Collider> = standing.units.iter().flatten().cloned().collect();
            let event = Some(Vec3::ZERO);
            let all = places(&picture, &standing, dice, event);
            let has_room = all.iter().any(|place| !place.is_covered(&picture));
            let ground = TableGround { picture: Some(picture), standing, event, last: None };
            let job = Job { dice, ground: Ground::Table(Box::new(ground)), seed };
            let thrown = job.run().unwrap_or_else(|| panic!("seed {seed}: no throw"));
            throws += 1;
            assert!(is_in(&thrown, &at_rest), "seed {seed}: outside the picture of {window}");
            let rects: Vec<Rect> = thrown.at_rest().map(|die| at_rest.bounds(die).unwrap()).collect();
            // Many dice have no such room where a panel leaves little of the table.
            let min_height = if dice > 12 { 11.0 } else { 16.0 };
            for rect in &rects {
                assert!(rect.height() >= min_height, "seed {seed}: a die of {} pixels", rect.height());
                assert!(rect.height() <= 0.2 * free.height(), "seed {seed}: {}", rect.height());
            }
            let hides = |cover: &Rect| rects.iter().any(|die| !die.intersect(*cover).is_empty());
            let is_covered = covers.iter().any(hides);
            let is_few = dice <= 12;
            assert!(!(is_covered && has_room && is_few), "seed {seed}: under a panel, though there is room");
            covered += usize::from(is_covered);
            let models: Vec<Rect> = models.iter().filter_map(|model| bounds_of(&at_rest, model)).collect();
            crowded += usize::from(models.iter().any(hides));
        }
        assert!(covered * 4 <= throws, "{covered} of {throws} lie under a panel");
        assert!(crowded * 3 <= throws, "{crowded} of {throws} lie over models");
    }

    /// The throws of one chain land in one place while the view stays; after it has turned away, in the new view.
    #[test]
    fn a_chain_stays_in_its_place_until_the_view_moves() {
        let standing = standing("mid-battle");
        let window = Vec2::new(1440.0, 900.0);
        let home = seen(window, CameraPose { focus: Vec2::ZERO, yaw: 0.0, pitch: 0.9, distance: 80.0 });
        let picture = |at_rest: Seen| Picture { now: at_rest, at_rest, covers: Vec::new() };
        let first = places(&picture(home), &standing, 12, None)[0];
        assert!(first.serves(12, &picture(home)) && first.serves(3, &picture(home)));
        assert!(!first.serves(40, &picture(home)), "too many");
        let bounds = first.bounds(&home).unwrap();
        let covers = vec![Rect::from_center_size(bounds.center(), Vec2::splat(30.0))];
        assert!(!first.serves(12, &Picture { covers, ..picture(home) }), "under a panel");
        let near =
            seen(window, CameraPose { focus: Vec2::new(40.0, 20.0), yaw: 0.0, pitch: 0.9, distance: 20.0 });
        assert!(!first.serves(12, &picture(near)), "beside the picture");
        let whole = seen(window, CameraPose { focus: Vec2::ZERO, yaw: 0.0, pitch: 0.9, distance: 200.0 });
        assert!(!first.serves(12, &picture(whole)), "too small");
    }

    /// While the camera glides, dice land where they are seen now and at its goal, if there is such a place.
    #[test]
    fn a_moving_camera_sees_them_on_its_way() {
        let standing = standing("street");
        let window = Vec2::new(1440.0, 900.0);
        let at = |x: f32| {
            seen(window, CameraPose { focus: Vec2::new(x, 0.0), yaw: 0.0, pitch: 0.9, distance: 40.0 })
        };
        let (now, at_rest) = (at(-4.0), at(4.0));
        let best = places(&Picture { now, at_rest, covers: Vec::new() }, &standing, 6, None)[0];
        assert!(best.is_in(&now) && best.is_in(&at_rest));
    }
}

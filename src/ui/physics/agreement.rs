//! Every kind of piece, the models and the table: what the rules measure, what is drawn and what rays and dice meet are of
//! one volume, one outline at every height and one top; on the table, on a hill and across a hill's edge.
//!
//! Three things are known to differ, and allowed for: floors have a thickness in the window and none by the rules, below
//! the height at which one stands on them; circles are drawn with 48 chords; ground is drawn with up to 0.03 inches of
//! soil or paving.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy_rapier3d::rapier::prelude::{Pose, Ray, SharedShape};

use super::colliders::{self, Collider};
use super::ray_index::RayIndex;
use crate::level::data_folder::{DataFolder, load_level};
use crate::rules::basics::Allowance;
use crate::rules::ids::{Side, UnitId};
use crate::rules::measures::Thou;
use crate::rules::movement::going::Going;
use crate::rules::ruleset::MovementRules;
use crate::table::outline::signed_area;
use crate::table::piece::{Foundation, Kind, Level, OpeningKind, Piece, Roof, Step};
use crate::table::plane::Leg;
use crate::table::prisms::Prism;
use crate::table::region::Region;
use crate::table::sample::{hill, house, opening, piece, rectangle, table, wall};
use crate::table::shape::{Point, Shape};
use crate::table::terrain::Terrain;
use crate::ui::axes;
use crate::ui::miniatures::figures::{FigureLook, Stance, Variant};
use crate::ui::miniatures::table::top_of;
use crate::ui::miniatures::terrain::solid_meshes;

/// What lies lower is soil or paving, inches.
const SOIL: f32 = 0.035;
/// The thickness of floors, inches.
const FLOOR: f64 = 0.2;
/// How far faces may be apart, inches.
const PRECISION: f64 = 0.01;
/// How far to a side a ray is moved that grazes an edge, inches.
const GRAZE: f64 = 0.02;
/// The share of a circle's area that chords leave out, and a roof's hair over the walls under it.
const VOLUME_PRECISION: f64 = 0.011;

/// A piece in its three worlds; what it stands on is left out of all of them.
struct Worlds {
    name: String,
    terrain: Terrain,
    mesh: Option<SharedShape>,
    mesh_volume: f64,
    colliders: Vec<Collider>,
    rays: RayIndex<()>,
}

impl Worlds {
    /// On the table, on a hill, and across a hill's edge.
    fn all() -> impl Iterator<Item = Self> {
        let hill = |id: &str, right: [f64; 2]| {
            let corners = vec![[-20.0, -20.0], [right[0], -20.0], [right[1], 20.0], [-20.0, 20.0]];
            let outline = Shape::Polygon(corners);
            piece(id, outline.clone(), Kind::Hill { steps: vec![Step { outline, top: Thou(1500) }] })
        };
        let on = move |piece: Piece| {
            let under = [None, Some(hill("on a hill", [20.0; 2])), Some(hill("across an edge", [-0.7, 1.6]))];
            let count = if matches!(piece.kind, Kind::Hill { .. }) { 1 } else { under.len() };
            under.into_iter().take(count).map(move |hill| Self::new(piece.clone(), hill))
        };
        pieces().into_iter().flat_map(on)
    }

    fn new(piece: Piece, hill: Option<Piece>) -> Self {
        let name = format!("{} {:?} {:?}", piece.id, piece.kind, hill.as_ref().map(|hill| &hill.id));
        let under = table(hill.clone().into_iter().collect());
        let terrain = table(std::iter::once(piece).chain(hill).collect());
        let meshes = solid_meshes(&terrain, 0);
        let faces: Vec<[Vec3; 3]> = meshes.iter().flat_map(|mesh| mesh.faces()).collect();
        let is_soil = |face: &[Vec3; 3]| {
            let middle = (face[0] + face[1] + face[2]) / 3.0;
            let ground = under.ground_height(axes::on_table(middle)).inches() as f32;
            // A face on the edge of a hill may be of either ground.
            let lies_on = |ground: f32| face.iter().all(|at| (ground - 1e-4..ground + SOIL).contains(&at.y));
            lies_on(ground) || lies_on(0.0)
        };
        let faces: Vec<[Vec3; 3]> = faces.into_iter().filter(|face| !is_soil(face)).collect();
        let mesh_volume = faces.iter().map(flux).sum();
        let indices = (0..faces.len() as u32).map(|face| [3 * face, 3 * face + 1, 3 * face + 2]).collect();
        let mesh = SharedShape::trimesh(faces.concat(), indices).ok();
        let of_piece = |prism: &Prism| prism.piece == 0;
        let colliders: Vec<Collider> =
            terrain.prisms().filter(of_piece).flat_map(colliders::of_prism).collect();
        let rays = RayIndex::new(colliders.iter().map(|collider| ((), collider.clone())));
        Self { name, terrain, mesh, mesh_volume, colliders, rays }
    }

    /// Those of the piece alone.
    fn prisms(&self) -> Vec<Prism<'_>> {
        self.terrain.prisms().filter(|prism| prism.piece == 0).collect()
    }

    /// How far along a way the mesh is met, inches.
    fn mesh_at(&self, from: Vec3, to: Vec3) -> Option<f64> {
        let ray = Ray::new(from, (to - from).normalize());
        let hit = self.mesh.as_ref()?.cast_ray(&Pose::IDENTITY, &ray, from.distance(to), true)?;
        Some(f64::from(hit))
    }

    /// The same for the colliders.
    fn collider_at(&self, from: Vec3, to: Vec3) -> Option<f64> {
        let ray = Ray3d::new(from, Dir3::new(to - from).unwrap());
        let (_, distance) = self.rays.first_hit(ray, |()| true)?;
        (distance <= from.distance(to)).then_some(f64::from(distance))
    }

    /// How far along a level way the rules meet something solid. Floors have no edges there.
    fn rules_at(&self, leg: Leg, height: f64) -> Option<f64> {
        let beside = |prism: &Prism| prism.bottom < height && height < prism.top;
        let prisms = self.prisms().into_iter().filter(beside);
        let parts = prisms.flat_map(|prism| Region::new(prism.outline.clone()).intervals_inside(leg, 0.0));
        parts.map(|part| part.from * leg.length()).min_by(f64::total_cmp)
    }

    /// The height of the highest solid part at a point, up to a height.
    fn rules_top(&self, at: Point, highest: f64) -> Option<f64> {
        let under = self.prisms().into_iter().filter(|prism| prism.top <= highest);
        let under = under.filter(|prism| prism.outline.contains(at));
        under.map(|prism| prism.top).max_by(f64::total_cmp)
    }

    fn is_inside(&self, at: Point, height: f64) -> bool {
        let thick = |prism: &Prism| (prism.top - FLOOR).min(prism.bottom) - PRECISION;
        self.prisms()
            .iter()
            .any(|prism| thick(prism) < height && height < prism.top && prism.outline.contains(at))
    }
}

/// What a face adds to the volume inside a closed surface: the flux of (x, 0, 0) through it. Faces that lie level add
/// nothing, so that a solid may be open below.
fn flux([a, b, c]: &[Vec3; 3]) -> f64 {
    let area = (*b - *a).cross(*c - *a) / 2.0;
    f64::from((a.x + b.x + c.x) / 3.0 * area.x)
}

fn area(shape: &Shape) -> f64 {
    match shape {
        Shape::Circle { radius, .. } => std::f64::consts::PI * radius * radius,
        Shape::Polygon(corners) => signed_area(corners),
    }
}

/// An L, turned a little.
fn angle() -> Shape {
    let corners = [[-3.0, -3.0], [3.5, -2.5], [3.3, -1.0], [-0.5, -1.5], [-1.0, 3.0], [-3.0, 2.8]];
    Shape::Polygon(corners.to_vec())
}

fn round(radius: f64) -> Shape {
    Shape::Circle { centre: [0.5, -0.25], radius }
}

/// A box turned by 30 degrees.
fn turned([long, wide]: [f64; 2]) -> Shape {
    let [cos, sin] = [0.75_f64.sqrt(), 0.5];
    let corners = [[-long, -wide], [long, -wide], [long, wide], [-long, wide]];
    Shape::Polygon(corners.map(|[x, y]| [x * cos - y * sin, x * sin + y * cos]).to_vec())
}

/// Pieces of every kind.
fn pieces() -> Vec<Piece> {
    let stepped = |outlines: [Shape; 2]| {
        let [low, high] = outlines;
        let steps =
            vec![Step { outline: low.clone(), top: Thou(1200) }, Step { outline: high, top: Thou(2500) }];
        piece("hill", low, Kind::Hill { steps })
    };
    let walls = || {
        let hole = opening(OpeningKind::Hole, 2500);
        let window = opening(OpeningKind::Window, 3000);
        vec![
            wall([-3.0, -3.0], [3.0, -3.0], vec![window]),
            wall([-3.0, 1.0], [2.0, 3.0], vec![hole]),
            wall([3.0, -1.0], [2.5, 2.0], vec![]),
        ]
    };
    let levels = || {
        let floors = [None, Some(rectangle([-3.1, -3.1], [1.0, 3.1])), Some(angle())];
        let level = |(index, outline): (usize, Option<Shape>)| Level {
            floor: Thou(3200 * index as i32),
            outline,
            walls: walls(),
        };
        floors.into_iter().enumerate().map(level).collect::<Vec<_>>()
    };
    let structure = |roof| {
        let kind = Kind::Structure { levels: levels(), foundation: Foundation::Base, roof };
        piece("tower", rectangle([-3.5, -3.5], [3.5, 3.5]), kind)
    };
    let impassable = Piece { going: Some(Going::Impassable), ..piece("pond", round(3.0), Kind::Ground) };
    let heights = [Thou(1000), Thou(3000), Thou(5000)];
    let linear = heights.map(|height| piece("linear", turned([4.0, 0.3]), Kind::Linear { height }));
    let mut all = vec![
        hill(),
        stepped([angle(), rectangle([-2.5, -2.4], [-1.2, 1.0])]),
        piece("wood", angle(), Kind::Wood { height: Thou(4000) }),
        piece("ruin", angle(), Kind::Ruin { height: Thou(3000), walls: walls() }),
        piece("bog", round(3.0), Kind::Bog),
        piece("field", turned([3.0, 2.0]), Kind::Field { height: Thou(1000) }),
        piece("angled wall", angle(), Kind::Linear { height: Thou(1500) }),
        piece("rock", round(0.9), Kind::Point { height: Thou(1100) }),
        piece("crate", turned([0.8, 0.5]), Kind::Point { height: Thou(900) }),
        house(),
        structure(Roof::Flat),
        structure(Roof::Open),
        piece("ground", turned([3.0, 2.0]), Kind::Ground),
        impassable,
        piece("road", rectangle([-3.0, -1.0], [3.0, 1.0]), Kind::Pavement),
    ];
    all.extend(linear);
    all
}

/// A number for each kind. A new kind has to be added here, and to the pieces above.
fn number(kind: &Kind) -> usize {
    match kind {
        Kind::Hill { .. } => 0,
        Kind::Wood { .. } => 1,
        Kind::Ruin { .. } => 2,
        Kind::Bog => 3,
        Kind::Field { .. } => 4,
        Kind::Linear { .. } => 5,
        Kind::Point { .. } => 6,
        Kind::Structure { .. } => 7,
        Kind::Ground => 8,
        Kind::Pavement => 9,
    }
}

#[test]
fn every_kind_of_piece_is_compared() {
    let mut kinds: Vec<usize> = pieces().iter().map(|piece| number(&piece.kind)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds, (0..10).collect::<Vec<_>>());
}

/// Steps of a hill are drawn on top of one another; by the rules, and as colliders, each begins at the table.
#[test]
fn a_piece_has_one_volume() {
    for worlds in Worlds::all() {
        let name = &worlds.name;
        let of_prism =
            |prism: &Prism| area(prism.outline) * (prism.top - prism.bottom).max(FLOOR.min(prism.top));
        let rules: f64 = worlds.prisms().iter().map(of_prism).sum();
        let solid = |one: &Collider| f64::from(one.shape.mass_properties(1.0).mass());
        let collider: f64 = worlds.colliders.iter().map(solid).sum();
        assert!(
            (collider - rules).abs() <= 1e-4 * rules,
            "{name}: {rules} by the rules, {collider} as collider"
        );
        let mut tops: Vec<(f64, f64)> = match &worlds.terrain.pieces[0].kind {
            Kind::Hill { .. } => {
                worlds.prisms().iter().map(|prism| (prism.top, area(prism.outline))).collect()
            }
            _ => Vec::new(),
        };
        tops.sort_by(|a, b| a.0.total_cmp(&b.0));
        let hidden: f64 = tops.windows(2).map(|pair| pair[0].0 * pair[1].1).sum();
        let (drawn, visible) = (worlds.mesh_volume, rules - hidden);
        let off = (drawn - visible).abs();
        assert!(off <= VOLUME_PRECISION * visible + 1e-6, "{name}: {visible} by the rules, {drawn} as drawn");
    }
}

/// Rays all around, and at every height at which something changes and between.
#[test]
fn a_piece_has_one_outline_at_every_height() {
    let mut faults = Vec::new();
    for worlds in Worlds::all() {
        let mut edges: Vec<f64> =
            worlds.prisms().iter().flat_map(|prism| [prism.bottom, prism.top, prism.top - FLOOR]).collect();
        edges.push(0.0);
        edges.sort_by(f64::total_cmp);
        edges.dedup();
        let near = edges.iter().flat_map(|edge| [edge - 0.3, edge - 0.05, edge + 0.05, edge + 0.3]);
        let highest = edges[edges.len() - 1] + 0.5;
        for height in near.chain((1..20).map(|share| highest * f64::from(share) / 20.0)) {
            let is_at_edge = edges.iter().any(|edge| (edge - height).abs() < 0.02);
            if height > 0.04 && !is_at_edge {
                compare_outline(&worlds, height, &mut faults);
            }
        }
    }
    report(&faults);
}

fn report(faults: &[String]) {
    let few = &faults[..faults.len().min(12)];
    assert!(faults.is_empty(), "{} faults, among them {few:#?}", faults.len());
}

fn compare_outline(worlds: &Worlds, height: f64, faults: &mut Vec<String>) {
    // At the edge of a floor the rules have nothing.
    let prisms = worlds.prisms();
    let floors = prisms.iter().filter(|prism| prism.bottom == prism.top);
    let in_floor = floors.into_iter().any(|floor| (floor.top - FLOOR - 0.02..=floor.top).contains(&height));
    for direction in 0..16 {
        let (sin, cos) = libm::sincos(f64::from(direction) * 0.4 + 0.013);
        for lane in -20..=20 {
            let leg = |graze: f64| {
                let side = f64::from(lane) * 0.27 + 0.005 + graze;
                let at = |ahead: f64| [cos * ahead - sin * side, sin * ahead + cos * side];
                Leg { from: at(-9.0), to: at(9.0) }
            };
            let ends = |leg: Leg| [leg.from, leg.to].map(|end| axes::in_scene(end, height));
            let [from, to] = ends(leg(0.0));
            let (drawn, solid) = (worlds.mesh_at(from, to), worlds.collider_at(from, to));
            let near = |other: &dyn Fn(Leg) -> Option<f64>, found: Option<f64>| {
                let shares = [0.0, 0.25, -0.25, 0.5, -0.5, 1.0, -1.0];
                shares.into_iter().any(|share| match (other(leg(share * GRAZE)), found) {
                    (Some(a), Some(b)) => (a - b).abs() < 0.15,
                    (a, b) => a.is_none() && b.is_none(),
                })
            };
            let as_collider = |leg: Leg| {
                let [from, to] = ends(leg);
                worlds.collider_at(from, to)
            };
            let by_rules = |leg: Leg| worlds.rules_at(leg, height);
            let reason = || {
                let rules = by_rules(leg(0.0));
                format!(
                    "{} at {height}, {:?}: {rules:?} by the rules, {drawn:?} drawn, {solid:?} solid",
                    worlds.name,
                    leg(0.0)
                )
            };
            if !near(&as_collider, drawn) || !in_floor && !near(&by_rules, solid) {
                faults.push(reason());
            }
        }
    }
}

/// Looking straight down, from above everything and from under every floor.
#[test]
fn a_piece_has_one_top() {
    let mut faults = Vec::new();
    for worlds in Worlds::all() {
        let mut starts: Vec<f64> = worlds.prisms().iter().map(|prism| prism.top + 0.1).collect();
        starts.push(20.0);
        starts.sort_by(f64::total_cmp);
        starts.dedup();
        for start in starts {
            for (column, row) in (0..24).flat_map(|column| (0..24).map(move |row| (column, row))) {
                let at = [column, row].map(|index| f64::from(index) * 0.383 - 4.6 + 0.007);
                compare_top(&worlds, at, start, &mut faults);
            }
        }
    }
    report(&faults);
}

fn compare_top(worlds: &Worlds, at: Point, start: f64, faults: &mut Vec<String>) {
    if worlds.is_inside(at, start) {
        return;
    }
    let down = |at: Point| [start, -1.0].map(|height| axes::in_scene(at, height));
    let height = |found: Option<f64>| found.map_or(0.0, |found| start - found).max(0.0);
    let [from, to] = down(at);
    let drawn = height(worlds.mesh_at(from, to));
    let solid = height(worlds.collider_at(from, to));
    let [x, y] = at;
    let around = [[x, y], [x + GRAZE, y], [x - GRAZE, y], [x, y + GRAZE], [x, y - GRAZE]];
    let agrees = |found: f64| {
        let rules = |at: Point| worlds.rules_top(at, start).unwrap_or(0.0);
        around.iter().any(|at| (rules(*at) - found).abs() <= PRECISION)
    };
    if !agrees(drawn) || !agrees(solid) {
        faults.push(format!("{} at {at:?} from {start}: {drawn} drawn, {solid} solid", worlds.name));
    }
}

/// A model is a cylinder by the rules and as a collider. Its figure stands on the whole disc of its base and fills its
/// height; weapons may reach out of it.
#[test]
fn a_model_is_as_wide_and_as_high_as_it_is_drawn() {
    let data = DataFolder::find(Some(std::path::Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
    let (mut looks, mut compared) = (BTreeSet::new(), BTreeSet::new());
    for level in ["street", "crossroads", "watermill", "chapel"] {
        let setup = load_level(level, &data, None).unwrap();
        for card in setup.units().map(|unit| setup.card(unit)) {
            let [radius, height] = [card.base.radius(), card.base.height.inches()];
            let collider = colliders::of_figure(&Transform::default(), &card.base);
            let bounds = collider.shape.compute_aabb(&collider.pose);
            let size = bounds.maxs - bounds.mins;
            let expected = Vec3::new(2.0 * radius as f32, height as f32, 2.0 * radius as f32);
            assert!(size.abs_diff_eq(expected, 1e-4), "{}: {size}, not {expected}", card.name);
            assert!(bounds.mins.y.abs() < 1e-5, "{}", card.name);
            let base = (card.base.diameter, card.base.height);
            if !compared.insert(format!("{:?} {base:?}", card.figure)) {
                continue;
            }
            for side in Side::BOTH {
                for (variant, stance) in every_pose() {
                    let unit = UnitId { side, number: 1 };
                    let look = FigureLook { figure: card.figure, base: card.base, unit, variant, stance };
                    compare_figure(&card.name, &look);
                }
                looks.insert(format!("{:?}", card.figure));
            }
        }
    }
    assert!(looks.len() >= 4, "{looks:?}");
}

fn every_pose() -> impl Iterator<Item = (Variant, Stance)> {
    Variant::all().flat_map(|variant| Stance::ALL.map(|stance| (variant, stance)))
}

/// A figure stands on the whole disc of its base, above the table, and is as high as its stance has it: upright it fills its
/// height, lying it stays below the lower half.
fn compare_figure(name: &str, look: &FigureLook) {
    let [radius, height] = [look.base.radius() as f32, look.base.height.inches() as f32];
    let reason = format!("{name} {:?} {:?}", look.stance, look.variant);
    let mesh = look.mesh();
    let corners = mesh.attribute(Mesh::ATTRIBUTE_POSITION).and_then(|values| values.as_float3());
    let corners: Vec<Vec3> = corners.unwrap().iter().copied().map(Vec3::from_array).collect();
    let top = corners.iter().map(|corner| corner.y).fold(0.0, f32::max);
    let lowest = corners.iter().map(|corner| corner.y).fold(0.0, f32::min);
    let base = corners.iter().filter(|corner| corner.y <= 0.05);
    let wide = base.map(|corner| corner.xz().length()).fold(0.0, f32::max);
    assert!((wide - radius).abs() < 1e-4, "{reason}: {wide}, not {radius}");
    assert!(lowest > -1e-4, "{reason}: down to {lowest}");
    let min = match look.stance {
        Stance::Down => 0.2,
        Stance::Shaken | Stance::FallingBack => 0.55,
        Stance::Ready | Stance::Moving | Stance::Firing | Stance::Fallen => 0.7,
    };
    assert!(top >= min * height, "{reason}: up to {top} of {height}");
    let body = look.top_of_body();
    let max = if look.stance == Stance::Down { 0.62 } else { 1.0 };
    assert!(body <= max * height, "{reason}: the body rises to {body} of {height}");
}

#[test]
fn the_table_is_one_board() {
    let size = [48.0, 36.0];
    let mesh = top_of(size.map(|side| side as f32));
    let corners = mesh.attribute(Mesh::ATTRIBUTE_POSITION).and_then(|values| values.as_float3()).unwrap();
    let drawn = corners.iter().map(|corner| Vec3::from_array(*corner).abs()).fold(Vec3::ZERO, Vec3::max);
    let collider = colliders::of_table(size);
    let bounds = collider.shape.compute_aabb(&collider.pose);
    assert_eq!(drawn, Vec3::new(24.0, 0.0, 18.0));
    assert_eq!(bounds.maxs, Vec3::new(24.0, 0.0, 18.0));
    assert_eq!(bounds.mins, Vec3::new(-24.0, -1.0, -18.0));
    let terrain = Terrain::new(size, Vec::new().into(), &MovementRules::COMBINED, Allowance(0.005));
    assert!(terrain.overhang([23.5, 17.5], 0.5).is_none() && terrain.overhang([23.6, 0.0], 0.5).is_some());
}

//! What is lit on the map: hexes, the planned way, a line of sight. One mesh for all of it.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use tabletop::game::Game;
use tabletop_hexes::hex::Hex;

use super::board::{APOTHEM, Board};
use crate::map_ui::session::{Lit, LitKind, SightLine};
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::miniatures::materials::Materials;

/// All kinds of light.
pub(super) const KINDS: [LitKind; 7] = [
    LitKind::Move,
    LitKind::Attack,
    LitKind::Fire,
    LitKind::Place,
    LitKind::Chosen,
    LitKind::Danger,
    LitKind::Hint,
];

/// Colour of a light. Yellow is only for what is chosen, red only for danger and fire.
pub(super) fn colour(kind: LitKind) -> LinearRgba {
    let colour = match kind {
        LitKind::Move => Color::srgb(0.62, 0.92, 1.0),
        LitKind::Attack => Color::srgb(1.0, 0.45, 0.85),
        LitKind::Fire => Color::srgb(1.0, 0.33, 0.26),
        LitKind::Place => Color::srgb(0.55, 1.0, 0.60),
        LitKind::Chosen => Color::srgb(1.0, 0.86, 0.22),
        LitKind::Danger => Color::srgb(0.95, 0.16, 0.12),
        LitKind::Hint => Color::srgb(1.0, 1.0, 1.0),
    };
    colour.into()
}

/// The same for panels: red, green and blue.
pub fn light_colour(kind: LitKind) -> [u8; 3] {
    let colour = Srgba::from(colour(kind));
    [colour.red, colour.green, colour.blue].map(|part| (part * 255.0).round() as u8)
}

/// Where the ring of a lit hex begins and ends, inches from its sides.
const RING: [f32; 2] = [0.05, 0.17];
/// Height of lights over the ground, of the way, and of a line of sight; inches.
const LIFT: f32 = 0.035;
const WAY_LIFT: f32 = 0.32;
const SIGHT_LIFT: f32 = 0.62;
/// Half the width of a way and of its head, and the length of that; inches.
const WAY: f32 = 0.13;
const HEAD: f32 = 0.36;
const HEAD_LENGTH: f32 = 0.62;
/// Half the width of a line of sight; inches.
const SIGHT: f32 = 0.05;

/// The mesh of all lights.
#[derive(Component)]
struct Lights;

pub(super) fn plugin<G: Game>(app: &mut App) {
    app.init_resource::<Lit<G>>()
        .add_systems(Update, shine::<G>.after(super::stage::build::<G>).run_if(resource_exists::<Board>));
}

/// Builds the lights again when they change.
fn shine<G: Game>(
    mut commands: Commands,
    (lit, board, materials): (Res<Lit<G>>, Res<Board>, Res<Materials>),
    old: Query<Entity, With<Lights>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut known: Local<Option<(Vec<(Hex, LitKind)>, Vec<Hex>, Option<SightLine>)>>,
) {
    let wanted = (lit.hexes.clone(), lit.path.clone(), lit.sight);
    if !board.is_changed() && known.as_ref() == Some(&wanted) {
        return;
    }
    *known = Some(wanted);
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let mut all = GeometryBuilder::default();
    for (index, (hex, kind)) in lit.hexes.iter().enumerate() {
        // Of two lights of one hex the later counts.
        if lit.hexes[index + 1..].iter().all(|(other, _)| other != hex) {
            ring(&mut all, &board, *hex, *kind);
        }
    }
    way(&mut all, &board, &lit.path);
    if let Some(line) = lit.sight {
        sight(&mut all, &board, line);
    }
    if !all.is_empty() {
        let drawn = (Mesh3d(meshes.add(all.finish())), MeshMaterial3d(materials.veil.clone()));
        commands.spawn((Lights, drawn, NotShadowCaster));
    }
}

/// A ring inside a hex, and a veil over it; dangerous hexes are hatched.
fn ring(to: &mut GeometryBuilder, board: &Board, hex: Hex, kind: LitKind) {
    let colour = colour(kind);
    let centre = board.centre(hex) + Vec3::Y * LIFT;
    let drawn_in = |inches: f32| {
        board.corners(hex).map(|corner| (corner + Vec3::Y * LIFT).lerp(centre, inches / APOTHEM))
    };
    let [outer, inner] = RING.map(drawn_in);
    let (line, veil) = match kind {
        LitKind::Hint => (0.8, 0.0),
        LitKind::Chosen => (1.0, 0.10),
        LitKind::Move | LitKind::Place => (0.95, 0.16),
        LitKind::Attack | LitKind::Fire | LitKind::Danger => (1.0, 0.22),
    };
    let corner = |at: [Vec3; 6], side: usize| at[side % 6];
    for side in 0..6 {
        let quad =
            [corner(outer, side), corner(outer, side + 1), corner(inner, side + 1), corner(inner, side)];
        to.shaded(&quad, Vec3::Y, &[colour.with_alpha(line); 4]);
        if veil > 0.0 {
            let third = [centre, corner(inner, side), corner(inner, side + 1)];
            to.shaded(
                &third,
                Vec3::Y,
                &[colour.with_alpha(veil * 0.5), colour.with_alpha(veil), colour.with_alpha(veil)],
            );
        }
    }
    if kind == LitKind::Danger {
        hatch(to, centre, &inner, colour.with_alpha(0.5));
    }
}

/// Slanting strips over a hex.
fn hatch(to: &mut GeometryBuilder, centre: Vec3, inner: &[Vec3; 6], colour: LinearRgba) {
    let (along, across) = (Vec3::new(0.6, 0.0, -0.8), Vec3::new(0.8, 0.0, 0.6));
    for strip in -3..=3 {
        let middle = centre + across * strip as f32 * 0.36 + Vec3::Y * 0.004;
        let (mut low, mut high) = (-2.0_f32, 2.0_f32);
        for side in 0..6 {
            let [a, b] = [inner[side], inner[(side + 1) % 6]];
            let normal = (b - a).cross(Vec3::Y).with_y(0.0);
            let normal = if normal.dot(a - centre) < 0.0 { -normal } else { normal };
            let (room, pace) = ((a - middle).dot(normal), along.dot(normal));
            if pace > 1e-4 {
                high = high.min(room / pace);
            } else if pace < -1e-4 {
                low = low.max(room / pace);
            } else if room < 0.0 {
                high = low;
            }
        }
        if high > low + 0.1 {
            let aside = across * 0.05;
            let [from, end] = [middle + along * low, middle + along * high];
            to.shaded(&[from - aside, end - aside, end + aside, from + aside], Vec3::Y, &[colour; 4]);
        }
    }
}

/// A strip between two points that faces up.
fn strip(to: &mut GeometryBuilder, [from, end]: [Vec3; 2], half: f32, colour: LinearRgba) {
    let aside = (end - from).cross(Vec3::Y).normalize_or(Vec3::X) * half;
    to.shaded(&[from - aside, end - aside, end + aside, from + aside], Vec3::Y, &[colour; 4]);
}

/// An arrow along a way, light on a dark edge.
fn way(to: &mut GeometryBuilder, board: &Board, path: &[Hex]) {
    let mut points: Vec<Vec3> = path.iter().map(|hex| board.centre(*hex) + Vec3::Y * WAY_LIFT).collect();
    let [.., before, end] = points[..] else { return };
    let ahead = (end - before).normalize_or(Vec3::X);
    let aside = ahead.cross(Vec3::Y).normalize_or(Vec3::X);
    let neck = end - ahead * HEAD_LENGTH * 0.5;
    let tip = end + ahead * HEAD_LENGTH * 0.5;
    if let Some(last) = points.last_mut() {
        *last = neck;
    }
    let dark = LinearRgba::new(0.01, 0.01, 0.012, 0.75);
    let light = LinearRgba::new(0.95, 0.97, 1.0, 0.92);
    for (wider, lower, colour) in [(0.05, 0.012, dark), (0.0, 0.0, light)] {
        let down = Vec3::Y * lower;
        for pair in points.windows(2) {
            strip(to, [pair[0] - down, pair[1] - down], WAY + wider, colour);
            disc(to, pair[0] - down, WAY + wider, colour);
        }
        let head = [
            tip + ahead * wider * 1.8 - down,
            neck + aside * (HEAD + wider) - ahead * wider - down,
            neck - aside * (HEAD + wider) - ahead * wider - down,
        ];
        to.shaded(&head, Vec3::Y, &[colour; 3]);
    }
}

fn disc(to: &mut GeometryBuilder, middle: Vec3, radius: f32, colour: LinearRgba) {
    let rim: Vec<Vec3> = (0..12)
        .map(|index| {
            middle + Quat::from_rotation_y(std::f32::consts::TAU * index as f32 / 12.0) * Vec3::X * radius
        })
        .collect();
    to.shaded(&rim, Vec3::Y, &vec![colour; rim.len()]);
}

/// A thread from hex to hex: green as far as one sees, red from the hex that blocks it, which has a red ring.
fn sight(to: &mut GeometryBuilder, board: &Board, (from, end, blocker): SightLine) {
    let at = |hex: Hex| board.centre(hex) + Vec3::Y * SIGHT_LIFT;
    let [start, stop] = [from, end].map(at);
    let seen = LinearRgba::from(Color::srgb(0.45, 1.0, 0.5)).with_alpha(0.95);
    let hidden = LinearRgba::from(Color::srgb(1.0, 0.25, 0.2)).with_alpha(0.95);
    let share = blocker.map_or(1.0, |hex| {
        let way = (stop - start).with_y(0.0);
        let along = (at(hex) - start).with_y(0.0).dot(way) / way.length_squared().max(1e-6);
        (along - APOTHEM * 0.8 / way.length().max(1e-3)).clamp(0.0, 1.0)
    });
    let broken = start.lerp(stop, share);
    strip(to, [start, broken], SIGHT, seen);
    disc(to, start, SIGHT * 2.4, seen);
    if let Some(hex) = blocker {
        strip(to, [broken, stop], SIGHT, hidden);
        ring(to, board, hex, LitKind::Danger);
    }
    disc(to, stop, SIGHT * 2.4, if blocker.is_some() { hidden } else { seen });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map_ui::scene::board::sample;

    fn hex(id: &str) -> Hex {
        id.parse().unwrap()
    }

    fn area_and_faces(build: impl Fn(&mut GeometryBuilder, &Board)) -> (f32, Vec<[Vec3; 3]>) {
        let board = Board::new(sample::land(7, 5, &["0403"]));
        let mut all = GeometryBuilder::default();
        build(&mut all, &board);
        (all.area(), all.faces())
    }

    /// A lit hex is lit inside its own sides, on its own level, and seen from above.
    #[test]
    fn a_light_keeps_to_its_hex() {
        let board = Board::new(sample::land(7, 5, &["0403"]));
        for id in ["0303", "0403"] {
            for kind in KINDS {
                let (area, faces) = area_and_faces(|all, board| ring(all, board, hex(id), kind));
                assert!(area > 0.5, "{kind:?}");
                for [a, b, c] in faces {
                    assert!((b - a).cross(c - a).y > 0.0, "{kind:?} is seen from above");
                    for corner in [a, b, c] {
                        assert_eq!(board.hex_at(corner.xz()), Some(hex(id)), "{kind:?} {corner}");
                        assert!((corner.y - board.centre(hex(id)).y).abs() < 0.1);
                    }
                }
            }
        }
    }

    /// A way of one hex is none; a longer one has its head at its end.
    #[test]
    fn a_way_points_at_its_end() {
        assert_eq!(area_and_faces(|all, board| way(all, board, &[hex("0303")])).0, 0.0);
        let path = ["0202", "0303", "0304"].map(hex);
        let (_, faces) = area_and_faces(|all, board| way(all, board, &path));
        let board = Board::new(sample::land(7, 5, &["0403"]));
        let end = board.centre(hex("0304"));
        let farthest = faces.iter().flatten().map(|at| at.z).fold(f32::MIN, f32::max);
        assert!(farthest > end.z && farthest < end.z + APOTHEM, "{farthest} {end}");
    }
}

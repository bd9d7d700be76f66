//! Pictures compared pixel by pixel: with and without a figure, a piece of terrain, an overlay. Whatever is not drawn is
//! seen to be missing, however the rest looks.

use std::path::Path;
use std::process::Command as Process;
use std::sync::Arc;

use bevy::asset::RenderAssetUsages;
use bevy::image::{CompressedImageFormats, Image, ImageSampler, ImageType};
use bevy::math::{Rect, Vec2};

use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::level::data_folder::load_level;
use warstrike::ui::camera::top_picture_pixel;

use super::super::kill::PROGRAM;
use super::super::support::{data, root, scratch};
use super::driver::INSTALL;

/// The size of every picture, pixels.
const SIZE: [u32; 2] = [640, 480];

/// Two pixels are different where a channel differs by more than this: noise and smoothing stay below it.
const NOISE: u8 = 14;

/// Of two pictures of the same, no more than this share differs.
const SAME: f32 = 0.004;

/// The one unit of each side that every level here has, far from everything.
const CORNER_UNITS: [&str; 2] = [
    r#"(id: "A9", card: "officer", models: [(at: (-22.0, -16.0), facing: 90.0)])"#,
    r#"(id: "B9", card: "officer", models: [(at: (22.0, 16.0), facing: 270.0)])"#,
];

/// A unit of every type, apart from each other.
const UNITS: [&str; 2] = [
    r#"(id: "A1", card: "laansguard-rifles", models: Block(at: (-15.0, -10.0), facing: 90.0)),
       (id: "A2", card: "heavy-weapon-team", models: Block(at: (-3.0, -10.0), facing: 90.0)),
       (id: "A3", card: "officer", models: [(at: (5.0, -10.0), facing: 90.0)]),
       (id: "A4", card: "militia", models: Block(at: (14.0, -10.0), facing: 90.0)),"#,
    r#"(id: "B1", card: "knights", models: Block(at: (-12.0, 12.0), facing: 270.0)),
       (id: "B2", card: "scouts", models: Block(at: (8.0, 12.0), facing: 270.0, gap: 1.5)),"#,
];

/// A piece of every kind in a row over the middle of the table, each with what of it a picture must show: the spot of its
/// middle, and half the width of a square there, inches.
const PIECES: [(&str, [f64; 2], f64); 10] = [
    (r#"(id: "wood", kind: Wood, at: (-20.0, 4.0), radius: 2.0, height: 4.0)"#, [-20.0, 4.0], 1.0),
    (r#"(id: "field", kind: Field, at: (-14.0, 4.0), size: (4.0, 4.0, 1.2))"#, [-14.0, 4.0], 1.4),
    (r#"(id: "bog", kind: Bog, at: (-8.0, 4.0), radius: 2.0)"#, [-8.0, 4.0], 1.2),
    (r#"(id: "hedge", kind: Linear, at: (-2.0, 4.0), size: (4.0, 0.8, 1.5))"#, [-2.0, 4.0], 0.4),
    (r#"(id: "rock", kind: Point, at: (4.0, 4.0), radius: 1.2, height: 1.8)"#, [4.0, 4.0], 0.8),
    (
        r#"(id: "ruin", kind: Ruin(walls: [(edge: 1), (edge: 2)]), at: (10.0, 4.0), size: (4.0, 4.0, 3.0))"#,
        [10.0, 4.0],
        1.8,
    ),
    (
        r#"(id: "house", kind: Structure(roof: Flat, levels: [(height: 3.0, walls: [(edge: 1), (edge: 2), (edge: 3), (edge: 4)])]), at: (17.0, 4.0), size: (4.0, 4.0))"#,
        [17.0, 4.0],
        1.5,
    ),
    (
        r#"(id: "hill", kind: Hill(steps: [(top: 1.0), (top: 2.0, radius: 1.4)]), at: (-17.0, -4.0), radius: 2.4)"#,
        [-17.0, -4.0],
        1.9,
    ),
    (r#"(id: "road", kind: Pavement, at: (0.0, -4.0), size: (8.0, 3.0))"#, [0.0, -4.0], 1.2),
    (
        r#"(id: "rubble", kind: Ground, going: Difficult, at: (14.0, -4.0), size: (5.0, 3.0))"#,
        [14.0, -4.0],
        1.2,
    ),
];

/// A level with this terrain and these units besides those in the corners.
fn level(terrain: &str, [a, b]: [&str; 2]) -> String {
    let [corner_a, corner_b] = CORNER_UNITS;
    format!(
        r#"Level(
    name: "Small",
    about: "A table to look at.",
    table: (width: 48.0, depth: 36.0),
    mission: Skirmish(rounds: 6),
    ruleset: "combined",
    terrain: [{terrain}],
    objectives: [(id: "spot", at: (0.0, 16.0))],
    forces: (
        A: (name: "North", units: [{a} {corner_a}]),
        B: (name: "South", units: [{b} {corner_b}]),
    ),
)"#
    )
}

/// A picture, as far as its pixels are compared.
struct Picture(Vec<[u8; 4]>);

impl Picture {
    /// Draws a level with the options of `picture`.
    fn of(folder: &Path, level: &str, options: &[&str]) -> Self {
        let (file, out) = (folder.join("small.ron"), folder.join("small.png"));
        std::fs::write(&file, level).unwrap();
        let mut program = Process::new(PROGRAM);
        program.arg("--data").arg(root()).arg("picture").arg(&file).args(["--seed", "3"]).args(options);
        program.args(["--quality", "software"]);
        program.args(["--size", &format!("{}x{}", SIZE[0], SIZE[1]), "--out"]).arg(&out);
        program.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("RUST_LOG");
        let output = program.output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{text}; {INSTALL}");
        let png = ImageType::Extension("png");
        let (formats, sampler) = (CompressedImageFormats::NONE, ImageSampler::Default);
        let usage = RenderAssetUsages::MAIN_WORLD;
        let image =
            Image::from_buffer(&std::fs::read(&out).unwrap(), png, formats, true, sampler, usage).unwrap();
        assert_eq!([image.width(), image.height()], SIZE);
        let pixels = image.data.unwrap();
        Self(pixels.chunks_exact(4).map(|pixel| pixel.try_into().unwrap()).collect())
    }

    fn from_above(folder: &Path, level: &str, options: &[&str]) -> Self {
        Self::of(folder, level, &[&["--view", "top"], options].concat())
    }

    /// The pixels of a part that differ from those of another picture.
    fn differing<'a>(&'a self, other: &'a Self, part: Rect) -> impl Iterator<Item = ([u8; 4], [u8; 4])> + 'a {
        let wide = SIZE[0] as usize;
        let pairs = self.0.iter().zip(&other.0).enumerate();
        let inside =
            move |index: usize| part.contains(Vec2::new((index % wide) as f32, (index / wide) as f32));
        let differ =
            |one: &[u8; 4], other: &[u8; 4]| one.iter().zip(other).any(|(a, b)| a.abs_diff(*b) > NOISE);
        pairs
            .filter(move |(index, (one, other))| inside(*index) && differ(one, other))
            .map(|(_, (a, b))| (*a, *b))
    }

    /// How light a part is, from 0 to 255.
    fn light(&self, part: Rect) -> f32 {
        let part = part.intersect(whole());
        let rows = part.min.y.round() as usize..part.max.y.round() as usize;
        let columns = part.min.x.round() as usize..part.max.x.round() as usize;
        let pixels = rows.flat_map(|y| columns.clone().map(move |x| y * SIZE[0] as usize + x));
        let lights = pixels.map(|index| {
            let [r, g, b, _] = self.0[index].map(f32::from);
            0.3 * r + 0.6 * g + 0.1 * b
        });
        let (sum, count) = lights.fold((0.0, 0), |(sum, count), light| (sum + light, count + 1));
        sum / (count as f32).max(1.0)
    }

    /// The share of a part that differs.
    fn share(&self, other: &Self, part: Rect) -> f32 {
        let size = part.intersect(whole()).size();
        self.differing(other, part).count() as f32 / (size.x * size.y).max(1.0)
    }
}

fn whole() -> Rect {
    Rect::new(0.0, 0.0, SIZE[0] as f32, SIZE[1] as f32)
}

/// A square of the table, seen from above, by its middle and half its width, inches.
fn square(game: &Match, [x, y]: [f64; 2], half: f64) -> Rect {
    let size = Vec2::new(SIZE[0] as f32, SIZE[1] as f32);
    let pixel = |x, y| top_picture_pixel(game.setup().level.table, size, [x, y]);
    Rect::from_corners(pixel(x - half, y - half), pixel(x + half, y + half))
}

fn opened(folder: &Path, text: &str) -> Match {
    let file = folder.join("small.ron");
    std::fs::write(&file, text).unwrap();
    let setup = load_level(file.to_str().unwrap(), &data(), None).unwrap();
    Match::start(Arc::new(setup), DiceChoice::Seed(3)).unwrap()
}

/// The difference between the full table and the bare one lies where the figures and pieces are: at each of them; and where
/// nothing is, there is none.
#[test]
fn every_figure_and_every_piece_is_seen() {
    let (_folder, folder) = scratch();
    let terrain: Vec<&str> = PIECES.iter().map(|(piece, ..)| *piece).collect();
    let full_level = level(&terrain.join(","), UNITS);
    let game = opened(&folder, &full_level);
    let full = Picture::from_above(&folder, &full_level, &[]);
    let again = Picture::from_above(&folder, &full_level, &[]);
    let bare = Picture::from_above(&folder, &level("", ["", ""]), &[]);
    for (piece, at, half) in PIECES {
        let part = square(&game, at, half);
        let share = full.share(&bare, part);
        assert!(share > 0.12, "{piece}: only {share} of it differs from the bare table");
        // A picture from which it is missing would be found out.
        assert!(full.share(&again, part) < 0.02, "{piece}: noise alone would count");
    }
    let view = game.battle().view();
    for unit in view.units().filter(|unit| unit.id.number != 9) {
        for model in view.standing(unit.id) {
            let part = square(&game, model.pose.at.ground(), model.card.base.radius());
            let share = full.share(&bare, part);
            assert!(share > 0.2, "{}: only {share} of its base differs from the bare table", model.id);
            assert!(full.share(&again, part) < 0.02, "{}: noise alone would count", model.id);
        }
    }
    for spot in [[0.0, 8.5], [-20.0, 15.0], [20.0, -15.0]] {
        let share = full.share(&bare, square(&game, spot, 1.0));
        assert!(share < 0.02, "nothing is at {spot:?}, but {share} differs");
    }
}

/// A hill is one from every side, also from above, where none of its edges is seen: its tops are lighter than the mat, the higher
/// the lighter, and a rim that is lighter still runs round each.
#[test]
fn hills_are_lighter_than_the_mat_and_have_a_rim() {
    let (_folder, folder) = scratch();
    let hill = r#"(id: "hill", kind: Hill(steps: [(top: 1.0), (top: 2.0, radius: 3.0)]), at: (-4.0, 0.0), radius: 6.5)"#;
    let text = level(hill, ["", ""]);
    let game = opened(&folder, &text);
    let (with, bare) =
        (Picture::from_above(&folder, &text, &[]), Picture::from_above(&folder, &level("", ["", ""]), &[]));
    // Higher places are nearer to the camera, and seem farther out: by what the picture itself shows there is room for that.
    let light = |picture: &Picture, radius: f64, half: f64| {
        let around = (0..16).map(|index| f64::from(index) * std::f64::consts::TAU / 16.0);
        let lights = around.map(|turn| {
            let at = [-4.0 + radius * libm::cos(turn), radius * libm::sin(turn)];
            picture.light(square(&game, at, half))
        });
        lights.sum::<f32>() / 16.0
    };
    let [lower, upper] = [light(&with, 4.6, 0.5), light(&with, 1.2, 0.5)];
    let [mat_there, mat_above] = [light(&bare, 4.6, 0.5), light(&bare, 1.2, 0.5)];
    assert!(lower > 1.12 * mat_there, "the lower top: {lower}, the mat there {mat_there}");
    assert!(upper > 1.2 * mat_above, "the upper top: {upper}, the mat there {mat_above}");
    let rim = [6.3, 6.4, 6.5].map(|radius| light(&with, radius, 0.12)).into_iter().fold(0.0, f32::max);
    assert!(rim > 1.1 * lower, "the rim: {rim}, the top inside it {lower}");
}

/// Each overlay changes the picture where it belongs, and leaves it alone elsewhere.
#[test]
fn every_overlay_is_seen() {
    let (_folder, folder) = scratch();
    let text = level(r#"(id: "rock", kind: Point, at: (14.0, 4.0), radius: 1.2, height: 1.8)"#, UNITS);
    let game = opened(&folder, &text);
    let [plain, again] = [0; 2].map(|_| Picture::from_above(&folder, &text, &[]));
    let middle = |unit: &str| {
        let leader = game.battle().view().leader(unit.parse().unwrap()).unwrap();
        leader.pose.at.ground()
    };
    // Between A1 and B1, and a place with nothing on it.
    let (between, nowhere) = ([-13.0, 1.0], [20.0, -3.0]);
    for (options, at, half, least, elsewhere, what) in [
        (&["--exposure", "B"][..], between, 3.0, 0.2, None, "the exposure map"),
        (&["--sight", "A1:B1"], between, 4.0, 0.004, None, "lines of sight"),
        (&["--fallback", "B2"], middle("B2"), 7.0, 0.02, None, "a retreat preview"),
        (&["--select", "A1"], middle("A1"), 1.0, 0.05, Some(nowhere), "rings of a selected unit"),
        (&["--tags", "signs"], middle("A1"), 5.0, 0.02, Some(nowhere), "tags"),
    ] {
        let shown = Picture::from_above(&folder, &text, options);
        let share = shown.share(&plain, square(&game, at, half));
        assert!(share > least, "{what}: only {share} of its place differs from the picture without");
        // A picture from which it is missing would be found out.
        let noise = again.share(&plain, square(&game, at, half));
        assert!(noise < least / 2.0, "{what}: noise alone, {noise}, would count");
        if let Some(spot) = elsewhere {
            let share = shown.share(&plain, square(&game, spot, 1.0));
            assert!(share < 0.02, "{what}: {share} differs where nothing of it should be");
        }
    }
}

/// Men behind a wall show through it in the colour of their side; men in the open show nothing but themselves.
#[test]
fn hidden_men_show_through_the_wall() {
    let (_folder, folder) = scratch();
    let men = ["", r#"(id: "B1", card: "knights", models: Block(at: (0.0, -3.2), facing: 270.0)),"#];
    let wall = r#"(id: "wall", kind: Linear, at: (0.0, -5.0), size: (12.0, 0.6, 8.0))"#;
    let draw = |terrain: &str, options: &[&str]| Picture::of(&folder, &level(terrain, men), options);
    let (shown, without) = (draw(wall, &[]), draw(wall, &["--no-outlines"]));
    let silhouettes: Vec<_> = shown.differing(&without, whole()).collect();
    assert!(silhouettes.len() > 60, "only {} pixels show through the wall", silhouettes.len());
    // B's colour has more red than blue, and more than the wall has.
    let is_orange = |[r, g, b, _]: [u8; 4]| r > 120 && u16::from(r) > u16::from(b) + 50 && g > b;
    let orange = silhouettes.iter().filter(|(pixel, _)| is_orange(*pixel)).count();
    assert!(orange * 10 > silhouettes.len() * 7, "{orange} of {} are B's", silhouettes.len());
    let (open, plain) = (draw("", &[]), draw("", &["--no-outlines"]));
    let share = open.share(&plain, whole());
    assert!(share < SAME / 10.0, "{share} differs though nobody is hidden");
}

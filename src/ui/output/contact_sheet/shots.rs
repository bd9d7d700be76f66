//! The shots of a contact sheet: what each shows, from where, and where it goes.

use bevy::prelude::*;

use super::SheetPage;
use super::canvas::Canvas;
use crate::level::setup::Setup;
use crate::rules::card::{Base, Figure};
use crate::rules::ids::{Side, UnitId};
use crate::rules::measures::Thou;
use crate::table::piece::{Kind, Piece};
use crate::ui::axes;
use crate::ui::miniatures::figures::{FigureLook, Stance, Variant};
use crate::ui::miniatures::geometry_builder::{GeometryBuilder, outline};
use crate::ui::miniatures::surface::Surface;

/// The largest size at which figures are shown, pixels, and the smaller ones beside it.
const LARGE: u32 = 400;
const SMALL: [u32; 2] = [80, 20];
/// Room for both small ones beside a large one.
const ASIDE: u32 = 90;
/// A tile of a piece, pixels.
const PIECE: UVec2 = UVec2::new(480, 330);
/// Size of a figure's tile, inches; larger figures are scaled.
const TILE: f32 = 1.8;
/// Viewpoint of figures: degrees above them, and a distance so large that all are seen alike, inches.
const ABOVE: f32 = 30.0;
const AWAY: f32 = 1100.0;
/// Behind figures.
const GROUND: Color = Color::srgb(0.37, 0.38, 0.31);

/// Marker of the parts of the current shot.
#[derive(Component)]
pub(super) struct SheetPart;

/// A shot, and where it goes on the sheet.
#[derive(Clone, Debug)]
pub(super) struct Shot {
    subject: Subject,
    place: UVec2,
}

#[derive(Clone, Debug)]
enum Subject {
    /// All poses and stances of a kind.
    Figures(&'static str, Figure),
    Piece(Box<SheetFrame>),
}

/// A piece in the picture.
#[derive(Clone, Debug)]
struct SheetFrame {
    id: String,
    middle: Vec3,
    /// Half its size, and its height, inches.
    half: f32,
    high: f32,
    from: ShotOrigin,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum ShotOrigin {
    Chair,
    Eye,
}

/// Position of a camera, its target, and half the height of its picture at a distance of 1.
pub(super) struct Lens {
    pub from: Vec3,
    pub to: Vec3,
    pub slope: f32,
}

/// Players' word for a kind of figure.
fn word(figure: Figure) -> &'static str {
    match figure {
        Figure::Rifleman => "rifles",
        Figure::Militia => "militia",
        Figure::GunTeam => "guns",
        Figure::Armoured => "knights",
        Figure::Officer => "officers",
        Figure::Scout => "scouts",
        Figure::Vehicle => "vehicles",
    }
}

/// Approximate height of a piece, inches.
fn height_of(kind: &Kind) -> f64 {
    match kind {
        Kind::Hill { steps } => steps.last().map_or(1.0, |step| step.top.inches()),
        Kind::Wood { height } | Kind::Ruin { height, .. } | Kind::Field { height } => height.inches(),
        Kind::Linear { height } | Kind::Point { height } => height.inches(),
        Kind::Structure { levels, .. } => levels.last().map_or(3.0, |level| level.floor.inches() + 3.0),
        Kind::Bog | Kind::Ground | Kind::Pavement => 0.5,
    }
}

/// The shots of a sheet: pieces first, while the table is still to be seen.
pub(super) fn of(only: Option<SheetPage>, pieces: &[Piece]) -> Vec<Shot> {
    let shot = |subject| Shot { subject, place: UVec2::ZERO };
    let shows = |page: SheetPage| only.is_none_or(|only| only == page);
    let of_pieces = pieces.iter().filter(|_| shows(SheetPage::Pieces)).flat_map(|piece| {
        [ShotOrigin::Chair, ShotOrigin::Eye]
            .map(|from| shot(Subject::Piece(Box::new(SheetFrame::of(piece, from)))))
    });
    let figures = Figure::NAMED.map(|(_, figure)| figure).into_iter();
    let of_figures = figures.filter(|figure| shows(SheetPage::Figure(*figure)));
    of_pieces.chain(of_figures.map(|figure| shot(Subject::Figures(word(figure), figure)))).collect()
}

/// The sheet on which all shots have room, and the shots with their places, the first one last.
pub(super) fn laid_out(mut shots: Vec<Shot>) -> (Canvas, Vec<Shot>) {
    let width = shots.iter().map(|shot| shot.size().x).fold(PIECE.x * 8, u32::max);
    let (mut next, mut below) = (UVec2::ZERO, 0);
    for shot in &mut shots {
        let size = shot.size();
        if next.x + size.x > width {
            next = UVec2::new(0, below);
        }
        shot.place = next;
        next.x += size.x;
        below = below.max(next.y + size.y);
    }
    shots.reverse();
    (Canvas::new(UVec2::new(width, below)), shots)
}

impl SheetFrame {
    fn of(piece: &Piece, from: ShotOrigin) -> Self {
        let corners: Vec<Vec2> =
            outline(&piece.footprint).into_iter().map(|[x, y]| Vec2::new(x as f32, y as f32)).collect();
        let low = corners.iter().copied().reduce(Vec2::min).unwrap_or_default();
        let max = corners.iter().copied().reduce(Vec2::max).unwrap_or_default();
        let middle = (low + max) / 2.0;
        Self {
            id: piece.id.clone(),
            middle: axes::in_scene([f64::from(middle.x), f64::from(middle.y)], 0.0),
            half: (max - low).length() / 2.0,
            high: height_of(&piece.kind) as f32,
            from,
        }
    }

    fn lens(&self) -> Lens {
        let to = self.middle + Vec3::Y * 0.5 * self.high;
        match self.from {
            ShotOrigin::Chair => {
                let away = 2.6 * self.half.max(0.75 * self.high).max(2.2);
                Lens { from: to + Vec3::new(0.25, 0.95, 1.0).normalize() * away, to, slope: 0.42 }
            }
            ShotOrigin::Eye => {
                let eye =
                    self.middle + Vec3::new(0.55, 0.0, 1.0).normalize() * (self.half + 3.0) + Vec3::Y * 1.2;
                Lens { from: eye, to: to.with_y(1.3), slope: 0.5 }
            }
        }
    }
}

impl Shot {
    pub fn size(&self) -> UVec2 {
        match &self.subject {
            Subject::Figures(..) => {
                UVec2::new(u32::from(Variant::COUNT) * (LARGE + ASIDE), Stance::ALL.len() as u32 * LARGE)
            }
            Subject::Piece(_) => PIECE,
        }
    }

    pub fn place(&self) -> UVec2 {
        self.place
    }

    pub fn shows_the_table(&self) -> bool {
        matches!(self.subject, Subject::Piece(_))
    }

    pub fn lens(&self) -> Lens {
        match &self.subject {
            Subject::Piece(frame) => frame.lens(),
            Subject::Figures(..) => {
                let (sin, cos) = ABOVE.to_radians().sin_cos();
                let high = self.size().y as f32 / pixels_an_inch();
                Lens { from: Vec3::new(0.0, sin, cos) * AWAY, to: Vec3::ZERO, slope: high / 2.0 / AWAY }
            }
        }
    }

    /// Labels over it, with their places.
    pub fn labels(&self) -> Vec<(UVec2, String)> {
        match &self.subject {
            Subject::Piece(frame) => {
                let from = if frame.from == ShotOrigin::Chair { "chair" } else { "eye" };
                vec![(UVec2::splat(8), format!("{} {from}", frame.id))]
            }
            Subject::Figures(name, _) => tiles()
                .map(|(stance, variant, corner)| {
                    let text = match variant.index() {
                        0 => format!("{name} {}", stance.word()),
                        index => format!("{}", index + 1),
                    };
                    (corner + UVec2::splat(8), text)
                })
                .collect(),
        }
    }

    /// Puts on the table what is shown and not there.
    pub fn set_up(
        &self,
        commands: &mut Commands,
        meshes: &mut Assets<Mesh>,
        material: &Handle<Surface>,
        setup: &Setup,
    ) {
        let Subject::Figures(_, figure) = self.subject else { return };
        let mut spawn = |mesh: Handle<Mesh>, at: Transform| {
            commands.spawn((SheetPart, Mesh3d(mesh), MeshMaterial3d(material.clone()), at));
        };
        let mut ground = GeometryBuilder::default();
        ground.block(Vec3::NEG_Y * 0.05, Vec3::new(60.0, 0.1, 60.0), GROUND);
        spawn(meshes.add(ground.finish()), Transform::IDENTITY);
        let base = base_of(setup, figure);
        let fits = TILE / (2.1 * (base.radius() as f32).max(0.6 * base.height.inches() as f32));
        for (stance, variant, corner) in tiles() {
            let side = if variant.index().is_multiple_of(2) { Side::A } else { Side::B };
            let unit = UnitId { side, number: variant.index() as u8 + 1 };
            let mesh = meshes.add(FigureLook { figure, base, unit, variant, stance }.mesh());
            let large = corner + UVec2::new(LARGE / 2, LARGE * 4 / 5);
            let small = [SMALL[0], SMALL[1]].map(|size| (size, corner.x + LARGE + ASIDE / 2));
            let [(middle, aside), (min, _)] = small;
            let feet = [
                (LARGE, large),
                (middle, UVec2::new(aside, corner.y + LARGE / 2)),
                (min, UVec2::new(aside, corner.y + LARGE * 4 / 5)),
            ];
            for (size, at) in feet {
                let scale = Vec3::splat(fits * size as f32 / LARGE as f32);
                let turned = Quat::from_rotation_y(-0.6);
                let at = Transform { translation: self.on_ground(at), rotation: turned, scale };
                spawn(mesh.clone(), at);
            }
        }
    }

    /// The point on the ground under a pixel of the shot.
    fn on_ground(&self, pixel: UVec2) -> Vec3 {
        let from_middle = (pixel.as_vec2() - self.size().as_vec2() / 2.0) / pixels_an_inch();
        Vec3::new(from_middle.x, 0.0, from_middle.y / ABOVE.to_radians().sin())
    }
}

fn pixels_an_inch() -> f32 {
    LARGE as f32 / TILE
}

/// Every stance and pose with the upper left corner of its tile.
fn tiles() -> impl Iterator<Item = (Stance, Variant, UVec2)> {
    Stance::ALL.into_iter().enumerate().flat_map(|(row, stance)| {
        Variant::all().enumerate().map(move |(column, variant)| {
            (stance, variant, UVec2::new(column as u32 * (LARGE + ASIDE), row as u32 * LARGE))
        })
    })
}

/// The base of the first card of the level with this figure, else a usual one.
fn base_of(setup: &Setup, figure: Figure) -> Base {
    let cards = setup.units().map(|unit| setup.card(unit));
    let known = cards.into_iter().find(|card| card.figure == figure).map(|card| card.base);
    let [diameter, height] = match figure {
        Figure::Armoured => [1250, 1500],
        Figure::GunTeam => [2000, 1250],
        Figure::Vehicle => [4000, 2000],
        Figure::Rifleman | Figure::Militia | Figure::Officer | Figure::Scout => [1000, 1250],
    };
    known.unwrap_or(Base { diameter: Thou(diameter), height: Thou(height), eyes: Thou(height * 88 / 100) })
}

//! Framing a shot: the pose from which something is seen, large, clear of the panels and with nothing in the way. Pure: it
//! knows the lens, the table and what a ray meets.

use bevy::prelude::*;

use super::frame::{framed, is_in_view};
use super::limits::Limits;
use super::pose::{CameraPose, Lens};
use super::shots::{self, Shot, ShotKind, Stand};
use super::subject::ShotPlace;
use crate::table::terrain::Terrain;
use crate::ui::axes;

/// A ray that ends so near to a point has reached it, inches.
const REACHED: f32 = 1.2;
/// A shot from which so much of what it is about is seen is good enough.
const CLEAR_ENOUGH: f32 = 0.8;
/// Clear share that one point of cost outweighs in a shot that is not clear enough.
const CLEAR_FOR_COST: f32 = 0.15;
/// The whole table fills the picture to its edges: it comes so much nearer than other shots.
const FILLED: f32 = 0.86;

/// A view that is no steeper than this shows figures, not hats, radians.
const STEEPEST_GOOD: f32 = 0.95;

/// The picture, and what there is to see.
pub(super) struct Framing<'a> {
    pub lens: Lens,
    pub limits: Limits,
    /// The part of the picture in which a shot shows what it is about.
    pub room: Rect,
    pub terrain: &'a Terrain,
    /// Distance along a ray to terrain, inches.
    pub ahead: &'a dyn Fn(Ray3d) -> Option<f32>,
}

impl Framing<'_> {
    /// The pose of a shot: as it is meant, or turned or raised so far that nothing hides what it is about.
    pub fn pose(&self, shot: &Shot, stand: Stand, place: &ShotPlace, from: CameraPose) -> CameraPose {
        let mut best: Option<(f32, CameraPose)> = None;
        for angle in shots::angles(shot, stand) {
            let from = CameraPose { yaw: shots::yaw(angle.toward), pitch: angle.pitch, ..from };
            let pose = framed(&place.points, from, &self.lens, self.room, &self.limits);
            if shot.kind == ShotKind::Establishing {
                return CameraPose { distance: pose.distance * FILLED, ..pose };
            }
            let clear = self.clear_share(&place.figures, &pose);
            if clear >= CLEAR_ENOUGH {
                return pose;
            }
            let worth = clear - CLEAR_FOR_COST * angle.cost;
            if best.is_none_or(|(highest, _)| worth > highest) {
                best = Some((worth, pose));
            }
        }
        best.map_or(from, |(_, pose)| pose)
    }

    /// Whether a pose shows some points large enough to be made out.
    pub fn shows(&self, points: &[Vec3], pose: &CameraPose) -> bool {
        is_in_view(points, pose, &self.lens, self.room)
    }

    /// Whether a pose shows something so well that another one, which shows it as well as it can be, is not worth a move:
    /// at no more than so many times its distance.
    pub fn is_good(&self, place: &ShotPlace, now: &CameraPose, other: &CameraPose, farther: f32) -> bool {
        let middle = place.points.iter().sum::<Vec3>() / place.points.len().max(1) as f32;
        let is_large = now.eye().distance(middle) <= farther * other.eye().distance(middle);
        is_large
            && now.pitch <= STEEPEST_GOOD
            && self.shows(&place.points, now)
            && self.clear_share(&place.figures, now) >= CLEAR_ENOUGH
    }

    /// The share of some points that no terrain hides from a pose.
    pub fn clear_share(&self, points: &[Vec3], pose: &CameraPose) -> f32 {
        let eye = pose.eye();
        let is_clear = |point: &&Vec3| {
            let Ok((along, way)) = Dir3::new_and_length(**point - eye) else { return true };
            (self.ahead)(Ray3d::new(eye, along)).is_none_or(|met| met > way - REACHED)
                && !is_behind_trees(self.terrain, eye, **point)
        };
        points.iter().filter(is_clear).count() as f32 / points.len().max(1) as f32
    }
}

/// Steps by which a line is followed through a wood.
const STEPS: u8 = 24;

/// Whether trees stand between the camera and a point. They are decoration, and no ray meets them: what counts is the wood.
fn is_behind_trees(terrain: &Terrain, eye: Vec3, point: Vec3) -> bool {
    terrain.trees().any(|trees| {
        let [bottom, top] = [trees.bottom, trees.top].map(|height| height as f32);
        let inside = |at: Vec3| (bottom..top).contains(&at.y) && trees.outline.contains(axes::on_table(at));
        let between = (1..STEPS).map(|step| eye.lerp(point, f32::from(step) / f32::from(STEPS)));
        // Who stands in the wood is seen among its trees.
        !inside(point) && between.into_iter().any(inside)
    })
}

#[cfg(test)]
mod tests {
    use std::f32::consts::PI;
    use std::path::Path;
    use std::sync::Arc;

    use super::super::known_views::{limits, slanted, top};
    use super::super::pose::SLOPE;
    use super::super::subject::{ShotSubject, place_of};
    use super::*;
    use crate::game::engine::play::{DiceChoice, Match};
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::level::director_file::EventKind;
    use crate::rules::ids::{Side, UnitId};
    use crate::ui::camera::free_rectangle;
    use crate::ui::scene::cutaway::Cutaway;
    use crate::ui::scene::surfaces::TableSurfaces;

    const WINDOWS: [Vec2; 3] = [Vec2::new(960.0, 600.0), Vec2::new(1440.0, 900.0), Vec2::new(1920.0, 1200.0)];
    const LEVELS: [&str; 6] = ["street", "mid-battle", "chapel", "watermill", "crossroads", "crash-site"];

    struct Table {
        game: Match,
        surfaces: TableSurfaces,
    }

    impl Table {
        fn of(level: &str) -> Self {
            let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
            let setup = Arc::new(load_level(level, &data, None).unwrap());
            let game = Match::start(setup, DiceChoice::Seed(7)).unwrap();
            let surfaces = TableSurfaces::new(game.battle().view().terrain());
            Self { game, surfaces }
        }

        fn framing<T>(&self, window: Vec2, frame: impl FnOnce(&Framing) -> T) -> T {
            let (free, table) = (free_rectangle(window), self.game.setup().level.table);
            let cutaway = Cutaway::default();
            frame(&Framing {
                lens: Lens { free, slope: SLOPE },
                limits: limits(table, free),
                room: free,
                terrain: self.game.battle().view().terrain(),
                ahead: &|ray| self.surfaces.under(ray, &cutaway).map(|hit| hit.distance),
            })
        }

        /// The whole table as it is seen at first.
        fn home(&self, window: Vec2, yaw: f32) -> CameraPose {
            slanted(self.game.setup().level.table, free_rectangle(window), yaw)
        }

        fn units(&self) -> Vec<UnitId> {
            let view = self.game.battle().view();
            view.units().map(|unit| unit.id).filter(|unit| view.standing(*unit).next().is_some()).collect()
        }
    }

    /// A squad of six round a point, on whatever can be stood on there.
    fn squad(terrain: &Terrain, [x, y]: [f64; 2]) -> ShotPlace {
        let feet = [(-1.6, -0.8), (0.0, -0.8), (1.6, -0.8), (-1.6, 0.8), (0.0, 0.8), (1.6, 0.8)];
        let feet = feet.map(|(dx, dy)| {
            let at = [x + dx, y + dy];
            axes::in_scene(at, terrain.heights_at(at).last().map_or(0.0, |height| height.inches()))
        });
        let round = [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z].map(|side| side * 2.2);
        let figures = feet.map(|foot| foot + Vec3::Y * 1.2);
        let points = feet.iter().flat_map(|foot| round.map(|by| *foot + by)).chain(figures);
        let middle = axes::in_scene([x, y], 0.0).xz();
        ShotPlace { points: points.collect(), figures: figures.to_vec(), ends: [middle; 2] }
    }

    fn shown(framing: &Framing, subject: &ShotSubject, place: &ShotPlace, seat: f32) -> CameraPose {
        let from = CameraPose { focus: Vec2::ZERO, yaw: seat, pitch: 0.9, distance: 60.0 };
        let stand = Stand::of_player(seat, seat);
        let shot = shots::shot(EventKind::Move, subject, place.ends, stand, 1);
        framing.pose(&shot, stand, place, from)
    }

    fn is_within(framing: &Framing, place: &ShotPlace, pose: &CameraPose) -> bool {
        let inside =
            |point: &Vec3| framing.lens.pixel(pose, *point).is_some_and(|pixel| framing.room.contains(pixel));
        place.points.iter().all(inside)
    }

    /// Wherever on the shipped tables a squad stands, both players see it whole, clear of the panels, from nearby, at an angle
    /// that shows figures, and next to nothing is in the way. (Some of these squads stand across walls, as no unit could.)
    #[test]
    fn a_squad_is_seen_wherever_it_stands() {
        let mut faults = Vec::new();
        for level in LEVELS {
            let table = Table::of(level);
            let terrain = table.game.battle().view().terrain();
            let [width, depth] = terrain.size.map(|length| (length / 2.0 - 3.0) as i32);
            let (mut all, mut clear, mut flat) = (0, 0, 0);
            for at in (-width..width).step_by(7).flat_map(|x| (-depth..depth).step_by(5).map(move |y| [x, y]))
            {
                let place = squad(terrain, at.map(f64::from));
                for (window, seat) in [(WINDOWS[0], 0.0), (WINDOWS[1], PI), (WINDOWS[2], 0.0)] {
                    table.framing(window, |framing| {
                        let pose = shown(framing, &ShotSubject::Units(Vec::new()), &place, seat);
                        let what = format!("{level} {at:?} in {window}, {seat}: {pose:?}");
                        assert!(is_within(framing, &place, &pose), "{what}");
                        assert!((35.0..=58.0).contains(&pose.pitch.to_degrees()), "{what}");
                        let middle = Vec3::new(place.ends[0].x, 0.0, place.ends[0].y);
                        let inch = framing.lens.pixels_per_inch(pose.eye().distance(middle));
                        assert!(inch > window.y / 25.0, "an inch takes {inch} pixels: {what}");
                        all += 1;
                        clear += usize::from(framing.clear_share(&place.figures, &pose) >= CLEAR_ENOUGH);
                        flat += usize::from(pose.pitch.to_degrees() <= 41.0);
                    });
                }
            }
            let said = format!("{level}: {clear} of {all} squads are clear, {flat} at 35 to 40 degrees");
            println!("{said}");
            if all < 60 || clear * 100 < all * 95 || flat * 100 < all * 85 {
                faults.push(said);
            }
        }
        assert!(faults.is_empty(), "{faults:#?}");
    }

    /// The units of the levels that begin in the middle of a battle: alone, as one fires at another, and as two fight. A fight
    /// fills a good part of the picture.
    #[test]
    fn units_fire_and_fights_are_framed() {
        let mut seen = 0;
        for level in ["street", "mid-battle"] {
            let table = Table::of(level);
            let (view, units) = (table.game.battle().view(), table.units());
            for from in &units {
                let mut subjects = vec![ShotSubject::Units(vec![*from])];
                for at in units.iter().filter(|at| at.side != from.side) {
                    subjects.push(ShotSubject::Fire { from: *from, at: *at });
                    subjects.push(ShotSubject::Fight(vec![*from, *at]));
                }
                for subject in subjects {
                    let place = place_of(view, &subject).unwrap();
                    for window in WINDOWS {
                        let seat = if from.side == Side::A { 0.0 } else { PI };
                        table.framing(window, |framing| {
                            let pose = shown(framing, &subject, &place, seat);
                            assert!(
                                is_within(framing, &place, &pose),
                                "{level} {subject:?} in {window}: {pose:?}"
                            );
                            let pixels = place.points.iter().filter_map(|at| framing.lens.pixel(&pose, *at));
                            let [low, high] = pixels
                                .fold([Vec2::MAX, Vec2::MIN], |[low, high], at| [low.min(at), high.max(at)]);
                            let share = ((high - low) / framing.room.size()).max_element();
                            // A single man is not looked at through a magnifying glass.
                            assert!(
                                share > 0.55 || pose.distance <= 14.1,
                                "{level} {subject:?} in {window} takes {share}: {pose:?}"
                            );
                            seen += 1;
                        });
                    }
                }
            }
        }
        assert!(seen > 100, "{seen}");
    }

    /// Nobody moves for what is seen well already; from the whole table and from straight above it is not.
    #[test]
    fn what_is_seen_well_needs_no_move() {
        let table = Table::of("street");
        let view = table.game.battle().view();
        for unit in table.units() {
            let place = place_of(view, &ShotSubject::Units(vec![unit])).unwrap();
            table.framing(WINDOWS[1], |framing| {
                let pose = shown(framing, &ShotSubject::Units(vec![unit]), &place, 0.0);
                if framing.clear_share(&place.figures, &pose) < CLEAR_ENOUGH {
                    return;
                }
                assert!(framing.is_good(&place, &pose, &pose, 1.2), "{unit}");
                let back = CameraPose { distance: pose.distance * 1.15, ..pose };
                assert!(framing.is_good(&place, &back, &pose, 1.25), "{unit}: a little farther off");
                let home = table.home(WINDOWS[1], 0.0);
                assert!(!framing.is_good(&place, &home, &pose, 1.25), "{unit}: the whole table");
                let above = top(table.game.setup().level.table, framing.lens.free, 0.0);
                assert!(!framing.is_good(&place, &above, &pose, 9.0), "{unit}: hats");
            });
        }
    }

    /// A wall between the player and a squad turns or raises the view.
    #[test]
    fn what_is_in_the_way_moves_the_shot() {
        use crate::rules::measures::Thou;
        use crate::table::piece::Kind;
        use crate::table::sample::{piece, rectangle, table};
        let wall = piece("wall", rectangle([-6.0, -4.5], [6.0, -4.0]), Kind::Linear { height: Thou(5000) });
        let lens = Lens { free: free_rectangle(WINDOWS[1]), slope: SLOPE };
        let limits = Limits { half: Vec2::new(36.0, 24.0), whole: 90.0 };
        let cutaway = Cutaway::default();
        let poses = [vec![], vec![wall]].map(|pieces| {
            let terrain = table(pieces);
            let surfaces = TableSurfaces::new(&terrain);
            let framing = Framing {
                lens,
                limits,
                room: lens.free,
                terrain: &terrain,
                ahead: &|ray| surfaces.under(ray, &cutaway).map(|hit| hit.distance),
            };
            let place = squad(&terrain, [0.0, 0.0]);
            let pose = shown(&framing, &ShotSubject::Units(Vec::new()), &place, 0.0);
            assert!(framing.clear_share(&place.figures, &pose) >= CLEAR_ENOUGH, "{pose:?}");
            pose
        });
        let [open, walled] = poses.map(|pose| pose.pitch + pose.yaw.abs());
        assert!(walled > open + 0.1, "{poses:?}");
    }
}

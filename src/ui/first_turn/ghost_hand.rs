//! The ghost hand: shows on the table how a step is done, twice, and then lies where it ends.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::{self, Align2, Color32, FontId, Painter, Pos2, Shape, Stroke, pos2, vec2};

use super::Stage;
use super::ghost_move::{GhostMove, on_the_way};
use super::ghost_shot::GhostShot;
use super::steps::{Lesson, Step};
use crate::game::engine::view::{UnitView, View};
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::phases::turn::may_still_act;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::table::plane::distance;
use crate::table::shape::Point;
use crate::ui::axes;
use crate::ui::background::background_query::BackgroundQuery;
use crate::ui::camera::viewport::TableViewport;
use crate::ui::camera::{Projector, TableCamera};
use crate::ui::dice::DiceThrow;
use crate::ui::drafts::draft::Drafting;
use crate::ui::drafts::selection::Selection;
use crate::ui::frame::paint_layers::PaintLayers;
use crate::ui::playback::Playback;
use crate::ui::session::show_pace::Motion;
use crate::ui::turn_flow::asked_areas::FIRST_TURN;

/// How long the hand takes once, seconds: it goes there, then rests.
const ROUND: f32 = 2.6;
const GOING: f32 = 1.7;
/// How often it shows a step.
const ROUNDS: f32 = 2.0;

const HAND: Color32 = Color32::from_rgb(255, 250, 235);
const GHOST: Color32 = Color32::from_rgb(160, 230, 170);

/// The step that the hand shows, and since when, seconds.
#[derive(Resource, Debug, Default)]
pub(super) struct Demonstration {
    of: Option<Step>,
    since: f32,
}

impl Demonstration {
    /// Shows it once more.
    pub fn begin_again(&mut self) {
        self.of = None;
    }

    /// How far the hand is on its way, from 0 to 1, and whether it still moves.
    fn progress(&mut self, step: Step, now: f32, motion: Motion) -> (f32, bool) {
        if self.of != Some(step) {
            *self = Self { of: Some(step), since: now };
        }
        let elapsed = now - self.since;
        if motion == Motion::Reduced || elapsed >= ROUND * ROUNDS {
            return (1.0, false);
        }
        let share = ((elapsed % ROUND) / GOING).clamp(0.0, 1.0);
        (share * share * (3.0 - 2.0 * share), true)
    }
}

/// What the hand is about.
#[derive(SystemParam)]
pub(super) struct Subjects<'w> {
    lesson: Res<'w, Lesson>,
    selection: Res<'w, Selection>,
    drafting: Res<'w, Drafting>,
    playback: Res<'w, Playback>,
    thrown: Res<'w, DiceThrow>,
    ghosts: Res<'w, BackgroundQuery<GhostMove>>,
    shots: Res<'w, BackgroundQuery<GhostShot>>,
    time: Res<'w, Time<Real>>,
}

pub(super) fn paint_hand(
    stage: Stage,
    subjects: Subjects,
    layers: Res<PaintLayers>,
    viewport: TableViewport,
    camera: Single<(&Camera, &GlobalTransform), With<TableCamera>>,
    mut demonstration: ResMut<Demonstration>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(step) = subjects.lesson.step().filter(|step| !subjects.lesson.is_done(*step)) else { return };
    // Whoever has begun needs no hand, and nobody looks at it while something happens.
    let is_busy =
        subjects.drafting.0.is_some() || subjects.playback.runs() || subjects.thrown.seen().is_some();
    if !stage.is_set() || !stage.opened.asks_to_act() || is_busy {
        return;
    }
    let picture = viewport.free();
    let clip =
        egui::Rect::from_min_max(pos2(picture.min.x, picture.min.y), pos2(picture.max.x, picture.max.y));
    // It points at the table, and lies over nothing that is open there.
    let card = layers.panels.memory(|memory| memory.area_rect(FIRST_TURN));
    let mut open = layers.areas_over_table().into_iter().filter(|area| card != Some(*area));
    if open.any(|area| area.intersects(clip)) {
        return;
    }
    let (camera, from) = *camera;
    let Some(projector) = Projector::new(camera, from) else { return };
    let (share, moves) = demonstration.progress(step, subjects.time.elapsed_secs(), stage.settings.motion);
    if moves {
        redraw.write(RequestRedraw);
    }
    let layer = egui::LayerId::new(egui::Order::Foreground, "ghost hand".into());
    let painter = layers.table.layer_painter(layer).with_clip_rect(clip);
    let view = stage.opened.game.battle().view();
    let scene = Scene { view, projector: &projector, painter: &painter };
    let unit = shown_unit(view, &subjects.selection, &subjects.lesson);
    match (step, unit) {
        (Step::Look, _) => scene.look(clip, share),
        (Step::Move, Some(unit)) => {
            // Until its way is found the hand waits where it begins.
            let found = subjects.ghosts.settled().filter(|(of, _)| **of == unit.id);
            let moves = found.and_then(|(_, moves)| moves.as_deref()).unwrap_or_default();
            scene.drag(unit, moves, share);
        }
        (Step::Fire, _) => {
            if let Some(shot) = subjects.shots.settled().and_then(|(_, shot)| *shot) {
                scene.aim(shot.from, shot.at, share);
            }
        }
        _ => {}
    }
}

/// The unit that the hand shows something with: the one that is selected if it may act, else the first that may.
pub(super) fn shown_unit<'a>(view: View<'a>, selection: &Selection, lesson: &Lesson) -> Option<UnitView<'a>> {
    let side = lesson.learner?;
    let selected = selection.unit.and_then(|unit| view.unit(unit));
    selected
        .filter(|unit| may_show(view, unit, side))
        .or_else(|| view.units().find(|unit| may_show(view, unit, side)))
}

/// Whether the hand may show something with a unit: it is of the side that learns, and may act as it likes.
pub(super) fn may_show(view: View, unit: &UnitView, side: Side) -> bool {
    unit.id.side == side && may_still_act(view, *unit) && !unit.morale.suppressed()
}

/// The enemy units, each with where its leader stands; the one whose leader is nearest to that of a unit first.
pub(super) fn enemies_by_distance(view: View, unit: UnitId) -> Vec<(UnitId, Point)> {
    let Some(leader) = view.leader(unit) else { return Vec::new() };
    let enemies = view.units().filter(|other| other.id.side != unit.side);
    let places = enemies.filter_map(|other| Some((other.id, view.leader(other.id)?.pose.at.ground())));
    let mut places: Vec<_> = places.collect();
    places.sort_by(|(_, one), (_, other)| {
        let far = |at: &Point| distance(leader.pose.at.ground(), *at);
        far(one).total_cmp(&far(other))
    });
    places
}

/// The picture of a battle to paint over.
struct Scene<'a> {
    view: View<'a>,
    projector: &'a Projector,
    painter: &'a Painter,
}

impl<'a> Scene<'a> {
    fn pixel(&self, ground: [f64; 2], height: f64) -> Option<Pos2> {
        let pixel = self.projector.pixel(axes::in_scene(ground, height))?;
        Some(pos2(pixel.x, pixel.y))
    }

    fn leader(&self, unit: UnitId) -> Option<([f64; 2], f64)> {
        let at = self.view.leader(unit)?.pose.at;
        Some((at.ground(), at.z.inches()))
    }

    /// The hand turns the view in the middle of the picture.
    fn look(&self, clip: egui::Rect, share: f32) {
        let middle = clip.center();
        let at = |share: f32| {
            middle + vec2(90.0 - 180.0 * share, -18.0 * bevy::math::ops::sin(std::f32::consts::PI * share))
        };
        let path: Vec<Pos2> = (0..=16).map(|step| at(step as f32 / 16.0)).collect();
        self.painter.extend(Shape::dashed_line(
            &path,
            Stroke::new(2.0_f32, HAND.gamma_multiply(0.55)),
            7.0,
            5.0,
        ));
        self.hand(at(share));
        let words = "drag with the right button";
        self.painter.text(
            at(share) + vec2(0.0, 34.0),
            Align2::CENTER_TOP,
            words,
            FontId::proportional(13.0),
            HAND,
        );
    }

    /// The hand drags ghosts of a unit along the paths that an order would have.
    fn drag(&self, unit: UnitView, moves: &[ModelMove], share: f32) {
        let path_of = |model: ModelId| {
            moves.iter().find(|one| one.model == model).map_or(&[][..], |one| one.path.as_slice())
        };
        for model in self.view.standing(unit.id) {
            let (ground, height) = on_the_way(model.pose.at, path_of(model.id), f64::from(share));
            self.ghost(ground, height, model.card.base.radius());
        }
        let Some(leader) = self.view.leader(unit.id) else { return };
        let path = path_of(leader.id);
        let corners = std::iter::once(&leader.pose.at).chain(path);
        let line: Vec<Pos2> = corners.filter_map(|at| self.pixel(at.ground(), at.z.inches())).collect();
        self.painter.extend(Shape::dashed_line(&line, Stroke::new(2.0_f32, GHOST), 8.0, 5.0));
        let (ground, height) = on_the_way(leader.pose.at, path, f64::from(share));
        if let Some(at) = self.pixel(ground, height) {
            self.hand(at);
        }
    }

    /// The hand goes from a unit to an enemy and taps on him.
    fn aim(&self, unit: UnitId, enemy: UnitId, share: f32) {
        let over = |unit: UnitId, above: f64| {
            self.leader(unit).and_then(|(ground, height)| self.pixel(ground, height + above))
        };
        let (from, to) = (over(unit, 0.8), over(enemy, 0.6));
        let (Some(from), Some(to)) = (from, to) else { return };
        let line = Stroke::new(2.0_f32, HAND.gamma_multiply(0.7));
        self.painter.extend(Shape::dashed_line(&[from, from + (to - from) * share], line, 9.0, 6.0));
        if share >= 1.0 {
            self.painter.circle_stroke(to, 17.0, Stroke::new(2.5_f32, HAND));
        }
        self.hand(from + (to - from) * share);
    }

    /// A ghost of a base, as seen from where the camera is.
    fn ghost(&self, ground: [f64; 2], height: f64, radius: f64) {
        let rim = (0..20).filter_map(|step| {
            let angle = f64::from(step) * std::f64::consts::TAU / 20.0;
            self.pixel([ground[0] + radius * libm::cos(angle), ground[1] + radius * libm::sin(angle)], height)
        });
        let rim: Vec<Pos2> = rim.collect();
        if rim.len() == 20 {
            self.painter.add(Shape::convex_polygon(
                rim,
                GHOST.gamma_multiply(0.35),
                Stroke::new(1.4_f32, GHOST),
            ));
        }
    }

    /// The hand, its fingertip at a point.
    fn hand(&self, at: Pos2) {
        let corner = at - vec2(13.0, 2.0);
        for (offset, ink) in [(vec2(1.5, 2.0), Color32::from_black_alpha(150)), (vec2(0.0, 0.0), HAND)] {
            self.painter.text(corner + offset, Align2::LEFT_TOP, "👆", FontId::proportional(34.0), ink);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hand shows a step twice and then rests, so that the window may rest; with reduced motion it rests at once.
    #[test]
    fn the_hand_comes_to_rest() {
        let mut shown = Demonstration::default();
        for (now, expected, reason) in [
            (10.0, (0.0, true), "it begins"),
            (10.0 + GOING, (1.0, true), "there"),
            (10.0 + ROUND, (0.0, true), "once more"),
            (10.0 + ROUND * ROUNDS, (1.0, false), "enough"),
            (99.0, (1.0, false), "for good"),
        ] {
            let (share, moves) = shown.progress(Step::Move, now, Motion::Full);
            assert!((share - expected.0).abs() < 1e-3 && moves == expected.1, "{reason}: {share} {moves}");
        }
        assert_eq!(shown.progress(Step::Fire, 99.0, Motion::Full), (0.0, true), "another step");
        assert_eq!(shown.progress(Step::Fire, 99.1, Motion::Reduced), (1.0, false));
        shown.begin_again();
        assert_eq!(shown.progress(Step::Fire, 120.0, Motion::Full), (0.0, true));
    }
}

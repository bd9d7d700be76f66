//! The camera of a show: goes to what the director wants to be seen, before it happens.

use std::time::Duration;

use bevy::prelude::*;

use super::conductor::ConductorSystems;
use super::director::{InView, Present, ShotDecision};
use super::moments::{Moment, Subject};
use super::shots::{self, Axis, Shot, ShotKind};
use super::{SceneProgress, Show, ShowPhase, Tempo};
use crate::game::engine::view::View;
use crate::level::director_file::EventKind;
use crate::rules::ids::{Side, UnitId};
use crate::ui::axes;
use crate::ui::camera::unit_view::points_round;
use crate::ui::camera::{CameraPose, GoToView, ShotFramer, Travel};
use crate::ui::frame::frame_order::CameraSystems;
use crate::ui::playback::Playback;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::shown_battle::ShownBattle;

/// What is shown round units, inches.
const ROUND_A_UNIT: f32 = 2.2;
/// The whole table fills the picture to its edges: it comes so much nearer than other shots.
const FILLED: f32 = 0.86;
/// A shot from which so much of what it is about is seen is good enough.
const CLEAR_ENOUGH: f32 = 0.8;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, lead_camera.after(ConductorSystems).before(CameraSystems));
}

/// Where a moment happens: the points to be seen, and the middles of both its ends.
struct Place {
    points: Vec<Vec3>,
    ends: [Vec2; 2],
}

fn lead_camera(
    mut show: ResMut<Show>,
    opened: Res<OpenGame>,
    playback: Res<Playback>,
    shown: Res<ShownBattle>,
    framer: ShotFramer,
    time: Res<Time<Real>>,
    mut views: MessageWriter<GoToView>,
) {
    let show = show.bypass_change_detection();
    if show.tempo == Tempo::Skipped {
        if show.scene.progress == SceneProgress::Announced {
            show.scene.progress = SceneProgress::InView(Duration::ZERO);
        }
        return;
    }
    let now = time.elapsed();
    if !matches!(show.stage, ShowPhase::Battle) {
        if show.stage == ShowPhase::Title && show.axis.is_none() {
            show.establish(&opened, &framer, &mut views);
        }
        return;
    }
    let view = shown.view(&opened);
    if show.scene.state.is_none() {
        return;
    }
    let is_played = playback.runs();
    if !is_played && show.scene.progress != SceneProgress::Announced {
        return;
    }
    let done = if is_played { show.facts_shown(&shown) } else { 0 };
    let index = match is_played {
        // What is being shown now is what comes next among the facts.
        true => show.scene.moments.iter().position(|moment| done < moment.facts.end),
        false => show.leading_moment(),
    };
    let Some((index, moment)) = index.and_then(|index| Some((index, show.scene.moments.get(index)?.clone())))
    else {
        if !is_played {
            show.scene.progress = SceneProgress::InView(now);
        }
        return;
    };
    if is_played && show.scene.counted >= Some(index) {
        return;
    }
    let present = if is_played && index > 0 { Present::GoesOn } else { Present::IsOver };
    if show.go_to(view, &moment, present, now, &framer, &mut views) {
        show.director.has_seen(moment.kind);
        show.scene.counted = Some(index);
        if !is_played {
            show.scene.progress = SceneProgress::InView(now);
        }
    }
}

impl Show {
    /// The moment for which a command is looked at: the most interesting before the next phase, if it has any.
    fn leading_moment(&self) -> Option<usize> {
        let moments = &self.scene.moments;
        let first_table = moments.iter().position(|moment| moment.subject == Subject::Table);
        let own = &moments[..first_table.unwrap_or(moments.len())];
        let best =
            own.iter().enumerate().min_by_key(|(index, moment)| (is_aftermath(moment), moment.kind, *index));
        best.map(|(index, _)| index).or(if moments.is_empty() { None } else { Some(0) })
    }

    /// Lets the camera go to a moment, if the director wants it; whether that is settled.
    fn go_to(
        &mut self,
        view: View,
        moment: &Moment,
        present: Present,
        now: Duration,
        framer: &ShotFramer,
        views: &mut MessageWriter<GoToView>,
    ) -> bool {
        let Some(place) = place_of(view, &moment.subject) else { return true };
        let axis = *self.axis.get_or_insert_with(|| axis_of(view));
        let interest = self.director.interest(moment.kind, stake(view, moment.unit));
        let is_seen = framer.shows(&place.points, &framer.goal());
        let seconds = now.as_secs_f32();
        let in_view = if is_seen { InView::Yes } else { InView::No };
        match self.director.cue(seconds, interest, in_view, present) {
            ShotDecision::Stay => true,
            ShotDecision::Wait(_) => false,
            ShotDecision::Go => {
                let shot = shots::shot(moment.kind, &moment.subject, place.ends, axis, self.scene.shots);
                self.scene.shots += 1;
                let pose = pose_of(&shot, &place, framer);
                let travel = shots::travel(&framer.goal(), &pose, self.director.rules());
                emit(&UiEvent::ShotTaken {
                    shot: format!("{:?}", shot.kind),
                    of: format!("{:?}", moment.kind),
                    cut: travel == Travel::Cut,
                });
                self.director.shows(seconds, interest);
                views.write(GoToView::Shot(pose, travel));
                true
            }
        }
    }

    /// The whole table, before the battle begins.
    fn establish(&mut self, opened: &OpenGame, framer: &ShotFramer, views: &mut MessageWriter<GoToView>) {
        let view = opened.game.battle().view();
        let axis = axis_of(view);
        self.axis = Some(axis);
        let Some(place) = place_of(view, &Subject::Table) else { return };
        let shot = shots::shot(EventKind::Deploy, &Subject::Table, place.ends, axis, 0);
        views.write(GoToView::Shot(pose_of(&shot, &place, framer), Travel::Cut));
        // During deployment the whole table is what there is to see.
        self.axis = Some(axis);
    }
}

/// Tests that follow fire are part of it.
fn is_aftermath(moment: &Moment) -> bool {
    moment.kind == EventKind::Test
}

/// The pose of a shot: as flat as nothing hides what it is about.
fn pose_of(shot: &Shot, place: &Place, framer: &ShotFramer) -> CameraPose {
    let yaw = shots::yaw(shot.toward);
    let mut best: Option<(f32, CameraPose)> = None;
    for pitch in shot.pitches {
        let pose = framer.pose(&place.points, yaw, *pitch);
        if shot.kind == ShotKind::Establishing {
            return CameraPose { distance: pose.distance * FILLED, ..pose };
        }
        let clear = framer.clear_share(&place.points, &pose);
        if clear >= CLEAR_ENOUGH {
            return pose;
        }
        if best.is_none_or(|(share, _)| clear > share + 0.05) {
            best = Some((clear, pose));
        }
    }
    best.map_or_else(|| framer.goal(), |(_, pose)| pose)
}

/// Where something happens; `None` where nothing of it is on the table.
fn place_of(view: View, subject: &Subject) -> Option<Place> {
    let (points, ends) = match subject {
        Subject::Table => {
            let [width, depth] = view.terrain().size;
            let (x, z) = (width as f32 / 2.0, depth as f32 / 2.0);
            let corner = |(x, z)| Vec3::new(x, 0.0, z);
            ([(-x, -z), (x, -z), (-x, z), (x, z)].map(corner).to_vec(), [Vec2::ZERO; 2])
        }
        Subject::Units(units) => {
            let points = points_round(view, units.iter().copied(), ROUND_A_UNIT);
            let middle = middle_of(&points);
            (points, [middle; 2])
        }
        Subject::Fire { from, at } => {
            let ends = [from, at].map(|unit| points_round(view, [*unit], ROUND_A_UNIT));
            let middles = [middle_of(&ends[0]), middle_of(&ends[1])];
            (ends.concat(), middles)
        }
        Subject::Way { unit, path } => {
            let mut points = points_round(view, [*unit], ROUND_A_UNIT);
            let start = middle_of(&points);
            let corners: Vec<Vec3> = path.iter().map(|place| axes::place_in_scene(*place)).collect();
            let end = corners.last().map_or(start, |last| last.xz());
            let round = |at: &Vec3| [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z].map(|side| *at + side * 1.5);
            points.extend(corners.iter().flat_map(round));
            (points, [start, end])
        }
    };
    (!points.is_empty()).then_some(Place { points, ends })
}

fn middle_of(points: &[Vec3]) -> Vec2 {
    let sum: Vec2 = points.iter().map(|point| point.xz()).sum();
    sum / points.len().max(1) as f32
}

/// The line between the forces: between the middles of their models, or of their zones before any stands.
fn axis_of(view: View) -> Axis {
    let middle = |side: Side| {
        let places: Vec<Vec3> =
            view.standing_of(side).map(|model| axes::place_in_scene(model.pose.at)).collect();
        if places.is_empty() {
            let [x, y] = crate::game::table_edge::middle(view.zone(side));
            return axes::in_scene([x, y], 0.0).xz();
        }
        middle_of(&places)
    };
    Axis::between(middle(Side::A), middle(Side::B))
}

/// The share of its force that a unit is worth.
fn stake(view: View, unit: Option<UnitId>) -> f32 {
    let Some(unit) = unit else { return 0.0 };
    let points = |id: UnitId| view.unit(id).map_or(0.0, |unit| f32::from(unit.card.points));
    let force: f32 =
        view.units().filter(|other| other.id.side == unit.side).map(|other| points(other.id)).sum();
    if force > 0.0 { points(unit) / force } else { 0.0 }
}

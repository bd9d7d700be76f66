//! The camera of a show: goes to what the director wants to be seen, before it happens.

use std::time::Duration;

use bevy::prelude::*;

use super::conductor::ConductorSystems;
use super::director::{InView, Present, ShotDecision};
use super::moments::Moment;
use super::{SceneProgress, Show, ShowPhase, Tempo};
use crate::game::engine::view::View;
use crate::level::director_file::EventKind;
use crate::rules::ids::{Side, UnitId};
use crate::ui::axes;
use crate::ui::camera::shots::{self, Stand};
use crate::ui::camera::{CameraPose, CameraRig, GoToView, ShotFramer, ShotSubject, Travel, place_of, travel};
use crate::ui::frame::frame_order::CameraSystems;
use crate::ui::playback::Playback;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::shown_battle::ShownBattle;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, lead_camera.after(ConductorSystems).before(CameraSystems));
}

fn lead_camera(
    mut show: ResMut<Show>,
    opened: Res<OpenGame>,
    playback: Res<Playback>,
    shown: Res<ShownBattle>,
    (framer, rig): (ShotFramer, Single<&CameraRig>),
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
        if show.stage == ShowPhase::Title && show.stand.is_none() {
            show.establish(&opened, (&framer, rig.goal()), &mut views);
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
    if show.go_to(view, &moment, present, now, (&framer, rig.goal()), &mut views) {
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
        let first_table = moments.iter().position(|moment| moment.subject == ShotSubject::Table);
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
        (framer, from): (&ShotFramer, CameraPose),
        views: &mut MessageWriter<GoToView>,
    ) -> bool {
        let Some(place) = place_of(view, &moment.subject) else { return true };
        let stand = *self.stand.get_or_insert_with(|| stand_of(view));
        let interest = self.director.interest(moment.kind, stake(view, moment.unit));
        let is_seen = framer.shows(&place.points, &from);
        let seconds = now.as_secs_f32();
        let in_view = if is_seen { InView::Yes } else { InView::No };
        match self.director.cue(seconds, interest, in_view, present) {
            ShotDecision::Stay => true,
            ShotDecision::Wait(_) => false,
            ShotDecision::Go => {
                let shot = shots::shot(moment.kind, &moment.subject, place.ends, stand, self.scene.shots);
                self.scene.shots += 1;
                let pose = framer.pose(&shot, stand, &place, from);
                let travel = travel(&from, &pose, self.director.rules());
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
    fn establish(
        &mut self,
        opened: &OpenGame,
        (framer, from): (&ShotFramer, CameraPose),
        views: &mut MessageWriter<GoToView>,
    ) {
        let view = opened.game.battle().view();
        // During deployment the whole table is what there is to see.
        let stand = stand_of(view);
        self.stand = Some(stand);
        let Some(place) = place_of(view, &ShotSubject::Table) else { return };
        let shot = shots::shot(EventKind::Deploy, &ShotSubject::Table, place.ends, stand, 0);
        views.write(GoToView::Shot(framer.pose(&shot, stand, &place, from), Travel::Cut));
    }
}

/// Tests that follow fire are part of it.
fn is_aftermath(moment: &Moment) -> bool {
    moment.kind == EventKind::Test
}

/// Beside the line between the forces: between the middles of their models, or of their zones before any stands.
fn stand_of(view: View) -> Stand {
    let middle = |side: Side| {
        let places: Vec<Vec3> =
            view.standing_of(side).map(|model| axes::place_in_scene(model.pose.at)).collect();
        if places.is_empty() {
            let [x, y] = crate::game::table_edge::middle(view.zone(side));
            return axes::in_scene([x, y], 0.0).xz();
        }
        places.iter().map(|place| place.xz()).sum::<Vec2>() / places.len() as f32
    };
    Stand::beside(middle(Side::A), middle(Side::B))
}

/// The share of its force that a unit is worth.
fn stake(view: View, unit: Option<UnitId>) -> f32 {
    let Some(unit) = unit else { return 0.0 };
    let points = |id: UnitId| view.unit(id).map_or(0.0, |unit| f32::from(unit.card.points));
    let force: f32 =
        view.units().filter(|other| other.id.side == unit.side).map(|other| points(other.id)).sum();
    if force > 0.0 { points(unit) / force } else { 0.0 }
}

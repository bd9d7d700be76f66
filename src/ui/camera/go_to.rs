//! Goes where the view is sent: to views of the whole table, and to shots of what somebody wants to see.

use bevy::prelude::*;

use super::eyes::ModelEyes;
use super::framing::Framing;
use super::known_views::{poster, slanted, top};
use super::pose::CameraPose;
use super::rig::CameraRig;
use super::seat::{seat_yaw, table_yaw, watch_yaw};
use super::shot_framer::ShotFramer;
use super::shots::{self, Stand};
use super::subject::{ShotPlace, ShotSubject, place_of};
use super::viewport::TableViewport;
use super::{GoToView, Size, Visit};
use crate::level::director_file::EventKind;
use crate::rules::ids::Side;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::settings::{CameraMoves, Settings};
use crate::ui::session::shown_battle::ShownBattle;

/// From so many times the distance of a shot of it something is still seen well enough: nobody moves for it.
const FARTHER_IS_SEEN: f32 = 1.7;
const FARTHER_IS_LARGE: f32 = 1.25;
/// A turn of the view that the player asks for takes its time from so many radians on.
const LONG_TURN: f32 = 1.0;

pub(super) fn go_to_view(
    mut views: MessageReader<GoToView>,
    (opened, shown, settings): (Res<OpenGame>, Res<ShownBattle>, Res<Settings>),
    viewport: TableViewport,
    framer: ShotFramer,
    mut eyes: ResMut<ModelEyes>,
    mut rig: Single<&mut CameraRig>,
) {
    if views.is_empty() {
        return;
    }
    let (table, free) = (opened.game.setup().level.table, viewport.free());
    let table_yaw = || table_yaw(&opened, settings.camera_follows);
    let battle = shown.view(&opened);
    for view in views.read() {
        let goal = rig.goal();
        let look = |subject: &ShotSubject| {
            let place = place_of(battle, subject)?;
            Some(framer.within(&[], |framing| pose_of(framing, &opened, None, goal, (subject, 1), &place)))
        };
        let pose = match view {
            GoToView::Visit(visit) => {
                if visit.by.is_some() {
                    rig.keep();
                }
                // Who looks through the eyes of a model has chosen what to see.
                if eyes.0.is_none()
                    && let Some(place) = place_of(battle, &visit.subject)
                    && let Some(pose) = visited(&framer, &opened, goal, visit, place)
                {
                    rig.visit(pose);
                }
                continue;
            }
            GoToView::Back => {
                rig.go_back();
                continue;
            }
            GoToView::HandBack => {
                rig.hand_back();
                continue;
            }
            GoToView::Shot(pose, travel) => {
                eyes.set_if_neq(ModelEyes(None));
                rig.travel(*pose, *travel);
                continue;
            }
            GoToView::Home => Some(slanted(table, free, table_yaw())),
            GoToView::Behind(side) => Some(slanted(table, free, seat_yaw(&opened, *side))),
            GoToView::Top => Some(top(table, free, table_yaw())),
            GoToView::Poster => Some(poster(table, free)),
            GoToView::Look(subject) => look(subject),
        };
        let Some(pose) = pose else { continue };
        eyes.set_if_neq(ModelEyes(None));
        rig.take();
        let turn = super::glide::nearest_turn(goal.yaw, pose.yaw) - goal.yaw;
        if turn.abs() > LONG_TURN { rig.glide_to(pose) } else { rig.go_to(pose) }
    }
}

/// The pose of the shot of something, from the side of who decides or plays.
fn pose_of(
    framing: &Framing,
    opened: &OpenGame,
    by: Option<Side>,
    from: CameraPose,
    (subject, number): (&ShotSubject, u32),
    place: &ShotPlace,
) -> CameraPose {
    let stand = Stand::of_player(watch_yaw(opened, by), from.yaw);
    let shot = shots::shot(EventKind::Move, subject, place.ends, stand, number);
    framing.pose(&shot, stand, place, from)
}

/// The pose from which something is shown; `None` where it is seen well from where the view is.
fn visited(
    framer: &ShotFramer,
    opened: &OpenGame,
    now: CameraPose,
    visit: &Visit,
    mut place: ShotPlace,
) -> Option<CameraPose> {
    place.points.extend(&visit.also);
    let farther = match visit.size {
        Size::Seen => FARTHER_IS_SEEN,
        Size::Large => FARTHER_IS_LARGE,
    };
    framer.within(&visit.covers, |framing| {
        let pose = pose_of(framing, opened, visit.by, now, (&visit.subject, visit.number), &place);
        (!framing.is_good(&place, &now, &pose, farther)).then_some(pose)
    })
}

/// The views of the whole table, and by what they are found.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct WholeViews {
    found_by: (Rect, f32, u32),
    slanted: CameraPose,
    top: CameraPose,
}

/// Keeps the whole table in view when the window changes its size, and when the player's edge changes.
pub(super) fn stay_home(
    viewport: TableViewport,
    (opened, settings): (Res<OpenGame>, Res<Settings>),
    mut rig: Single<&mut CameraRig>,
    mut views: MessageWriter<GoToView>,
    mut last: Local<Option<WholeViews>>,
) {
    if settings.is_changed() && settings.camera == CameraMoves::Never {
        rig.take();
    }
    let free = viewport.free();
    let yaw = table_yaw(&opened, settings.camera_follows);
    let found_by = (free, yaw, opened.state().game);
    if last.is_some_and(|last| last.found_by == found_by) {
        return;
    }
    let table = opened.game.setup().level.table;
    let now = WholeViews { found_by, slanted: slanted(table, free, yaw), top: top(table, free, yaw) };
    let Some(before) = last.replace(now).filter(|before| before.found_by.2 == found_by.2) else { return };
    if settings.camera == CameraMoves::Never && before.found_by.0 == free {
        return;
    }
    if rig.goal().is_near(&before.slanted) {
        views.write(GoToView::Home);
    } else if rig.goal().is_near(&before.top) {
        views.write(GoToView::Top);
    } else {
        rig.go_back_to(&before.slanted, now.slanted);
        rig.go_back_to(&before.top, now.top);
    }
}

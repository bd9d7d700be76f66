//! The rig that carries the camera: where it is, where it goes, and where it was before it looked at something by itself.

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::eyes::{EyeView, ModelEyes, eyes_of};
use super::glide::{glide, glide_pose, nearest_turn, share};
use super::known_views;
use super::pose::{CameraPose, Lens};
use super::pose::{SLOPE, TableCamera};
use super::travel::{Travel, glide_seconds};
use crate::ui::axes;
use crate::ui::camera::viewport::TableViewport;
use crate::ui::drafts::draft::Drafting;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::settings::Settings;
use crate::ui::session::show_pace::Motion;

/// Present pose and goal of the camera.
#[derive(Component, Debug)]
pub(crate) struct CameraRig {
    /// Present pose; `None` before the first view.
    now: Option<CameraPose>,
    goal: CameraPose,
    /// Pose before it looked at something by itself.
    before: Option<CameraPose>,
    /// Pose when a player was asked something: the other player finds it there again, whatever the first did meanwhile.
    kept: Option<CameraPose>,
    /// Through a model's eyes: the look now, and the goal.
    look: Option<[EyeView; 2]>,
    /// Share of the way into those eyes that is done, from 0 to 1.
    inside: f32,
    /// The way to the goal, where it takes a time of its own.
    ease: Option<Ease>,
}

/// A way of the camera that takes a given time.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ease {
    from: CameraPose,
    elapsed: f32,
    seconds: f32,
}

impl Ease {
    /// Pose of the camera on its way: it sets off and arrives gently.
    fn pose(&self, to: CameraPose) -> CameraPose {
        let share = (self.elapsed / self.seconds).clamp(0.0, 1.0);
        self.from.toward(to, share * share * (3.0 - 2.0 * share))
    }
}

impl Default for CameraRig {
    fn default() -> Self {
        let goal = CameraPose { focus: Vec2::ZERO, yaw: 0.0, pitch: 1.0, distance: 60.0 };
        Self { now: None, goal, before: None, kept: None, look: None, inside: 0.0, ease: None }
    }
}

impl CameraRig {
    /// The pose that it has or is gliding to.
    pub fn goal(&self) -> CameraPose {
        self.goal
    }

    /// The direction in which the view will look, radians, as [`CameraPose::yaw`].
    pub fn yaw(&self) -> f32 {
        self.look.map_or(self.goal.yaw, |[_, goal]| goal.yaw)
    }

    /// Goes to a pose as the camera of a show does.
    pub(crate) fn travel(&mut self, pose: CameraPose, travel: Travel) {
        self.before = None;
        self.go_to(pose);
        match travel {
            Travel::Cut => self.now = Some(self.goal),
            Travel::Ease(seconds) => {
                let from = self.now.unwrap_or(self.goal);
                let from = CameraPose { yaw: nearest_turn(self.goal.yaw, from.yaw), ..from };
                self.ease = Some(Ease { from, elapsed: 0.0, seconds });
            }
        }
    }

    /// Goes to a pose, the short way round.
    pub(crate) fn go_to(&mut self, pose: CameraPose) {
        self.ease = None;
        self.goal = CameraPose { yaw: nearest_turn(self.goal.yaw, pose.yaw), ..pose };
        self.now.get_or_insert(self.goal);
    }

    /// Goes to a pose gently, in a time that suits the way.
    pub(crate) fn glide_to(&mut self, pose: CameraPose) {
        let before = self.before;
        let from = self.now.unwrap_or(pose);
        self.travel(pose, Travel::Ease(glide_seconds(&from, &pose)));
        self.before = before;
    }

    /// Goes to a pose by itself, and notes where it was.
    pub(crate) fn visit(&mut self, pose: CameraPose) {
        self.before.get_or_insert(self.goal);
        self.glide_to(pose);
    }

    /// Goes back to where it was before it looked at something by itself, unless the player has moved it since.
    pub(crate) fn go_back(&mut self) {
        self.kept = None;
        if let Some(pose) = self.before.take() {
            self.glide_to(pose);
        }
    }

    /// Notes where it is as a player is asked, unless it has been noted.
    pub(crate) fn keep(&mut self) {
        self.kept.get_or_insert(self.before.unwrap_or(self.goal));
    }

    /// Gives the view back to the other player: goes to that player's last pose, even if the view has moved since.
    pub(crate) fn hand_back(&mut self) {
        let kept = self.kept.take();
        if let Some(pose) = self.before.take().or(kept) {
            self.glide_to(pose);
        }
    }

    /// Goes back to another pose than the one it was in before, if it was in that.
    pub(crate) fn go_back_to(&mut self, was: &CameraPose, pose: CameraPose) {
        if self.kept.is_some_and(|kept| kept.is_near(was)) {
            self.kept = Some(pose);
        }
        if self.before.is_some_and(|before| before.is_near(was)) {
            self.before = Some(pose);
        }
    }

    /// The player has taken the view: it stays where it is put.
    pub(crate) fn take(&mut self) {
        self.before = None;
    }

    /// Follows the hand: what is on the way to the goal is moved as the goal is.
    pub(crate) fn follow(&mut self, change: impl Fn(CameraPose) -> CameraPose) {
        self.ease = None;
        self.goal = change(self.goal);
        self.now = self.now.map(change);
    }

    /// Turns the look of a model's eyes; whether the view is theirs.
    pub(super) fn look(&mut self, change: impl Fn(EyeView) -> EyeView) -> bool {
        self.look = self.look.map(|[now, goal]| [now, change(goal)]);
        self.look.is_some()
    }

    /// Moves on toward the goal by a time, seconds.
    pub(crate) fn advance(&mut self, seconds: f32, motion: Motion) {
        let goal = self.goal;
        self.now = match &mut self.ease {
            // Eyes that do not like things to move.
            Some(_) if motion == Motion::Reduced => {
                self.ease = None;
                Some(goal)
            }
            Some(ease) => {
                ease.elapsed += seconds;
                Some(ease.pose(goal))
            }
            None => self.now.map(|now| glide_pose(now, goal, share(seconds, motion))),
        };
        if self.ease.is_some_and(|ease| ease.elapsed >= ease.seconds) {
            (self.ease, self.now) = (None, Some(goal));
        }
    }

    /// Whether it has arrived.
    pub(crate) fn rests(&self) -> bool {
        let settled = match self.look {
            Some([now, goal]) => now == goal && self.inside == 1.0,
            None => self.inside == 0.0,
        };
        settled && self.now == Some(self.goal)
    }

    /// Placement of the camera, and half its angle of view, as a slope.
    pub(crate) fn placed(&self) -> Option<(Transform, f32)> {
        let pose = self.now?;
        let outside = Transform::from_translation(pose.eye()).with_rotation(pose.rotation());
        let Some([look, _]) = self.look else { return Some((outside, SLOPE)) };
        let within = look.transform();
        let between = Transform::from_translation(outside.translation.lerp(within.translation, self.inside))
            .with_rotation(outside.rotation.slerp(within.rotation, self.inside));
        Some((between, SLOPE.lerp(look.slope, self.inside)))
    }

    fn event(&self) -> UiEvent {
        let round = |value: f32| f64::from((value * 1000.0).round()) / 1000.0;
        let (at, yaw, pitch) = match self.look {
            Some([look, _]) => (look.at, look.yaw, look.pitch),
            None => (self.goal.eye(), self.goal.yaw, self.goal.pitch),
        };
        let [x, y] = axes::on_table(at);
        let [x, y] = [x, y].map(|value| (value * 1000.0).round() / 1000.0);
        UiEvent::CameraRests { at: [x, y, round(at.y)], yaw: round(yaw), pitch: round(pitch) }
    }
}

/// Position and scale of the table's picture in the window.
pub(super) fn table_lens(viewport: &TableViewport) -> Lens {
    Lens { free: viewport.free(), slope: SLOPE }
}

/// The camera slips into the eyes of a model, and out of them again.
pub(super) fn follow_eyes(
    opened: Res<OpenGame>,
    drafting: Res<Drafting>,
    eyes: Res<ModelEyes>,
    mut rig: Single<&mut CameraRig>,
    mut of: Local<Option<crate::rules::ids::ModelId>>,
) {
    if !(eyes.is_changed() || opened.is_changed() || drafting.is_changed()) {
        return;
    }
    let Some((model, (at, facing))) =
        eyes.0.and_then(|model| Some((model, eyes_of(&opened, &drafting, model)?)))
    else {
        *of = None;
        return;
    };
    match &mut rig.look {
        Some([_, goal]) if *of == Some(model) => goal.at = at,
        look => *look = Some([EyeView::ahead(at, facing); 2]),
    }
    *of = Some(model);
}

/// Moves the camera on by the time of a frame, and asks for pictures until it has come to rest.
pub(super) fn glide_on(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    eyes: Res<ModelEyes>,
    mut camera: Single<(&mut CameraRig, &mut Transform, &mut Projection), With<TableCamera>>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut moved: Local<bool>,
) {
    let (rig, transform, projection) = &mut *camera;
    let share = share(time.delta_secs(), settings.motion);
    if !rig.rests() || eyes.0.is_some() != rig.look.is_some() {
        rig.advance(time.delta_secs(), settings.motion);
        rig.inside = glide(rig.inside, f32::from(u8::from(eyes.0.is_some())), share);
        rig.look = rig.look.map(|[now, goal]| [now.toward(goal, share), goal]);
        if eyes.0.is_none() && rig.inside == 0.0 {
            rig.look = None;
        }
    }
    let Some((place, slope)) = rig.placed() else { return };
    let has_moved = transform.set_if_neq(place);
    let fov = 2.0 * bevy::math::ops::atan(slope);
    if let Projection::Perspective(lens) = &**projection
        && (lens.fov - fov).abs() > 1e-6
    {
        let lens = PerspectiveProjection { fov, ..lens.clone() };
        **projection = Projection::Perspective(lens);
    }
    let rests = rig.rests();
    if !rests || has_moved || *moved {
        redraw.write(RequestRedraw);
    }
    if rests && *moved {
        emit(&rig.event());
        emit(&UiEvent::ViewAtRest);
    }
    *moved = has_moved || !rests;
}

/// The limits over the table that is open.
pub(super) fn table_limits(opened: &OpenGame, free: Rect) -> super::limits::Limits {
    known_views::limits(opened.game.setup().level.table, free)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pose(x: f32) -> CameraPose {
        CameraPose { focus: Vec2::new(x, 0.0), yaw: 0.0, pitch: 0.8, distance: 30.0 }
    }

    fn rig() -> CameraRig {
        let mut rig = CameraRig::default();
        rig.go_to(pose(0.0));
        rig
    }

    /// From one thing to the next and then back to where it all began.
    #[test]
    fn the_view_comes_back() {
        let mut rig = rig();
        rig.visit(pose(5.0));
        rig.visit(pose(9.0));
        assert_eq!(rig.goal(), pose(9.0));
        rig.go_back();
        assert_eq!(rig.goal(), pose(0.0));
        rig.visit(pose(5.0));
        rig.go_back_to(&pose(0.0), pose(1.0));
        rig.go_back();
        assert_eq!(rig.goal(), pose(1.0), "where it was is elsewhere now");
        rig.go_back();
        assert_eq!(rig.goal(), pose(1.0), "once only");
    }

    /// A gesture wins: what the player has put somewhere stays there.
    #[test]
    fn what_the_player_moves_stays() {
        let mut rig = rig();
        rig.visit(pose(5.0));
        rig.take();
        rig.follow(|pose| pose.shifted(Vec2::X));
        let put = rig.goal();
        assert!(rig.ease.is_none(), "no glide goes on under the hand");
        rig.go_back();
        assert_eq!(rig.goal(), put);
        rig.visit(pose(9.0));
        rig.go_back();
        assert_eq!(rig.goal(), put, "and is what it comes back to");
    }

    /// Two at one window: the view comes back to the one whose turn it is, though the other has moved it to answer.
    #[test]
    fn the_view_is_handed_back() {
        let mut rig = rig();
        for (visits, reason) in [(true, "it went to the question"), (false, "the question was seen well")] {
            rig.keep();
            if visits {
                rig.visit(pose(5.0));
            }
            rig.take();
            rig.follow(|pose| pose.shifted(Vec2::X * 7.0));
            rig.keep();
            rig.hand_back();
            assert_eq!(rig.goal(), pose(0.0), "{reason}");
        }
        rig.follow(|pose| pose.shifted(Vec2::X));
        let put = rig.goal();
        rig.hand_back();
        assert_eq!(rig.goal(), put, "once only");
    }

    /// Short: nobody waits for the camera, and nobody gets dizzy.
    #[test]
    fn a_glide_is_short() {
        for (to, low, high) in [
            (pose(1.0), 0.3, 0.4),
            (pose(40.0), 0.5, 0.7),
            (CameraPose { yaw: 3.0, ..pose(40.0) }, 0.85, 0.91),
        ] {
            let seconds = glide_seconds(&pose(0.0), &to);
            assert!((low..high).contains(&seconds), "{to:?}: {seconds}");
        }
    }
}

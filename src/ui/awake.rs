//! Whether anything may have changed since the last frame. While nothing has, the schedule [`Update`] rests, with all that follows
//! input, answers and the battle; so does what follows it in the frame.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bevy::app::MainScheduleOrder;
use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowEvent};

use super::frame_order::WhileAwake;
use super::open_game::{GameSystems, OpenGame};
use super::paint_layers::PaintLayers;

/// Longest rest, as far as frames are drawn: some things go by the clock.
const LONGEST_REST: Duration = Duration::from_millis(500);

/// Whether this frame is more than a repetition of the last.
#[derive(Resource, Default)]
struct Awake {
    is_awake: bool,
    /// When it was last.
    last: Duration,
}

/// Takes the place of [`Update`] in the order of a frame.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct UpdateIfAwake;

/// Whether a thread has sent an answer since the last frame.
static HAS_ANSWER: AtomicBool = AtomicBool::new(false);

/// A thread has sent an answer.
pub(super) fn note_answer() {
    HAS_ANSWER.store(true, Ordering::Release);
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Awake>()
        .add_systems(PreUpdate, wake_up.after(GameSystems))
        .configure_sets(PreUpdate, WhileAwake.after(wake_up).run_if(is_awake))
        .configure_sets(PostUpdate, WhileAwake.run_if(is_awake))
        .add_systems(UpdateIfAwake, update_if_awake);
    take_the_place_of_update(app);
}

fn take_the_place_of_update(app: &mut App) {
    let mut order = app.world_mut().resource_mut::<MainScheduleOrder>();
    for label in order.labels.iter_mut().filter(|label| **label == Update.intern()) {
        *label = UpdateIfAwake.intern();
    }
}

/// Wakes up for input, an answer, a change of the battle or of what is shown of it; whatever moves asks for the next frame.
fn wake_up(
    mut events: MessageReader<WindowEvent>,
    mut redraws: MessageReader<RequestRedraw>,
    opened: Res<OpenGame>,
    layers: Res<PaintLayers>,
    time: Res<Time<Real>>,
    mut awake: ResMut<Awake>,
) {
    let has_input = events.read().count() > 0;
    let is_moving = redraws.read().count() > 0;
    let has_answer = HAS_ANSWER.swap(false, Ordering::Acquire);
    let has_rested = time.elapsed().saturating_sub(awake.last) > LONGEST_REST;
    awake.is_awake =
        has_input || is_moving || has_answer || has_rested || opened.is_changed() || layers.were_due();
    if awake.is_awake {
        awake.last = time.elapsed();
    }
}

fn is_awake(awake: Res<Awake>) -> bool {
    awake.is_awake
}

fn update_if_awake(world: &mut World) {
    if world.resource::<Awake>().is_awake {
        world.run_schedule(Update);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Resource, Default)]
    struct Updates(usize);

    /// A frame without a reason updates nothing.
    #[test]
    fn update_rests_while_nobody_is_awake() {
        let mut app = App::new();
        let order = || vec![PreUpdate.intern(), Update.intern()];
        app.init_resource::<Updates>().add_systems(Update, |mut updates: ResMut<Updates>| updates.0 += 1);
        app.world_mut().resource_mut::<MainScheduleOrder>().labels = order();
        app.init_resource::<Awake>().add_systems(UpdateIfAwake, update_if_awake);
        take_the_place_of_update(&mut app);
        for (is_awake, updates) in [(false, 0), (true, 1), (false, 1), (true, 2)] {
            app.world_mut().resource_mut::<Awake>().is_awake = is_awake;
            app.update();
            assert_eq!(app.world().resource::<Updates>().0, updates);
        }
    }
}

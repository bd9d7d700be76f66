//! An app whose frames are timed, stage by stage.
//!
//! What counts is the time that the processor gives the main thread: what else the machine does, and threads that are woken
//! meanwhile, does not count.

use std::time::Duration;

use bevy::app::{MainScheduleOrder, SubApps};
use bevy::ecs::schedule::{Schedules, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy::render::{Render, RenderApp, RenderSystems};
use cpu_time::ThreadTime;

use super::DRAWN;

/// An app whose frames are timed.
pub struct Timed {
    pub apps: SubApps,
}

impl Timed {
    pub fn new(mut app: App) -> Self {
        if let Some(render) = app.get_sub_app_mut(RenderApp) {
            let some = |mut count: Local<u32>| {
                *count += 1;
                count.is_multiple_of(DRAWN)
            };
            render.configure_sets(Render, RenderSystems::Render.run_if(some));
        }
        app.finish();
        app.cleanup();
        let mut apps = std::mem::take(app.sub_apps_mut());
        // Whatever only the first frame does.
        apps.update();
        one_thread(&mut apps);
        Self { apps }
    }

    pub fn run(&mut self, frames: u32) {
        for _ in 0..frames {
            self.frame();
        }
    }

    /// Runs one frame; gives how long its main and extract schedules took.
    pub fn frame(&mut self) -> Vec<(String, Duration)> {
        let mut took = Vec::new();
        let world = self.apps.main.world_mut();
        let order = world.resource::<MainScheduleOrder>().labels.clone();
        for label in order {
            let start = ThreadTime::now();
            let _ = world.try_run_schedule(label);
            took.push((format!("{label:?}"), start.elapsed()));
        }
        for (_, apart) in self.apps.sub_apps.iter_mut() {
            let start = ThreadTime::now();
            apart.extract(self.apps.main.world_mut());
            took.push(("extract".to_owned(), start.elapsed()));
            apart.update();
        }
        self.apps.main.world_mut().clear_trackers();
        took
    }
}

/// Every schedule on one thread, from the next frame on.
fn one_thread(apps: &mut SubApps) {
    for app in apps.iter_mut() {
        let mut schedules = app.world_mut().resource_mut::<Schedules>();
        for (_, schedule) in schedules.iter_mut() {
            schedule.set_executor(SingleThreadedExecutor::new());
        }
    }
}

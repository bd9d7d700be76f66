//! Deployment: rolling off, and placing units in turn. Chapter 10.

mod placing;
mod rolling;

use bevy::prelude::Schedule;

pub(super) use placing::check;

pub(super) fn plugin(schedule: &mut Schedule) {
    rolling::plugin(schedule);
    placing::plugin(schedule);
}

//! Deployment: rolling off, and placing units in turn. Chapter 10.

mod placing;
mod rolling;

use bevy::prelude::Schedule;

pub(in crate::game) use placing::check;

pub(in crate::game) fn plugin(schedule: &mut Schedule) {
    rolling::plugin(schedule);
    placing::plugin(schedule);
}

//! Library of battles to begin, saved games and their pictures. Threads collect all of it; their results are kept in the
//! folder for caches, by the content of the file.

pub(super) mod levels;
pub(super) mod pictures;
mod reading;
pub(super) mod shelf;
pub(super) mod sketch;

use bevy::prelude::*;
use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{Color32, FontId};
use xxhash_rust::xxh3::xxh3_128;

pub(in crate::ui) fn plugin(app: &mut App) {
    app.add_plugins((levels::plugin, pictures::plugin, shelf::plugin));
}

/// A text in one line, cut off where it is too long.
pub(in crate::ui) fn one_line(text: &str, size: f32, ink: Color32, room: f32) -> LayoutJob {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), FontId::proportional(size), ink);
    job.wrap = TextWrapping::truncate_at_width(room.max(0.0));
    job
}

/// Key of what is known about a file: its content, and this program's version.
fn key_of(content: &[u8]) -> String {
    /// Counts up whenever what is kept is made in another way.
    const EDITION: u32 = 1;
    format!("{:032x}-{}-{EDITION}", xxh3_128(content), env!("CARGO_PKG_VERSION"))
}

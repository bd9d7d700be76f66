//! The player's choices for this window, kept from one game to the next in a file.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowResized};
use serde::{Deserialize, Serialize};

use super::session::Pace;
use crate::ui::session::kept_json::keep_json;
use crate::ui::session::text_size::{TextSize, scale_window};

/// The file's name.
const FILE: &str = "map-window.json";

/// The choices.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MapSettings {
    /// Size of texts.
    pub text: TextSize,
    /// How fast things are shown.
    pub pace: Pace,
    /// The stack under the pointer is not shown large.
    pub hides_stack: bool,
    /// The guide of the first card is put away.
    pub hides_guide: bool,
}

/// The file of the choices; an empty path where nothing is kept.
#[derive(Resource, Clone, Debug)]
struct SettingsFile(PathBuf);

/// Reads the choices from a folder, and writes them when they change.
pub fn plugin(app: &mut App, folder: PathBuf) {
    let file = if folder == PathBuf::new() { folder } else { folder.join(FILE) };
    // A file that is missing or damaged leaves everything as it comes.
    let read = std::fs::read_to_string(&file).ok().and_then(|text| serde_json::from_str(&text).ok());
    app.insert_resource(read.unwrap_or(MapSettings::default()))
        .insert_resource(SettingsFile(file))
        .add_systems(PreUpdate, scale)
        .add_systems(Last, save);
}

fn scale(
    settings: Res<MapSettings>,
    mut windows: Query<(Entity, &mut Window), With<PrimaryWindow>>,
    mut resized: MessageWriter<WindowResized>,
) {
    scale_window(settings.text, &mut windows, &mut resized);
}

fn save(settings: Res<MapSettings>, file: Res<SettingsFile>, mut written: Local<Option<MapSettings>>) {
    let Some(before) = written.replace(*settings) else { return };
    if before == *settings || file.0 == PathBuf::new() {
        return;
    }
    keep_json(&file.0, &*settings);
}

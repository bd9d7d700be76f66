//! Pictures of the window, as files.

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use tabletop_counters::OnHexes;

use super::panels::{Wish, Wished};
use super::session::{Notice, Table};
use crate::ui::input::screenshot::keep_numbered_picture;

/// Takes a picture where one is wished for.
pub fn plugin<G: OnHexes>(app: &mut App) {
    app.add_systems(Update, take_wished::<G>);
}

fn take_wished<G: OnHexes>(mut wishes: MessageReader<Wished>, mut commands: Commands) {
    if wishes.read().any(|Wished(wish)| *wish == Wish::Picture) {
        commands.spawn(Screenshot::primary_window()).observe(keep::<G>);
    }
}

fn keep<G: OnHexes>(taken: On<ScreenshotCaptured>, mut table: ResMut<Table<G>>) {
    let folder = table.places().records.clone();
    let made = std::fs::create_dir_all(&folder).map_err(|error| error.to_string());
    table.notice = Some(match made.and_then(|()| keep_numbered_picture(&taken.image, &folder)) {
        Ok(path) => Notice::done(format!("Picture saved as {}", path.display())),
        Err(why) => Notice::failed(format!("The picture could not be written: {why} ({})", folder.display())),
    });
}

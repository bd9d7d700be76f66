//! The map on the club's table: land, counters, markers, lights, camera; and what the pointer is on.
//!
//! It reads what the session shows ([`Shown`], [`Lit`], [`Hands`], [`Free`]) and writes [`Pointed`]; it knows no rules. Meshes
//! are built when something changes, never frame by frame.
//!
//! [`Shown`]: super::session::Shown
//! [`Lit`]: super::session::Lit
//! [`Hands`]: super::session::Hands
//! [`Free`]: super::session::Free
//! [`Pointed`]: super::session::Pointed

mod board;
mod camera;
mod counters;
mod fan;
mod fanned;
mod ground;
mod lights;
mod markers;
mod pick;
mod picture;
mod places;
mod print;
mod shot;
mod stage;
mod unseen;

use bevy::prelude::*;
use tabletop::game::Game;

pub use camera::{CameraMoves, LookAt, MapView};
pub use fanned::Fan;
pub use lights::light_colour;
pub use picture::{MapPicture, PictureOf, picture};
pub use places::MapProjector;
pub use print::{Face, Press};
pub use unseen::UnseenMap;

use crate::ui::lighting::lens;
use crate::ui::miniatures;
use crate::ui::quality::{self, PictureQuality};

/// The scene of a game. [`Shown`] must be there before the first frame; the app has the engine's plugins.
///
/// [`Shown`]: super::session::Shown
pub fn plugin<G: Game>(app: &mut App) {
    if !app.world().contains_resource::<PictureQuality>() {
        app.insert_resource(PictureQuality::new(None));
    }
    app.add_plugins((miniatures::plugin, lens::equipment, quality::plain_plugin)).add_plugins((
        stage::plugin::<G>,
        camera::plugin::<G>,
        counters::plugin::<G>,
        fan::plugin::<G>,
        pick::plugin::<G>,
        lights::plugin::<G>,
        markers::plugin::<G>,
    ));
}

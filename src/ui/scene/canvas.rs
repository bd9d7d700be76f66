//! The rectangle of the window in which the table is drawn.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::camera::free_rectangle;

/// What stands around the table in the window.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum Surround {
    /// The panels.
    #[default]
    Panels,
    /// Nothing: the table has all of it.
    Nothing,
}

/// Where the table is drawn.
#[derive(SystemParam)]
pub(in crate::ui) struct Canvas<'w, 's> {
    window: Single<'w, 's, &'static Window, With<PrimaryWindow>>,
    surround: Res<'w, Surround>,
}

impl Canvas<'_, '_> {
    /// The rectangle the table is drawn in, logical pixels of the window.
    pub fn free(&self) -> Rect {
        match *self.surround {
            Surround::Panels => free_rectangle(self.window.size()),
            Surround::Nothing => Rect { min: Vec2::ZERO, max: self.window.size() },
        }
    }

    /// Size of the whole window, logical pixels.
    pub fn size(&self) -> Vec2 {
        self.window.size()
    }

    /// Pixels of the screen for a logical pixel.
    pub fn scale(&self) -> f32 {
        self.window.scale_factor()
    }

    /// Size of the whole window, pixels of the screen.
    pub fn room(&self) -> UVec2 {
        self.window.physical_size()
    }

    /// Where the mouse is; `None` outside the window.
    pub fn cursor(&self) -> Option<Vec2> {
        self.window.cursor_position()
    }
}

//! The viewport: the rectangle of the window in which the table is drawn.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::ui::camera::free_area::{TIME_LINE, above_units, free_rectangle};
use crate::ui::session::screen::{Screen, Sheet};
use crate::ui::session::settings::{Settings, TimeLine};

/// Parts of the window apart from the table.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum WindowLayout {
    /// The panels around it.
    #[default]
    WithPanels,
    /// Nothing.
    TableOnly,
    /// Nothing, and what a show says is painted over it.
    Show,
}

/// The rectangle of the table, and the window around it.
#[derive(SystemParam)]
pub(in crate::ui) struct TableViewport<'w, 's> {
    window: Single<'w, 's, &'static Window, With<PrimaryWindow>>,
    layout: Res<'w, WindowLayout>,
    settings: Option<Res<'w, Settings>>,
    screen: Option<Res<'w, Screen>>,
}

impl TableViewport<'_, '_> {
    /// The rectangle the table is drawn in, logical pixels of the window.
    pub fn free(&self) -> Rect {
        match *self.layout {
            WindowLayout::WithPanels => {
                let free = free_rectangle(self.window.size());
                let time_line = self.settings.as_ref().map_or(TimeLine::Shown, |settings| settings.time_line);
                let curves = self.screen.as_ref().map_or(Sheet::Hidden, |screen| screen.gains);
                let more = TIME_LINE - above_units(time_line, curves);
                Rect { max: (free.max + Vec2::new(0.0, more)).max(free.min + Vec2::splat(64.0)), ..free }
            }
            WindowLayout::TableOnly | WindowLayout::Show => Rect { min: Vec2::ZERO, max: self.window.size() },
        }
    }

    /// Parts of the window apart from the table.
    pub fn layout(&self) -> WindowLayout {
        *self.layout
    }

    /// Pixels of the screen for a logical pixel.
    pub fn scale(&self) -> f32 {
        self.window.scale_factor()
    }

    /// Size of the whole window, pixels of the screen.
    pub fn room(&self) -> UVec2 {
        self.window.physical_size()
    }

    /// Position of the pointer; `None` outside the window.
    pub fn cursor(&self) -> Option<Vec2> {
        self.window.cursor_position()
    }
}

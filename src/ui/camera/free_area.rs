//! The rectangle of the window that the panels leave free.

use bevy::math::{Rect, Vec2};

use crate::ui::session::screen::Sheet;
use crate::ui::session::settings::TimeLine;

/// Height of the bar on top of the window, logical pixels.
pub const TOP_BAR: f32 = 52.0;
/// Height of the bar at its foot.
pub const ACTION_BAR: f32 = 78.0;
/// Width of the column at its right.
pub const SIDE_COLUMN: f32 = 330.0;
/// Height of the time line below the table, unless it is folded.
pub const TIME_LINE: f32 = 28.0;
/// Height of the curves of orders and dice over the time line, while they are shown.
pub const CURVES: f32 = 56.0;
/// Height of the strip of units below the table, and in a small window.
const UNIT_STRIP: f32 = 62.0;
const NARROW_UNIT_STRIP: f32 = 30.0;
/// A window that is smaller is a small one, logical pixels.
const ROOMY: Vec2 = Vec2::new(1200.0, 700.0);

/// Room in a window for the strip of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum StripSize {
    /// For a card of each unit.
    Cards,
    /// For ids only.
    Ids,
}

/// The size of the strip of units in a window of this size, logical pixels, and its height.
pub(in crate::ui) fn unit_strip(window: Vec2) -> (StripSize, f32) {
    if window.cmpge(ROOMY).all() {
        (StripSize::Cards, UNIT_STRIP)
    } else {
        (StripSize::Ids, NARROW_UNIT_STRIP)
    }
}

/// The rectangle the panels leave free, logical pixels of the window; the time line is open.
pub fn free_rectangle(window: Vec2) -> Rect {
    let foot = ACTION_BAR + unit_strip(window).1 + TIME_LINE;
    let max = Vec2::new(window.x - SIDE_COLUMN, window.y - foot).max(Vec2::new(64.0, TOP_BAR + 64.0));
    Rect { min: Vec2::new(0.0, TOP_BAR), max }
}

/// Height of what is open between the table and the strip of units, logical pixels: the time line, and the curves over it.
pub(in crate::ui) fn above_units(time_line: TimeLine, curves: Sheet) -> f32 {
    match (time_line, curves) {
        (TimeLine::Folded, _) => 0.0,
        (TimeLine::Shown, Sheet::Hidden) => TIME_LINE,
        (TimeLine::Shown, Sheet::Shown) => TIME_LINE + CURVES,
    }
}

/// The share of the picture's height that the line at its foot takes.
const LINE_SHARE: f32 = 0.14;

/// The share of the picture's height that the score at its head takes in a show.
pub(in crate::ui) const SCORE_SHARE: f32 = 0.075;

/// Area of a show's score: a part of the free rectangle.
pub(in crate::ui) fn score_at_head(free: Rect) -> Rect {
    Rect { max: Vec2::new(free.max.x, free.min.y + free.height() * SCORE_SHARE), ..free }
}

/// Area of the line at the foot of the picture, which tells the events: a part of the free rectangle.
pub(in crate::ui) fn line_at_foot(free: Rect) -> Rect {
    Rect { min: Vec2::new(free.min.x, free.max.y - free.height() * LINE_SHARE), ..free }
}

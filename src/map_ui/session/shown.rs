//! The battle as the player at the table may see it, and what the pointer is on.

use std::sync::Arc;

use bevy::math::{Rect, Vec2};
use bevy::prelude::Resource;
use tabletop::game::Game;
use tabletop_counters::{Land, Scene};
use tabletop_hexes::hex::Hex;

/// The map and all that lies on it, as it is shown now.
#[derive(Resource, Debug)]
pub struct Shown<G: Game> {
    /// The ground; it changes only when another battle opens.
    pub land: Arc<Land>,
    /// The counters and markers. A counter that is in another hex than before travels there.
    pub scene: Scene<G>,
    /// Counts the scenes that were shown: whoever reads it compares this alone.
    pub version: u64,
    /// Counts the battles that were opened: the land is built anew when it changes, and nothing travels.
    pub battle: u64,
    /// False while what happens is skipped: every counter is at once where it belongs.
    pub travels: bool,
}

/// Hex and counter under the pointer; the scene writes it.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointed<G: Game> {
    /// The hex; `None` beside the map and over a panel.
    pub hex: Option<Hex>,
    /// The counter.
    pub counter: Option<G::Subject>,
}

impl<G: Game> Default for Pointed<G> {
    fn default() -> Self {
        Self { hex: None, counter: None }
    }
}

/// What the player's hands do to the counters.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hands {
    /// All counters are lifted off the map.
    pub lifted: bool,
    /// Hex whose stack is fanned out.
    pub fan: Option<Hex>,
}

/// The part of the window that no panel covers, in logical pixels: the camera frames the map in it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Free(pub Rect);

/// Shares of that part at its head and at its foot in which a show writes: nothing it shows lies under them.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Margins {
    /// At the head.
    pub head: f32,
    /// At the foot.
    pub foot: f32,
}

impl Margins {
    /// What they leave of a part.
    pub fn within(self, part: Rect) -> Rect {
        Rect {
            min: Vec2::new(part.min.x, part.min.y + self.head * part.height()),
            max: Vec2::new(part.max.x, part.max.y - self.foot * part.height()),
        }
    }
}

//! The card over the table of a show: the title of a battle, or how it ended; and the hint to whoever touches it.

use bevy::prelude::*;

use crate::rules::ids::Side;

/// The card that is shown, if there is one.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct ShowCard(pub Option<Card>);

/// What is said at the head of the picture of a show to whoever touches it, if anything is.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) struct ShowHint(pub Option<String>);

/// A card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) struct Card {
    /// In large letters.
    pub title: String,
    /// Under the title.
    pub subtitle: String,
    /// What it says of each side: its force, and a few words.
    pub sides: Option<[[String; 2]; 2]>,
    /// The side that has won.
    pub winner: Option<Side>,
    /// What it says besides, a line each.
    pub lines: Vec<String>,
    /// At its foot.
    pub foot: String,
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.init_resource::<ShowCard>().init_resource::<ShowHint>();
}

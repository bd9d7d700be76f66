//! Card over the table of a show: the title of a battle, or its result; and the hint to anyone who touches it.

use bevy::prelude::*;

use crate::rules::ids::Side;

/// The card that is shown, if there is one.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct ShowCard(pub Option<Card>);

/// Hint at the head of a show's picture to anyone who touches it, if any.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) struct ShowHint(pub Option<String>);

/// A card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Card {
    /// In large letters.
    pub title: String,
    /// Under the title.
    pub subtitle: String,
    /// Text on each side: its force, and a few words.
    pub sides: Option<[[String; 2]; 2]>,
    /// The side that has won.
    pub winner: Option<Side>,
    /// Other text, a line each.
    pub lines: Vec<String>,
    /// At its foot.
    pub foot: String,
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.init_resource::<ShowCard>().init_resource::<ShowHint>();
}

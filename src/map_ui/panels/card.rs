//! Cards of the column: their names, their heads, and what is remembered of them from one frame to the next.

use std::collections::BTreeMap;

use tabletop::ids::Side;

use crate::ui::panels::column_layout::{ByHand, CardSize, Importance};

/// What a card that has not been seen yet may want, pixels; it is measured as it is first shown.
const UNKNOWN: f32 = 160.0;

/// The cards there are, from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Name {
    /// What to do now.
    Now,
    /// Odds or forecast of what is pointed at.
    Odds,
    /// The same under other readings of the rules.
    Readings,
    /// The counter that was clicked.
    Counter,
    /// One of the standings, by its number.
    Standing(usize),
}

/// The head of a card: the only thing that a folded one shows.
pub struct Head {
    /// Its title.
    pub title: String,
    /// Whose it is, if it is a side's.
    pub side: Option<Side>,
    /// What is the matter, in a sentence.
    pub says: String,
    /// How much it matters now.
    pub importance: Importance,
}

/// What the column remembers from one frame to the next.
#[derive(Debug, Default)]
pub struct Column {
    wanted: BTreeMap<Name, f32>,
    by_hand: BTreeMap<Name, ByHand>,
    clicks: u32,
}

impl Column {
    /// A card as the layout knows it.
    pub fn size(&self, name: Name, head: &Head) -> CardSize {
        CardSize {
            importance: head.importance,
            by_hand: self.by_hand.get(&name).copied(),
            wanted: self.wanted.get(&name).copied().unwrap_or(UNKNOWN),
        }
    }

    /// A click on the head of a card.
    pub fn toggle(&mut self, name: Name, is_open: bool) {
        self.clicks += 1;
        let by_hand = if is_open { ByHand::Folded } else { ByHand::Opened(self.clicks) };
        self.by_hand.insert(name, by_hand);
    }

    /// Notes the height of all that a card has to say; whether that is news.
    pub fn measure(&mut self, name: Name, wanted: f32) -> bool {
        let known = self.wanted.insert(name, wanted);
        known.is_none_or(|known| (known - wanted).abs() > 0.5)
    }
}

//! Computer players: styles by their ids. A player looks at the battle as his side sees it.

mod atlas;
mod imagine;
mod look;
mod muster;
mod search;
mod shots;
mod style;
mod value;
mod weigh;
mod words;

use std::sync::Arc;

use tabletop::battle::Battle;
use tabletop::command::Command;
use tabletop::portfolio::Chosen;
use tabletop_data::shipped::Shipped;
use tabletop_shell::styles::{Chooser, StylePlayer, Styled};

use crate::game::Lhy;
use crate::setup::LhySetup;
#[cfg(test)]
pub use atlas::Atlas;
#[cfg(test)]
pub use imagine::imagined;
use search::Search;
use style::{STYLES, Searching, Weights};
#[cfg(test)]
pub use value::{COUNT, Features, chance, features};
use weigh::Weighing;

/// A computer player of a style.
pub type LhyPlayer = StylePlayer<Lhy>;

impl Styled for Lhy {
    type Weights = Weights;
    type Searching = Searching;
    const STYLES: &'static [Shipped] = STYLES;

    fn weighing(weights: Weights, _: &Arc<LhySetup>) -> Box<dyn Chooser<Self>> {
        Box::new(Weighing::new(weights))
    }

    fn searching(
        searching: &Searching,
        weights: &dyn Fn(&str) -> Option<Weights>,
        _: &Arc<LhySetup>,
    ) -> Option<Box<dyn Chooser<Self>>> {
        Some(Box::new(Search::new(searching.clone(), weights)?))
    }
}

impl Chooser<Lhy> for Weighing {
    fn choose(&mut self, battle: &Battle<Lhy>) -> Option<Chosen<Lhy, f64>> {
        Self::choose(self, battle)
    }

    fn command(&mut self, battle: &Battle<Lhy>) -> Option<Command<Lhy>> {
        Self::command(self, battle)
    }
}

impl Chooser<Lhy> for Search {
    fn choose(&mut self, battle: &Battle<Lhy>) -> Option<Chosen<Lhy, f64>> {
        Self::choose(self, battle)
    }

    fn command(&mut self, battle: &Battle<Lhy>) -> Option<Command<Lhy>> {
        Self::command(self, battle)
    }
}

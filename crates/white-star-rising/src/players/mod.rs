//! Computer players: styles by their ids.

mod search;
mod style;
mod tables;
mod weigh;

use std::sync::Arc;

use tabletop::battle::Battle;
use tabletop::command::Command;
use tabletop::portfolio::Chosen;
use tabletop_data::shipped::Shipped;
use tabletop_shell::styles::{Chooser, StylePlayer, Styled};

use crate::game::Wsr;
use crate::setup::WsrSetup;
use search::Search;
use style::{STYLES, Searching, Weights};
use tables::Tables;
use weigh::Weighing;

/// A computer player of a style.
pub type WsrPlayer = StylePlayer<Wsr>;

impl Styled for Wsr {
    type Weights = Weights;
    type Searching = Searching;
    const STYLES: &'static [Shipped] = STYLES;

    fn weighing(weights: Weights, setup: &Arc<WsrSetup>) -> Box<dyn Chooser<Self>> {
        Box::new(Weighing::new(weights, Arc::new(Tables::new(setup))))
    }

    fn searching(
        searching: &Searching,
        weights: &dyn Fn(&str) -> Option<Weights>,
        setup: &Arc<WsrSetup>,
    ) -> Option<Box<dyn Chooser<Self>>> {
        Some(Box::new(Search::new(searching.clone(), weights, setup)?))
    }
}

impl Chooser<Wsr> for Weighing {
    fn choose(&mut self, battle: &Battle<Wsr>) -> Option<Chosen<Wsr, f64>> {
        self.choose_for_unit(battle, None)
    }

    fn command(&mut self, battle: &Battle<Wsr>) -> Option<Command<Wsr>> {
        Self::command(self, battle)
    }
}

impl Chooser<Wsr> for Search {
    fn choose(&mut self, battle: &Battle<Wsr>) -> Option<Chosen<Wsr, f64>> {
        Self::choose(self, battle)
    }
}

/// The weights of the sensible style.
#[cfg(test)]
fn sensible() -> Weights {
    use tabletop_data::style::Method;
    let mut styles = tabletop_shell::styles::shipped::<Wsr>().unwrap().into_iter();
    let sensible = styles.find(|style| style.id == "sensible").unwrap();
    let Method::Weigh(weights) = sensible.method else { panic!("it weighs") };
    weights
}

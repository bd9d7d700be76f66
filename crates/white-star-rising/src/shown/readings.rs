//! The same order under the other readings of the rules: every switch of the ruleset turned alone.

use std::sync::LazyLock;

use tabletop::agenda::Decision;
use tabletop_counters::Reading;
use tabletop_counters::readings::{Rulings, that_differ};

use super::foresight::foresight;
use crate::game::{View, Wsr};
use crate::gate::judge;
use crate::order::Order;

static RULINGS: LazyLock<Rulings> = LazyLock::new(Rulings::of::<Wsr>);

/// The order under every other reading that changes its odds.
pub fn readings(view: View<'_>, decision: Decision<Wsr>, order: &Order) -> Vec<Reading<Wsr>> {
    let Some(here) = foresight(view, decision, order) else { return Vec::new() };
    let mut setup = view.setup.clone();
    let others = view.setup.rules.switches.others().into_iter().map(|(switch, switches)| {
        setup.rules.switches = switches;
        let view = View { setup: &setup, ..view };
        let foresight = match judge(view, decision.player, order, decision.choice) {
            Some(Ok(())) => foresight(view, decision, order),
            Some(Err(_)) | None => None,
        };
        Reading { name: RULINGS.name(switch, &switches.values()), foresight }
    });
    that_differ(&here, others.collect::<Vec<_>>())
}

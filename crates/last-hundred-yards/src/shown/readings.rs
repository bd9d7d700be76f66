//! The same order under the other readings of the rules: every switch of the ruleset turned alone.

use std::sync::LazyLock;

use tabletop::agenda::Decision;
use tabletop_counters::Reading;
use tabletop_counters::readings::{Rulings, that_differ};

use super::foresight::foresight;
use crate::game::Lhy;
use crate::gate::judge;
use crate::order::Order;
use crate::view::View;

static RULINGS: LazyLock<Rulings> = LazyLock::new(Rulings::of::<Lhy>);

/// The order under every other reading that changes its odds.
///
/// Rule: LHY-LSC-1, LHY-REG-1, LHY-IMM-1, LHY-URB-1, LHY-RES-5, LHY-RES-7, LHY-DRM-1, LHY-DRM-8.
pub fn readings(view: View<'_>, decision: Decision<Lhy>, order: &Order) -> Vec<Reading<Lhy>> {
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

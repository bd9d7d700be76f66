//! Answers to what interrupts an impulse, set-up, retreats, aircraft, fate.

use tabletop_hexes::hex::Hex;

use super::looks::{Look, Seen};
use super::moves::worth_of_place;
use super::{Terms, Weighed};
use crate::listing::orders;
use crate::order::{Choice, Order};
use crate::play::Unit;

/// The listed answers to a choice, best first.
pub fn to(look: &Look<'_>, choice: Choice) -> Vec<Weighed> {
    let decision = tabletop::agenda::Decision { player: look.side, choice };
    let mut all: Vec<Weighed> =
        orders(look.view, decision).into_iter().map(|order| weighed(look, choice, order)).collect();
    // Answers of one worth keep the order of the list.
    all.sort_by(|a, b| b.value.total_cmp(&a.value));
    all
}

fn weighed(look: &Look<'_>, choice: Choice, order: Order) -> Weighed {
    let terms = match &order {
        Order::Deploy { unit, hex } => set_up(look, *unit, *hex),
        Order::DeployHq { hex, .. } => {
            harm(look.view.play.in_hex(*hex, look.side).len() as f64 - look.own_danger(*hex))
        }
        Order::LayMines => harm(look.marching_worth() - 2.0),
        Order::Lend { unit } => {
            let dice = look.own.iter().find(|own| own.id == *unit);
            harm(1.0 + dice.map_or(0.0, |own| own.counter.worth / 100.0))
        }
        Order::Retreat { to } => {
            if let Choice::Retreat { unit } = choice {
                look.place_of(unit, *to).unwrap_or_default()
            } else {
                Terms::default()
            }
        }
        Order::AirStrike { hex } => harm(look.enemies_worth(*hex)),
        Order::Misdirect { hex } => harm(look.enemies_worth(*hex) - look.own_worth(*hex)),
        Order::FlakFire { unit } => harm(
            1.0 + look.own.iter().find(|own| own.id == *unit).map_or(0.0, |own| own.counter.worth / 100.0),
        ),
        Order::ReplaceHq { hex } => harm(-look.own_danger(*hex)),
        Order::TurnDie { die, face } => turned(look, *die, *face),
        Order::RestoreCommand { hex } => harm(look.own_worth(*hex)),
        // Points are kept for that.
        Order::Reroll { .. } | Order::ReturnMarker | Order::Raise { .. } | Order::Refresh { .. } => {
            harm(-1.0)
        }
        // They change nothing that a look can tell.
        Order::Fire { .. }
        | Order::Bombard { .. }
        | Order::March { .. }
        | Order::GoOn { .. }
        | Order::Stop
        | Order::Load { .. }
        | Order::Unload { .. }
        | Order::Clear { .. }
        | Order::Call { .. }
        | Order::KeepLeadership
        | Order::KeepMines
        | Order::HoldFire
        | Order::KeepOrder
        | Order::KeepDice
        | Order::KeepMarker
        | Order::Done => Terms::default(),
    };
    Weighed::new(order, terms)
}

fn harm(harm: f64) -> Terms {
    Terms { harm, ..Terms::default() }
}

/// A die that just misses is turned, one of one's own; the enemy's that just hits too.
fn turned(look: &Look<'_>, die: u8, face: u8) -> Terms {
    let Some(open) = &look.view.play.pending.open else { return harm(-1.0) };
    let Some((needed, now)) = open.needed.zip(open.faces.get(usize::from(die))) else { return harm(-1.0) };
    let helps = match open.side == look.side {
        true => *now < needed && face >= needed,
        false => *now >= needed && face < needed,
    };
    harm(if helps { 0.5 } else { -1.0 })
}

/// Rule: WSR-SCN-2 (where one sets up.)
fn set_up(look: &Look<'_>, unit: crate::ids::UnitId, hex: Hex) -> Terms {
    look.place_of(unit, hex).unwrap_or_default()
}

impl Look<'_> {
    /// Worth of having a unit in a hex, wherever it is now.
    fn place_of(&self, unit: crate::ids::UnitId, hex: Hex) -> Option<Terms> {
        let place = self.view.setup.level.map.index(hex)?;
        let state: &Unit = self.view.play.unit(unit)?;
        let seen = Seen { id: unit, state, hex, place, counter: self.tables.counter(unit)? };
        let mut terms = worth_of_place(self, &seen, place);
        // A stack is one target for fire at a hex.
        terms.command += 0.3 * f64::from(self.crowd[place][0]);
        Some(terms)
    }

    fn own_danger(&self, hex: Hex) -> f64 {
        let there = self.own.iter().filter(|own| own.hex == hex);
        there.map(|own| self.danger(own, own.place, true)).fold(0.0, f64::max)
    }

    fn enemies_worth(&self, hex: Hex) -> f64 {
        self.enemies.iter().filter(|enemy| enemy.hex == hex).map(|enemy| enemy.counter.worth).sum()
    }

    fn own_worth(&self, hex: Hex) -> f64 {
        self.own.iter().filter(|own| own.hex == hex).map(|own| own.counter.worth).sum()
    }

    fn marching_worth(&self) -> f64 {
        let units = self.view.play.march.as_ref().map_or(&[][..], |march| &march.units);
        self.enemies.iter().filter(|enemy| units.contains(&enemy.id)).map(|enemy| enemy.counter.worth).sum()
    }
}

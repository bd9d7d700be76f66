//! Odds, exactly: what an order would bring about, before its dice are rolled.
//!
//! Every number comes from the same plans and the same functions that carry the order out; nothing is simulated. Chances are
//! between 0 and 1. Fate points are not counted: nobody knows who will spend them.

mod air;
mod assignment;
mod attack;
mod cup;
mod fight;
mod forecast;
mod harm;
mod mines;
mod rally;
mod spread;
pub(crate) mod words;

use serde::Serialize;
use tabletop::agenda::Decision;
use tabletop::game::Game;
use tabletop::refusal::Refusal;
use tabletop_hexes::hex::Hex;

use crate::card::Flag;
use crate::chapters::basics::Pool;
use crate::chapters::breakdown::{Breakdown, Term};
use crate::game::{View, Wsr};
use crate::gate::judge;
use crate::ids::{HqId, Subject, UnitId};
use crate::order::{Choice, Order, Price, Weapon};
use crate::setup::WsrSetup;

pub(crate) use cup::ENDS;
pub use cup::{CupOdds, FormationOdds, MarkerOdds, cup_odds};
pub(crate) use fight::entering;
pub(crate) use forecast::moved;
pub use forecast::{FireThreat, Forecast, Step, forecast};
pub use rally::{ImpulseOdds, UnitImpulse, impulse_odds};
pub(crate) use tabletop::text::percent::percent;

/// Odds of an order.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Odds {
    /// In a sentence.
    pub sentence: String,
    /// The dice, in the order in which they are rolled.
    pub pools: Vec<PoolOdds>,
    /// Units that may be harmed.
    pub units: Vec<UnitOdds>,
    /// Headquarters that may be harmed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub headquarters: Vec<HqOdds>,
    /// Outcome of an assault or overrun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fight: Option<FightOdds>,
    /// Outcomes beside harm to counters, with chances that add up to 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<Outcome>,
}

/// Something that may come of an order.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// In words: "the mines are cleared".
    pub what: &'static str,
    /// In a word: "cleared"; empty of what changes nothing.
    #[serde(skip)]
    pub short: &'static str,
    /// Its chance.
    pub chance: f64,
}

impl Outcome {
    /// Outcomes of a try with a chance.
    fn two(fails: &'static str, succeeds: &'static str, short: &'static str, chance: f64) -> Vec<Self> {
        vec![Self { what: fails, short: "", chance: 1.0 - chance }, Self { what: succeeds, short, chance }]
    }
}

/// Use of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// To hit.
    Hit,
    /// To save hits.
    Save,
    /// The die that a mission needs.
    Mission,
    /// The die by which an air strike finds its hex.
    Accuracy,
}

/// Dice that are rolled together, and why they are what they are.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PoolOdds {
    /// Roller, or the hex whose units save.
    #[serde(flatten)]
    pub of: Subject,
    /// Use of the dice.
    pub purpose: Purpose,
    /// Number of dice.
    pub dice: u8,
    /// Face that each needs.
    pub face: u8,
    /// Number of the lowest that are ignored.
    pub ignored: u8,
    /// The numbers that they are made of.
    pub terms: Vec<Term>,
    /// The chance of each number of successes, from none.
    pub successes: Vec<f64>,
}

/// Chances of a unit, which add up to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct UnitOdds {
    /// The unit.
    pub unit: UnitId,
    /// Nothing happens to it.
    pub unharmed: f64,
    /// It becomes disrupted, and no more.
    pub disrupted: f64,
    /// It becomes reduced, and no more.
    pub reduced: f64,
    /// It is eliminated.
    pub eliminated: f64,
}

/// Chances of a headquarters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct HqOdds {
    /// The headquarters.
    pub hq: HqId,
    /// It becomes reduced.
    pub reduced: f64,
    /// It is eliminated.
    pub eliminated: f64,
}

/// Outcome of a fight in a hex: `taken`, `held` and `empty` add up to 1 for an assault.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FightOdds {
    /// The chance of each number of hits that the attackers score, after an improved position.
    pub attacker_hits: Vec<f64>,
    /// The same of the defenders.
    pub defender_hits: Vec<f64>,
    /// The attackers have the hex; of an overrun: nobody is left to defend it.
    pub taken: f64,
    /// The defenders keep it.
    pub held: f64,
    /// Nobody is left there.
    pub empty: f64,
    /// Hexes into which the defenders may retreat.
    pub retreats: Vec<Hex>,
}

impl PoolOdds {
    fn new(of: impl Into<Subject>, purpose: Purpose, dice: &Breakdown, setup: &WsrSetup) -> Self {
        let pool = dice.pool(&setup.rules.numbers);
        let Pool { dice: count, face, ignored } = pool;
        let (of, terms) = (of.into(), dice.terms().collect());
        Self { of, purpose, dice: count, face, ignored, terms, successes: spread::of(pool) }
    }
}

impl UnitOdds {
    /// The chance that anything happens to it.
    pub fn harmed(&self) -> f64 {
        self.disrupted + self.reduced + self.eliminated
    }
}

/// Odds of an order, as the answer to a decision; `None` where no dice decide what becomes of anybody.
///
/// # Errors
/// The refusal, if the order is not allowed.
pub fn odds(view: View<'_>, decision: Decision<Wsr>, order: &Order) -> Result<Option<Odds>, Refusal<Wsr>> {
    match judge(view, decision.player, order, decision.choice) {
        Some(Ok(())) => {}
        Some(Err(refusal)) => return Err(refusal),
        None => return Err(Wsr::not_now(view, decision)),
    }
    Ok(unchecked(view, decision, order))
}

/// Odds of a legal order.
pub(crate) fn unchecked(view: View<'_>, decision: Decision<Wsr>, order: &Order) -> Option<Odds> {
    let mut odds = counted(view, decision, order)?;
    odds.sentence += uncounted(view);
    Some(odds)
}

/// End of the sentences of odds where points are left that may change the dice.
///
/// Rule: WSR-FAT-1.
fn uncounted(view: View<'_>) -> &'static str {
    let is_played = view.setup.rules.switches.fate.is_on();
    if is_played && view.play.fate.iter().any(|points| *points > 0) {
        " (fate points are not counted)"
    } else {
        ""
    }
}

fn counted(view: View<'_>, decision: Decision<Wsr>, order: &Order) -> Option<Odds> {
    let player = decision.player;
    match order {
        Order::Fire { .. } => attack::fire(view, attack::moment(decision.choice), order),
        Order::Bombard { .. } => attack::mortar(view, attack::moment(decision.choice), order),
        Order::Call { caller, hex, mission } => attack::mission(view, player, *caller, *hex, *mission),
        Order::March { units, hq, to, entry } => fight::entering(view, *entry, units, *hq, *to),
        Order::GoOn { to, entry } => {
            let march = view.play.march.as_ref()?;
            fight::entering(view, *entry, &march.units, march.hq, *to)
        }
        Order::Lend { unit } => {
            let hq = crate::run::fighting_hq(view.play, player)?;
            fight::under_way(view, Some((hq, *unit)))
        }
        Order::KeepLeadership => fight::under_way(view, None),
        Order::Clear { unit, hex } => mines::clearing(view, *unit, *hex),
        Order::LayMines => mines::laid(view),
        Order::AirStrike { hex } => air::strike(view, player, *hex),
        Order::FlakFire { unit } => air::flak(view, *unit),
        Order::Misdirect { hex } => air::misdirected(view, *hex),
        Order::Deploy { .. }
        | Order::DeployHq { .. }
        | Order::Stop
        | Order::Load { .. }
        | Order::Unload { .. }
        | Order::Retreat { .. }
        | Order::KeepMines
        | Order::HoldFire
        | Order::Raise { .. }
        | Order::KeepOrder
        | Order::ReplaceHq { .. }
        | Order::Reroll { .. }
        | Order::TurnDie { .. }
        | Order::KeepDice
        | Order::ReturnMarker
        | Order::KeepMarker
        | Order::RestoreCommand { .. }
        | Order::Refresh { .. }
        | Order::Done => None,
    }
}

/// The order by which a unit fires at another with the weapon that suits, as its own impulse or opportunity fire has it.
pub fn fire_order(view: View<'_>, unit: UnitId, target: UnitId, lead: Option<HqId>) -> Order {
    let View { setup, play, .. } = view;
    let card = setup.card(unit);
    if let (true, Some(hex)) = (card.is(Flag::Mortar), play.hex_of(target)) {
        return Order::Bombard { unit, hex, spotter: None, lead };
    }
    let weapon = match (setup.card(target).is_hard(), card.full.ap) {
        (false, _) => Weapon::HighExplosive,
        (true, None) if card.full.flak.is_some() => Weapon::Flak,
        (true, _) => Weapon::ArmourPiercing,
    };
    Order::Fire { unit, target, weapon, lead, price: Price::Usual }
}

/// Odds of fire between two units as an operation of the first.
///
/// # Errors
/// The refusal, if it may not fire so.
pub fn fire_odds(view: View<'_>, unit: UnitId, target: UnitId) -> Result<Option<Odds>, Refusal<Wsr>> {
    let decision = Decision { player: unit.side, choice: Choice::Operations };
    odds(view, decision, &fire_order(view, unit, target, None))
}

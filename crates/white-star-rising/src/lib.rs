//! White Star Rising, a game of platoons on hexes: its rules, numbers, units and a scenario.
//!
//! Each chapter of its rulebook is a file of pure functions in `chapters`; the rest carries orders out. Knows the engine and
//! the table of hexes, no window and no other game.

mod card;
mod chapters;
mod data;
mod fact;
mod fate;
mod game;
mod gate;
mod ids;
mod library;
mod listing;
mod narrate;
mod odds;
mod order;
mod play;
mod players;
mod resolve;
mod run;
mod setup;
mod survey;
#[cfg(test)]
mod tests;

pub use chapters::reckoning::{Part, Term};
pub use fact::Fact;
pub use game::{View, Wsr, WsrState, winner};
pub use ids::{HqId, Subject, UnitId};
pub use library::{Shipped, bundle, find, forces, load, rulesets, scenario, scenarios};
pub use odds::{
    CupOdds, FightOdds, FireThreat, Forecast, FormationOdds, HqOdds, ImpulseOdds, MarkerOdds, Odds, PoolOdds,
    Purpose, Step as ForecastStep, UnitImpulse, UnitOdds, cup_odds, fire_odds, fire_order, forecast,
    impulse_odds, odds,
};
pub use order::{Caller, Choice, Entry, Marker, Mission, Order, Price, Weapon};
pub use players::{WsrAdvisers, WsrPlayer, styles};
pub use setup::{Bundle, WsrSetup, varne};
pub use survey::{Reach, ReachedHex, SightAnswer, reach, sight_between};

//! White Star Rising, a game of platoons on hexes: its rules, numbers, units, scenarios and computer players.
//!
//! ```text
//! chapters/   pure functions of the battle as plain data, a file each chapter; pools of dice are added up term by term
//! data/       files read: ruleset, forces, level        play/      the battle as plain data, and its only writer
//! gate.rs     what is allowed, with the paragraph       listing.rs every legal answer
//! resolve/    orders carried out                        run/       what happens by itself
//! fate.rs     rolls held up for fate points             narrate/   facts as sentences
//! odds/       exact odds from the same terms            survey.rs  sight and reach
//! ending.rs   who won, and why
//! tallies.rs  what is counted in a game               uses.rs    paragraphs that facts and orders use
//! shown/      what the window shows: land, counters, offered orders, prospects, other readings
//! players/    styles as data: random, weighing, playing on
//! ```
//!
//! For other programs: [`scenarios`], [`rulesets`] and [`load`] for files, [`odds`], [`fire_odds`], [`forecast`],
//! [`cup_odds`], [`impulse_odds`], [`reach`], [`sight_between`] and [`board`] for plain data with a sentence each, [`WsrPlayer`] for
//! computer players. Knows the engine and the table of hexes, no window and no other game.

mod board;
mod card;
mod chapters;
mod data;
mod ending;
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
mod shown;
mod survey;
mod tallies;
#[cfg(test)]
mod tests;
mod tools;
mod uses;

pub use board::{Board, HqOnBoard, UnitOnBoard, board};
pub use chapters::breakdown::{Part, Term};
pub use fact::Fact;
pub use game::{View, Wsr, WsrState, winner};
pub use ids::{HqId, Subject, UnitId};
pub use library::{Shipped, bundle, find, forces, load, rulesets, scenario, scenarios};
pub use odds::{
    CupOdds, FightOdds, FireThreat, Forecast, FormationOdds, HqOdds, ImpulseOdds, MarkerOdds, Odds, Outcome,
    PoolOdds, Purpose, Step as ForecastStep, UnitImpulse, UnitOdds, cup_odds, fire_odds, fire_order,
    forecast, impulse_odds, odds,
};
pub use order::{Caller, Choice, Entry, Marker, Mission, Order, Price, Weapon};
pub use players::WsrPlayer;
pub use setup::{Bundle, WsrSetup, varne};
pub use survey::{Reach, ReachedHex, SightAnswer, reach, sight_between};

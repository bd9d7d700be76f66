//! Prospects of an order before its dice are rolled.

use tabletop::game::Game;
use tabletop_hexes::hex::Hex;

/// Prospects of an order.
#[derive(Clone, Debug, PartialEq)]
pub struct Foresight<G: Game> {
    /// In a sentence.
    pub sentence: String,
    /// The outcome that decides most, for the label on the map: "B5 harmed 14 %", "taken 54 %".
    pub label: String,
    /// Numbers of the dice, a term each.
    pub terms: Vec<Term>,
    /// Chances of each counter.
    pub chances: Vec<Chance<G>>,
    /// Outcomes of the whole, with chances that add up to 1: "the hex is taken". Empty where only counters matter.
    pub outcomes: Vec<(String, f64)>,
}

impl<G: Game> Foresight<G> {
    /// What decides most, for people who only watch: "75 % to harm A2", "54 % that the attackers have the hex". Empty where nothing
    /// is at stake.
    pub fn in_short(&self) -> String {
        let per_cent = |chance: f64| format!("{:.0} %", 100.0 * chance);
        if let Some((what, chance)) = self.outcomes.first() {
            return format!("{} that {what}", per_cent(*chance));
        }
        let harm = |of: &Chance<G>| 1.0 - of.fates.first().map_or(1.0, |(_, unharmed)| *unharmed);
        let worst = self.chances.iter().max_by(|a, b| harm(a).total_cmp(&harm(b)));
        worst.map_or_else(String::new, |of| format!("{} to harm {}", per_cent(harm(of)), of.counter))
    }
}

/// One number that makes up a pool of dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Pool to which it belongs: "A2: 3 dice at 5+".
    pub pool: String,
    /// "+2 dice, cover of the terrain".
    pub text: String,
    /// Its paragraph.
    pub rule: String,
}

/// Fates of a counter: words and chances between 0 and 1 that add up to 1, the harmless one first.
#[derive(Clone, Debug, PartialEq)]
pub struct Chance<G: Game> {
    /// The counter.
    pub counter: G::Subject,
    /// "disrupted" and its chance.
    pub fates: Vec<(String, f64)>,
}

/// A move foretold hex by hex.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospect<G: Game> {
    /// In a sentence.
    pub sentence: String,
    /// Hexes of the move, as far as it is allowed.
    pub steps: Vec<Step<G>>,
    /// Chance between 0 and 1 that the whole group arrives unharmed.
    pub arrives: f64,
    /// Chance that it stays unharmed where it now stands.
    pub here: f64,
    /// The same at the end of the move.
    pub there: f64,
    /// Reason why it goes no farther.
    pub refused: Option<String>,
    /// Prospects of the close combat at its end, by the manner of entering, as if the group came there unharmed.
    pub attacks: Vec<(String, Foresight<G>)>,
}

/// A hex of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<G: Game> {
    /// The hex.
    pub hex: Hex,
    /// Chance that the group goes on from here unharmed, having come so far.
    pub arrives: f64,
    /// Dangers here: mines first, then enemies that may fire, the most dangerous first.
    pub dangers: Vec<Danger<G>>,
}

/// An enemy that may fire, or what lies in the hex.
#[derive(Clone, Debug, PartialEq)]
pub struct Danger<G: Game> {
    /// The enemy; the hex itself for mines in it.
    pub counter: G::Subject,
    /// Chance that it harms somebody.
    pub harms: f64,
    /// It strikes here if the enemy does his best.
    pub is_expected: bool,
}

/// An order under another reading of the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading<G: Game> {
    /// The reading in a line: "Dice that are ignored count once (WSR-FIR-6)".
    pub name: String,
    /// Its prospects; `None` where the order is refused under it.
    pub foresight: Option<Foresight<G>>,
}

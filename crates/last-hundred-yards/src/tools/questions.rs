//! Questions of `show`: their words read, and answered as the asker knows the battle.

use tabletop::agenda::Decision;
use tabletop::ids::Side;
use tabletop::refusal::Refusal;
use tabletop_hexes::hex::Hex;
use tabletop_shell::orders::parse_order;
use tabletop_shell::questions::{may_ask, read, said, sentence, word};
use tabletop_shell::{Answer, Hosted, Question, ToolError};

use crate::assault::fact::Line;
use crate::chapters::Term;
use crate::chapters::signed;
use crate::game::Lhy;
use crate::gate::{Mistake, subject};
use crate::ids::{Subject, UnitId};
use crate::odds::{Odds, odds, percent};
use crate::order::Order;
use crate::survey::{ReachedHex, reach, sight_between};
use crate::view::View;

/// The questions.
pub(super) const QUESTIONS: &[Question] = &[
    Question {
        name: "odds",
        usage: "UNIT HEX | ORDER",
        words: 1..=2,
        about: "chances of fire, of a recovery or of an assault, exactly: every number of the sum, what becomes of whom",
    },
    Question {
        name: "sight",
        usage: "FROM TO",
        words: 2..=2,
        about: "whether two units or hexes see each other, and the hex that is in the way",
    },
    Question {
        name: "reach",
        usage: "UNIT",
        words: 1..=1,
        about: "every hex that a unit can reach in its action, with the way, and where it can withdraw to",
    },
];

/// Answers a question.
pub(super) fn ask(
    view: View<'_>,
    decision: Option<Decision<Lhy>>,
    player: Option<Side>,
    question: &str,
    words: &[String],
) -> Result<Answer, ToolError> {
    match question {
        "odds" => ask_odds(view, decision, player, words),
        "sight" => {
            let [from, to] = [word(words, 0)?, word(words, 1)?].map(|word| hex_of(view, word));
            let answer = sight_between(view, from?, to?).map_err(|mistake| bad(mistake, None))?;
            let said = vec![sentence(&answer.sentence)];
            Answer::new(&answer, said)
        }
        _ => {
            let unit = own_unit(view, player, word(words, 0)?)?;
            let reach = reach(view, unit).map_err(|mistake| failed(mistake, Some(unit.into())))?;
            let of = |hex: &ReachedHex, how: &str| {
                let path: Vec<String> = hex.path.iter().map(Hex::to_string).collect();
                format!("{} {how} {}", hex.hex, path.join(" "))
            };
            let hexes = reach.hexes.iter().map(|hex| of(hex, "by"));
            let said = said(&reach.sentence, hexes.chain(reach.back.iter().map(|hex| of(hex, "back by"))));
            Answer::new(&reach, said)
        }
    }
}

fn refusal(mistake: Mistake, about: Option<Subject>) -> String {
    Refusal::<Lhy>::new(mistake).about_any(about).to_string()
}

fn bad(mistake: Mistake, about: Option<Subject>) -> ToolError {
    ToolError::Bad(refusal(mistake, about))
}

/// An order that would be refused fails; it is no bad argument.
fn failed(mistake: Mistake, about: Option<Subject>) -> ToolError {
    ToolError::Failed(refusal(mistake, about))
}

/// A unit of the battle.
fn unit_of(view: View<'_>, text: &str) -> Result<UnitId, ToolError> {
    let unit: UnitId = read(text)?;
    if view.setup.has(unit) {
        return Ok(unit);
    }
    let names: Vec<String> = view.setup.cards.iter().map(|(_, card)| card.id.to_string()).collect();
    Err(ToolError::Bad(format!("the level has no unit {unit}; it has {}", names.join(", "))))
}

/// A unit about which the player may ask what it might do.
fn own_unit(view: View<'_>, player: Option<Side>, text: &str) -> Result<UnitId, ToolError> {
    let unit = unit_of(view, text)?;
    let of = view.setup.side(unit);
    may_ask(player, of, &unit.to_string()).map(|()| unit)
}

/// The hex of a unit, or of an id.
fn hex_of(view: View<'_>, text: &str) -> Result<Hex, ToolError> {
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return read(text);
    }
    let unit = unit_of(view, text)?;
    if !view.knows(unit) {
        return Err(ToolError::Bad(format!("it is not known where {unit} is")));
    }
    view.play.hex_of(unit).ok_or_else(|| ToolError::Bad(format!("{text} is not on the map")))
}

fn ask_odds(
    view: View<'_>,
    decision: Option<Decision<Lhy>>,
    player: Option<Side>,
    words: &[String],
) -> Result<Answer, ToolError> {
    let order: Order = match words {
        [order] => parse_order(order, Lhy::LISTS).map_err(ToolError::Bad)?,
        [unit, hex, ..] => Order::Fire { unit: own_unit(view, player, unit)?, hex: hex_of(view, hex)? },
        [] => return Err(ToolError::Bad("expected a unit and a hex, or an order".to_owned())),
    };
    let units: Vec<UnitId> = match &order {
        Order::Fire { unit, .. } | Order::Recover { unit } => vec![*unit],
        Order::Assault { units, .. } => units.clone(),
        Order::Deploy { .. }
        | Order::Activate { .. }
        | Order::EndActivations
        | Order::Maneuver { .. }
        | Order::Withdraw { .. }
        | Order::PressHome
        | Order::Feint
        | Order::Count { .. }
        | Order::Target { .. }
        | Order::Retreat { .. }
        | Order::Advance { .. }
        | Order::Stay
        | Order::Done => Vec::new(),
    };
    for unit in &units {
        own_unit(view, player, &unit.to_string())?;
    }
    let asked = units.first().map(|unit| view.setup.side(*unit)).or(decision.map(|asked| asked.player));
    let asked = asked.ok_or_else(|| ToolError::Bad("the battle is over".to_owned()))?;
    // Whoever asks for no side in particular learns what the one who gives the order knows.
    let view = view.seen_by(player.unwrap_or(asked));
    match odds(view, asked, &order).map_err(|mistake| failed(mistake, subject(&order)))? {
        Some(odds) => Answer::new(&odds, say(&odds)),
        None => Err(ToolError::Bad("no dice decide what becomes of anybody by this order".to_owned())),
    }
}

fn term(term: &Term) -> String {
    format!("  {} {} ({})", signed(term.amount), term.label, term.rule)
}

fn line(line: &Line) -> String {
    format!("  {} {} ({})", signed(line.value), line.why, line.rule)
}

fn say(odds: &Odds) -> Vec<String> {
    let mut said = vec![format!("{}.", odds.sentence())];
    match odds {
        Odds::Fire(fire) => said.extend(fire.terms.iter().map(term)),
        Odds::Recovery(recovery) => said.extend(recovery.terms.iter().map(term)),
        Odds::Assault(assault) => {
            let lines = assault.modifier.iter().flat_map(|modifier| &modifier.lines);
            said.extend(lines.map(line));
            for unit in &assault.units {
                let chances = [
                    ("lost", unit.lost),
                    ("reduced", unit.reduced),
                    ("Disrupted", unit.disrupted),
                    ("Regrouping", unit.regrouping),
                    ("retreats", unit.retreats),
                    ("unharmed", unit.unharmed),
                ];
                let of: Vec<String> = chances
                    .into_iter()
                    .filter(|(_, chance)| *chance > 0.0)
                    .map(|(what, chance)| format!("{what} {}", percent(chance)))
                    .collect();
                said.push(format!("  {}: {}", unit.unit, of.join(", ")));
            }
        }
    }
    said
}

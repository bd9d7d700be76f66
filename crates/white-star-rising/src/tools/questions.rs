//! Questions of `show`: their words read, and answered by the functions that also serve the window.

use tabletop::agenda::Decision;
use tabletop::ids::Side;
use tabletop::refusal::Refusal;
use tabletop_hexes::hex::Hex;
use tabletop_shell::orders::parse_order;
use tabletop_shell::questions::{may_ask, read, said, sentence, side, word};
use tabletop_shell::{Answer, Hosted, Question, ToolError};

use crate::game::{View, Wsr};
use crate::ids::{HqId, UnitId};
use crate::odds::words::{say_cup, say_impulse, say_odds};
use crate::odds::{cup_odds, fire_order, impulse_odds, odds};
use crate::order::{Choice, Order};
use crate::survey::{reach, sight_between};

/// The questions.
pub(super) const QUESTIONS: &[Question] = &[
    Question {
        name: "odds",
        usage: "FIRER TARGET [HQ] | ORDER",
        words: 1..=3,
        about: "chances of fire, or of any order, exactly: every die, every number that makes it up, what becomes of whom",
    },
    Question {
        name: "sight",
        usage: "FROM TO",
        words: 2..=2,
        about: "whether two units or hexes see each other, and the hex that is in the way",
    },
    Question {
        name: "reach",
        usage: "UNIT [UNIT] [HQ]",
        words: 1..=3,
        about: "every hex that a unit or a stack can reach, with the cost and the way",
    },
    Question {
        name: "cup",
        usage: "",
        words: 0..=0,
        about: "what is in the cup, and who comes before the turn ends",
    },
    Question {
        name: "impulse",
        usage: "SIDE",
        words: 1..=1,
        about: "chances of a side's command checks and rallies, should its marker come now",
    },
];

/// Answers a question.
pub(super) fn ask(
    view: View<'_>,
    decision: Option<Decision<Wsr>>,
    player: Option<Side>,
    question: &str,
    words: &[String],
) -> Result<Answer, ToolError> {
    match question {
        "odds" => ask_odds(view, decision, player, words),
        "sight" => {
            let [from, to] = [word(words, 0)?, word(words, 1)?].map(|word| hex_of(view, word));
            let answer = sight_between(view, from?, to?);
            let answer = answer.map_err(|refusal| ToolError::Bad(refusal.to_string()))?;
            let said = vec![sentence(&answer.sentence)];
            Answer::new(&answer, said)
        }
        "reach" => ask_reach(view, player, words),
        "cup" => {
            let cup = cup_odds(view);
            let said = said(&cup.sentence, say_cup(view, &cup));
            Answer::new(&cup, said)
        }
        _ => {
            let side = side(word(words, 0)?)?;
            let odds = impulse_odds(view, side);
            let said = said(&odds.sentence, say_impulse(&odds));
            Answer::new(&odds, said)
        }
    }
}

/// An order that would be refused fails; it is no bad argument.
fn refused(refusal: &Refusal<Wsr>) -> ToolError {
    ToolError::Failed(refusal.to_string())
}

/// A unit of the battle.
fn unit_of(view: View<'_>, text: &str) -> Result<UnitId, ToolError> {
    let unit: UnitId = read(text)?;
    match view.play.unit(unit) {
        Some(_) => Ok(unit),
        None => {
            let force = view.setup.force(unit.side);
            let ids: Vec<String> = force.units.iter().map(|card| card.id.to_string()).collect();
            Err(ToolError::Bad(format!("{} has no unit {unit}; it has {}", force.name, ids.join(", "))))
        }
    }
}

fn hq_of(view: View<'_>, text: &str) -> Result<HqId, ToolError> {
    let hq: HqId = read(text)?;
    match view.play.hqs.contains_key(&hq) {
        true => Ok(hq),
        false => Err(ToolError::Bad(format!("{} has no headquarters {hq}", view.setup.force(hq.side).name))),
    }
}

/// The hex of a unit or a headquarters, or of an id.
fn hex_of(view: View<'_>, text: &str) -> Result<Hex, ToolError> {
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return read(text);
    }
    let hex = match text.parse::<HqId>() {
        Ok(_) => view.play.hq_hex(hq_of(view, text)?),
        Err(_) => view.play.hex_of(unit_of(view, text)?),
    };
    hex.ok_or_else(|| ToolError::Bad(format!("{text} is not on the map")))
}

fn ask_odds(
    view: View<'_>,
    decision: Option<Decision<Wsr>>,
    player: Option<Side>,
    words: &[String],
) -> Result<Answer, ToolError> {
    let (decision, order) = match words {
        [order] => {
            let order: Order = parse_order(order, Wsr::LISTS).map_err(ToolError::Bad)?;
            (decision.ok_or_else(|| ToolError::Bad("the battle is over".to_owned()))?, order)
        }
        [firer, target, ..] => {
            let (firer, target) = (unit_of(view, firer)?, unit_of(view, target)?);
            let lead = words.get(2).map(|hq| hq_of(view, hq)).transpose()?;
            may_ask(player, firer.side, &firer.to_string())?;
            // As if the unit's impulse had come, unless it is asked for opportunity fire.
            let asked =
                decision.filter(|asked| asked.player == firer.side && asked.choice == Choice::Opportunity);
            let own = Decision { player: firer.side, choice: Choice::Operations };
            (asked.unwrap_or(own), fire_order(view, firer, target, lead))
        }
        [] => return Err(ToolError::Bad("expected a firer and a target, or an order".to_owned())),
    };
    may_ask(player, decision.player, "this order")?;
    match odds(view, decision, &order).map_err(|refusal| refused(&refusal))? {
        Some(odds) => {
            let said = said(&odds.sentence, say_odds(&odds));
            Answer::new(&odds, said)
        }
        None => Err(ToolError::Bad("no dice decide what becomes of anybody by this order".to_owned())),
    }
}

fn ask_reach(view: View<'_>, player: Option<Side>, words: &[String]) -> Result<Answer, ToolError> {
    let (hqs, units): (Vec<&String>, Vec<&String>) =
        words.iter().partition(|word| word.parse::<HqId>().is_ok());
    let units = units.into_iter().map(|unit| unit_of(view, unit)).collect::<Result<Vec<_>, _>>()?;
    let hq = hqs.first().map(|hq| hq_of(view, hq)).transpose()?;
    if let Some(first) = units.first() {
        may_ask(player, first.side, &first.to_string())?;
    }
    let reach = reach(view, &units, hq).map_err(|refusal| refused(&refusal))?;
    let mut said = vec![sentence(&reach.sentence)];
    for hex in &reach.hexes {
        let spent: Vec<String> = hex.spent.iter().map(u8::to_string).collect();
        let path: Vec<String> = hex.path.iter().map(Hex::to_string).collect();
        let how = format!("{:?}", hex.entry).to_lowercase();
        said.push(format!("  {} ({how}): {} spent, by {}", hex.hex, spent.join(" and "), path.join(" ")));
    }
    Answer::new(&reach, said)
}

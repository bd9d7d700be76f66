//! Counters: their pictures, the numbers printed on the side that lies up, and the marks on them.

use tabletop_counters::{Counter, Mark, Printed, Symbol, Tone};

use super::cards;
use crate::board::{HqOnBoard, UnitOnBoard};
use crate::card::{Armour, Assault, Card, Fire, Flag, Going};
use crate::chapters::basics::{printed_assault, printed_fire};
use crate::game::{View, Wsr};
use crate::ids::{HqId, UnitId};
use crate::odds::words::dice;
use crate::order::Weapon;
use crate::play::Unit;

/// A unit.
///
/// Rule: WSR-BAS-4, WSR-BAS-5.
pub fn unit(view: View<'_>, on_board: &UnitOnBoard) -> Option<Counter<Wsr>> {
    let id = on_board.unit;
    let state = view.play.unit(id)?;
    let card = view.setup.card(id);
    let printed = printed(view, id, state);
    Some(Counter {
        id: id.into(),
        side: id.side,
        hex: on_board.hex,
        aboard: on_board.aboard.map(Into::into),
        name: on_board.name.clone(),
        symbol: symbol(card),
        card: cards::of_unit(view, id, state, &printed),
        printed,
        is_reduced: on_board.reduced,
        is_spent: on_board.ops_complete,
        marks: marks(view, on_board),
    })
}

/// An (s)HQ.
///
/// Rule: WSR-HQ-12.
pub fn headquarters(view: View<'_>, on_board: &HqOnBoard) -> Counter<Wsr> {
    let id = on_board.hq;
    let lent = view.play.hqs.get(&id).is_some_and(|hq| hq.lent);
    let mark = Mark {
        sign: "L".to_owned(),
        word: "leadership lent".to_owned(),
        meaning: "It has lent its leadership in its impulse, and may only lend it in the enemy's (WSR-HQ-10)"
            .to_owned(),
        tone: Tone::Grey,
    };
    Counter {
        id: id.into(),
        side: id.side,
        hex: on_board.hex,
        aboard: None,
        name: hq_name(id).to_owned(),
        symbol: Symbol::Headquarters,
        printed: vec![
            Printed {
                text: on_board.leadership.to_string(),
                meaning: format!(
                    "leadership {}: for the dice of one unit in its hex (WSR-HQ-10) and all rallies there (WSR-HQ-11)",
                    on_board.leadership
                ),
                tone: Tone::Red,
            },
            Printed {
                text: on_board.range.to_string(),
                meaning: format!("command range: {} hexes (WSR-HQ-5)", on_board.range),
                tone: Tone::Black,
            },
        ],
        is_reduced: on_board.reduced,
        is_spent: false,
        marks: lent.then_some(mark).into_iter().collect(),
        card: cards::of_hq(view, on_board),
    }
}

fn hq_name(hq: HqId) -> &'static str {
    if hq.number == 0 { "headquarters" } else { "sub-headquarters" }
}

/// Rule: WSR-BAS-6 (flags of cards.)
fn symbol(card: &Card) -> Symbol {
    let starred = card.full.assault.is_some_and(|assault| assault.starred);
    let by_flag = [
        (Flag::Mortar, Symbol::Mortar),
        (Flag::Flak, Symbol::Flak),
        (Flag::Engineer, Symbol::Engineers),
        (Flag::Recon, Symbol::Reconnaissance),
        (Flag::Infantry, Symbol::Infantry),
        (Flag::Transport, if card.going == Going::Wheeled { Symbol::Trucks } else { Symbol::Carriers }),
        (Flag::Afv, if starred { Symbol::AssaultGuns } else { Symbol::Tanks }),
        (Flag::Hard, Symbol::Carriers),
    ];
    by_flag.into_iter().find(|(flag, _)| card.is(*flag)).map_or(Symbol::Gun, |(_, symbol)| symbol)
}

/// Numbers of the side that lies up, those of a support weapon included.
///
/// Rule: WSR-BAS-5, WSR-SUP-3, WSR-AA-1.
fn printed(view: View<'_>, id: UnitId, state: &Unit) -> Vec<Printed> {
    let card = view.setup.card(id);
    let weapons = [
        (Weapon::ArmourPiercing, Tone::Red),
        (Weapon::HighExplosive, Tone::Black),
        (Weapon::Flak, Tone::Blue),
    ];
    let fires = weapons.into_iter().filter_map(|(weapon, tone)| {
        let (fire, _) = printed_fire(view.setup, id, state, weapon)?;
        Some(Printed { text: fire_text(fire), meaning: fire_meaning(view, card, fire, weapon), tone })
    });
    let assault = printed_assault(view.setup, id, state).map(assault);
    let armour = card.armour.map(armour);
    let moves = Printed {
        text: card.moves.to_string(),
        meaning: format!("{} movement factors {} (WSR-MOV-1)", card.moves, going(card.going)),
        tone: Tone::Black,
    };
    fires.chain(assault).chain(armour).chain([moves]).collect()
}

/// Way of going, to players.
pub fn going(going: Going) -> &'static str {
    match going {
        Going::Leg => "on foot",
        Going::Wheeled => "on wheels",
        Going::Tracked => "on tracks",
    }
}

/// "3-8-4"; "3+" is augmented, "3u" underlined.
pub fn fire_text(fire: Fire) -> String {
    let plus = if fire.augmented { "+" } else { "" };
    let line = if fire.underlined { "u" } else { "" };
    format!("{}{plus}-{}{line}-{}", fire.power, fire.range, fire.to_hit)
}

/// Rule: WSR-FIR-2, WSR-FIR-3, WSR-FIR-10, WSR-MTR-1, WSR-AA-1, WSR-AA-2, WSR-SUP-3.
fn fire_meaning(view: View<'_>, card: &Card, fire: Fire, weapon: Weapon) -> String {
    let numbers = &view.setup.rules.numbers;
    let (name, rule) = match weapon {
        Weapon::HighExplosive if card.is(Flag::Mortar) => ("fire at a hex", "WSR-MTR-1"),
        Weapon::HighExplosive => ("high-explosive fire at soft targets", "WSR-FIR-2"),
        Weapon::ArmourPiercing => ("armour-piercing fire at hard targets", "WSR-FIR-2"),
        Weapon::Flak => ("blue firepower at aircraft", "WSR-AA-1"),
    };
    let hexes = if fire.range == 1 { "1 hex".to_owned() } else { format!("{} hexes", fire.range) };
    let mut said = format!("{name}: {}, range {hexes}, hits at {}+ ({rule})", dice(fire.power), fire.to_hit);
    if weapon == Weapon::Flak {
        said += &format!("; at armour at {}+ (WSR-AA-2)", numbers.flak_at_armour);
    }
    if fire.underlined {
        said += "; neither extended nor reduced range (WSR-FIR-3)";
    }
    if fire.augmented {
        said += "; one die more, the lowest ignored (WSR-FIR-10)";
    }
    let support = card.support.as_ref().filter(|_| weapon == Weapon::ArmourPiercing);
    if let Some(support) = support {
        said += &format!("; with its {} (WSR-SUP-3)", support.name);
    }
    said
}

/// Rule: WSR-ASL-1, WSR-ASL-7.
fn assault(assault: Assault) -> Printed {
    let (star, ends) = match assault.starred {
        true => ("*", "; may not begin one (WSR-ASL-1)"),
        false => ("", ""),
    };
    Printed {
        text: assault_text(assault, star),
        meaning: format!("assault: {}, hits at {}+ (WSR-ASL-7){ends}", dice(assault.factor), assault.to_hit),
        tone: Tone::Green,
    }
}

pub fn assault_text(assault: Assault, star: &str) -> String {
    format!("{}{star}-{}", assault.factor, assault.to_hit)
}

/// Rule: WSR-FIR-13.
fn armour(Armour { factor, save }: Armour) -> Printed {
    Printed {
        text: format!("{factor}/{save}"),
        meaning: format!("armour: {} to save, at {save}+ (WSR-FIR-13)", dice(factor)),
        tone: Tone::Grey,
    }
}

/// Rule: WSR-MRK-3, WSR-TRA-3.
fn marks(view: View<'_>, unit: &UnitOnBoard) -> Vec<Mark> {
    let mark =
        |sign: &str, word: String, meaning: String, tone| Mark { sign: sign.to_owned(), word, meaning, tone };
    let disrupted = unit.disrupted.then(|| {
        let meaning = "It may neither attack nor move closer to an enemy that it sees (WSR-DIS-1, WSR-DIS-2), and tries to rally in \
                       its next impulse (WSR-DIS-5)";
        mark("D", "disrupted".to_owned(), meaning.to_owned(), Tone::Red)
    });
    let lost = unit.out_of_command.then(|| {
        let meaning = "It may only fire at enemies that move (WSR-CMD-2), and rallies worse (WSR-RAL-2)";
        mark("OC", "Out of Command".to_owned(), meaning.to_owned(), Tone::Grey)
    });
    let loaded = view.play.passenger(unit.unit).map(|passenger| {
        let meaning = format!("It carries {passenger}, which cannot fight and shares its harm (WSR-TRA-3)");
        mark("L", format!("carries {passenger}"), meaning, Tone::Blue)
    });
    [disrupted, lost, loaded].into_iter().flatten().collect()
}

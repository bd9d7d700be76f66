//! Counters: their pictures, the numbers printed on the side that lies up, and the marks on them.

use tabletop::ids::Side;
use tabletop_counters::{Counter, Mark, Printed, Symbol, Tone};
use tabletop_hexes::hex::Hex;

use super::cards;
use crate::card::{Card, Kind};
use crate::chapters::cohesion;
use crate::game::Lhy;
use crate::ids::{Subject, UnitId};
use crate::play::{Place, Unit};
use crate::view::View;

/// A unit that the viewer knows.
///
/// Rule: LHY-FRM-2.
pub fn unit(view: View<'_>, id: UnitId, unit: &Unit) -> Option<Counter<Lhy>> {
    let (hex, aboard) = match unit.place {
        Place::On(hex) => (Some(hex), None),
        Place::Aboard(carrier) => (None, Some(Subject::Unit(carrier))),
        Place::Reserve => (None, None),
        Place::Gone => return None,
    };
    let card = view.setup.card(id);
    let printed = printed(view, id, card, unit);
    Some(Counter {
        id: id.into(),
        side: view.setup.side(id),
        hex,
        aboard,
        name: card.name.clone(),
        symbol: symbol(card.kind),
        card: cards::of_unit(view, id, unit, &printed),
        printed,
        is_reduced: card.is_reduced(unit.state.steps),
        is_spent: unit.acted,
        marks: marks(view, unit),
    })
}

/// All that is concealed in a hex, as one counter.
///
/// Rule: LHY-STA-5.
pub fn unknown(hex: Hex, side: Side) -> Counter<Lhy> {
    let card = vec![
        "Concealed: which units, and how many, only their player knows (LHY-STA-5)".to_owned(),
        "Odds against this hex leave out all that is concealed (LHY-DRM-5)".to_owned(),
    ];
    Counter {
        id: hex.into(),
        side,
        hex: Some(hex),
        aboard: None,
        name: "concealed units".to_owned(),
        symbol: Symbol::Unknown,
        printed: Vec::new(),
        is_reduced: false,
        is_spent: false,
        marks: Vec::new(),
        card,
    }
}

fn symbol(kind: Kind) -> Symbol {
    match kind {
        Kind::Squad | Kind::Section => Symbol::Infantry,
        Kind::MachineGun => Symbol::MachineGun,
        Kind::TowedGun => Symbol::Gun,
        Kind::Afv => Symbol::Tanks,
        Kind::HalfTrack | Kind::Carrier => Symbol::Carriers,
        Kind::Fv => Symbol::Trucks,
        Kind::Leader => Symbol::Leader,
        Kind::Latw => Symbol::AntiTank,
        Kind::Flamethrower => Symbol::Flamethrower,
        Kind::Fortified => Symbol::Bunker,
    }
}

/// A kind to players.
pub fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Squad => "squad",
        Kind::Section => "infantry section",
        Kind::MachineGun => "machine-gun section",
        Kind::TowedGun => "towed gun",
        Kind::Afv => "armoured fighting vehicle",
        Kind::HalfTrack => "half-track",
        Kind::Carrier => "carrier",
        Kind::Fv => "soft vehicle",
        Kind::Leader => "leader",
        Kind::Latw => "light anti-tank weapon",
        Kind::Flamethrower => "flamethrower",
        Kind::Fortified => "fortified position",
    }
}

/// Rule: LHY-FRM-2, LHY-STA-4, LHY-TRM-2.
fn printed(view: View<'_>, id: UnitId, card: &Card, unit: &Unit) -> Vec<Printed> {
    let steps = unit.state.steps;
    let number = |text: u8, meaning: String, tone| Printed { text: text.to_string(), meaning, tone };
    let sav = card.sav_with(steps).map(|sav| {
        number(sav, format!("small-arms value: {sav} is added to its fire (LHY-SAF-1)"), Tone::Black)
    });
    let av = card.av_with(steps);
    let av = number(av, format!("assault value: {av} in an assault (LHY-DRM-1)"), Tone::Green);
    let atv = card.atv.map(|atv| number(atv, format!("anti-tank value {atv} (LHY-VDA-3)"), Tone::Red));
    let steady = card.cohesion.map(|_| {
        let cohesion = cohesion(view.setup, view.play, id);
        number(cohesion, format!("Cohesion: checks pass on {cohesion} or less (LHY-FRM-4)"), Tone::Blue)
    });
    let moves = (card.mp > 0)
        .then(|| number(card.mp, format!("maneuver points: {} (LHY-MAN-1)", card.mp), Tone::Grey));
    [sav, Some(av), atv, steady, moves].into_iter().flatten().collect()
}

/// Rule: LHY-STA-1, LHY-STA-3, LHY-STA-4, LHY-STA-5, LHY-STA-6, LHY-REG-2, LHY-ELI-7.
fn marks(view: View<'_>, unit: &Unit) -> Vec<Mark> {
    let state = unit.state;
    let numbers = &view.setup.rules.numbers;
    let all = [
        (
            state.disrupted,
            "D",
            "Disrupted",
            "It may only recover or withdraw (LHY-STA-1)".to_owned(),
            Tone::Red,
        ),
        (
            state.regrouping,
            "R",
            "Regrouping",
            format!(
                "It may only fire at a neighbour with −{}, recover, or withdraw (LHY-REG-2)",
                numbers.regrouping_fire
            ),
            Tone::Blue,
        ),
        (
            state.shocked,
            "S",
            "Shocked",
            format!(
                "No move, no fire, eliminated if it must retreat; a die of {} or less at its side's activation ends it (LHY-STA-3)",
                numbers.shock_ends
            ),
            Tone::Red,
        ),
        (
            state.heroic,
            "H",
            "Heroic",
            format!(
                "Cohesion {}, assaults from {} hexes (LHY-STA-4)",
                numbers.heroic_cohesion, numbers.assault_heroic
            ),
            Tone::Green,
        ),
        (
            state.concealed,
            "?",
            "Concealed",
            "The enemy knows only that somebody is here (LHY-STA-5)".to_owned(),
            Tone::Grey,
        ),
        (state.in_motion, "M", "in motion", "It has moved (LHY-STA-6, LHY-DRM-8)".to_owned(), Tone::Green),
        (
            state.out_of_command,
            "O",
            "Out of Command",
            "Russians out of command assault only if Heroic (LHY-ELI-7)".to_owned(),
            Tone::Grey,
        ),
    ];
    let shown = all.into_iter().filter(|(is_so, ..)| *is_so);
    shown
        .map(|(_, sign, word, meaning, tone)| Mark {
            sign: sign.to_owned(),
            word: word.to_owned(),
            meaning,
            tone,
        })
        .collect()
}

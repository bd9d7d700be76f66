//! Counters: their pictures, numbers and marks, and all about them in plain words.

use tabletop_counters::{Counter, Mark, Printed, Symbol, Tone};

use crate::card::{Card, Kind};
use crate::chapters::cohesion;
use crate::game::Lhy;
use crate::ids::UnitId;
use crate::play::{Place, Unit};
use crate::state::State;
use crate::view::View;

/// A unit that the viewer knows.
pub fn unit(view: View<'_>, id: UnitId, unit: &Unit) -> Counter<Lhy> {
    let (card, state) = (view.setup.card(id), unit.state);
    let (hex, aboard) = match unit.place {
        Place::On(hex) => (Some(hex), None),
        Place::Aboard(carrier) => (None, Some(carrier.into())),
        Place::Reserve | Place::Gone => (None, None),
    };
    let printed = printed(view, id, card, state);
    Counter {
        id: id.into(),
        side: view.setup.side(id),
        hex,
        aboard,
        name: card.name.clone(),
        symbol: symbol(card.kind),
        card: about(view, id, card, state, &printed),
        printed,
        is_reduced: card.is_reduced(state.steps),
        is_spent: unit.acted,
        marks: marks(state),
    }
}

/// Rule: LHY-TRM-3.
fn symbol(kind: Kind) -> Symbol {
    match kind {
        Kind::Squad | Kind::Section => Symbol::Infantry,
        Kind::MachineGun => Symbol::MachineGun,
        Kind::TowedGun => Symbol::Gun,
        Kind::Afv => Symbol::Tanks,
        Kind::HalfTrack | Kind::Carrier => Symbol::Carriers,
        Kind::Fv => Symbol::Reconnaissance,
        Kind::Leader => Symbol::Leader,
        Kind::Latw => Symbol::AntiTank,
        Kind::Flamethrower => Symbol::Flamethrower,
        Kind::Fortified => Symbol::Bunker,
    }
}

/// Rule: LHY-FRM-2.
fn printed(view: View<'_>, id: UnitId, card: &Card, state: State) -> Vec<Printed> {
    let number = |text: String, meaning: &str, tone| Printed { text, meaning: meaning.to_owned(), tone };
    let has = cohesion(view.setup, view.play, id);
    [
        Some(number(card.av_with(state.steps).to_string(), "assault value (LHY-TRM-2)", Tone::Red)),
        card.sav_with(state.steps)
            .map(|sav| number(sav.to_string(), "small-arms value (LHY-SAF-1)", Tone::Black)),
        card.atv.map(|atv| number(atv.to_string(), "anti-tank value (LHY-VDA-3)", Tone::Blue)),
        (has > 0).then(|| number(has.to_string(), "Cohesion (LHY-FRM-4)", Tone::Green)),
        Some(number(card.mp.to_string(), "maneuver points (LHY-MAN-1)", Tone::Grey)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Rule: LHY-STA-1, LHY-STA-2, LHY-STA-3, LHY-STA-4, LHY-STA-5, LHY-STA-6, LHY-ELI-7.
fn marks(state: State) -> Vec<Mark> {
    let mark = |holds: bool, sign: &str, word: &str, meaning: &str, tone| {
        let (sign, word, meaning) = (sign.to_owned(), word.to_owned(), meaning.to_owned());
        holds.then_some(Mark { sign, word, meaning, tone })
    };
    [
        mark(state.disrupted, "D", "Disrupted", "It may only recover or withdraw (LHY-STA-1)", Tone::Red),
        mark(
            state.regrouping,
            "R",
            "Regrouping",
            "It may only fire at a neighbour with −1, recover or withdraw (LHY-REG-2)",
            Tone::Grey,
        ),
        mark(state.shocked, "S", "Shocked", "It neither moves nor fires nor assaults (LHY-STA-3)", Tone::Red),
        mark(state.heroic, "H", "Heroic", "Cohesion 8, and it assaults from 3 hexes (LHY-STA-4)", Tone::Blue),
        mark(state.concealed, "C", "concealed", "The enemy does not know who it is (LHY-STA-5)", Tone::Green),
        mark(state.in_motion, "M", "in motion", "A vehicle in motion fights worse (LHY-DRM-8)", Tone::Green),
        mark(
            state.out_of_command,
            "OC",
            "Out of Command",
            "A Russian unit that is so does not assault (LHY-ELI-7)",
            Tone::Grey,
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn about(view: View<'_>, id: UnitId, card: &Card, state: State, printed: &[Printed]) -> Vec<String> {
    let force = &view.setup.force(view.setup.side(id)).name;
    let kind = if card.kind.is_combat() { "a combat unit" } else { "no combat unit" };
    let first = format!("{id}, {} of {force}: {kind} (LHY-TRM-3)", card.name);
    let of = format!(
        "{}, company {}, platoon {} (LHY-FRM-2)",
        card.nation.adjective(),
        card.company,
        card.platoon
    );
    let steps = match (card.steps, state.steps) {
        (0, _) => "Without steps: the first casualty removes it (LHY-FRM-3)".to_owned(),
        (full, left) => format!("{left} of {full} steps left (LHY-FRM-3)"),
    };
    let numbers = printed.iter().map(|printed| format!("{}: {}", printed.text, printed.meaning));
    let marks = marks(state).into_iter().map(|mark| format!("{}: {}", mark.word, mark.meaning));
    [first, of, steps].into_iter().chain(marks).chain(numbers).collect()
}

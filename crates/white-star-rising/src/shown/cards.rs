//! Everything about a counter in plain words, for its card: a line each.

use tabletop_counters::Printed;

use super::counters::{assault_text, fire_text, going};
use crate::board::HqOnBoard;
use crate::card::{Card, Flag, Support};
use crate::chapters::basics::in_good_order;
use crate::chapters::fire::is_concealed;
use crate::game::View;
use crate::ids::UnitId;
use crate::play::{Place, Unit};

/// The card of a unit: kind, state, numbers, abilities.
pub fn of_unit(view: View<'_>, id: UnitId, state: &Unit, printed: &[Printed]) -> Vec<String> {
    let (card, force) = (view.setup.card(id), view.setup.force(id.side));
    let kind = if card.is_hard() { "a hard target" } else { "a soft target" };
    let afv = if card.is(Flag::Afv) { ", an armoured fighting vehicle" } else { "" };
    let first =
        format!("{id}, {} of {}: {kind}{afv}, {} (WSR-BAS-6)", card.name, force.name, going(card.going));
    let numbers = printed.iter().map(|printed| format!("{}: {}", printed.text, printed.meaning));
    let morale = format!("Morale of {}: {} (WSR-MOR-1)", force.name, force.morale);
    [first]
        .into_iter()
        .chain(states(view, id, state))
        .chain(numbers)
        .chain(reduced(card, state))
        .chain(card.support.as_ref().map(support))
        .chain(abilities(view, card))
        .chain([morale])
        .collect()
}

/// Rule: WSR-BAS-4, WSR-BAS-7, WSR-MRK-1, WSR-FIR-8, WSR-TRA-3.
fn states(view: View<'_>, id: UnitId, state: &Unit) -> Vec<String> {
    let place = match state.place {
        Place::Aboard(carrier) => Some(format!("Aboard {carrier}: it cannot fight there (WSR-TRA-3)")),
        Place::Reserve => Some("Waits to be set up (WSR-SCN-2)".to_owned()),
        Place::On(_) | Place::Gone => None,
    };
    let order = match (in_good_order(state), state.reduced) {
        (true, false) => "In Good Order, at full strength (WSR-BAS-7)",
        (true, true) => "In Good Order, reduced: the next reduction eliminates it (WSR-BAS-4)",
        (false, false) => "Disrupted: any further hit reduces it (WSR-FIR-14)",
        (false, true) => "Disrupted and reduced: any further hit eliminates it (WSR-FIR-14)",
    };
    let done = state.done.then_some("Ops Complete: it acts no more before its next impulse (WSR-MRK-1)");
    let lost =
        state.out_of_command.then_some("Out of Command: it may only fire at enemies that move (WSR-CMD-2)");
    let hidden = is_concealed(view.setup, view.play, id, false)
        .then_some("Concealed from the enemy: 1 save die more while it stands still (WSR-FIR-8)");
    let words = [Some(order), done, lost, hidden].into_iter().flatten().map(str::to_owned);
    place.into_iter().chain(words).collect()
}

/// What the other side prints otherwise.
///
/// Rule: WSR-BAS-4.
fn reduced(card: &Card, state: &Unit) -> Option<String> {
    let (other, face) = if state.reduced { ("full", &card.full) } else { ("reduced", &card.reduced) };
    if card.full == card.reduced {
        return Some("Both sides print the same numbers (WSR-BAS-5)".to_owned());
    }
    let fires = [("armour-piercing", face.ap), ("high-explosive", face.he), ("blue", face.flak)];
    let fires = fires.into_iter().filter_map(|(name, fire)| Some(format!("{name} {}", fire_text(fire?))));
    let assault = face
        .assault
        .map(|assault| format!("assault {}", assault_text(assault, if assault.starred { "*" } else { "" })));
    let all: Vec<String> = fires.chain(assault).collect();
    Some(format!("Its {other} side: {} (WSR-BAS-4)", all.join(", ")))
}

/// Rule: WSR-SUP-1, WSR-SUP-2, WSR-SUP-3, WSR-SUP-4.
fn support(Support { name, ap, range, augments }: &Support) -> String {
    let more = [(*ap, "armour-piercing firepower"), (*range, "range")].into_iter();
    let more = more.filter(|(count, _)| *count > 0).map(|(count, word)| format!("+{count} {word}"));
    let plus = augments.then(|| "augmented armour-piercing firepower (WSR-SUP-4)".to_owned());
    let all: Vec<String> = more.chain(plus).collect();
    format!("Its {name}: {}; lost with the platoon (WSR-SUP-2)", all.join(", "))
}

/// Rule: WSR-ASL-2, WSR-ASL-6, WSR-MIN-4, WSR-REC-1, WSR-REC-2, WSR-REC-3, WSR-MTR-1, WSR-MTR-4, WSR-TRA-1, WSR-TRA-3, WSR-OVR-1,
/// WSR-CAS-2.
fn abilities(view: View<'_>, card: &Card) -> Vec<String> {
    let numbers = &view.setup.rules.numbers;
    let of = |flag: Flag, text: String| card.is(flag).then_some(text);
    let attacks = card.full.assault.is_some_and(|assault| !assault.starred);
    let all = [
        card.full.assault.is_none().then(|| "Does not fight in assaults (WSR-ASL-2)".to_owned()),
        of(
            Flag::Infantry,
            "Infantry: fights armour alone at a To Hit better by 1, in a city with a die more (WSR-ASL-6)".to_owned(),
        ),
        of(Flag::Engineer, "Engineers: clear mines with two dice (WSR-MIN-5)".to_owned()),
        (card.is(Flag::Infantry) && !card.is(Flag::Engineer))
            .then(|| "May clear mines next to it, with one die (WSR-MIN-4)".to_owned()),
        (card.is(Flag::Afv) && attacks)
            .then(|| "May overrun soft targets in the open and on hills (WSR-OVR-1)".to_owned()),
        of(
            Flag::Recon,
            format!(
                "Scouts: in command at twice the range (WSR-REC-1), may call artillery (WSR-REC-2), take concealment away within \
                 {} hexes (WSR-REC-3)",
                numbers.spotting_range
            ),
        ),
        of(
            Flag::Transport,
            format!(
                "Carries one infantry, gun or mortar unit; to load or unload costs {} movement factors (WSR-TRA-1, WSR-TRA-2)",
                numbers.load_cost
            ),
        ),
        of(
            Flag::Mortar,
            "Mortars: fire at a whole hex (WSR-MTR-1), out of sight if headquarters or scouts see it (WSR-MTR-4)".to_owned(),
        ),
        of(Flag::Flak, "Flak: fires at aircraft in range without seeing them (WSR-CAS-2)".to_owned()),
    ];
    all.into_iter().flatten().collect()
}

/// The card of an (s)HQ.
///
/// Rule: WSR-HQ-1, WSR-HQ-2, WSR-HQ-4, WSR-HQ-5, WSR-HQ-8, WSR-HQ-9, WSR-HQ-10, WSR-HQ-11, WSR-HQ-12.
pub fn of_hq(view: View<'_>, on_board: &HqOnBoard) -> Vec<String> {
    let HqOnBoard { hq, leadership, range, reduced, .. } = *on_board;
    let force = view.setup.force(hq.side);
    let (kind, lost) = match hq.number {
        0 => (
            "headquarters",
            "Eliminated, it comes back reduced at the end of the turn if it finds a host (WSR-HQ-9)",
        ),
        _ => (
            "sub-headquarters",
            "In command at up to twice the range of the HQ (WSR-HQ-4); not replaced (WSR-HQ-8)",
        ),
    };
    let strength = if reduced { "reduced: the next reduction eliminates it" } else { "at full strength" };
    vec![
        format!("{hq}, {kind} of {}, {strength} (WSR-HQ-12)", force.name),
        format!(
            "Leadership {leadership}: more dice for one unit in its hex, to fire or in an assault (WSR-HQ-10)"
        ),
        format!("Leadership {leadership}: taken off every rally roll in its hex (WSR-HQ-11)"),
        format!("Commands units of {} within {range} hexes (WSR-HQ-5)", force.name),
        "Stays and moves with a unit of its formation (WSR-HQ-1), needs no room in a stack (WSR-HQ-2)"
            .to_owned(),
        "Never a target, but may suffer when units of its hex do (WSR-HQ-7)".to_owned(),
        lost.to_owned(),
    ]
}

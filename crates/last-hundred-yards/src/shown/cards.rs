//! Everything about a unit in plain words, for its card: a line each.

use tabletop_counters::Printed;

use super::counters::kind_name;
use crate::card::{Card, Going, Kind};
use crate::ids::UnitId;
use crate::play::{Place, Unit};
use crate::view::View;

/// The card of a unit: kind, state, numbers, abilities.
pub fn of_unit(view: View<'_>, id: UnitId, unit: &Unit, printed: &[Printed]) -> Vec<String> {
    let card = view.setup.card(id);
    let first = format!(
        "{id}, {} {} of company {}, platoon {} (LHY-FRM-2)",
        card.nation.adjective(),
        kind_name(card.kind),
        card.formation,
        card.platoon
    );
    let numbers = printed.iter().map(|printed| format!("{}: {}", printed.text, printed.meaning));
    let rest = [place(unit), steps(card, unit), Some(done(unit)), reduced(card, unit), steadfast(card)];
    [first].into_iter().chain(rest.into_iter().flatten()).chain(numbers).chain(abilities(card)).collect()
}

/// Rule: LHY-UNL-1, LHY-SCN-1.
fn place(unit: &Unit) -> Option<String> {
    match unit.place {
        Place::Aboard(carrier) => Some(format!("Aboard {carrier} (LHY-UNL-1)")),
        Place::Reserve => Some("Waits to be set up (LHY-SCN-1)".to_owned()),
        Place::On(_) | Place::Gone => None,
    }
}

/// Rule: LHY-FRM-3.
fn steps(card: &Card, unit: &Unit) -> Option<String> {
    Some(match (card.steps, unit.state.steps) {
        (0, _) => "No step: the first casualty removes it (LHY-FRM-3)".to_owned(),
        (full, left) if left < full => {
            format!("Reduced: {left} of {full} steps; the last casualty removes it (LHY-FRM-3)")
        }
        (1, _) => "1 step: the first casualty removes it (LHY-FRM-3)".to_owned(),
        (full, _) => format!("{full} steps: the first casualty reduces it (LHY-FRM-3)"),
    })
}

/// Rule: LHY-TURN-2.
fn done(unit: &Unit) -> String {
    match unit.acted {
        true => "Has had its action this turn (LHY-TURN-2)".to_owned(),
        false => "May still act or react this turn (LHY-TURN-2)".to_owned(),
    }
}

/// What the other side prints otherwise.
///
/// Rule: LHY-FRM-2.
fn reduced(card: &Card, unit: &Unit) -> Option<String> {
    let is_reduced = card.is_reduced(unit.state.steps);
    let (other, place) = if is_reduced { ("full", 0) } else { ("reduced", 1) };
    let av = format!("assault value {}", card.av[place]);
    let sav = card.sav.map(|sav| format!("small-arms value {}", sav[place]));
    let differs = card.av[0] != card.av[1] || card.sav.is_some_and(|sav| sav[0] != sav[1]);
    let numbers: Vec<String> = [Some(av), sav].into_iter().flatten().collect();
    (differs && card.steps > 1).then(|| format!("Its {other} side: {} (LHY-FRM-2)", numbers.join(", ")))
}

/// Rule: LHY-STA-7.
fn steadfast(card: &Card) -> Option<String> {
    card.nation.is_steadfast().then(|| "Never Disrupted: a casualty takes its place (LHY-STA-7)".to_owned())
}

/// Rule: LHY-TRM-3, LHY-ELI-2, LHY-ELI-4, LHY-ELI-5, LHY-DRM-12, LHY-REC-1, LHY-IMM-1, LHY-RET-2, LHY-MAN-1.
fn abilities(card: &Card) -> Vec<String> {
    let going = match card.going {
        Going::Foot => None,
        Going::Tracked => Some("Goes on tracks (LHY-MAN-1)"),
        Going::Wheeled => Some("Goes on wheels (LHY-MAN-1)"),
    };
    let of_kind: &[&str] = match card.kind {
        Kind::Squad | Kind::Section | Kind::MachineGun => &[],
        Kind::TowedGun => &[
            "Eliminated if it must retreat (LHY-RET-2)",
            "Alone, it is destroyed by an armoured fighting vehicle that assaults (LHY-IMM-1)",
        ],
        Kind::Afv => &["Assaults without riders only (LHY-ELI-3)"],
        Kind::HalfTrack | Kind::Carrier | Kind::Fv => &[
            "Assaults only along with infantry or an armoured fighting vehicle (LHY-ELI-5), and neither armour nor towed guns \
             (LHY-ELI-2)",
        ],
        Kind::Leader => &[
            "Helps units of its platoon to recover (LHY-REC-1)",
            "Assaults only along with a combat unit (LHY-ELI-4)",
            "A loss check after every assault (LHY-LSC-1)",
        ],
        Kind::Latw => &[
            "Assaults only along with a combat unit (LHY-ELI-4)",
            "Helps against fortified positions, towed guns and urban buildings (LHY-DRM-12)",
        ],
        Kind::Flamethrower => &[
            "Assaults only along with a combat unit (LHY-ELI-4)",
            "Helps much against fortified positions, towed guns and urban buildings (LHY-DRM-12)",
        ],
        Kind::Fortified => &[
            "Does not move; eliminated if it must retreat (LHY-RET-2)",
            "A loss check after every assault (LHY-LSC-1)",
        ],
    };
    going.into_iter().chain(of_kind.iter().copied()).map(str::to_owned).collect()
}

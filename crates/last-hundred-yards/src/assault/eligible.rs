//! Chapter 4, eligibility: who may assault whom, with every fault.

use crate::card::{Card, Kind, Nation};
use crate::data::ruleset::Numbers;
use crate::ids::UnitId;
use crate::state::State;

use super::scene::in_good_order;

/// A unit that is to assault.
#[derive(Clone, Copy, Debug)]
pub struct Attacker<'a> {
    /// Its values.
    pub card: &'a Card,
    /// Steps and markers.
    pub state: State,
    /// Somebody rides on or in it.
    pub has_riders: bool,
}

/// Defenders that the attacker knows, and attackers of an assault on the hex that is declared and would be reinforced.
#[derive(Clone, Debug, Default)]
pub struct Target<'a> {
    /// Known defenders.
    pub defenders: Vec<&'a Card>,
    /// Attackers to be reinforced.
    pub declared: Vec<&'a Card>,
}

/// Reason why a unit may not assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// It is Disrupted.
    Disrupted,
    /// It is Regrouping.
    Regrouping,
    /// It is Shocked.
    Shocked,
    /// A light vehicle against an AFV or a towed gun.
    TooLight {
        /// That defender.
        defender: UnitId,
    },
    /// An AFV with riders.
    Riders,
    /// A leader, LATW or FT without a combat unit.
    NoCombatUnit,
    /// A light vehicle without infantry or an AFV.
    NoEscort,
    /// A Russian leader.
    RussianLeader,
    /// A Russian Out of Command.
    OutOfCommand,
}

/// A unit that may not assault, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IneligibleUnit {
    /// The unit.
    pub unit: UnitId,
    /// Its reason.
    pub reason: Reason,
}

impl Reason {
    /// The paragraph.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Disrupted | Self::Regrouping | Self::Shocked => "LHY-ELI-1",
            Self::TooLight { .. } => "LHY-ELI-2",
            Self::Riders => "LHY-ELI-3",
            Self::NoCombatUnit => "LHY-ELI-4",
            Self::NoEscort => "LHY-ELI-5",
            Self::RussianLeader | Self::OutOfCommand => "LHY-ELI-7",
        }
    }

    /// In words, to follow the name of the unit: "is Disrupted".
    pub fn words(self) -> String {
        match self {
            Self::Disrupted => "is Disrupted".to_owned(),
            Self::Regrouping => "is Regrouping".to_owned(),
            Self::Shocked => "is Shocked".to_owned(),
            Self::TooLight { defender } => format!("is too light a vehicle to assault {defender}"),
            Self::Riders => "carries riders".to_owned(),
            Self::NoCombatUnit => {
                "assaults only along with a combat unit, or to reinforce one of its platoon".to_owned()
            }
            Self::NoEscort => {
                "assaults only along with infantry or an AFV, or to reinforce a combat unit of its platoon"
                    .to_owned()
            }
            Self::RussianLeader => "is a Russian leader, who does not assault".to_owned(),
            Self::OutOfCommand => "is a Russian Out of Command and not Heroic".to_owned(),
        }
    }
}

/// Every reason why units may not assault together, unit by unit.
///
/// Rule: LHY-ELI-1, LHY-ELI-2, LHY-ELI-3, LHY-ELI-4, LHY-ELI-5, LHY-ELI-6, LHY-ELI-7.
pub fn faults(attackers: &[Attacker<'_>], target: &Target<'_>) -> Vec<IneligibleUnit> {
    let mut all = Vec::new();
    for attacker in attackers {
        let unit = attacker.card.id;
        all.extend(
            reasons(*attacker, attackers, target).into_iter().map(|reason| IneligibleUnit { unit, reason }),
        );
    }
    all
}

fn reasons(attacker: Attacker<'_>, all: &[Attacker<'_>], target: &Target<'_>) -> Vec<Reason> {
    let Attacker { card, state, has_riders } = attacker;
    let mut reasons = Vec::new();
    let markers = [
        (state.disrupted, Reason::Disrupted),
        (state.regrouping, Reason::Regrouping),
        (state.shocked, Reason::Shocked),
    ];
    reasons.extend(markers.into_iter().filter(|(holds, _)| *holds).map(|(_, reason)| reason));
    if card.kind.is_light_vehicle() {
        let is_hard = |defender: &&&Card| matches!(defender.kind, Kind::Afv | Kind::TowedGun);
        let hard = target.defenders.iter().find(is_hard);
        reasons.extend(hard.map(|defender| Reason::TooLight { defender: defender.id }));
    }
    reasons.extend((card.kind == Kind::Afv && has_riders).then_some(Reason::Riders));
    let others = || all.iter().filter(|other| other.card.id != card.id && in_good_order(other.state));
    let needs_combat = matches!(card.kind, Kind::Leader | Kind::Latw | Kind::Flamethrower);
    let has_combat = || others().any(|other| other.card.kind.is_combat());
    if needs_combat && !has_combat() && !reinforces(card, target) {
        reasons.push(Reason::NoCombatUnit);
    }
    let escorts = |kind: Kind| matches!(kind, Kind::Squad | Kind::Section | Kind::MachineGun | Kind::Afv);
    let has_escort = || others().any(|other| escorts(other.card.kind));
    if card.kind.is_light_vehicle() && !has_escort() && !reinforces(card, target) {
        reasons.push(Reason::NoEscort);
    }
    reasons.extend(russian(card, state));
    reasons
}

/// A combat unit of the same platoon is to be reinforced.
///
/// Rule: LHY-ELI-6.
fn reinforces(card: &Card, target: &Target<'_>) -> bool {
    let is_of_platoon = |other: &&&Card| {
        let same =
            (other.nation, &other.formation, &other.platoon) == (card.nation, &card.formation, &card.platoon);
        same && other.kind.is_combat()
    };
    target.declared.iter().any(|other| is_of_platoon(&other))
}

/// Rule: LHY-ELI-7.
fn russian(card: &Card, state: State) -> Option<Reason> {
    if card.nation != Nation::Russian {
        return None;
    }
    if card.kind == Kind::Leader {
        return Some(Reason::RussianLeader);
    }
    (state.out_of_command && !state.heroic).then_some(Reason::OutOfCommand)
}

/// Hexes from which a unit may assault.
///
/// Rule: LHY-ASB-1, LHY-STA-4.
pub fn assault_distance(numbers: &Numbers, card: &Card, state: State) -> u8 {
    if card.kind.is_vehicle() {
        numbers.assault_vehicle
    } else if state.heroic {
        numbers.assault_heroic
    } else {
        numbers.assault_foot
    }
}

/// An attacker drops out after the fire of reactions.
///
/// Rule: LHY-ASB-4.
pub fn drops_out(state: State) -> bool {
    state.disrupted || state.shocked
}

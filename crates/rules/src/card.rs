//! A unit's card: characteristics, weapons, special rules.
//!
//! Chapter 1 (BAS-5, BAS-9) and the weapons of chapter 8 (SHO-8).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::action::Action;
use super::measures::Thou;
use super::movement::arcs::Arc;

/// The eleven characteristics of a unit, each 0–10; Mv and Aw are inches (Aw may
/// exceed 10: the author's Knights have 18).
///
/// Rule: BAS-5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Characteristics {
    /// Mv: how far a model moves, inches.
    pub movement: u8,
    /// Aw: how far the unit notices what hides, inches.
    pub awareness: u8,
    /// Ev: how hard it is to hit.
    pub evasion: u8,
    /// Ar: armour.
    pub armour: u8,
    /// To: toughness.
    pub toughness: u8,
    /// Ld: dice of a leadership test.
    pub leadership: u8,
    /// Nv: what one of those dice must not exceed.
    pub nerve: u8,
    /// BS: ballistic skill.
    pub ballistic_skill: u8,
    /// Th: throwing, and how far, inches.
    pub throwing: u8,
    /// WS: weapon skill.
    pub weapon_skill: u8,
    /// Str: strength.
    pub strength: u8,
}

/// A unit's role.
///
/// Rule: BAS-9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Role {
    /// The ordinary unit.
    Squad,
    /// A command unit: it is placed last (MIS-2).
    Command,
    /// An officer.
    Officer,
    /// A hero.
    Hero,
}

/// A rule that only some units have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SpecialRule {
    /// LD-4.
    Inspiring,
    /// SUP-3.
    Steadfast,
    /// SPR-1.
    Leaper,
    /// A coherency distance instead of 2 (COH-2).
    Spread(Thou),
    /// FAC-3.
    LimitedVision,
}

impl SpecialRule {
    /// The rules that have no number, each with its name in card files.
    pub const PLAIN: [(&'static str, Self); 4] = [
        ("Inspiring", Self::Inspiring),
        ("Steadfast", Self::Steadfast),
        ("Leaper", Self::Leaper),
        ("LimitedVision", Self::LimitedVision),
    ];
}

/// As players read it: "Limited Vision", `Spread (4")`.
impl fmt::Display for SpecialRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inspiring => f.write_str("Inspiring"),
            Self::Steadfast => f.write_str("Steadfast"),
            Self::Leaper => f.write_str("Leaper"),
            Self::Spread(distance) => write!(f, "Spread ({distance}\")"),
            Self::LimitedVision => f.write_str("Limited Vision"),
        }
    }
}

/// A weapon of a card.
///
/// Rule: SHO-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Its name on the card.
    pub name: String,
    /// Inches; 0 for a melee weapon.
    pub range: Thou,
    /// Dice a turn; attacks of a melee weapon.
    pub rate: u8,
    /// Added to the face that saves on armour.
    pub penetration: u8,
    /// Added to the face needed to pass the toughness test; a melee weapon's bonus on Str.
    pub strength: u8,
    /// Handling of the weapon.
    pub handling: Handling,
    /// Models that carry it.
    pub bearers: Bearers,
}

/// Handling of a weapon.
///
/// Rule: SHO-8, SHO-10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Handling {
    /// Needs both hands: half rate on the move.
    TwoHanded,
    /// Fires in full on the move.
    OneHanded,
    /// Hits only in close combat.
    Melee,
    /// Thrown instead of firing.
    Thrown,
}

/// Models of a unit that carry a weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bearers {
    /// Every model.
    All,
    /// The models of these numbers.
    Only(Vec<u8>),
}

/// The round base a model stands on, and how tall the model is; inches.
///
/// Rule: BAS-2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base {
    /// Across.
    pub diameter: Thou,
    /// From the base to the model's top.
    pub height: Thou,
    /// From the base to its eyes.
    pub eyes: Thou,
}

impl Base {
    /// Half the diameter, inches.
    pub fn radius(&self) -> f64 {
        self.diameter.inches() / 2.0
    }
}

/// Look of a unit's models on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Figure {
    /// A soldier with a rifle.
    #[default]
    Rifleman,
    /// A townsman under arms.
    Militia,
    /// A crewed heavy weapon.
    GunTeam,
    /// A heavily armoured soldier.
    Armoured,
    /// An officer with a raised arm.
    Officer,
    /// A light, running soldier.
    Scout,
    /// A vehicle.
    Vehicle,
}

impl Figure {
    /// All of them, each with its name in card files.
    pub const NAMED: [(&str, Self); 7] = [
        ("Rifleman", Self::Rifleman),
        ("Militia", Self::Militia),
        ("GunTeam", Self::GunTeam),
        ("Armoured", Self::Armoured),
        ("Officer", Self::Officer),
        ("Scout", Self::Scout),
        ("Vehicle", Self::Vehicle),
    ];
}

/// A unit's card.
///
/// Rule: BAS-5, BAS-9.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// File name without its extension; levels refer to it.
    pub id: String,
    /// Shown to players.
    pub name: String,
    /// The unit's role.
    pub role: Role,
    /// Worth in a force (MIS-7).
    pub points: u16,
    /// Models at start.
    pub models: u8,
    /// Wounds per model.
    pub wounds: u8,
    /// Its base and height.
    pub base: Base,
    /// The eleven characteristics.
    pub characteristics: Characteristics,
    /// Ev and Ar against a shot into the flank (FAC-5); those in front if the card gives none.
    pub flank_evasion: u8,
    /// See [`Self::flank_evasion`].
    pub flank_armour: u8,
    /// In the card's order.
    pub weapons: Vec<Weapon>,
    /// Special rules.
    pub special: Vec<SpecialRule>,
    /// Look on the table.
    pub figure: Figure,
}

impl Weapon {
    /// Range at which the model with this number can fire the weapon, inches; `None` if the model does not carry it or the weapon is not
    /// fired.
    ///
    /// Rule: SHO-8.
    fn firing_range(&self, number: u8) -> Option<f64> {
        let fired = matches!(self.handling, Handling::TwoHanded | Handling::OneHanded);
        (fired && self.is_carried_by(number)).then(|| self.range.inches())
    }

    /// Whether the model with this number carries it.
    fn is_carried_by(&self, number: u8) -> bool {
        match &self.bearers {
            Bearers::All => true,
            Bearers::Only(numbers) => numbers.contains(&number),
        }
    }
}

impl Card {
    /// Range at which the model with this number can fire, inches: the longest range of its weapons, except thrown ones; `None` without
    /// one.
    ///
    /// Rule: SHO-8.
    pub fn firing_range(&self, number: u8) -> Option<f64> {
        self.weapons.iter().filter_map(|weapon| weapon.firing_range(number)).max_by(f64::total_cmp)
    }

    /// Ev against a shot into an arc.
    ///
    /// Rule: FAC-5.
    pub fn evasion_in(&self, arc: Arc) -> u8 {
        match arc {
            Arc::Forward => self.characteristics.evasion,
            Arc::Flank => self.flank_evasion,
        }
    }

    /// Whether the card has this special rule.
    pub fn has(&self, rule: SpecialRule) -> bool {
        self.special.contains(&rule)
    }

    /// Ar against a shot into an arc.
    ///
    /// Rule: FAC-5.
    pub fn armour_in(&self, arc: Arc) -> u8 {
        match arc {
            Arc::Forward => self.characteristics.armour,
            Arc::Flank => self.flank_armour,
        }
    }

    /// Whether its models may turn in an action.
    ///
    /// Rule: FAC-3.
    pub fn may_turn_in(&self, action: Action) -> bool {
        action != Action::OpenFire || !self.has(SpecialRule::LimitedVision)
    }

    /// The weapons that the model with this number fires, except thrown ones.
    ///
    /// Rule: SHO-8.
    pub fn firearms(&self, number: u8) -> impl Iterator<Item = &Weapon> {
        self.weapons.iter().filter(move |weapon| weapon.firing_range(number).is_some())
    }

    /// Everything that the model with this number carries.
    ///
    /// Rule: SHO-8, BAS-9 (weapons by model).
    pub fn carried(&self, number: u8) -> impl Iterator<Item = &Weapon> {
        self.weapons.iter().filter(move |weapon| weapon.is_carried_by(number))
    }

    /// The distance of *Spread (n)*, if the card has it, inches.
    ///
    /// Rule: COH-2.
    pub fn spread(&self) -> Option<f64> {
        self.special.iter().find_map(|rule| match rule {
            SpecialRule::Spread(n) => Some(n.inches()),
            _ => None,
        })
    }
}

impl Card {
    /// Ten ordinary soldiers, for tests that read no file.
    pub fn of_tests() -> Self {
        Self {
            id: "soldiers".to_owned(),
            name: "Soldiers".to_owned(),
            role: Role::Squad,
            points: 100,
            models: 10,
            wounds: 1,
            base: Base { diameter: Thou(1000), height: Thou(1250), eyes: Thou(1100) },
            characteristics: Characteristics {
                movement: 6,
                awareness: 12,
                evasion: 6,
                armour: 5,
                toughness: 5,
                leadership: 2,
                nerve: 3,
                ballistic_skill: 6,
                throwing: 6,
                weapon_skill: 5,
                strength: 5,
            },
            flank_evasion: 5,
            flank_armour: 4,
            weapons: Vec::new(),
            special: Vec::new(),
            figure: Figure::Rifleman,
        }
    }
}

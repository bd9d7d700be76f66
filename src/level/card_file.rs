//! Card files: the format and its checks. BAS-5, BAS-9 and SHO-8 say what a card holds.

use std::ops::RangeInclusive;

use super::fault::Faults;
use super::node_measures::{MAX_NAME_LENGTH, NodeMeasures as _};
use super::ron::Reader;
use super::ron::{Fields, Node};
use super::setup::SourceText;
use crate::rules::card::{Base, Bearers, Card, Characteristics, Figure, Handling, Role, SpecialRule, Weapon};
use crate::rules::measures::Thou;
use crate::rules::ruleset::Ruleset;

/// Models of a unit.
pub(super) const MAX_MODELS: u8 = 40;

/// Range of a characteristic, and of Mv and Aw, which are inches.
const CHARACTERISTIC: RangeInclusive<u8> = 0..=10;
const INCHES: RangeInclusive<u8> = 0..=36;

/// Values that a card may leave out, because the ruleset gives them.
///
/// Rule: BAS-2 (default base), BAS-9 (default wounds), CC-6 (default attacks and penetration).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardDefaults {
    /// The base of a model.
    base: Base,
    /// Wounds of a model.
    wounds: u8,
    /// Attacks with a melee weapon.
    attacks: u8,
    /// Penetration of a melee weapon.
    melee_penetration: u8,
}

impl CardDefaults {
    /// Those of a ruleset.
    pub fn of(ruleset: &Ruleset) -> Self {
        let (basics, combat) = (&ruleset.basics, &ruleset.close_combat);
        let [diameter, height, eyes] =
            [basics.base_diameter, basics.model_height, basics.eye_height].map(thousandths);
        Self {
            base: Base { diameter, height, eyes },
            wounds: basics.default_wounds,
            attacks: combat.default_attacks,
            melee_penetration: combat.default_penetration,
        }
    }

    /// For a card that is only checked, with no ruleset at hand: nobody plays with these.
    pub const UNPLAYED: Self = Self {
        base: Base { diameter: Thou(1000), height: Thou(1250), eyes: Thou(1100) },
        wounds: 1,
        attacks: 1,
        melee_penetration: 5,
    };
}

fn thousandths(inches: f64) -> Thou {
    Thou((inches * 1000.0).round() as i32)
}

/// Reads a card; its id is the file's name without folder and ending.
///
/// # Errors
/// Every fault of the file.
pub fn read_card(source: &SourceText, defaults: &CardDefaults) -> Result<Card, Faults> {
    let reader = Reader::new(source);
    let card = reader.root().and_then(|root| read_fields(root, card_id(&source.name), defaults));
    reader.finish(card)
}

/// The name levels call a card by.
pub fn card_id(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.strip_suffix(".ron").unwrap_or(name).to_owned()
}

fn read_fields(root: Node<'_>, id: String, defaults: &CardDefaults) -> Option<Card> {
    let fields = root.named("Card", &CARD_FIELDS)?;
    let name = fields.need("name").and_then(|node| node.name(MAX_NAME_LENGTH));
    let role = fields.or("role", Role::Squad, |node| node.word(&ROLES));
    let points = fields.need("points").and_then(|node| node.whole(0..=2000, "points"));
    let models = fields.need("models").and_then(|node| node.byte(1..=MAX_MODELS, "models"));
    let wounds = fields.or("wounds", defaults.wounds, |node| node.byte(1..=20, "wounds"));
    let base = fields.or("base", defaults.base, |node| read_base(node, defaults.base));
    let figure = fields.or("figure", Figure::default(), |node| node.word(&Figure::NAMED));
    let characteristics = fields.need("characteristics").and_then(read_characteristics);
    let flank = fields.or("flank", [None, None], read_flank);
    let weapons = fields.or("weapons", Vec::new(), |node| read_weapons(node, models, defaults));
    let special = fields.or("special", Vec::new(), |node| read_special(node, role));
    let (characteristics, [flank_evasion, flank_armour]) = (characteristics?, flank?);
    Some(Card {
        id,
        name: name?,
        role: role?,
        points: u16::try_from(points?).ok()?,
        models: models?,
        wounds: wounds?,
        base: base?,
        flank_evasion: flank_evasion.unwrap_or(characteristics.evasion),
        flank_armour: flank_armour.unwrap_or(characteristics.armour),
        characteristics,
        weapons: weapons?,
        special: special?,
        figure: figure?,
    })
}

const CARD_FIELDS: [&str; 11] = [
    "name",
    "role",
    "points",
    "models",
    "wounds",
    "base",
    "figure",
    "characteristics",
    "flank",
    "weapons",
    "special",
];

const ROLES: [(&str, Role); 4] =
    [("Squad", Role::Squad), ("Command", Role::Command), ("Officer", Role::Officer), ("Hero", Role::Hero)];

/// Rule: BAS-2.
fn read_base(node: Node<'_>, default: Base) -> Option<Base> {
    let fields = node.fields(&["diameter", "height", "eyes"])?;
    let diameter = fields.or("diameter", default.diameter, |node| node.inches(0.5..=8.0));
    let height = fields.or("height", default.height, |node| node.inches(0.25..=12.0))?;
    let usual_eyes = i64::from(height.0) * i64::from(default.eyes.0) / i64::from(default.height.0);
    let eyes = fields.or("eyes", Thou(usual_eyes as i32), |node| node.inches(0.1..=12.0))?;
    if eyes > height {
        let node = fields.get("eyes").unwrap_or(node);
        node.fault(
            format!("eyes at {eyes} are above the model's height of {height}"),
            format!("at most {height}"),
        );
        return None;
    }
    Some(Base { diameter: diameter?, height, eyes })
}

/// The names of the eleven characteristics.
///
/// Rule: BAS-5.
pub(crate) const CHARACTERISTICS: [&str; 11] =
    ["Mv", "Aw", "Ev", "Ar", "To", "Ld", "Nv", "BS", "Th", "WS", "Str"];

/// Rule: BAS-5.
fn read_characteristics(node: Node<'_>) -> Option<Characteristics> {
    let fields = node.fields(&CHARACTERISTICS)?;
    let inches = |name| fields.need(name).and_then(|node| node.byte(INCHES, "inches"));
    let plain = |name| fields.need(name).and_then(|node| node.byte(CHARACTERISTIC, ""));
    let [movement, awareness] = ["Mv", "Aw"].map(inches);
    let [evasion, armour, toughness] = ["Ev", "Ar", "To"].map(plain);
    let [leadership, nerve] = ["Ld", "Nv"].map(plain);
    let [ballistic_skill, throwing, weapon_skill, strength] = ["BS", "Th", "WS", "Str"].map(plain);
    Some(Characteristics {
        movement: movement?,
        awareness: awareness?,
        evasion: evasion?,
        armour: armour?,
        toughness: toughness?,
        leadership: leadership?,
        nerve: nerve?,
        ballistic_skill: ballistic_skill?,
        throwing: throwing?,
        weapon_skill: weapon_skill?,
        strength: strength?,
    })
}

/// Ev and Ar in the flank (FAC-5).
fn read_flank(node: Node<'_>) -> Option<[Option<u8>; 2]> {
    let fields = node.fields(&["Ev", "Ar"])?;
    let [evasion, armour] = ["Ev", "Ar"].map(|name| fields.maybe(name, |node| node.byte(CHARACTERISTIC, "")));
    Some([evasion?, armour?])
}

fn read_weapons(node: Node<'_>, models: Option<u8>, defaults: &CardDefaults) -> Option<Vec<Weapon>> {
    let weapons = node.items(0..=16)?;
    let weapons: Vec<Option<Weapon>> =
        weapons.into_iter().map(|node| read_weapon(node, models, defaults)).collect();
    weapons.into_iter().collect()
}

/// Rule: SHO-8, CC-6 (defaults of melee weapons).
fn read_weapon(node: Node<'_>, models: Option<u8>, defaults: &CardDefaults) -> Option<Weapon> {
    let fields = node.fields(&["name", "range", "rate", "penetration", "strength", "handling", "bearers"])?;
    let name = fields.need("name").and_then(|node| node.name(MAX_NAME_LENGTH));
    let handling = fields.or("handling", Handling::TwoHanded, |node| node.word(&HANDLINGS));
    let bearers = fields.or("bearers", Bearers::All, |node| read_bearers(node, models));
    let handling = handling?;
    let rate = if handling == Handling::Melee { defaults.attacks } else { 1 };
    let rate = fields.or("rate", rate, |node| node.byte(1..=20, "dice"));
    let range = read_range(&fields, handling);
    let silent = (handling == Handling::Melee).then_some(defaults.melee_penetration);
    let penetration = read_power(&fields, "penetration", silent);
    let strength = read_power(&fields, "strength", silent.map(|_| 0));
    Some(Weapon {
        name: name?,
        range: range?,
        rate: rate?,
        penetration: penetration?,
        strength: strength?,
        handling,
        bearers: bearers?,
    })
}

const HANDLINGS: [(&str, Handling); 4] = [
    ("TwoHanded", Handling::TwoHanded),
    ("OneHanded", Handling::OneHanded),
    ("Melee", Handling::Melee),
    ("Thrown", Handling::Thrown),
];

/// Penetration or strength; only melee weapons have defaults.
fn read_power(fields: &Fields<'_>, name: &str, silent: Option<u8>) -> Option<u8> {
    match (fields.get(name), silent) {
        (None, Some(silent)) => Some(silent),
        _ => fields.need(name)?.byte(CHARACTERISTIC, ""),
    }
}

/// Firearms have a range; the rules give that of other weapons.
fn read_range(fields: &Fields<'_>, handling: Handling) -> Option<Thou> {
    if matches!(handling, Handling::TwoHanded | Handling::OneHanded) {
        return fields.need("range")?.inches(1.0..=120.0);
    }
    let Some(range) = fields.get("range") else { return Some(Thou(0)) };
    range.fault("a weapon for close combat or for throwing has no range of its own", "no range here");
    None
}

/// `All`, or `Only([1, 2])`.
fn read_bearers(node: Node<'_>, models: Option<u8>) -> Option<Bearers> {
    let (name, body) = node.variant(&["All", "Only"])?;
    if name == "All" {
        return node.word(&[("All", ())]).map(|()| Bearers::All);
    }
    let [list] = body.array::<1>()?;
    let mut numbers: Vec<u8> = Vec::new();
    for node in list.items(1..=usize::from(MAX_MODELS))? {
        let number = node.byte(1..=models.unwrap_or(MAX_MODELS), "")?;
        if numbers.contains(&number) {
            node.fault(format!("model {number} is listed twice"), "each number once");
            return None;
        }
        numbers.push(number);
    }
    Some(Bearers::Only(numbers))
}

/// `role` is `None` where it has a fault of its own.
fn read_special(node: Node<'_>, role: Option<Role>) -> Option<Vec<SpecialRule>> {
    let nodes = node.items(0..=16)?;
    let mut rules: Vec<SpecialRule> = Vec::with_capacity(nodes.len());
    for node in &nodes {
        let Some(rule) = read_special_rule(*node) else { continue };
        if rules.iter().any(|other| std::mem::discriminant(other) == std::mem::discriminant(&rule)) {
            node.fault(format!("{} is listed twice", node.quote()), "each special rule once");
        }
        if rule == SpecialRule::Inspiring && role == Some(Role::Squad) {
            node.fault(
                "a squad cannot be Inspiring (LD-4)",
                "no Inspiring here, or `role: Officer`, `Hero` or `Command`",
            );
        }
        rules.push(rule);
    }
    (rules.len() == nodes.len()).then_some(rules)
}

/// The special rule that has a number.
const SPREAD: &str = "Spread";

fn read_special_rule(node: Node<'_>) -> Option<SpecialRule> {
    let names: Vec<&str> = SpecialRule::PLAIN.iter().map(|(name, _)| *name).chain([SPREAD]).collect();
    let (name, body) = node.variant(&names)?;
    if name == SPREAD {
        let [distance] = body.array::<1>()?;
        return Some(SpecialRule::Spread(distance.inches(0.5..=12.0)?));
    }
    body.fields(&[])?;
    SpecialRule::PLAIN.iter().find(|(plain, _)| *plain == name).map(|(_, rule)| *rule)
}

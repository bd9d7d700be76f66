//! The units: a roster from which levels take theirs.

use tabletop_data::reading::{all, typed_id};
use tabletop_data::ron::Node;

use super::{one_or_two, read_game};
use crate::card::{Card, Going, Kind, Nation};

const KINDS: [(&str, Kind); 12] = [
    ("Squad", Kind::Squad),
    ("Section", Kind::Section),
    ("MachineGun", Kind::MachineGun),
    ("TowedGun", Kind::TowedGun),
    ("Afv", Kind::Afv),
    ("HalfTrack", Kind::HalfTrack),
    ("Carrier", Kind::Carrier),
    ("Fv", Kind::Fv),
    ("Leader", Kind::Leader),
    ("Latw", Kind::Latw),
    ("Flamethrower", Kind::Flamethrower),
    ("Fortified", Kind::Fortified),
];

const NATIONS: [(&str, Nation); 4] = [
    ("American", Nation::American),
    ("German", Nation::German),
    ("Japanese", Nation::Japanese),
    ("Russian", Nation::Russian),
];

const GOINGS: [(&str, Going); 3] =
    [("Foot", Going::Foot), ("Tracked", Going::Tracked), ("Wheeled", Going::Wheeled)];

/// Reads `Units(…)`: cards in order of their names.
pub fn read_units(node: Node<'_>) -> Option<Vec<Card>> {
    let fields = node.named("Units", &["game", "units"])?;
    fields.or("game", (), read_game)?;
    let list = fields.need("units")?;
    let mut cards = all(list.items(1..=200)?, read_card)?;
    for (index, card) in cards.iter().enumerate() {
        if cards[..index].iter().any(|other| other.id == card.id) {
            list.fault(format!("{} is there twice", card.id), "one unit for each name");
        }
    }
    cards.sort_by_key(|card| card.id);
    Some(cards)
}

fn read_card(node: Node<'_>) -> Option<Card> {
    let fields = node.fields(&[
        "id", "name", "kind", "nation", "company", "platoon", "steps", "cohesion", "av", "sav", "atv", "mp",
        "going", "elite",
    ])?;
    let own = fields.need("id").and_then(typed_id);
    let [name, formation, platoon] =
        ["name", "company", "platoon"].map(|name| fields.need(name).and_then(|node| node.name(40)));
    let kind = fields.need("kind").and_then(|node| node.word(&KINDS));
    let nation = fields.need("nation").and_then(|node| node.word(&NATIONS));
    let steps = fields.need("steps").and_then(|node| node.byte(0..=4, "steps"));
    let cohesion = fields.maybe("cohesion", |node| node.byte(1..=10, ""));
    let av = fields.need("av").and_then(one_or_two);
    let sav = fields.maybe("sav", one_or_two);
    let atv = fields.maybe("atv", |node| node.byte(0..=20, ""));
    let mp = fields.need("mp").and_then(|node| node.byte(0..=20, "points"));
    let going = fields.or("going", Going::Foot, |node| node.word(&GOINGS));
    let elite = fields.or("elite", false, |node| node.flag());
    let (kind, steps, cohesion, going) = (kind?, steps?, cohesion?, going?);
    let stepless = matches!(kind, Kind::Leader | Kind::Latw | Kind::Flamethrower);
    if stepless != (steps == 0) {
        fields
            .node
            .fault("leaders, LATWs and FTs have no steps, and all others have", "steps as the kind has them");
    }
    if kind.is_vehicle() == (going == Going::Foot) {
        fields
            .node
            .fault("the going does not suit the kind", "Tracked or Wheeled of vehicles, Foot of others");
    }
    if !kind.is_light_vehicle() && cohesion.is_none() {
        fields.node.fault("this unit has no cohesion", "cohesion: 1 to 10");
    }
    Some(Card {
        id: own?,
        name: name?,
        kind,
        nation: nation?,
        formation: formation?,
        platoon: platoon?,
        steps,
        cohesion,
        av: av?,
        sav: sav?,
        atv: atv?,
        mp: mp?,
        going,
        elite: elite?,
    })
}

//! The forces of a level file: units, the positions of their models, and their
//! losses and markers.

use super::formation::{Formed, read_models};
use super::level_file::read_points;
use super::library::{Library, one_of_known};
use super::node_measures::MAX_NAME_LENGTH;
use super::placement::PlacedModel;
use super::ron::{Fields, Node};
use super::scenario::{
    ActivityStart, ArrivalStart, DeedsStart, Force, ModelStart, Opening, PostureStart, UnitStart,
};
use crate::rules::action::Action;
use crate::rules::card::{Card, SpecialRule};
use crate::rules::ids::{Side, UnitId};
use crate::table::terrain::Terrain;
use crate::table::walk::Mover;

/// Suppression markers of a unit in a level file.
const MAX_MARKERS: u8 = 99;

/// In place of the models of a unit that has not come to the table yet.
pub(super) const RESERVE: &str = "Reserve";

/// Units of a force.
pub(super) const MAX_UNITS: usize = 64;

pub(super) const FORCE_FIELDS: [&str; 3] = ["name", "points", "units"];

pub(super) const UNIT_FIELDS: [&str; 14] = [
    "id",
    "card",
    "name",
    "leader",
    "models",
    "hit_die",
    "nerve_markers",
    "suppression_markers",
    "acted",
    "last_action",
    "moved",
    "snap_fired",
    "posture",
    "arrived",
];

/// The parts of the level that units depend on.
#[derive(Clone, Copy)]
pub(super) struct ForceContext<'c> {
    pub(super) library: &'c Library,
    pub(super) terrain: Option<&'c Terrain>,
    pub(super) opening: Option<Opening>,
    /// The mission's limit of points.
    pub(super) points: Option<u32>,
}

/// Both forces, and every model on the table.
pub(super) struct Forces<'a> {
    pub(super) forces: [Force; 2],
    pub(super) models: Vec<PlacedModel<'a>>,
}

/// Ids of the cards that any unit names, sorted, each once.
pub(super) fn wanted_cards(node: Node<'_>) -> Vec<String> {
    let mut cards: Vec<String> =
        unit_nodes(node).filter_map(|unit| unit.fields(&UNIT_FIELDS)?.get("card")?.id()).collect();
    cards.sort();
    cards.dedup();
    cards
}

fn unit_nodes<'a>(node: Node<'a>) -> impl Iterator<Item = Node<'a>> {
    let forces = node.fields(&["A", "B"]);
    let side =
        move |name| forces.as_ref()?.get(name)?.fields(&FORCE_FIELDS)?.get("units")?.items(0..=MAX_UNITS);
    ["A", "B"].into_iter().filter_map(side).flatten()
}

/// Units with faults are left out.
pub(super) fn read_forces<'a>(node: Option<Node<'a>>, context: ForceContext<'_>) -> Forces<'a> {
    let mut models = Vec::new();
    let fields = node.and_then(|node| node.fields(&["A", "B"]));
    let forces = Side::BOTH.map(|side| {
        let node = fields.as_ref().and_then(|fields| fields.get(["A", "B"][side.index()]));
        let read = node.and_then(|node| read_force(node, side, context, &mut models));
        read.unwrap_or_else(|| Force { name: format!("Side {side}"), limit: None, units: Vec::new() })
    });
    Forces { forces, models }
}

fn read_force<'a>(
    node: Node<'a>,
    side: Side,
    context: ForceContext<'_>,
    models: &mut Vec<PlacedModel<'a>>,
) -> Option<Force> {
    let fields = node.fields(&FORCE_FIELDS)?;
    let limit = fields.maybe("points", read_points);
    let name = fields.or("name", format!("Side {side}"), |node| node.name(MAX_NAME_LENGTH));
    let mut units: Vec<UnitStart> = Vec::new();
    for node in fields.need("units")?.items(0..=MAX_UNITS)? {
        let Some(fields) = node.fields(&UNIT_FIELDS) else { continue };
        let id = read_unit_id(&fields, side, &units);
        if let Some(unit) = read_unit(&fields, id, context, models) {
            units.push(unit);
        }
    }
    units.sort_by_key(|unit| unit.id);
    let limit = limit.flatten();
    if let (Some(node), Some(limit)) = (fields.get("units"), limit.or(context.points)) {
        check_points(node, &units, side, (limit, context.library));
    }
    Some(Force { name: name?, limit, units })
}

/// Records a fault if the units of a force are worth more than they may be.
///
/// Rule: MIS-7.
fn check_points(node: Node<'_>, units: &[UnitStart], side: Side, (limit, library): (u32, &Library)) {
    let points =
        |unit: &UnitStart| library.cards[unit.card].1.as_ref().map_or(0, |card| u32::from(card.points));
    let total: u32 = units.iter().map(points).sum();
    if total > limit {
        node.fault(
            format!("the force of side {side} is worth {total} points (MIS-7)"),
            format!("at most {limit} points"),
        );
    }
}

/// A unit's id, unless another unit has it.
fn read_unit_id(fields: &Fields<'_>, side: Side, units: &[UnitStart]) -> Option<UnitId> {
    let node = fields.need("id")?;
    let text = node.name(MAX_NAME_LENGTH)?;
    let expected = format!("the side and the unit's number, as in \"{side}3\"");
    let Ok(id) = text.parse::<UnitId>() else {
        node.fault(format!("{} is not a unit id", node.quote()), expected);
        return None;
    };
    if id.side != side {
        node.fault(format!("the unit {id} is listed in the force of side {side}"), expected);
        return None;
    }
    if units.iter().any(|unit| unit.id == id) {
        node.fault(format!("the id {id} is already taken"), "a number of its own");
        return None;
    }
    Some(id)
}

/// Reads a unit. All its other faults are reported too, whatever its id.
fn read_unit<'a>(
    fields: &Fields<'a>,
    id: Option<UnitId>,
    context: ForceContext<'_>,
    standing: &mut Vec<PlacedModel<'a>>,
) -> Option<UnitStart> {
    let named = fields.need("card").and_then(|node| find_card(node, context.library));
    let card = named.and_then(|(_, card)| card);
    let name = fields.maybe("name", |node| node.name(MAX_NAME_LENGTH));
    let hit_die = fields.or("hit_die", 0, |node| read_hit_die(node, card, context.library));
    let max = card.map_or(10, |card| card.characteristics.nerve);
    let nerve_markers = fields.or("nerve_markers", 0, |node| node.byte(0..=max, "(the card's Nv)"));
    let marked = fields.or("suppression_markers", 0, |node| node.byte(0..=MAX_MARKERS, "markers"));
    let in_play = matches!(context.opening, Some(Opening::InPlay { .. }) | None);
    let activity = fields.or("acted", ActivityStart::Fresh, |node| read_acted(node, in_play));
    let last_action = fields.maybe("last_action", |node| node.word(Action::ALL));
    let deeds = read_deeds(fields, in_play);
    let arrival = read_arrival(fields, in_play);
    let (card_number, _) = named?;
    let card = card?;
    let formed = read_unit_models(fields, card, context, in_play);
    let leader = formed.as_ref().and_then(|formed| read_leader(fields, formed));
    if arrival == Some(ArrivalStart::Now) && is_in_reserve(fields) {
        fields.node.fault("this unit has arrived and is in reserve", "`arrived: true`, or `models: Reserve`");
    }
    let (id, formed) = (id?, formed?);
    standing.extend(formed.iter().zip(1..).filter_map(|(model, number)| {
        let ModelStart::Standing { at, .. } = model.start else { return None };
        Some(PlacedModel { node: model.node, id: id.model(number), at, mover: Mover::of(card) })
    }));
    Some(UnitStart {
        id,
        card: card_number,
        name: name?.unwrap_or_else(|| card.name.clone()),
        leader: leader?,
        models: formed.into_iter().map(|model| model.start).collect(),
        hit_die: hit_die?,
        nerve_markers: nerve_markers?,
        suppression_markers: marked?,
        activity: activity?,
        last_action: last_action?,
        deeds: deeds?,
        arrival: if is_in_reserve(fields) { ArrivalStart::Reserve } else { arrival? },
    })
}

const POSTURES: [(&str, PostureStart); 3] =
    [("Up", PostureStart::Up), ("Down", PostureStart::Down), ("InCover", PostureStart::InCover)];

/// Rule: CC-1 (who has moved), RE-1 (who has snap fired), ACT-5 (who is down), OFB-2 (who stays in cover).
fn read_deeds(fields: &Fields<'_>, in_play: bool) -> Option<DeedsStart> {
    let moved = fields.maybe("moved", |node| read_done(node, in_play));
    let snap_fired = fields.or("snap_fired", false, |node| read_done(node, in_play));
    let posture = fields.maybe("posture", |node| node.word(&POSTURES));
    Some(DeedsStart { moved: moved?, snap_fired: snap_fired?, posture: posture? })
}

/// Whether a unit has arrived in the present turn.
///
/// Rule: MIS-3.
fn read_arrival(fields: &Fields<'_>, in_play: bool) -> Option<ArrivalStart> {
    let arrived = fields.or("arrived", false, |node| read_done(node, in_play))?;
    Some(if arrived { ArrivalStart::Now } else { ArrivalStart::Before })
}

/// Whether a unit has not come to the table yet.
fn is_in_reserve(fields: &Fields<'_>) -> bool {
    fields.get("models").is_some_and(|node| node.source() == RESERVE)
}

/// Whether something was done that is done in a battle only.
fn read_done(node: Node<'_>, in_play: bool) -> Option<bool> {
    let done = node.flag()?;
    if done && !in_play {
        node.fault("nothing was done before the battle begins", "false, or `opening: InPlay(…)`");
        return None;
    }
    Some(done)
}

fn find_card<'c>(node: Node<'_>, library: &'c Library) -> Option<(usize, Option<&'c Card>)> {
    let id = node.id()?;
    let found = library.card(&id);
    if found.is_none() {
        let what = format!("there is no card \"{id}\"{}", library.card_places);
        node.fault(what, one_of_known(&id, &library.known_cards));
    }
    found
}

/// Rule: SUP-1 (in level files), SUP-3.
fn read_hit_die(node: Node<'_>, card: Option<&Card>, library: &Library) -> Option<u8> {
    let steadfast = card.is_none_or(|card| card.has(SpecialRule::Steadfast));
    // Without a ruleset, whose faults are reported, any number of hits will do.
    let max = library.ruleset.as_ref().map_or(u8::MAX, |ruleset| match steadfast {
        true => ruleset.leadership.steadfast_shaken_at,
        false => ruleset.leadership.shaken_at,
    });
    node.byte(0..=max, "hits")
}

/// Rule: TURN-3 (who has acted).
fn read_acted(node: Node<'_>, in_play: bool) -> Option<ActivityStart> {
    match (node.flag()?, in_play) {
        (false, _) => Some(ActivityStart::Fresh),
        (true, true) => Some(ActivityStart::Acted),
        (true, false) => {
            node.fault("no unit has acted before the battle begins", "false, or `opening: InPlay(…)`");
            None
        }
    }
}

/// The unit's models; without `models`, all wait to be deployed.
fn read_unit_models<'a>(
    fields: &Fields<'a>,
    card: &Card,
    context: ForceContext<'_>,
    in_play: bool,
) -> Option<Vec<Formed<'a>>> {
    let all_wait =
        |node: Node<'a>| vec![Formed { node, start: ModelStart::Waiting }; usize::from(card.models)];
    match fields.get("models") {
        Some(node) if node.source() == RESERVE && !in_play => {
            node.fault("no unit is in reserve before the battle begins", "`models: …`, or none");
            None
        }
        Some(node) if node.source() == RESERVE => Some(all_wait(node)),
        Some(node) => read_models(node, card, context.terrain),
        None if in_play && context.opening.is_some() => {
            fields.node.fault(
                "this unit has no models, but the battle is in play",
                "`models: …`, or `opening: Deployment`",
            );
            None
        }
        None => Some(all_wait(fields.node)),
    }
}

/// Number of the leading model. A lost leader is written `Lost`: then it was the first
/// lost model.
///
/// Rule: BAS-7.
fn read_leader(fields: &Fields<'_>, models: &[Formed<'_>]) -> Option<u8> {
    let lost = |model: &Formed<'_>| matches!(model.start, ModelStart::Lost | ModelStart::Escaped);
    let first_lost = models.iter().zip(1_u8..).find_map(|(model, number)| lost(model).then_some(number));
    let all_lost = models.iter().all(lost);
    let Some(node) = fields.get("leader") else {
        if first_lost == Some(1) && !all_lost {
            fields.node.fault(
                "the leader, model 1, is lost",
                "`leader: …` with the number of another, or `leader: Lost`",
            );
        }
        return Some(1);
    };
    if node.source() == "Lost" {
        if first_lost.is_none() {
            node.fault("no model of this unit is lost", "the leader's number");
        }
        return first_lost;
    }
    let number = node.byte(1..=u8::try_from(models.len()).ok()?, "")?;
    if lost(&models[usize::from(number) - 1]) && !all_lost {
        node.fault(format!("the leader, model {number}, is lost"), "the number of a standing model, or Lost");
        return None;
    }
    Some(number)
}

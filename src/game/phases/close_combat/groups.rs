//! Groups of units in close combat with each other: connected components of units whose models are linked.

use super::kinds::Link;
use super::link::is_linked_at;
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::sight::PlacementOverride;
use crate::rules::basics::{compare, gap};
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::Place;
use crate::table::outline::{are_near, bounds_of};

/// Units that fight one combat.
#[derive(Clone, Debug, PartialEq)]
pub struct CombatGroup {
    /// Units of the active player, in the order of their ids.
    pub attackers: Vec<UnitId>,
    /// Units of the opponent, likewise.
    pub defenders: Vec<UnitId>,
    /// The nearest models of every two units that are linked.
    pub links: Vec<Link>,
}

/// The combats as units stand now.
///
/// Rule: CC-1.
pub fn groups(view: View) -> Vec<CombatGroup> {
    groups_if(view, &[], None)
}

/// The combats if models stood elsewhere, and if a unit of the active player had moved.
///
/// Rule: CC-1 (enemy units so linked, directly or through others, form one combat; the active player is the
/// attacker; its units that did not move are not drawn in).
pub fn groups_if(
    view: View,
    elsewhere: &[PlacementOverride],
    also_moved: Option<UnitId>,
) -> Vec<CombatGroup> {
    let side = view.turn().side;
    let has_moved = |unit: &UnitView| unit.activity.has_moved || Some(unit.id) == also_moved;
    let stands = |unit: &UnitView| view.standing(unit.id).next().is_some();
    let attackers: Vec<UnitId> = view
        .units()
        .filter(|unit| unit.id.side == side && has_moved(unit) && stands(unit))
        .map(|unit| unit.id)
        .collect();
    let defenders: Vec<UnitId> =
        view.units().filter(|unit| unit.id.side != side && stands(unit)).map(|unit| unit.id).collect();
    let mut groups: Vec<CombatGroup> = Vec::new();
    for attacker in attackers.into_iter().filter(|unit| is_near_enemies(view, elsewhere, *unit)) {
        let links = defenders.iter().filter_map(|defender| link(view, elsewhere, attacker, *defender));
        let links: Vec<Link> = links.collect();
        if !links.is_empty() {
            join(&mut groups, attacker, links);
        }
    }
    for group in &mut groups {
        group.attackers.sort();
        group.defenders.sort();
        group.links.sort_by_key(|link| (link.attacker, link.defender));
    }
    groups.sort_by(|one, other| one.attackers.cmp(&other.attackers));
    groups
}

/// Adds an attacker and its links: every combat that it is linked to becomes one.
fn join(groups: &mut Vec<CombatGroup>, attacker: UnitId, links: Vec<Link>) {
    let touches =
        |group: &CombatGroup| links.iter().any(|link| group.defenders.contains(&link.defender.unit));
    let (touched, others): (Vec<_>, Vec<_>) = std::mem::take(groups).into_iter().partition(touches);
    let mut joined = CombatGroup { attackers: vec![attacker], defenders: Vec::new(), links: Vec::new() };
    for group in touched {
        joined.attackers.extend(group.attackers);
        joined.defenders.extend(group.defenders);
        joined.links.extend(group.links);
    }
    for link in &links {
        if !joined.defenders.contains(&link.defender.unit) {
            joined.defenders.push(link.defender.unit);
        }
    }
    joined.links.extend(links);
    *groups = others;
    groups.push(joined);
}

/// Whether any enemy may be near enough to a unit to be linked to it, if models stood elsewhere. Most units are far from all
/// enemies, and have no links.
pub fn is_near_enemies(view: View, elsewhere: &[PlacementOverride], unit: UnitId) -> bool {
    let Some(base) = view.unit(unit).map(|unit| unit.card.base) else { return false };
    let at = |model: &ModelView| place(elsewhere, model).ground();
    let around = bounds_of(&view.standing(unit).map(|model| at(&model)).collect::<Vec<_>>());
    let reach = view.allowance().farthest(view.setup().ruleset.close_combat.reach) + base.radius();
    view.standing_of(unit.side.other())
        .any(|enemy| are_near(around, [at(&enemy); 2], reach + enemy.card.base.radius()))
}

/// The nearest linked models of two units.
fn link(view: View, elsewhere: &[PlacementOverride], attacker: UnitId, defender: UnitId) -> Option<Link> {
    let at = |model: &ModelView| place(elsewhere, model);
    let mut pairs: Vec<(f64, ModelView, ModelView)> = Vec::new();
    let reach = view.setup().ruleset.close_combat.reach;
    for one in view.standing(attacker) {
        for other in view.standing(defender) {
            let gap = gap(one.disc_at(at(&one)), other.disc_at(at(&other)));
            if view.allowance().at_most(gap, reach) {
                pairs.push((gap, one, other));
            }
        }
    }
    pairs.sort_by(|a, b| compare(a.0, b.0).then((a.1.id, a.2.id).cmp(&(b.1.id, b.2.id))));
    let linked = |(_, one, other): &&(f64, ModelView, ModelView)| {
        is_linked_at(view, (*one, at(one)), (*other, at(other)))
    };
    pairs.iter().find(linked).map(|(_, one, other)| Link { attacker: one.id, defender: other.id })
}

fn place(elsewhere: &[PlacementOverride], model: &ModelView) -> Place {
    elsewhere.iter().find(|(id, _)| *id == model.id).map_or(model.pose.at, |(_, at)| *at)
}

/// The units that are still in a combat.
///
/// Rule: CC-8 (units that left do not count).
pub fn units_in(view: View<'_>, combat: u8) -> impl Iterator<Item = UnitView<'_>> {
    let carries = move |unit: &UnitView| unit.activity.combat.is_some_and(|its| its.number == combat);
    view.units().filter(move |unit| carries(unit) && view.standing(unit.id).next().is_some())
}

/// The enemies of a unit in its combat, model by model; none if it is in no combat.
pub fn enemies_of(view: View<'_>, unit: UnitId) -> Vec<ModelView<'_>> {
    let combat = view.unit(unit).and_then(|unit| unit.activity.combat);
    let Some(combat) = combat else { return Vec::new() };
    let enemies = units_in(view, combat.number).filter(|enemy| enemy.id.side != unit.side);
    enemies.flat_map(|enemy| view.standing(enemy.id)).collect()
}

/// The models of a side in a combat that are near enough to an enemy of it to take part.
///
/// Rule: CC-5 (only models within 6 of an enemy take part), CC-8 (no enemies within 6 of each other).
pub fn models_near_enemies(view: View, combat: u8, side: Side) -> Vec<ModelId> {
    let models = |side: Side| -> Vec<ModelView> {
        let units = units_in(view, combat).filter(|unit| unit.id.side == side);
        units.flat_map(|unit| view.standing(unit.id)).collect()
    };
    let (own, enemies) = (models(side), models(side.other()));
    let near = |model: &&ModelView| enemies.iter().any(|enemy| super::link::is_linked(view, **model, *enemy));
    own.iter().filter(near).map(|model| model.id).collect()
}

/// Whether two bases are in contact.
///
/// Rule: CC-4 (base contact), BAS-1, BAS-10.
pub fn in_contact(view: View, one: (ModelView, Place), other: ModelView) -> bool {
    view.allowance().at_most(gap(one.0.disc_at(one.1), other.disc()), 0.0)
}

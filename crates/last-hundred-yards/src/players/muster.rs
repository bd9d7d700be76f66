//! An assault of all who should come, from every side that they can come by: what it is worth, and its parts as orders.

use std::collections::BTreeMap;

use tabletop_hexes::hex::Hex;

use super::look::{Look, Terms};
use crate::assault::eligible::drops_out;
use crate::card::{Card, Kind};
use crate::chapters::{cohesion, feint};
use crate::data::table::Role;
use crate::gate::is_legal;
use crate::ids::UnitId;
use crate::odds::AssaultOdds;
use crate::odds::assault::{chances, modifier_of, rows};
use crate::odds::to_declare;
use crate::order::{Choice, Order};
use crate::play::{Arrow, Fight, Unit};
use crate::run::are_coordinated;
use crate::view::View;

/// Exact odds are kept up to this number of assaults.
const KEPT: usize = 2_000;

/// Exact odds of assaults by their plain values.
#[derive(Clone, Debug, Default)]
pub struct KnownOdds(BTreeMap<Question, Sides>);

/// All that the odds of a declared assault depend on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Question {
    hex: Hex,
    hidden: bool,
    coordinated: bool,
    attackers: Vec<(UnitId, Hex)>,
    defenders: Vec<UnitId>,
    units: Vec<Unit>,
    arrows: Vec<(Hex, Vec<UnitId>)>,
}

/// Chances that a player weighs.
#[derive(Clone, Debug, PartialEq)]
pub struct Sides {
    /// The attacker has the hex in the end.
    pub takes: f64,
    /// Share of each unit's points that it should cost: lost, reduced, Disrupted.
    pub units: Vec<(UnitId, [f64; 3])>,
}

impl Sides {
    fn of(odds: &AssaultOdds) -> Self {
        let units = odds.units.iter().map(|of| (of.unit, [of.lost, of.reduced, of.disrupted]));
        Self { takes: odds.sides[0].keeps, units: units.collect() }
    }
}

/// An assault with all who should come.
#[derive(Clone, Debug, PartialEq)]
pub struct Muster {
    pub hex: Hex,
    /// Who comes from where, the strongest part first.
    pub parts: Vec<(Hex, Vec<UnitId>)>,
    pub terms: Terms,
    /// Chance to take the hex.
    pub takes: f64,
}

/// Musters against each hex for which assaults are listed.
pub fn musters(look: &Look<'_>, known: &mut KnownOdds, listed: &[Order]) -> Vec<Muster> {
    let mut hexes: Vec<Hex> = Vec::new();
    for order in listed {
        if let Order::Assault { hex, .. } = order
            && !hexes.contains(hex)
        {
            hexes.push(*hex);
        }
    }
    hexes.into_iter().filter_map(|hex| muster(look, known, listed, hex)).collect()
}

/// A unit that may come, with the hexes from which it can.
struct Comer<'a> {
    unit: UnitId,
    card: &'a Card,
    from: Vec<Hex>,
}

fn muster(look: &Look<'_>, known: &mut KnownOdds, listed: &[Order], hex: Hex) -> Option<Muster> {
    let comers = comers(look, listed, hex);
    let declared = look.view.play.arrow(hex).map(|arrow| arrow.attackers.clone()).unwrap_or_default();
    let mut best: Option<(f64, Vec<(UnitId, Hex)>)> = None;
    for chosen in choices(look, &comers, &declared, hex) {
        let all: Vec<(UnitId, Hex)> = declared.iter().copied().chain(chosen.iter().copied()).collect();
        let upper = chance_at_most(look, &all, hex, dropouts(look, &all));
        // Of two that promise the same the one with fewer units.
        let upper = upper - 0.001 * chosen.len() as f64;
        if best.as_ref().is_none_or(|(known, _)| upper > *known) {
            best = Some((upper, chosen));
        }
    }
    let (upper, chosen) = best?;
    let parts = parts(look, &chosen, hex);
    // The bound is cheap; exact odds are worked out for what it lets through.
    if parts.is_empty() || upper + 0.05 < needed(look) {
        return None;
    }
    let all: Vec<(UnitId, Hex)> = declared.iter().copied().chain(chosen.iter().copied()).collect();
    let [whole, after] = [0.0, dropouts(look, &all)].map(|less| chance_at_most(look, &all, hex, less));
    let mut odds = known.of(look, all, hex);
    if whole > 0.0 {
        odds.takes *= after / whole;
    }
    let mut terms = points(look, &odds, hex);
    let leave: Vec<UnitId> = chosen.iter().map(|(unit, _)| *unit).collect();
    let mut left: Vec<Hex> = leave.iter().filter_map(|unit| look.view.play.hex_of(*unit)).collect();
    left.sort_unstable();
    left.dedup();
    terms.goals -= left.into_iter().map(|hex| look.given_up(hex, &leave)).sum::<f64>();
    for (unit, from) in &chosen {
        terms.risk += look.weights.risk * look.exposure(*unit, *from);
    }
    if !declared.is_empty() {
        let before = known.of(look, declared.clone(), hex);
        terms = terms.over(&points(look, &before, hex));
    }
    (odds.takes >= needed(look)).then_some(Muster { hex, parts, terms, takes: odds.takes })
}

/// The chance to take a hex that is enough: less as time runs out.
fn needed(look: &Look<'_>) -> f64 {
    let relief = if look.is_attacker() { look.weights.haste * look.lapsed() } else { 0.0 };
    look.weights.chance_from - relief
}

fn comers<'a>(look: &Look<'a>, listed: &[Order], hex: Hex) -> Vec<Comer<'a>> {
    let mut all: Vec<Comer<'a>> = Vec::new();
    for order in listed {
        let Order::Assault { units, hex: at, from } = order else { continue };
        for unit in units.iter().filter(|_| *at == hex) {
            match all.iter_mut().find(|comer| comer.unit == *unit) {
                Some(comer) if !comer.from.contains(from) => comer.from.push(*from),
                Some(_) => {}
                None => {
                    all.push(Comer { unit: *unit, card: look.view.setup.card(*unit), from: vec![*from] });
                }
            }
        }
    }
    all
}

/// Sets of comers that are worth a look: four steps on foot with their leader and flamethrower, then with an anti-tank weapon, a
/// vehicle, or both; and vehicles alone.
fn choices(
    look: &Look<'_>,
    comers: &[Comer<'_>],
    declared: &[(UnitId, Hex)],
    hex: Hex,
) -> Vec<Vec<(UnitId, Hex)>> {
    let View { setup, play, .. } = look.view;
    let numbers = &setup.rules.numbers;
    let steps = |unit: UnitId| play.state(unit).steps;
    let is_foot = |card: &Card| card.kind.is_combat() && card.kind.is_foot();
    let has = |kind: Kind| declared.iter().any(|(unit, _)| setup.card(*unit).kind == kind);
    let there = declared.iter().filter(|(unit, _)| is_foot(setup.card(*unit)));
    let mut counted: u8 = there.map(|(unit, _)| steps(*unit)).sum();
    let mut foot: Vec<&Comer<'_>> = comers.iter().filter(|comer| is_foot(comer.card)).collect();
    foot.sort_by_key(|comer| (std::cmp::Reverse(comer.card.av_with(steps(comer.unit))), comer.unit));
    let mut core: Vec<&Comer<'_>> = Vec::new();
    for comer in foot {
        if counted < numbers.counted_steps {
            counted += steps(comer.unit);
            core.push(comer);
        }
    }
    let one = |kinds: &[Kind]| {
        let of_kind = comers.iter().filter(|comer| kinds.contains(&comer.card.kind));
        let of_kind = of_kind.filter(|comer| !has(comer.card.kind));
        of_kind.max_by_key(|comer| (comer.card.av_with(steps(comer.unit)), std::cmp::Reverse(comer.unit)))
    };
    core.extend([one(&[Kind::Leader]), one(&[Kind::Flamethrower])].into_iter().flatten());
    let weapon = one(&[Kind::Latw]);
    let has_vehicle = declared.iter().any(|(unit, _)| setup.card(*unit).kind.is_vehicle());
    let vehicle = one(&[Kind::Afv, Kind::HalfTrack, Kind::Fv, Kind::Carrier]).filter(|_| !has_vehicle);
    let with = |more: &[Option<&Comer<'_>>]| {
        let all: Vec<&Comer<'_>> = core.iter().copied().chain(more.iter().copied().flatten()).collect();
        places(look, &all, declared, hex)
    };
    let mut sets = vec![with(&[]), with(&[weapon]), with(&[vehicle]), with(&[weapon, vehicle])];
    if let Some(vehicle) = vehicle {
        sets.push(places(look, &[vehicle], declared, hex));
    }
    sets.retain(|set| !set.is_empty());
    sets.dedup();
    sets
}

/// The hex from which each comes: where few can fire at it, and not all from one.
fn places(
    look: &Look<'_>,
    comers: &[&Comer<'_>],
    declared: &[(UnitId, Hex)],
    hex: Hex,
) -> Vec<(UnitId, Hex)> {
    let setup = look.view.setup;
    let mut chosen: Vec<(UnitId, Hex)> = Vec::new();
    for comer in comers {
        let cost = |from: Hex| {
            let at = |list: &[(UnitId, Hex)]| list.iter().filter(|(_, other)| *other == from).count();
            let beside = (at(&chosen) + at(declared)) as f64;
            let uphill = setup.terrain(hex).level > setup.terrain(from).level;
            let wall = setup.between(from, hex).is_some_and(|side| side.wall);
            let hard = f64::from(u8::from(uphill)) + f64::from(u8::from(wall));
            // Who is no combat unit needs one beside it, and is not aimed at first.
            let beside = if comer.card.kind.is_combat() { 0.3 * beside } else { -beside.min(1.0) };
            look.struck(from, 6) + hard + beside
        };
        let best = comer.from.iter().copied().map(|from| (from, cost(from)));
        let best = best.reduce(|best, next| if next.1 < best.1 { next } else { best });
        chosen.extend(best.map(|(from, _)| (comer.unit, from)));
    }
    chosen
}

/// Assault value that fire of reactions should take from attackers in the hexes before.
///
/// Rule: LHY-ASB-4.
fn dropouts(look: &Look<'_>, attackers: &[(UnitId, Hex)]) -> f64 {
    let View { setup, play, .. } = look.view;
    let foot = attackers.iter().filter(|(unit, _)| {
        let kind = setup.card(*unit).kind;
        kind.is_combat() && kind.is_foot()
    });
    let foot: Vec<&(UnitId, Hex)> = foot.collect();
    if foot.is_empty() {
        return 0.0;
    }
    let hexes: Vec<Hex> = foot.iter().map(|(_, from)| *from).collect();
    let value = |unit: UnitId| f64::from(setup.card(unit).av_with(play.state(unit).steps));
    let mean = foot.iter().map(|(unit, _)| value(*unit)).sum::<f64>() / foot.len() as f64;
    let limit = foot.iter().map(|(unit, _)| cohesion(setup, play, *unit)).max().unwrap_or(0);
    // A steadfast unit loses a step and comes on.
    let steadfast = foot.iter().all(|(unit, _)| setup.card(*unit).nation.is_steadfast());
    let share = if steadfast { 0.5 } else { 1.0 };
    let struck = look.reactions(&hexes, limit as i8).min(foot.len() as f64);
    look.weights.reaction * share * struck * mean
}

/// An upper bound of the chance to take a hex: the faces of the assault die on which the defenders suffer, with so much less assault
/// value. Between whole modifiers it goes up evenly.
fn chance_at_most(look: &Look<'_>, attackers: &[(UnitId, Hex)], hex: Hex, less: f64) -> f64 {
    let View { setup, play, .. } = look.view;
    let (fight, hidden) = to_declare(look.view, look.player, attackers.to_vec(), hex);
    let (modifier, _) = play.with_declared(setup, &fight, hidden, modifier_of);
    let Some(modifier) = modifier else { return 1.0 };
    let table = &setup.rules.table;
    let at = |modifier: i8| {
        let modifier = modifier.max(-(setup.rules.numbers.modifier_limit as i8));
        let good = rows(table, modifier).into_iter().zip(table);
        let good = good.filter(|(_, row)| row.suffers == Role::Defender);
        good.map(|(odds, _)| f64::from(odds.faces)).sum::<f64>() / 10.0
    };
    let (whole, part) = (less.floor(), less.fract());
    let modifier = modifier.saturating_sub(whole as i8);
    (1.0 - part) * at(modifier) + part * at(modifier.saturating_sub(1))
}

impl KnownOdds {
    /// The exact odds of an assault by attackers, each with the hex that it comes from.
    fn of(&mut self, look: &Look<'_>, attackers: Vec<(UnitId, Hex)>, hex: Hex) -> Sides {
        let (fight, hidden) = to_declare(look.view, look.player, attackers, hex);
        self.of_fight(look, &fight, hidden)
    }

    /// The exact odds of a fight that is to begin, as it is known.
    fn of_fight(&mut self, look: &Look<'_>, fight: &Fight, hidden: bool) -> Sides {
        let (View { setup, play, .. }, hex) = (look.view, fight.hex);
        let arrows = play.arrows.iter().filter(|arrow| arrow.hex != hex);
        let question = Question {
            hex,
            hidden,
            coordinated: fight.coordinated,
            attackers: fight.attackers.clone(),
            defenders: fight.defenders.clone(),
            // Who has acted or moved does not matter.
            units: play
                .units
                .iter()
                .map(|(_, unit)| Unit { acted: false, moved: false, ..unit.clone() })
                .collect(),
            arrows: arrows
                .map(|arrow| (arrow.hex, arrow.attackers.iter().map(|(unit, _)| *unit).collect()))
                .collect(),
        };
        if let Some(known) = self.0.get(&question) {
            return known.clone();
        }
        let found = Sides::of(&play.with_declared(setup, fight, hidden, chances));
        if self.0.len() >= KEPT {
            self.0.clear();
        }
        self.0.insert(question, found.clone());
        found
    }
}

/// An assault that was declared and comes next, with those who are left to go in: what it is worth, the chance to take the hex, and the
/// chance that they can stay out. `None` where somebody in a vehicle goes in whatever those on foot do.
///
/// Rule: LHY-ASB-4, LHY-ASB-5.
pub fn pressed_home(look: &Look<'_>, known: &mut KnownOdds, arrow: &Arrow) -> Option<(Terms, f64, f64)> {
    let View { setup, play, .. } = look.view;
    let on_foot = feint::on_foot(setup, play, arrow);
    let stays = |unit: UnitId| play.hex_of(unit).is_some() && !drops_out(play.state(unit));
    let left: Vec<(UnitId, Hex)> = arrow.attackers.iter().copied().filter(|(unit, _)| stays(*unit)).collect();
    if left.iter().any(|(unit, _)| !on_foot.contains(unit)) {
        return None;
    }
    let out = f64::from(feint::limit(setup, play, &on_foot).min(10)) / 10.0;
    let (mut fight, hidden) = to_declare(look.view, look.player, left, arrow.hex);
    fight.coordinated = are_coordinated(setup, &arrow.together, &fight.attackers);
    let odds = known.of_fight(look, &fight, hidden);
    Some((points(look, &odds, arrow.hex), odds.takes, out))
}

/// Harm on both sides, and the hex.
fn points(look: &Look<'_>, odds: &Sides, hex: Hex) -> Terms {
    let (weights, setup) = (&look.weights, look.view.setup);
    let (mut harm, mut risk) = (0.0, 0.0);
    for (unit, [lost, reduced, disrupted]) in &odds.units {
        let share = lost + reduced * (1.0 - weights.reduced) + disrupted * (1.0 - weights.disrupted);
        let points = look.worth(*unit) * share;
        match setup.side(*unit) == look.player {
            true => risk += points,
            false => harm += points,
        }
    }
    let is_goal = setup.level.goals.contains(&hex);
    let goals = if is_goal { weights.goal * odds.takes } else { weights.near * odds.takes };
    // Who is concealed there is not in the odds.
    let unknown = if look.view.hides(hex, look.player.other()) { weights.blind } else { 0.0 };
    Terms { harm: weights.harm * harm, risk: weights.risk * risk + unknown, goals, ..Terms::default() }
}

/// The parts of an assault as they can be declared, the strongest first.
fn parts(look: &Look<'_>, chosen: &[(UnitId, Hex)], hex: Hex) -> Vec<(Hex, Vec<UnitId>)> {
    let View { setup, play, .. } = look.view;
    let mut parts: Vec<(Hex, Vec<UnitId>)> = Vec::new();
    for (unit, from) in chosen {
        match parts.iter_mut().find(|(known, _)| known == from) {
            Some((_, units)) => units.push(*unit),
            None => parts.push((*from, vec![*unit])),
        }
    }
    let legal = |from: Hex, units: &[UnitId]| {
        let order = Order::Assault { units: units.to_vec(), hex, from };
        is_legal(look.view, look.player, &order, Choice::Act)
    };
    parts.retain_mut(|(from, units)| {
        units.sort_unstable();
        // Where not all have room, the last stay out.
        while !units.is_empty() && !legal(*from, units) {
            units.pop();
        }
        !units.is_empty()
    });
    let strength = |units: &[UnitId]| -> u32 {
        units.iter().map(|unit| u32::from(setup.card(*unit).av_with(play.state(*unit).steps))).sum()
    };
    parts.sort_by_key(|(from, units)| (std::cmp::Reverse(strength(units)), *from));
    parts
}

//! The lights on the map: every legal target before the click, the way to what is pointed at, and who may fire at it.

use tabletop_counters::{Kind, Offer, OnHexes, Scene, Target};
use tabletop_hexes::hex::Hex;

use super::aim::Aim;
use super::groups::suits;
use super::hand::Choosing;
use crate::map_ui::session::{Lit, LitKind};

/// All lights of what the player has in hand.
pub fn light<G: OnHexes>(choosing: &Choosing<G>, scene: &Scene<G>) -> Lit<G> {
    let mut lit = Lit::default();
    if choosing.decision().is_some() {
        light_choices(choosing, scene, &mut lit);
    }
    lit.counters.extend(choosing.group.iter().map(|id| (*id, LitKind::Chosen)));
    if let Some(aim) = choosing.explained() {
        light_aim(choosing, aim, scene, &mut lit);
    }
    if lit.path.is_empty() && !choosing.drawn().is_empty() {
        lit.path = start(choosing, scene).into_iter().chain(choosing.drawn().iter().copied()).collect();
    }
    for target in &choosing.hinted {
        match target {
            Target::Hex(hex) => lit.hexes.push((*hex, LitKind::Hint)),
            Target::Counter(counter) => lit.counters.push((*counter, LitKind::Hint)),
        }
    }
    lit
}

/// Who may act, and where.
fn light_choices<G: OnHexes>(choosing: &Choosing<G>, scene: &Scene<G>, lit: &mut Lit<G>) {
    let is_question = choosing.is_question();
    for way in &choosing.ways {
        let kind = if way.is_attack { LitKind::Attack } else { LitKind::Move };
        lit.hexes.push((way.hex, kind));
        // The cost begins with its number.
        let number = way.cost.split(' ').next().unwrap_or_default();
        let is_new = lit.labels.iter().all(|(at, _)| *at != Target::Hex(way.hex));
        if is_new && !number.is_empty() && !way.is_attack && scene.stack(way.hex).is_empty() {
            lit.labels.push((Target::Hex(way.hex), number.to_owned()));
        }
    }
    let is_target = |offer: &&Offer<G>| is_question || suits(offer, &choosing.group);
    for offer in choosing.offers.iter().filter(is_target) {
        let Some(kind) = light_of(offer.kind) else { continue };
        if let (Kind::Move, Some(Target::Hex(hex))) = (offer.kind, offer.at)
            && choosing.ways.iter().any(|way| way.hex == hex)
        {
            continue;
        }
        match offer.at {
            Some(Target::Hex(hex)) => lit.hexes.push((hex, kind)),
            Some(Target::Counter(counter)) => lit.counters.push((counter, kind)),
            None => {}
        }
    }
    if choosing.group.is_empty() || is_question {
        lit.counters.extend(choosing.idle(scene).into_iter().map(|id| (id, LitKind::Hint)));
    }
    lit.hexes.sort();
    lit.hexes.dedup();
    lit.counters.sort();
    lit.counters.dedup();
}

/// The light of a target.
fn light_of(kind: Kind) -> Option<LitKind> {
    match kind {
        Kind::Place => Some(LitKind::Place),
        Kind::Fire => Some(LitKind::Fire),
        Kind::Attack => Some(LitKind::Attack),
        Kind::Activate | Kind::Other | Kind::Answer => Some(LitKind::Place),
        Kind::Move => Some(LitKind::Move),
        Kind::End => None,
    }
}

/// Hex of the chosen counters.
fn start<G: OnHexes>(choosing: &Choosing<G>, scene: &Scene<G>) -> Option<Hex> {
    let first = choosing.group.first()?;
    let place = |(hex, stack): &(_, Vec<G::Subject>)| stack.contains(first).then_some(*hex);
    scene.stacks.iter().find_map(place)
}

/// The way to what is pointed at, with its dangers, or the odds there.
fn light_aim<G: OnHexes>(choosing: &Choosing<G>, aim: &Aim<G>, scene: &Scene<G>, lit: &mut Lit<G>) {
    if let Some(foresight) = &aim.foresight {
        lit.labels.retain(|(at, _)| *at != Target::Hex(aim.hex));
        lit.labels.push((aim.at, foresight.label.clone()));
    }
    let Some(way) = aim.way() else {
        lit.sight = aim.sight.as_ref().map(|(_, line)| *line);
        return;
    };
    lit.path = start(choosing, scene).into_iter().chain(way.path.iter().copied()).collect();
    let Some(prospect) = &aim.prospect else { return };
    let on_way: Vec<_> = prospect.steps.iter().map(|step| Target::Hex(step.hex)).collect();
    lit.labels.retain(|(at, _)| !on_way.contains(at));
    for step in &prospect.steps {
        let is_last = step.hex == way.hex;
        if !step.dangers.is_empty() || is_last {
            lit.labels.push((Target::Hex(step.hex), format!("{:.0} %", 100.0 * step.arrives)));
        }
        if !step.dangers.is_empty() {
            lit.hexes.push((step.hex, LitKind::Danger));
        }
        for danger in &step.dangers {
            if !lit.counters.contains(&(danger.counter, LitKind::Danger)) {
                lit.counters.push((danger.counter, LitKind::Danger));
            }
        }
    }
}

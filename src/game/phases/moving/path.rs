//! One model's path against its action: length and going, ground, enemies, friends.

use crate::game::engine::refusal::{GeneralMistake, Refusal};
use crate::game::engine::view::{ModelView, View};
use crate::game::phases::moving::reasons::{Crossed, Mistake};
use crate::rules::measures::Place;
use crate::rules::movement::allowance::{MoveTerms, SlowGoing};
use crate::rules::movement::bodies::passes_through;
use crate::rules::movement::enemies::too_close;
use crate::rules::movement::path_length;
use crate::table::outline::{are_near, bounds_of};
use crate::table::paths::MAX_CORNERS;
use crate::table::walk::{Crossing, HeightMismatch, Walk};

/// Holds one model's path against what its action allows, and tells what it leads
/// over.
///
/// Whether it may end there is judged with the rest of the unit.
///
/// Rule: MOV-1, MOV-2, GO-1.
///
/// # Errors
/// The first thing that forbids it.
pub fn check_path(view: View, model: ModelView, terms: &MoveTerms, path: &[Place]) -> Result<Walk, Refusal> {
    if path.len() > MAX_CORNERS {
        return Err(Refusal::new(Mistake::TooManyCorners { corners: path.len() }).about(model.id));
    }
    let walk = view.terrain().walk(model.mover(), model.pose.at, path);
    let walk = walk.map_err(|misstep| no_footing(model, misstep))?;
    check_slow(view, model, terms, &walk)?;
    check_length(view, model, terms, &walk, path)?;
    check_ground(view, model, &walk)?;
    check_enemies(view, model, &walk)?;
    Ok(walk)
}

/// Rule: MOV-1.
fn no_footing(model: ModelView, HeightMismatch { at, heights, .. }: HeightMismatch) -> Refusal {
    let mistake = match heights.contains(&at.z) {
        true => GeneralMistake::NoWayUp { at },
        false => GeneralMistake::NoGround { at, heights },
    };
    Refusal::new(mistake).about(model.id).at(at.ground())
}

/// Rule: GO-2, MOV-3.
fn check_slow(view: View, model: ModelView, terms: &MoveTerms, walk: &Walk) -> Result<(), Refusal> {
    if terms.slow == SlowGoing::Allowed {
        return Ok(());
    }
    let refuse = |mistake: Mistake, at| Err(Refusal::new(mistake).about(model.id).at(at));
    if let Some((leg, crossing)) = walk.first_slow() {
        let crosses = crossed(view, crossing);
        return refuse(Mistake::SlowGoing { crosses }, leg.plan().at(crossing.from));
    }
    let friends = view.units().filter(|unit| unit.id.side == model.id.unit.side && unit.id != model.id.unit);
    for friend in friends.flat_map(|unit| view.standing(unit.id)) {
        let body = friend.body_at(friend.pose.at);
        if let Some(at) = passes_through(walk.level_segments(), model.mover().height, body, view.allowance())
        {
            return refuse(Mistake::ThroughFriend { friend: friend.id }, at);
        }
    }
    Ok(())
}

/// Rule: ACT-1, ACT-2, ACT-4, GO-3, MOV-1.
fn check_length(
    view: View,
    model: ModelView,
    terms: &MoveTerms,
    walk: &Walk,
    path: &[Place],
) -> Result<(), Refusal> {
    let length = path_length(model.pose.at, path);
    let within = |limit| view.allowance().at_most(length, limit);
    let end = path.last().copied().unwrap_or(model.pose.at);
    let (mistake, limit) = match walk.first_difficult() {
        _ if !within(terms.allowance) => (Mistake::TooFar { rule: terms.rule }, terms.allowance),
        Some((_, crossing)) if !within(terms.on_difficult) => {
            let crosses = crossed(view, crossing);
            (Mistake::TooFarOnDifficult { whole: terms.allowance, crosses }, terms.on_difficult)
        }
        _ => return Ok(()),
    };
    Err(Refusal::new(mistake).about(model.id).at(end.ground()).measured(length, limit))
}

fn crossed(view: View, crossing: &Crossing) -> Crossed {
    let piece = view.terrain().pieces[crossing.piece].id.clone();
    Crossed { piece, kind: crossing.kind, rule: crossing.rule }
}

/// Rule: GO-4, GO-5, MOV-4.
fn check_ground(view: View, model: ModelView, walk: &Walk) -> Result<(), Refusal> {
    let (terrain, mover) = (view.terrain(), model.mover());
    // A straight leg between two points of a table lies on it.
    for leg in &walk.legs {
        let at = leg.to.ground();
        if let Some(over) = terrain.overhang(at, mover.radius) {
            let refusal = Refusal::new(GeneralMistake::OverEdge).about(model.id);
            return Err(refusal.at(at).measured(over, 0.0));
        }
    }
    terrain.first_impassable(walk, mover).map_or(Ok(()), |met| {
        let mistake = GeneralMistake::Touches { piece: met.piece.id.clone(), rule: met.rule };
        Err(Refusal::new(mistake).about(model.id).at(met.at))
    })
}

/// Rule: MOV-5.
fn check_enemies(view: View, model: ModelView, walk: &Walk) -> Result<(), Refusal> {
    let (gap, radius) = (view.enemy_gap(), model.card.base.radius());
    let ends: Vec<[f64; 2]> = walk.level_segments().flat_map(|segment| [segment.from, segment.to]).collect();
    let (around, reach) = (bounds_of(&ends), gap + radius + view.allowance().0);
    // Most enemies are far from the whole path.
    let is_near =
        |enemy: &ModelView| are_near(around, [enemy.pose.at.ground(); 2], reach + enemy.card.base.radius());
    let enemies = view.units().filter(|unit| unit.id.side != model.id.unit.side);
    for enemy in enemies.flat_map(|unit| view.standing(unit.id)).filter(is_near) {
        if let Some(near) = too_close(walk.level_segments(), radius, enemy.disc(), gap, view.allowance()) {
            let (near_gap, limit) = (near.gap.max(0.0), near.limit.max(0.0));
            let refusal = Refusal::new(Mistake::TooCloseToEnemy { enemy: enemy.id }).about(model.id);
            return Err(refusal.at(near.at).measured(near_gap, limit));
        }
    }
    Ok(())
}

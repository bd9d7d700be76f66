//! One model's path against its action: length and going, ground, enemies, friends.

use crate::game::engine::refusal::{General, Refusal};
use crate::game::engine::view::{ModelView, View};
use crate::game::phases::moving::kinds::Reason;
use crate::rules::measures::{Place, Thou};
use crate::rules::movement::allowance::{MoveTerms, SlowGoing};
use crate::rules::movement::bodies::passes_through;
use crate::rules::movement::enemies::too_close;
use crate::rules::movement::path_length;
use crate::table::outline::{are_near, bounds_of};
use crate::table::paths::MAX_CORNERS;
use crate::table::walk::{Crossing, CrossingKind, HeightMismatch, Walk, WalkedLeg};

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
        let text =
            format!("the path of {} has {} corners; at most {MAX_CORNERS} are allowed", model.id, path.len());
        return Err(Refusal::new(Reason::TooManyCorners, "MOV-1", text).about(model.id));
    }
    let walk = view.terrain().walk(model.mover(), model.pose.at, path);
    let walk = walk.map_err(|misstep| no_footing(model, &misstep))?;
    check_slow(view, model, terms, &walk)?;
    check_length(view, model, terms, &walk, path)?;
    check_ground(view, model, &walk)?;
    check_enemies(view, model, &walk)?;
    Ok(walk)
}

/// Rule: MOV-1.
fn no_footing(model: ModelView, misstep: &HeightMismatch) -> Refusal {
    let ([x, y], height) = (misstep.at.ground(), misstep.at.z);
    let text = if misstep.heights.contains(&height) {
        format!("the path of {} does not lead to height {height} at ({x}, {y})", model.id)
    } else {
        let heights = misstep.heights.iter().map(Thou::to_string).collect::<Vec<_>>().join(" or ");
        format!("{} cannot stand at height {height} at ({x}, {y}); possible heights: {heights}", model.id)
    };
    Refusal::new(General::NoFooting, "MOV-1", text).about(model.id).at(misstep.at.ground())
}

/// Rule: GO-2, MOV-3.
fn check_slow(view: View, model: ModelView, terms: &MoveTerms, walk: &Walk) -> Result<(), Refusal> {
    if terms.slow == SlowGoing::Allowed {
        return Ok(());
    }
    if let Some((leg, crossing)) = walk.first_slow() {
        let piece = &view.terrain().pieces[crossing.piece].id;
        let what = match crossing.kind {
            CrossingKind::StepUp => format!("go up \"{piece}\""),
            CrossingKind::LevelUp => format!("go up a level of \"{piece}\""),
            CrossingKind::Area
            | CrossingKind::StepDown
            | CrossingKind::Wall
            | CrossingKind::Opening(_)
            | CrossingKind::LevelDown => format!("cross \"{piece}\""),
        };
        let text =
            format!("{} may not {what} in this action: it is slow going ({})", model.id, crossing.rule);
        return Err(slow(model, "GO-2", text, leg.plan().at(crossing.from)));
    }
    let friends = view.units().filter(|unit| unit.id.side == model.id.unit.side && unit.id != model.id.unit);
    for friend in friends.flat_map(|unit| view.standing(unit.id)) {
        let body = friend.body_at(friend.pose.at);
        if let Some(at) = passes_through(walk.level_segments(), model.mover().height, body, view.allowance())
        {
            let text = format!(
                "{} may not pass through {} in this action: that is slow going (MOV-3)",
                model.id, friend.id
            );
            return Err(slow(model, "GO-2", text, at));
        }
    }
    Ok(())
}

fn slow(model: ModelView, rule: &'static str, text: String, at: [f64; 2]) -> Refusal {
    Refusal::new(Reason::SlowGoing, rule, text).about(model.id).at(at)
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
    let too_far = |rule, limit: f64, text: String| {
        Refusal::new(Reason::TooFar, rule, text).about(model.id).at(end.ground()).measured(length, limit)
    };
    match walk.first_difficult() {
        _ if !within(terms.allowance) => {
            let text = format!("{} would move {length:.2}\"; it may move {}\"", model.id, terms.allowance);
            Err(too_far(terms.rule, terms.allowance, text))
        }
        Some(difficult) if !within(terms.on_difficult) => {
            let what = difficult_words(view, difficult);
            let (limit, whole) = (terms.on_difficult, terms.allowance);
            let text = format!(
                "{} would move {length:.2}\"; it may move {limit}\", not {whole}\", because it would {what}",
                model.id
            );
            Err(too_far("GO-3", limit, text))
        }
        _ => Ok(()),
    }
}

fn difficult_words(view: View, (_, crossing): (&WalkedLeg, &Crossing)) -> String {
    let piece = &view.terrain().pieces[crossing.piece].id;
    let rule = crossing.rule;
    match crossing.kind {
        CrossingKind::Wall => format!("go through a wall of \"{piece}\" ({rule})"),
        CrossingKind::LevelUp => format!("go up a level of \"{piece}\" ({rule})"),
        CrossingKind::Area
        | CrossingKind::StepUp
        | CrossingKind::StepDown
        | CrossingKind::Opening(_)
        | CrossingKind::LevelDown => format!("cross \"{piece}\" ({rule})"),
    }
}

/// Rule: GO-4, GO-5, MOV-4.
fn check_ground(view: View, model: ModelView, walk: &Walk) -> Result<(), Refusal> {
    let (terrain, mover) = (view.terrain(), model.mover());
    // A straight leg between two points of a table lies on it.
    for leg in &walk.legs {
        let at = leg.to.ground();
        if let Some(over) = terrain.overhang(at, mover.radius) {
            let text = format!("{} would overhang the edge of the table by {over:.2}\"", model.id);
            let refusal = Refusal::new(General::OffTable, "MOV-4", text).about(model.id);
            return Err(refusal.at(at).measured(over, 0.0));
        }
    }
    match terrain.first_impassable(walk, mover) {
        Some(met) => {
            let text = format!("{} would touch \"{}\", which is impassable", model.id, met.piece.id);
            Err(Refusal::new(General::ImpassableGround, met.rule, text).about(model.id).at(met.at))
        }
        None => Ok(()),
    }
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
            let text = format!(
                "{} would come within {near_gap:.2}\" of {}; it must stay {limit:.2}\" away",
                model.id, enemy.id
            );
            let refusal = Refusal::new(Reason::TooCloseToEnemy, "MOV-5", text).about(model.id);
            return Err(refusal.at(near.at).measured(near_gap, limit));
        }
    }
    Ok(())
}

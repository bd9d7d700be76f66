//! A unit's usual move in close combat: every model that may goes for its nearest enemy, those nearest first.

use super::moves::{comes_nearer, may_close_in, nearest_enemy, terms};
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::phases::moving::check_path;
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::plan::model::ModelPlanner;
use crate::rules::basics::gap;
use crate::rules::close_combat::CombatMove;
use crate::rules::ids::ModelId;
use crate::rules::measures::{Facing, Place};
use crate::rules::movement::allowance::MoveTerms;
use crate::rules::movement::bodies::overlap;
use crate::rules::movement::path_length;

/// Directions in which a model looks for a free place beside its enemy, degrees from the straight line, the best first.
const BEARINGS_DEGREES: [f64; 11] = [0.0, 20.0, -20.0, 40.0, -40.0, 60.0, -60.0, 90.0, -90.0, 120.0, -120.0];

/// Bearings tried with a search for a path, where no straight line leads into contact.
const SEARCHED_BEARINGS: usize = 3;

/// A move that comes no nearer than this is none, inches.
const SHORTEST_INCHES: f64 = 0.1;

/// Difference in length between one try of a move that does not come into contact and the next, inches.
const STEP_INCHES: f64 = 0.25;

/// Moves of a unit by which its models come into contact, or as near as they can; none for the winner's consolidation.
/// Each is legal after those before it.
///
/// Rule: CC-4, CC-5.
pub fn planned_moves(view: View, unit: UnitView, by: CombatMove) -> Vec<ModelMove> {
    if by == CombatMove::WinnerConsolidation {
        return Vec::new();
    }
    let terms = terms(view, unit, by);
    let may_move = |model: &ModelView| match by {
        CombatMove::ClosingIn => may_close_in(view, *model).is_ok(),
        _ => true,
    };
    let movers = view.standing(unit.id).filter(may_move);
    let mut movers: Vec<(ModelView, ModelView)> =
        movers.filter_map(|model| Some((model, nearest_enemy(view, model)?))).collect();
    movers.sort_by(|(a, a_enemy), (b, b_enemy)| {
        let away = |model: &ModelView, enemy: &ModelView| gap(model.disc(), enemy.disc());
        away(a, a_enemy).total_cmp(&away(b, b_enemy)).then(a.id.cmp(&b.id))
    });
    let mut approach = Approach { view, terms, ends: Vec::new() };
    let mut moves = Vec::new();
    for (model, enemy) in movers {
        if let Some(path) = approach.path(model, enemy) {
            let end = path.last().copied().unwrap_or(model.pose.at);
            let facing = Facing::toward(end, enemy.pose.at).unwrap_or(model.pose.facing);
            approach.ends.push((model.id, end));
            moves.push(ModelMove { model: model.id, path, facing });
        }
    }
    moves
}

/// Models of a unit on their way to enemies.
struct Approach<'a> {
    view: View<'a>,
    terms: MoveTerms,
    /// Places of the models that have been planned.
    ends: Vec<(ModelId, Place)>,
}

impl Approach<'_> {
    /// A path into contact with an enemy, or nearer to it; `None` if there is none.
    fn path(&self, model: ModelView, enemy: ModelView) -> Option<Vec<Place>> {
        let apart = model.pose.at.ground_distance(enemy.pose.at);
        let touching = model.card.base.radius() + enemy.card.base.radius();
        if self.terms.allowance <= 0.0 || apart <= touching {
            return None;
        }
        let near = apart - touching <= self.terms.allowance;
        let beside: Vec<Place> = match near {
            true => BEARINGS_DEGREES
                .iter()
                .filter_map(|bearing| self.beside(model, enemy, *bearing))
                .filter(|place| self.is_free(model, *place) && comes_nearer(model, *place, enemy))
                .collect(),
            false => Vec::new(),
        };
        let straight = |place: &Place| self.is_allowed(model, &[*place]).then(|| vec![*place]);
        let found = beside.iter().find_map(straight).or_else(|| self.around(model, &beside));
        found.or_else(|| self.nearer(model, enemy))
    }

    /// The place in contact with an enemy, so many degrees off the straight line to it.
    fn beside(&self, model: ModelView, enemy: ModelView, bearing: f64) -> Option<Place> {
        let ([mx, my], [ex, ey]) = (model.pose.at.ground(), enemy.pose.at.ground());
        let touching = model.card.base.radius() + enemy.card.base.radius();
        let back = libm::atan2(my - ey, mx - ex) + bearing.to_radians();
        // Rounded to whole thousandths, the bases must not overlap.
        let away = touching + self.view.setup().ruleset.basics.clearance;
        self.place_at(model, [ex + away * libm::cos(back), ey + away * libm::sin(back)])
    }

    fn place_at(&self, model: ModelView, at: [f64; 2]) -> Option<Place> {
        let height = self.view.terrain().arrival_height(model.pose.at, at)?;
        Place::from_inches(at[0], at[1], height.inches()).ok()
    }

    /// By a search round what stands in the way.
    fn around(&self, model: ModelView, places: &[Place]) -> Option<Vec<Place>> {
        if places.is_empty() {
            return None;
        }
        let planner = ModelPlanner::on_terms(self.view, model, self.terms, self.terms.allowance)?;
        let trees = planner.path_trees();
        places.iter().take(SEARCHED_BEARINGS).find_map(|place| {
            let path = trees.path_to(*place)?.corners;
            self.is_allowed(model, &path).then_some(path)
        })
    }

    /// As far as possible straight toward an enemy.
    fn nearer(&self, model: ModelView, enemy: ModelView) -> Option<Vec<Place>> {
        let ([mx, my], [ex, ey]) = (model.pose.at.ground(), enemy.pose.at.ground());
        let apart = model.pose.at.ground_distance(enemy.pose.at);
        let mut length = self.terms.allowance.min(apart);
        while length >= SHORTEST_INCHES {
            let share = length / apart;
            let place = self.place_at(model, [mx + share * (ex - mx), my + share * (ey - my)]);
            let good = |place: &Place| {
                comes_nearer(model, *place, enemy)
                    && self.is_free(model, *place)
                    && self.is_allowed(model, &[*place])
            };
            if let Some(place) = place.filter(good) {
                return Some(vec![place]);
            }
            length -= STEP_INCHES;
        }
        None
    }

    fn is_allowed(&self, model: ModelView, path: &[Place]) -> bool {
        path_length(model.pose.at, path) <= self.terms.allowance
            && check_path(self.view, model, &self.terms, path).is_ok()
    }

    /// Whether a model may stand at a place: on the table, and on no other model where that one stands or will.
    fn is_free(&self, model: ModelView, at: Place) -> bool {
        let body = model.body_at(at);
        let is_off = |other: ModelView| {
            let planned = self.ends.iter().find(|(id, _)| *id == other.id).map(|(_, end)| *end);
            other.id == model.id
                || !overlap(body, other.body_at(planned.unwrap_or(other.pose.at)), self.view.allowance())
        };
        self.view.terrain().check_room(at, model.mover()).is_ok()
            && self.view.units().flat_map(|unit| self.view.standing(unit.id)).all(is_off)
    }
}

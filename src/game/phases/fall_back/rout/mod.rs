//! Routs: every model runs directly away from the enemies it saw.
//!
//! Rule: ROU-1, ROU-2, ROU-3.

mod attempt;
mod heading;

use super::context::facing_at;
use super::retreat::{ModelEnd, ModelRetreat, RoutHeading, SawEnemies};
use crate::game::engine::unit_fact::Length;
use crate::game::engine::view::{ModelView, View};
use crate::game::placement::coherency_distance;
use crate::rules::basics::Disc;
use crate::rules::falling_back::{LostFor, MoveLimit};
use crate::rules::ids::ModelId;
use crate::rules::measures::Place;
use crate::rules::movement::allowance::{move_allowance, on_difficult_ground};
use crate::rules::movement::arcs::{Arc, arc};
use crate::rules::movement::bodies::Body;
use crate::rules::movement::path_length;
use crate::rules::rout::directly_away;
use crate::rules::ruleset::{FirstInRout, RoutSaw};

/// The rout of every model of a unit, leader first, then by distance from it.
///
/// The first model that is not lost need not end in coherency; the others follow it.
///
/// Rule: ROU-1, ROU-2, ROU-3.
pub(super) fn rout(view: View, leader: ModelView) -> Option<Vec<ModelRetreat>> {
    let mut rout = Rout::new(view, leader)?;
    let models = super::by_nearness(view, leader);
    let enemies: Vec<ModelView> = view.standing_of(leader.id.unit.side.other()).collect();
    let seen: Vec<Vec<ModelView>> = models.iter().map(|model| seen_by(view, *model, &enemies)).collect();
    // A leader that sees no enemy runs from those its unit sees; if it sees none either, from all.
    let mut of_unit: Vec<ModelView> =
        enemies.iter().filter(|enemy| seen.iter().flatten().any(|one| one.id == enemy.id)).copied().collect();
    if of_unit.is_empty() {
        of_unit = enemies;
    }
    let mut heading = None;
    let mut retreats = Vec::with_capacity(models.len());
    for (model, seen) in models.iter().zip(&seen) {
        if let Some(lost) = rout.lost_with_leader(*model, !retreats.is_empty()) {
            retreats.push(lost);
            continue;
        }
        let from = if seen.is_empty() && heading.is_none() { &of_unit } else { seen };
        let model_retreat = rout.model_retreat(*model, seen, from, heading);
        if let Some(rout_heading) = model_retreat.rout_heading.as_ref().filter(|_| heading.is_none()) {
            heading = Some(rout_heading.heading);
        }
        if let Some(end) = model_retreat.end_from(model.pose.at) {
            rout.placed.push((*model, end));
        }
        retreats.push(model_retreat);
    }
    Some(retreats)
}

/// The enemies that a model sees, at any distance; facing matters if the ruleset says so.
///
/// Rule: ROU-1, VIS-1, FAC-1.
fn seen_by<'a>(view: View, model: ModelView, enemies: &[ModelView<'a>]) -> Vec<ModelView<'a>> {
    let body = model.sight_body();
    let looked = |enemy: &ModelView| match view.setup().ruleset.falling_back.rout_saw {
        RoutSaw::Anywhere => true,
        RoutSaw::InArc => arc(model.pose.at, model.facing(), enemy.disc(), view.allowance()) == Arc::Forward,
    };
    let seen = |enemy: &&ModelView| looked(enemy) && view.terrain().can_see(&body, &enemy.sight_body());
    enemies.iter().filter(seen).copied().collect()
}

/// A rout in progress.
struct Rout<'a> {
    view: View<'a>,
    /// Models of other units.
    others: Vec<Body>,
    /// The models that have moved, and where they stand now.
    placed: Vec<(ModelView<'a>, Place)>,
    /// The largest gap between bases in coherency, inches.
    coherency: f64,
    /// The usual and the largest length of a move, inches; and both halved.
    lengths: [f64; 2],
    halved: [f64; 2],
    /// The largest turn from straight away, degrees.
    max_turn: f64,
}

impl<'a> Rout<'a> {
    fn new(view: View<'a>, leader: ModelView<'a>) -> Option<Self> {
        let unit = view.unit(leader.id.unit)?;
        let (ruleset, movement) = (&view.setup().ruleset, leader.card.characteristics.movement);
        let rules = &ruleset.falling_back;
        let lengths = [rules.rout_move, rules.rout_longest_move]
            .map(|share| move_allowance(movement, share, &ruleset.basics));
        let halved = lengths.map(|length| on_difficult_ground(length, &ruleset.movement, &ruleset.basics));
        let others = view.standing_others(unit.id).map(|other| other.body_at(other.pose.at));
        Some(Self {
            view,
            others: others.collect(),
            placed: Vec::new(),
            coherency: coherency_distance(view, unit),
            lengths,
            halved,
            max_turn: rules.rout_turn,
        })
    }

    /// A model that is lost because its leader is: nobody has moved with whom it could end in coherency.
    ///
    /// Rule: ROU-2.
    fn lost_with_leader(&self, model: ModelView, follows: bool) -> Option<ModelRetreat> {
        let is_lost = match self.view.setup().ruleset.falling_back.first_in_rout {
            FirstInRout::Alone => false,
            FirstInRout::WithLeader => follows && self.placed.is_empty(),
        };
        is_lost.then(|| ModelRetreat {
            model: model.id,
            path: Vec::new(),
            length: Length(0.0),
            limit: MoveLimit::Full,
            end: ModelEnd::Lost { why: LostFor::LeftBehind },
            rout_heading: None,
        })
    }

    /// The rout of one model: away from the enemies in `from`, or on the leader's heading if it saw none.
    fn model_retreat(
        &self,
        model: ModelView,
        seen: &[ModelView],
        from: &[ModelView],
        leads: Option<f64>,
    ) -> ModelRetreat {
        let discs = |models: &[ModelView]| -> Vec<Disc> { models.iter().map(ModelView::disc).collect() };
        let own = || directly_away(model.disc(), &discs(from), self.lengths[0]);
        let away = if seen.is_empty() { leads.or_else(own) } else { own() };
        let away = away.unwrap_or_else(|| model.facing().degrees());
        let mut rout_heading = RoutHeading {
            from: from.iter().map(|enemy| enemy.id).collect::<Vec<ModelId>>(),
            saw: if seen.is_empty() { SawEnemies::Nobody } else { SawEnemies::Enemies },
            away: rounded(away),
            heading: rounded(away),
        };
        let enemies = discs(seen);
        let (path, limit, end) = match self.find_heading(model, &enemies, away) {
            Ok((heading, end, limit)) => {
                rout_heading.heading = rounded(heading);
                let path = if end == model.pose.at { Vec::new() } else { vec![end] };
                (path, limit, ModelEnd::Stands { facing: facing_at(self.view, model, end) })
            }
            Err(why) => (self.path_to_edge(model, away, why), MoveLimit::Full, ModelEnd::Lost { why }),
        };
        let length = Length(path_length(model.pose.at, &path));
        ModelRetreat { model: model.id, path, length, limit, end, rout_heading: Some(rout_heading) }
    }

    /// The path of a lost model: to the table's edge if it is forced off.
    fn path_to_edge(&self, model: ModelView, away: f64, why: LostFor) -> Vec<Place> {
        if why != LostFor::OffTable {
            return Vec::new();
        }
        let ([x, y], turn) = (model.pose.at.ground(), away.to_radians());
        let (dx, dy) = (libm::cos(turn), libm::sin(turn));
        let terrain = self.view.terrain();
        let slack = self.view.allowance().0;
        let on_table = |length: f64| terrain.overhang([x + length * dx, y + length * dy], slack).is_none();
        let [mut inside, mut outside] = [0.0, self.lengths[0]];
        while outside - inside > 0.001 {
            let middle = (inside + outside) / 2.0;
            if on_table(middle) { inside = middle } else { outside = middle }
        }
        self.place(model, [x + inside * dx, y + inside * dy]).into_iter().collect()
    }
}

/// A heading rounded to hundredths of a degree, as facts have it.
fn rounded(heading: f64) -> f64 {
    (heading.rem_euclid(360.0) * 100.0).round() / 100.0
}

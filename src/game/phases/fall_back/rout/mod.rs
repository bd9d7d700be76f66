//! Routs: everyone straight away from the enemies he saw.
//!
//! Rule: ROU-1, ROU-2, ROU-3.

mod tried;
mod way_out;

use super::leader::facing_at;
use super::retreat::RoutHeading;
use super::retreat::Run;
use super::retreat::RunEnd;
use super::retreat::SawEnemies;
use crate::game::engine::unit_fact::Length;
use crate::game::engine::view::{ModelView, View};
use crate::game::placement::coherency_distance;
use crate::rules::basics::Disc;
use crate::rules::falling_back::LostFor;
use crate::rules::falling_back::MoveLimit;
use crate::rules::ids::ModelId;
use crate::rules::measures::Place;
use crate::rules::movement::allowance::{move_allowance, on_difficult_ground};
use crate::rules::movement::bodies::Body;
use crate::rules::movement::path_length;
use crate::rules::rout::directly_away;

/// What every model of a unit does that routs, the leader first, then by nearness to him.
///
/// The first that is not lost sets out for the others to follow: it need not end with anyone.
///
/// Rule: ROU-1, ROU-2, ROU-3.
pub(super) fn rout(view: View, leader: ModelView) -> Option<Vec<Run>> {
    let mut rout = Rout::new(view, leader)?;
    let models = super::by_nearness(view, leader);
    let enemies: Vec<ModelView> = view.standing_of(leader.id.unit.side.other()).collect();
    let seen: Vec<Vec<ModelView>> = models.iter().map(|model| seen_by(view, *model, &enemies)).collect();
    // A leader who sees nobody runs from those his unit sees; if nobody sees anyone, from all.
    let mut of_unit: Vec<ModelView> =
        enemies.iter().filter(|enemy| seen.iter().flatten().any(|one| one.id == enemy.id)).copied().collect();
    if of_unit.is_empty() {
        of_unit = enemies;
    }
    let mut heading = None;
    let mut runs = Vec::with_capacity(models.len());
    for (model, seen) in models.iter().zip(&seen) {
        let from = if seen.is_empty() && heading.is_none() { &of_unit } else { seen };
        let run = rout.run(*model, seen, from, heading);
        if let Some(flight) = run.flight.as_ref().filter(|_| heading.is_none()) {
            heading = Some(flight.heading);
        }
        if let Some(end) = run.end_from(model.pose.at) {
            rout.placed.push((*model, end));
        }
        runs.push(run);
    }
    Some(runs)
}

/// The enemies that a model sees, at any distance and facing.
///
/// Rule: ROU-1, VIS-1.
fn seen_by<'a>(view: View, model: ModelView, enemies: &[ModelView<'a>]) -> Vec<ModelView<'a>> {
    let body = model.sight_body();
    let seen = |enemy: &&ModelView| view.terrain().can_see(&body, &enemy.sight_body());
    enemies.iter().filter(seen).copied().collect()
}

/// A rout under way.
struct Rout<'a> {
    view: View<'a>,
    /// Models of other units.
    others: Vec<Body>,
    /// Those who have gone, and where they stand now.
    placed: Vec<(ModelView<'a>, Place)>,
    /// Inches between bases.
    coherency: f64,
    /// How far they go, and how far at most; and the same halved.
    lengths: [f64; 2],
    halved: [f64; 2],
    /// The most that a heading may turn off, degrees.
    most_turn: f64,
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
            most_turn: rules.rout_turn,
        })
    }

    /// What one model does that saw some enemies and runs from some, or as the leader does.
    fn run(&self, model: ModelView, seen: &[ModelView], from: &[ModelView], leads: Option<f64>) -> Run {
        let discs = |models: &[ModelView]| -> Vec<Disc> { models.iter().map(ModelView::disc).collect() };
        let own = || directly_away(model.disc(), &discs(from), self.lengths[0]);
        let away = if seen.is_empty() { leads.or_else(own) } else { own() };
        let away = away.unwrap_or_else(|| model.facing().degrees());
        let mut flight = RoutHeading {
            from: from.iter().map(|enemy| enemy.id).collect::<Vec<ModelId>>(),
            saw: if seen.is_empty() { SawEnemies::Nobody } else { SawEnemies::Enemies },
            away: rounded(away),
            heading: rounded(away),
        };
        let enemies = discs(seen);
        match self.way_out(model, &enemies, away) {
            Ok((heading, end, limit)) => {
                flight.heading = rounded(heading);
                let facing = facing_at(self.view, model, end);
                let path = if end == model.pose.at { Vec::new() } else { vec![end] };
                let length = Length(path_length(model.pose.at, &path));
                Run {
                    model: model.id,
                    path,
                    length,
                    limit,
                    end: RunEnd::Stands { facing },
                    flight: Some(flight),
                }
            }
            Err(why) => {
                let path = self.as_far(model, away, why);
                let length = Length(path_length(model.pose.at, &path));
                let end = RunEnd::Lost { why };
                Run { model: model.id, path, length, limit: MoveLimit::Full, end, flight: Some(flight) }
            }
        }
    }

    /// How far a model that is lost would have come: to the table's edge where that is its end.
    fn as_far(&self, model: ModelView, away: f64, why: LostFor) -> Vec<Place> {
        if why != LostFor::OffTable {
            return Vec::new();
        }
        let ([x, y], turn) = (model.pose.at.ground(), away.to_radians());
        let (dx, dy) = (libm::cos(turn), libm::sin(turn));
        let terrain = self.view.terrain();
        let slack = self.view.allowance().0;
        let on_table = |far: f64| terrain.overhang([x + far * dx, y + far * dy], slack).is_none();
        let [mut inside, mut outside] = [0.0, self.lengths[0]];
        while outside - inside > 0.001 {
            let middle = (inside + outside) / 2.0;
            if on_table(middle) { inside = middle } else { outside = middle }
        }
        self.place(model, [x + inside * dx, y + inside * dy]).into_iter().collect()
    }
}

/// A heading as it is told, hundredths of a degree.
fn rounded(heading: f64) -> f64 {
    (heading.rem_euclid(360.0) * 100.0).round() / 100.0
}

//! Routs: everyone straight away from the enemies he saw.
//!
//! Rule: ROU-1, ROU-2, ROU-3.

use super::leader::facing_at;
use super::retreat::{Flight, LostFor, Run, RunEnd, Saw};
use crate::game::arrangement::{coherency_distance, how_levels_lie};
use crate::game::fact::Length;
use crate::game::moving::path::check_path;
use crate::game::view::{ModelView, View};
use crate::rules::basics::{Disc, gap};
use crate::rules::falling_back::Toll;
use crate::rules::ids::ModelId;
use crate::rules::measures::Place;
use crate::rules::movement::allowance::{MoveTerms, SlowGoing, move_allowance, on_difficult_ground};
use crate::rules::movement::bodies::{Body, overlap};
use crate::rules::movement::coherency::coherency_gap;
use crate::rules::movement::path_length;
use crate::rules::rout::{directly_away, smallest_gain};

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
    let body = model.viewed();
    let seen = |enemy: &&ModelView| view.terrain().can_see(&body, &enemy.viewed());
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

/// A way out that was tried.
#[derive(Clone, Debug, PartialEq)]
enum Tried {
    /// It serves.
    Serves { end: Place, toll: Toll },
    /// It leads off the table.
    OffTable,
    /// It does not serve.
    Not,
    /// It would, but for coherency.
    Apart,
}

/// In what steps headings are tried, degrees, and how finely the first that serves is found.
const TURN: f64 = 0.5;
const FINE_TURN: f64 = 0.01;

/// The same of longer moves: degrees, and shares of what is left to the longest.
const LONG_TURN: f64 = 1.0;
const LONG_STEPS: i32 = 60;
const LONG_HALVINGS: usize = 5;

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
        let mut flight = Flight {
            from: from.iter().map(|enemy| enemy.id).collect::<Vec<ModelId>>(),
            saw: if seen.is_empty() { Saw::Nobody } else { Saw::Enemies },
            away: rounded(away),
            heading: rounded(away),
        };
        let enemies = discs(seen);
        match self.way_out(model, &enemies, away) {
            Ok((heading, end, toll)) => {
                flight.heading = rounded(heading);
                let facing = facing_at(self.view, model, end);
                let path = if end == model.pose.at { Vec::new() } else { vec![end] };
                let length = Length(path_length(model.pose.at, &path));
                Run {
                    model: model.id,
                    path,
                    length,
                    toll,
                    end: RunEnd::Stands { facing },
                    flight: Some(flight),
                }
            }
            Err(why) => {
                let path = self.as_far(model, away, why);
                let length = Length(path_length(model.pose.at, &path));
                let end = RunEnd::Lost { why };
                Run { model: model.id, path, length, toll: Toll::Whole, end, flight: Some(flight) }
            }
        }
    }

    /// The heading that serves, where it ends, and what ground costs.
    ///
    /// Rule: ROU-2, ROU-3.
    ///
    /// # Errors
    /// Why the model is lost.
    fn way_out(&self, model: ModelView, enemies: &[Disc], away: f64) -> Result<(f64, Place, Toll), LostFor> {
        let mut apart = false;
        let mut tried = |heading: f64, share: f64| {
            let tried = self.tried(model, enemies, heading, share);
            apart |= tried == Tried::Apart;
            tried
        };
        match tried(away, 0.0) {
            Tried::Serves { end, toll } => return Ok((away, end, toll)),
            Tried::OffTable => return Err(LostFor::OffTable),
            Tried::Not | Tried::Apart => {}
        }
        // At equal turns the side that gains more.
        let gain = |heading: f64| smallest_gain(model.disc(), enemies, self.lengths[0], heading);
        let better = |a: &f64, b: &f64| gain(*b).total_cmp(&gain(*a));
        let steps = (self.most_turn / TURN).floor() as i32;
        for step in 1..=steps {
            let turn = f64::from(step) * TURN;
            let mut found: Vec<f64> = Vec::new();
            for side in [1.0, -1.0] {
                if let Tried::Serves { .. } = tried(away + side * turn, 0.0) {
                    // The first that serves lies between the step before and this one.
                    let [mut barred, mut open] = [turn - TURN, turn];
                    while open - barred > FINE_TURN {
                        let middle = (barred + open) / 2.0;
                        let serves = matches!(tried(away + side * middle, 0.0), Tried::Serves { .. });
                        if serves { open = middle } else { barred = middle }
                    }
                    found.push(side * open);
                }
            }
            found.sort_by(|a, b| {
                let even = (a.abs() - b.abs()).abs() < 2.0 * FINE_TURN;
                let nearer = a.abs().total_cmp(&b.abs());
                if even { better(&(away + a), &(away + b)).then(nearer) } else { nearer }
            });
            if let Some(turn) = found.first()
                && let Tried::Serves { end, toll } = tried(away + turn, 0.0)
            {
                return Ok((away + turn, end, toll));
            }
        }
        for longer in 1..=LONG_STEPS {
            let share = f64::from(longer) / f64::from(LONG_STEPS);
            for step in 0..=(self.most_turn / LONG_TURN).floor() as i32 {
                let turn = f64::from(step) * LONG_TURN;
                let mut found: Vec<(f64, Place, Toll)> = Vec::new();
                for side in if step == 0 { &[1.0][..] } else { &[1.0, -1.0] } {
                    let heading = away + side * turn;
                    if let Tried::Serves { end, toll } = tried(heading, share) {
                        found.push((heading, end, toll));
                    }
                }
                found.sort_by(|a, b| better(&a.0, &b.0));
                if let Some((heading, end, toll)) = found.into_iter().next() {
                    let before = f64::from(longer - 1) / f64::from(LONG_STEPS);
                    let (end, toll) =
                        shortest_long([before, share], (end, toll), |share| tried(heading, share));
                    return Ok((heading, end, toll));
                }
            }
        }
        Err(if apart { LostFor::LeftBehind } else { LostFor::NoWayOut })
    }

    /// Tries a straight move along a heading, longer than it must be by a share of what it may be longer.
    fn tried(&self, model: ModelView, enemies: &[Disc], heading: f64, share: f64) -> Tried {
        let of = |[least, most]: [f64; 2]| least + share * (most - least);
        match self.tried_for(model, enemies, heading, (of(self.lengths), Toll::Whole)) {
            // Rule: GO-3.
            Err(Hampered) => {
                let halved = self.tried_for(model, enemies, heading, (of(self.halved), Toll::Halved));
                halved.unwrap_or(Tried::Not)
            }
            Ok(tried) => tried,
        }
    }

    /// The same for one length. The cheapest questions come first.
    ///
    /// # Errors
    /// The way touches difficult ground, and the length is that of open ground.
    fn tried_for(
        &self,
        model: ModelView,
        enemies: &[Disc],
        heading: f64,
        (length, toll): (f64, Toll),
    ) -> Result<Tried, Hampered> {
        let terrain = self.view.terrain();
        let mover = model.mover();
        let [x, y] = model.pose.at.ground();
        let turn = heading.to_radians();
        let at = [x + length * libm::cos(turn), y + length * libm::sin(turn)];
        let hampered = || {
            // What of it lies on the table: a leg between two places on it.
            toll == Toll::Whole && self.is_hampered(model, at)
        };
        if terrain.over_edge(at, mover.radius).is_some_and(|over| over > self.view.allowance().0) {
            return if hampered() { Err(Hampered) } else { Ok(Tried::OffTable) };
        }
        if self.is_far(model, at) && self.is_nearer_in_plan(model, enemies, at) {
            return if hampered() { Err(Hampered) } else { Ok(Tried::Not) };
        }
        let Some(end) = self.place(model, at) else { return Ok(Tried::Not) };
        let terms = MoveTerms {
            allowance: length + 0.002,
            on_difficult: if toll == Toll::Halved { length + 0.002 } else { 0.0 },
            slow: SlowGoing::Allowed,
            rule: "ROU-1",
        };
        if toll == Toll::Whole && self.is_hampered(model, at) {
            return Err(Hampered);
        }
        let body = model.body_at(end);
        let allowance = self.view.allowance();
        let own = self.placed.iter().map(|(other, at)| other.body_at(*at));
        let taken = self.others.iter().copied().chain(own).any(|other| overlap(body, other, allowance));
        let disc = model.disc_at(end);
        let nearer =
            enemies.iter().any(|enemy| !allowance.at_least(gap(disc, *enemy), gap(model.disc(), *enemy)));
        let path: &[Place] = if end == model.pose.at { &[] } else { &[end] };
        if taken
            || nearer
            || terrain.room(end, mover).is_err()
            || check_path(self.view, model, &terms, path).is_err()
        {
            return Ok(Tried::Not);
        }
        if !self.is_together(model, end) {
            return Ok(Tried::Apart);
        }
        Ok(Tried::Serves { end, toll })
    }

    /// Whether the straight way to a point crosses difficult ground, as far as it lies on the table.
    fn is_hampered(&self, model: ModelView, to: [f64; 2]) -> bool {
        let (terrain, mover) = (self.view.terrain(), model.mover());
        if !terrain.has_difficult(mover.gait) {
            return false;
        }
        let from = model.pose.at;
        let ([x, y], size) = (from.ground(), terrain.size);
        let share = |axis: usize, from: f64, to: f64| {
            let (edge, by) = (size[axis] / 2.0, to - from);
            let room = if by > 0.0 { edge - from } else { -edge - from };
            if by == 0.0 { 1.0 } else { (room / by).clamp(0.0, 1.0) }
        };
        let share = share(0, x, to[0]).min(share(1, y, to[1]));
        let at = [x + share * (to[0] - x), y + share * (to[1] - y)];
        let Some(end) = self.place(model, at).filter(|end| *end != from) else { return false };
        terrain.walk(mover, from, &[end]).is_ok_and(|walk| walk.difficult().is_some())
    }

    /// The place at which a model arrives that walks straight to a point.
    fn place(&self, model: ModelView, at: [f64; 2]) -> Option<Place> {
        let height = self.view.terrain().height_arrived(model.pose.at, at)?;
        Place::from_inches(at[0], at[1], height.inches()).ok()
    }

    /// Whether a point is surely out of coherency.
    fn is_far(&self, model: ModelView, at: [f64; 2]) -> bool {
        let radius = model.card.base.radius();
        !self.placed.is_empty()
            && !self.placed.iter().any(|(other, place)| {
                let [x, y] = place.ground();
                let (dx, dy) = (x - at[0], y - at[1]);
                (dx * dx + dy * dy).sqrt() <= radius + other.card.base.radius() + self.coherency + 0.01
            })
    }

    /// Whether a point is nearer to an enemy, seen from above.
    fn is_nearer_in_plan(&self, model: ModelView, enemies: &[Disc], at: [f64; 2]) -> bool {
        let far = |[x, y]: [f64; 2], enemy: &Disc| {
            let [ex, ey] = enemy.at.ground();
            (x - ex) * (x - ex) + (y - ey) * (y - ey)
        };
        enemies.iter().any(|enemy| far(at, enemy) < far(model.pose.at.ground(), enemy))
    }

    /// Rule: COH-1, COH-2.
    fn is_together(&self, model: ModelView, end: Place) -> bool {
        let terrain = self.view.terrain();
        let level = |at: Place| terrain.level_at(at.ground(), at.z);
        self.placed.is_empty()
            || self.placed.iter().any(|(other, at)| {
                let levels = how_levels_lie(level(end), level(*at));
                let gap = coherency_gap(model.disc_at(end), other.disc_at(*at), levels);
                self.view.allowance().at_most(gap, self.coherency)
            })
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
        let on_table = |far: f64| terrain.over_edge([x + far * dx, y + far * dy], slack).is_none();
        let [mut inside, mut outside] = [0.0, self.lengths[0]];
        while outside - inside > 0.001 {
            let middle = (inside + outside) / 2.0;
            if on_table(middle) { inside = middle } else { outside = middle }
        }
        self.place(model, [x + inside * dx, y + inside * dy]).into_iter().collect()
    }
}

/// The shortest longer move that serves, between a share of the longest that may not and one that does.
fn shortest_long(
    [mut barred, mut open]: [f64; 2],
    mut found: (Place, Toll),
    mut tried: impl FnMut(f64) -> Tried,
) -> (Place, Toll) {
    for _ in 0..LONG_HALVINGS {
        let middle = (barred + open) / 2.0;
        match tried(middle) {
            Tried::Serves { end, toll } => (open, found) = (middle, (end, toll)),
            Tried::OffTable | Tried::Not | Tried::Apart => barred = middle,
        }
    }
    found
}

/// The way touches difficult ground.
#[derive(Debug)]
struct Hampered;

/// A heading as it is told, hundredths of a degree.
fn rounded(heading: f64) -> f64 {
    (heading.rem_euclid(360.0) * 100.0).round() / 100.0
}

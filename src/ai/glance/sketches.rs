//! What a unit might do: orders that nobody has checked yet, each with what it is about worth.

use std::fmt;

use crate::ai::estimate::{Estimate, Estimator, UnitGlance, UnitSpot};
use crate::ai::goals::{Goal, GoalKind, GoalSearch};
use crate::ai::places::place_for;
use crate::game::engine::components::Posture;
use crate::level::style_file::{Weighing, Weights};
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::rules::salvo::Manner;
use crate::table::shape::Point;

/// How many runs of a unit are thought of.
const RUNS: usize = 3;

/// Something that a unit might do.
#[derive(Clone, Debug)]
pub(super) struct Sketch<'a> {
    pub(super) order: SketchedOrder,
    pub(super) goal: Option<GoalKind<'a>>,
    /// The fire that goes with it.
    pub(super) fire: Option<Estimate>,
    /// In points, as the style weighs them.
    pub(super) value: f64,
}

/// The kind of order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SketchedOrder {
    Stay,
    OpenFire,
    GetDown,
    /// To a place, by the action that is asked about.
    Go(Point),
    /// The place is chosen once it has fired.
    FireAndGo,
    /// As far as that place if it is left alone; it is chosen again once the run is announced.
    Run(Point),
}

impl fmt::Display for Sketch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.order, self.goal) {
            (SketchedOrder::GetDown, _) => f.write_str("gets down")?,
            (SketchedOrder::OpenFire, _) => f.write_str("opens fire")?,
            (SketchedOrder::Run(_), Some(goal)) => write!(f, "runs: {goal}")?,
            (SketchedOrder::FireAndGo, Some(goal)) => write!(f, "{goal} after firing")?,
            (_, Some(goal)) => write!(f, "{goal}")?,
            (_, None) => f.write_str("stays")?,
        }
        let Some(fire) = &self.fire else { return Ok(()) };
        let fires = if self.order == SketchedOrder::OpenFire { " on" } else { ", fires at" };
        write!(f, "{fires} {} ({:.1} hits on average)", fire.at, fire.hits)
    }
}

/// Makes sketches of one unit.
pub(super) struct Sketcher<'s, 'a> {
    pub(super) estimator: &'s Estimator<'a>,
    pub(super) weighing: &'s Weighing,
    pub(super) unit: &'s UnitGlance<'a>,
}

impl<'a> Sketcher<'_, 'a> {
    /// What a unit might do as its action; resting comes first.
    pub(super) fn actions(&self) -> Vec<Sketch<'a>> {
        let here = UnitSpot::of(self.unit);
        let may = |action| !self.weighing.forbids.contains(&action);
        let targets = self.targets();
        let mut found = vec![self.sketch(SketchedOrder::Stay, None, &here, None)];
        if may(Action::Advance) {
            let fire = self.best_fire(&targets, &here, Manner::Advance);
            found.extend(fire.map(|fire| self.sketch(SketchedOrder::Stay, None, &here, Some(fire))));
        }
        if may(Action::OpenFire) {
            let at = |target: &&UnitGlance| self.fire(target, &here, Manner::OpenFire);
            let fires = targets.iter().filter_map(at);
            found.extend(fires.map(|fire| self.sketch(SketchedOrder::OpenFire, None, &here, Some(fire))));
        }
        if may(Action::Advance) {
            self.moves(&targets, &mut found);
        }
        if may(Action::GetDown) {
            let down = UnitSpot { posture: Posture::Down, ..here };
            found.push(self.sketch(SketchedOrder::GetDown, None, &down, None));
        }
        if may(Action::AtTheDouble) {
            let runs = self.goals(Action::AtTheDouble);
            found.extend(runs.iter().take(RUNS).filter_map(|goal| {
                Some(self.sketch(SketchedOrder::Run(goal.at), Some(goal.kind), &self.spot(goal.at)?, None))
            }));
        }
        found
    }

    /// Where a unit might go that has been told to move; staying comes first.
    pub(super) fn ends(&self, action: Action) -> Vec<Sketch<'a>> {
        let goals = self.goals(action);
        let goes = |goal: &Goal<'a>| {
            Some(self.sketch(SketchedOrder::Go(goal.at), Some(goal.kind), &self.spot(goal.at)?, None))
        };
        let mut found = vec![self.sketch(SketchedOrder::Stay, None, &UnitSpot::of(self.unit), None)];
        found.extend(goals.iter().filter_map(goes));
        found
    }

    /// Advances, with fire from their ends, or before them into cover.
    fn moves(&self, targets: &[&UnitGlance<'a>], found: &mut Vec<Sketch<'a>>) {
        for Goal { at, kind } in self.goals(Action::Advance) {
            let Some(spot) = self.spot(at) else { continue };
            let fire = self.best_fire(targets, &spot, Manner::Advance);
            found.push(self.sketch(SketchedOrder::Go(at), Some(kind), &spot, fire));
            if matches!(kind, GoalKind::Cover(_))
                && let Some(before) = self.best_fire(targets, &UnitSpot::of(self.unit), Manner::Advance)
            {
                found.push(self.sketch(SketchedOrder::FireAndGo, Some(kind), &spot, Some(before)));
            }
        }
    }

    /// The enemies that a unit may think of firing at: of those within range of a step the nearest first, then those that watch what
    /// others of its side have still to do.
    fn targets(&self) -> Vec<&UnitGlance<'a>> {
        let range = self.unit.range() + f64::from(self.unit.unit.card.characteristics.movement);
        let here = UnitSpot::of(self.unit);
        let enemies = self.estimator.enemies(self.unit.unit.id);
        let gap = |enemy| self.estimator.gap([self.unit, enemy], [&here, &UnitSpot::of(enemy)]);
        let mut near: Vec<(f64, &UnitGlance)> = enemies.map(|enemy| (gap(enemy), enemy)).collect();
        near.retain(|(gap, _)| *gap <= range);
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.unit.id.cmp(&b.1.unit.id)));
        let others = near.split_off(near.len().min(self.weighing.targets));
        let on_watch = others
            .into_iter()
            .filter(|(_, enemy)| self.estimator.is_on_watch(enemy.unit.id, self.unit.unit.id));
        near.into_iter().chain(on_watch).map(|(_, enemy)| enemy).collect()
    }

    fn goals(&self, action: Action) -> Vec<Goal<'a>> {
        GoalSearch::at_a_glance(self.estimator, self.unit).goals(action, self.weighing.places)
    }

    fn fire(&self, target: &UnitGlance<'a>, from: &UnitSpot, manner: Manner) -> Option<Estimate> {
        self.estimator.fire([self.unit, target], [from, &UnitSpot::of(target)], manner)
    }

    /// The fire that does the most harm, if any does some.
    fn best_fire(&self, targets: &[&UnitGlance<'a>], from: &UnitSpot, manner: Manner) -> Option<Estimate> {
        let fires = targets.iter().filter_map(|target| self.fire(target, from, manner));
        fires.max_by(|a, b| a.points.total_cmp(&b.points).then(b.at.cmp(&a.at)))
    }

    /// Where all models would stand if the leader were at a point.
    fn spot(&self, at: Point) -> Option<UnitSpot> {
        let leader = place_for(self.estimator.view(), self.unit.leader, at)?;
        let [x, y] = self.unit.leader.pose.at.ground();
        Some(UnitSpot { leader, step: [at[0] - x, at[1] - y], posture: Posture::Up })
    }

    fn sketch(
        &self,
        order: SketchedOrder,
        goal: Option<GoalKind<'a>>,
        spot: &UnitSpot,
        fire: Option<Estimate>,
    ) -> Sketch<'a> {
        let Self { estimator, weighing, unit } = self;
        let Weights { harm, risk, objectives, approach, combat, support, .. } = weighing.weights;
        let moves = matches!(order, SketchedOrder::Go(_) | SketchedOrder::FireAndGo | SketchedOrder::Run(_));
        // What counts for nothing need not be known.
        let if_counted = |weight: f64, points: &dyn Fn() -> f64| if weight > 0.0 { points() } else { 0.0 };
        // Who is suppressed on the way to an objective holds nothing.
        let (snapped, suppressed) = match order {
            SketchedOrder::Run(_) => estimator.snap_fire(unit, spot),
            _ => (0.0, 0.0),
        };
        let value = harm * fire.map_or(0.0, |fire| fire.points)
            + support * fire.map_or(0.0, |fire| self.spared(&fire))
            - risk * snapped
            - risk * if_counted(risk, &|| estimator.risk(unit, spot, fire.as_ref()))
            + objectives * if_counted(objectives, &|| (1.0 - suppressed) * estimator.objectives(unit, spot))
            + approach * if_counted(approach, &|| estimator.approach(unit, spot))
            + combat * if_counted(combat, &|| if moves { estimator.fight(unit, spot) } else { 0.0 });
        Sketch { order, goal, fire, value }
    }

    /// What fire is worth to other units of its side that have still to run, to charge or to fight.
    fn spared(&self, fire: &Estimate) -> f64 {
        let own = self.unit.unit.id;
        let errands = self.estimator.errands(own.side).iter().filter(|errand| errand.unit != own);
        let silenced = |by: UnitId| if by == fire.at { fire.suppressed } else { 0.0 };
        errands.map(|errand| errand.spared(silenced)).sum()
    }
}

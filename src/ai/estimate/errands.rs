//! What the units of a side have still to do in their turn under the eyes of enemies: runs, charges, fights that are to come. Whoever
//! silences those enemies first does it for the others' sake.

use super::{Estimate, Estimator, UnitGlance, UnitSpot};
use crate::ai::places::{place_for, toward};
use crate::ai::values::is_last_turn;
use crate::game::engine::components::Posture;
use crate::game::phases::shooting::snap_fire::may_snap_fire;
use crate::game::phases::turn::may_still_act;
use crate::rules::ids::{Side, UnitId};
use crate::rules::salvo::Manner;

/// Fewer points are no errand.
const NOTICED_POINTS: f64 = 0.5;

/// Something that a unit has still to do in its side's turn, and who may fire at it first.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ai) struct Errand {
    /// Who has it to do.
    pub(in crate::ai) unit: UnitId,
    /// What it is.
    pub(in crate::ai) kind: ErrandKind,
    /// The chance that it is done.
    chance: f64,
    /// What is lost, in points, if the unit is suppressed on the way.
    stake: f64,
    watchers: Vec<Watcher>,
}

/// What a unit has still to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ai) enum ErrandKind {
    /// To run to an objective, by its index.
    Run(usize),
    /// To charge an enemy, or to fight one that it has charged.
    Fight(UnitId),
}

/// An enemy that may fire at a unit on its errand.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Watcher {
    by: UnitId,
    /// The chance that it suppresses the unit.
    suppresses: f64,
    /// What its fire costs the unit, in points.
    points: f64,
}

impl Errand {
    /// What it is worth to the unit, in points, that some enemies are silenced first, each with a chance.
    ///
    /// Of several that watch, the others still suppress it: two are worth more than twice one.
    pub(in crate::ai) fn spared(&self, silenced: impl Fn(UnitId) -> f64) -> f64 {
        let (mut before, mut after, mut points) = (1.0, 1.0, 0.0);
        for watcher in &self.watchers {
            let silent = silenced(watcher.by);
            before *= 1.0 - watcher.suppresses;
            after *= 1.0 - watcher.suppresses * (1.0 - silent);
            points += silent * watcher.points;
        }
        self.chance * (points + self.stake * (after - before))
    }

    /// Who watches it.
    pub(in crate::ai) fn watchers(&self) -> impl Iterator<Item = UnitId> {
        self.watchers.iter().map(|watcher| watcher.by)
    }
}

impl<'a> Estimator<'a> {
    /// What the units of a side have still to do under the eyes of enemies.
    pub(in crate::ai) fn errands(&self, side: Side) -> &[Errand] {
        self.errands[side.index()].get_or_init(|| {
            let own = self.glances.iter().filter(|glance| glance.unit.id.side == side);
            let steady = own.filter(|glance| !glance.unit.morale.suppressed());
            let runners = self.enemies_that(side, |enemy| may_snap_fire(self.view, enemy.unit).is_ok());
            let steady_enemies = self.enemies_that(side, |enemy| !enemy.unit.morale.suppressed());
            let of =
                |unit: &UnitGlance<'a>| [self.run_of(unit, &runners), self.fight_of(unit, &steady_enemies)];
            steady.flat_map(of).flatten().collect()
        })
    }

    /// Whether an enemy watches what others of a unit's side have still to do.
    pub(in crate::ai) fn is_on_watch(&self, enemy: UnitId, unit: UnitId) -> bool {
        let mut others = self.errands(unit.side).iter().filter(|errand| errand.unit != unit);
        others.any(|errand| errand.watchers().any(|by| by == enemy))
    }

    /// What it costs a unit that runs to a spot to be fired at, in points, and the chance that it is suppressed when that counts.
    ///
    /// Rule: RE-1.
    pub(in crate::ai) fn snap_fire(&self, unit: &UnitGlance<'a>, spot: &UnitSpot) -> (f64, f64) {
        let ready =
            self.enemies_that(unit.unit.id.side, |enemy| may_snap_fire(self.view, enemy.unit).is_ok());
        let (mut points, mut passes) = (0.0, 1.0);
        for watcher in self.watchers(unit, &ready, &[UnitSpot::of(unit), *spot]) {
            points += watcher.points;
            passes *= 1.0 - watcher.suppresses;
        }
        (points, (1.0 - passes) * self.stays_suppressed(unit))
    }

    fn enemies_that(&self, side: Side, are: impl Fn(&UnitGlance<'a>) -> bool) -> Vec<&UnitGlance<'a>> {
        self.glances.iter().filter(|glance| glance.unit.id.side != side && are(glance)).collect()
    }

    /// The run of a unit that has not acted to an objective that it reaches no other way.
    ///
    /// Rule: ACT-4, RE-1, MIS-4.
    fn run_of(&self, unit: &UnitGlance<'a>, ready: &[&UnitGlance<'a>]) -> Option<Errand> {
        if ready.is_empty() || !may_still_act(self.view, unit.unit) {
            return None;
        }
        let holding = self.view.setup().ruleset.mission.holding_distance;
        let step = f64::from(unit.unit.card.characteristics.movement);
        let is_run = |index: &usize| {
            let gap = unit.to_objectives[*index];
            gap > holding + step && gap <= holding + 2.0 * step && self.friend_of(unit, *index) > holding
        };
        let stake = |index: usize| {
            let judged = &self.judgement.objectives;
            let is_contested = self.nearest[index][unit.unit.id.side.other().index()] <= holding;
            let share = if is_contested { judged.contested } else { 1.0 };
            share * self.stakes[index] * self.points[unit.unit.id.side.index()]
        };
        let runs = (0..self.nearest.len()).filter(is_run).map(|index| (stake(index), index));
        let (stake, index) = runs.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let to = self.view.objectives()[index].at.ground();
        let from = unit.leader.pose.at.ground();
        let at = toward(from, to, 2.0 * step);
        let end = place_for(self.view, unit.leader, at).map(|leader| UnitSpot {
            leader,
            step: [at[0] - from[0], at[1] - from[1]],
            posture: Posture::Up,
        });
        let spots: Vec<UnitSpot> = std::iter::once(UnitSpot::of(unit)).chain(end).collect();
        let watchers = self.watchers(unit, ready, &spots);
        let stake = stake * self.stays_suppressed(unit);
        self.errand(unit, ErrandKind::Run(index), (self.judgement.support.runs, stake), watchers)
    }

    /// The close combat of a unit that has charged, or the charge that it may still make; the enemy fires first.
    ///
    /// Rule: CC-3, CC-7.
    fn fight_of(&self, unit: &UnitGlance<'a>, steady: &[&UnitGlance<'a>]) -> Option<Errand> {
        let linked = self.view.setup().ruleset.close_combat.linking_path;
        let here = UnitSpot::of(unit);
        let gap = |enemy: &UnitGlance| self.nearest_models([unit, enemy], &here);
        let is_near = |enemy: &&UnitGlance, reach: f64| {
            self.gap([unit, enemy], [&here, &UnitSpot::of(enemy)]) <= 2.0 * reach && gap(enemy) <= reach
        };
        let steady = steady.iter().copied();
        let (enemy, chance) = if unit.unit.activity.has_moved {
            (steady.filter(|enemy| is_near(enemy, linked)).min_by(|a, b| gap(a).total_cmp(&gap(b)))?, 1.0)
        } else if may_still_act(self.view, unit.unit) {
            let reach = linked + f64::from(unit.unit.card.characteristics.movement);
            let gain = |enemy: &UnitGlance| self.charge([unit, enemy], [&here, &UnitSpot::of(enemy)]);
            let near = steady.filter(|enemy| is_near(enemy, reach)).map(|enemy| (gain(enemy), enemy));
            let best = near.filter(|(gain, _)| *gain > 0.0).max_by(|a, b| a.0.total_cmp(&b.0))?;
            (best.1, self.judgement.support.charges)
        } else {
            return None;
        };
        let watchers = self.watchers(unit, &[enemy], &[here]);
        let stake = self.judgement.combat.forced_out * unit.fails * unit.worth();
        self.errand(unit, ErrandKind::Fight(enemy.unit.id), (chance, stake), watchers)
    }

    fn errand(
        &self,
        unit: &UnitGlance,
        kind: ErrandKind,
        (chance, stake): (f64, f64),
        watchers: Vec<Watcher>,
    ) -> Option<Errand> {
        let errand = Errand { unit: unit.unit.id, kind, chance, stake, watchers };
        (errand.spared(|_| 1.0) >= NOTICED_POINTS).then_some(errand)
    }

    /// Who would hit a unit at one of some spots, with the worst that each does.
    fn watchers(&self, unit: &UnitGlance, by: &[&UnitGlance], spots: &[UnitSpot]) -> Vec<Watcher> {
        let worst = |enemy: &&UnitGlance| {
            let here = UnitSpot::of(enemy);
            let fires =
                spots.iter().filter_map(|spot| self.fire([enemy, unit], [&here, spot], Manner::SnapFire));
            let Estimate { suppressed, points, .. } = fires.max_by(|a, b| a.points.total_cmp(&b.points))?;
            Some(Watcher { by: enemy.unit.id, suppresses: suppressed, points })
        };
        by.iter().filter_map(worst).collect()
    }

    /// The chance that a unit that is suppressed in its own turn cannot hold anything when that counts: in the last turn for
    /// certain.
    ///
    /// Rule: MIS-4, MIS-6.
    fn stays_suppressed(&self, unit: &UnitGlance) -> f64 {
        if is_last_turn(self.view) { 1.0 } else { unit.fails }
    }

    /// How near the other units of a unit's side are to an objective, inches.
    pub(super) fn friend_of(&self, unit: &UnitGlance, index: usize) -> f64 {
        let id = unit.unit.id;
        let friends =
            self.glances.iter().filter(|other| other.unit.id.side == id.side && other.unit.id != id);
        friends.map(|other| other.to_objectives[index]).fold(f64::INFINITY, f64::min)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::battle::Battle;
    use crate::game::engine::dice::Dice;
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::level::judgement_file::Judgement;

    /// What A's units have still to do in a position of the exam.
    fn errands(name: &str) -> Vec<Errand> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let data = DataFolder::find(Some(root)).unwrap();
        let level = root.join(format!("tests/exam/{name}.ron")).display().to_string();
        let setup = Arc::new(load_level(&level, &data, None).unwrap());
        let (battle, judgement) =
            (Battle::new(setup, Dice::seeded(1)).unwrap().0, Judgement::load(root).unwrap());
        Estimator::new(battle.view(), &judgement).errands(Side::A).to_vec()
    }

    fn id(id: &str) -> UnitId {
        id.parse().unwrap()
    }

    /// Rule: RE-1. Either of the marksmen stops the run by itself.
    #[test]
    fn to_silence_one_of_two_is_worth_little() {
        let errands = errands("silence-both");
        let run = errands.iter().find(|errand| errand.unit == id("A2")).unwrap();
        assert_eq!(run.kind, ErrandKind::Run(0));
        assert_eq!(run.watchers().collect::<Vec<_>>(), [id("B1"), id("B2")]);
        let one = run.spared(|by| if by == id("B1") { 1.0 } else { 0.0 });
        assert!(run.spared(|_| 1.0) > 3.0 * one, "{run:?}");
        assert_eq!(run.spared(|_| 0.0), 0.0);
    }

    /// Rule: RE-1 (suppressed). The guns are silent already, and the militia advanced.
    #[test]
    fn a_run_that_nobody_watches_is_no_errand() {
        let errands = errands("run-past-the-silenced");
        assert!(!errands.iter().any(|errand| matches!(errand.kind, ErrandKind::Run(_))), "{errands:?}");
    }

    /// Rule: CC-3. Rifles that are charged fire first.
    #[test]
    fn a_fight_to_come_is_an_errand() {
        let kinds: Vec<ErrandKind> =
            errands("fire-for-the-charge").iter().map(|errand| errand.kind).collect();
        assert_eq!(kinds, [ErrandKind::Fight(id("B2"))]);
    }
}

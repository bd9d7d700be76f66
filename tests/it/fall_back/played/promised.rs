//! The state and the facts that a promise implies after it was played.

use warstrike::game::engine::components::{Activity, Condition, Fate, Pose, Posture};
use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::fact::UnitFact;
use warstrike::game::engine::snapshot::{ModelState, UnitState};
use warstrike::game::engine::unit_fact::Length;
use warstrike::game::engine::unit_fact::TestedFor;
use warstrike::game::phases::fall_back;
use warstrike::game::phases::fall_back::kinds::Goes;
use warstrike::game::phases::fall_back::kinds::ModelRoutHeading;
use warstrike::game::phases::fall_back::retreat::Leaves;
use warstrike::game::phases::fall_back::retreat::ModelEnd;
use warstrike::game::phases::fall_back::retreat::ModelRetreat;
use warstrike::game::phases::fall_back::retreat::RetreatOutcome;
use warstrike::rules::action::Action;
use warstrike::rules::falling_back::Counts;
use warstrike::rules::falling_back::LostFor;
use warstrike::rules::measures::Place;
use warstrike::rules::movement::going::Going;
use warstrike::rules::ruleset::FallBackProcedure;
use warstrike::rules::salvo::Rank;

use super::Play;

impl Play {
    /// Every model of the unit stands and faces as promised; no other has changed.
    ///
    /// Rule: FB-4, FB-5, ROU-2, FB-1, OFB-1, OFB-2, OFB-3, OFB-6, OFB-7.
    pub fn models(&self) -> Result<(), String> {
        for (before, after) in self.before.models.iter().zip(&self.after.models) {
            let expected = self.promised(before);
            if *after != expected {
                return Err(format!("{} is {after:?}, promised was {expected:?}", before.id));
            }
        }
        let same = self.before.models.len() == self.after.models.len();
        if same { Ok(()) } else { Err("models appear or vanish".to_owned()) }
    }

    fn promised(&self, before: &ModelState) -> ModelState {
        let gone = |fate, pose| {
            let condition = Condition { fate, ..before.condition };
            ModelState { pose, condition, ..*before }
        };
        let stands = before.id.unit == self.unit && before.condition.fate == Fate::Standing;
        if self.promise.outcome == RetreatOutcome::Destroyed && stands {
            return gone(Fate::Lost, before.pose);
        }
        if let Some(chosen) = self.outcome.chosen.iter().find(|chosen| chosen.model == before.id) {
            let at = chosen.path.last().copied().unwrap_or(before.pose.at);
            return ModelState { pose: Pose { at, facing: chosen.facing }, ..*before };
        }
        let Some(run) = self.promise.outcome.retreats().iter().find(|run| run.model == before.id) else {
            return *before;
        };
        let at = run.path.last().copied().unwrap_or(before.pose.at);
        match run.end {
            ModelEnd::Stands { facing } | ModelEnd::Apart { facing } => {
                ModelState { pose: Pose { at, facing }, ..*before }
            }
            ModelEnd::Lost { .. } => gone(Fate::Lost, Pose { at, ..before.pose }),
            ModelEnd::Leaves => {
                let fate = if self.counts() == Counts::Escaped { Fate::Escaped } else { Fate::Lost };
                gone(fate, Pose { at, ..before.pose })
            }
        }
    }

    /// How the unit counts if it leaves.
    ///
    /// Rule: OFB-6 (over 25 %).
    fn counts(&self) -> Counts {
        let strength = self.promise.strength;
        if 4 * strength.standing > strength.started { Counts::Escaped } else { Counts::Destroyed }
    }

    /// Whether a model is left that could drop a marker, and the rules make it drop one.
    ///
    /// Rule: FB-6 (on completing a Fall Back move or a rout).
    fn drops_marker(&self) -> bool {
        let left = |run: &ModelRetreat| !matches!(run.end, ModelEnd::Lost { .. });
        matches!(self.promise.outcome, RetreatOutcome::FallBack { .. } | RetreatOutcome::Rout { .. })
            && self.promise.outcome.retreats().iter().any(left)
    }

    /// Rule: FB-6 (one marker, if anyone is left to drop it), TURN-3, OFB-2 (it gains by its cover).
    pub fn units(&self) -> Result<(), String> {
        for (before, after) in self.before.units.iter().zip(&self.after.units) {
            let mut expected: UnitState = *before;
            if before.id == self.unit {
                let (acted, last_action) = (true, Some(Action::FallBack));
                let in_cover = self.promise.outcome == RetreatOutcome::StayInCover;
                let posture = if in_cover { Posture::InCover } else { Posture::Up };
                expected.activity =
                    Activity { acted, last_action, posture, has_snap_fired: false, ..before.activity };
                expected.nerve_markers = before.nerve_markers.saturating_sub(u8::from(self.drops_marker()));
            }
            if *after != expected {
                return Err(format!("{after:?}, not {expected:?}"));
            }
        }
        Ok(())
    }

    /// Rule: FB-1, FB-6, ACT-7 (failed).
    pub fn facts(&self) -> Result<(), String> {
        let mut facts = self.outcome.facts.iter().map(plain).peekable();
        let failed = |fact: &Fact| matches!(fact, Fact::Unit(UnitFact::LeadershipTested { unit, purpose: TestedFor::Acting, passed: false, .. }) if *unit == self.unit);
        if self.procedure == FallBackProcedure::Outline && facts.next_if(failed).is_none() {
            return Err(format!("no test to act failed: {:?}", self.outcome.facts));
        }
        let (facts, promised) = (facts.collect::<Vec<_>>(), self.promised_facts());
        let first = facts.iter().zip(&promised).position(|(fact, promised)| fact != promised);
        match first {
            Some(index) => Err(format!("played {:?}, promised was {:?}", facts[index], promised[index])),
            None if facts.len() != promised.len() => Err(format!("{facts:?}, not {promised:?}")),
            None => Ok(()),
        }
    }

    fn promised_facts(&self) -> Vec<Fact> {
        let (unit, promise) = (self.unit, &self.promise);
        let (strength, forced) = (promise.strength, promise.forced);
        let mut facts = vec![
            Fact::Unit(UnitFact::UnitActivated { unit, action: Action::FallBack }),
            Fact::FallBack(fall_back::kinds::Fact::FallBackForced {
                unit,
                strength,
                forced,
                goes: self.goes(),
            }),
        ];
        let of_unit = |model: &&ModelState| model.id.unit == unit && model.condition.fate == Fate::Standing;
        let standing: Vec<&ModelState> = self.before.models.iter().filter(of_unit).collect();
        let start = |model| standing.iter().find(|state| state.id == model).map(|state| state.pose);
        let lost = |model, why| Fact::Unit(UnitFact::ModelLost { model, rank: Rank::File, why: Some(why) });
        let moved = |model, pose: Pose, corners: &[Place], length| {
            let away = corners.last().is_some_and(|end| *end != pose.at);
            let path = std::iter::once(pose.at).chain(corners.iter().copied()).collect();
            away.then(|| {
                plain(&Fact::Unit(UnitFact::ModelMoved { model, path, length, going: Going::Clear }))
            })
        };
        let turned = |model, pose: Pose, facing| {
            (facing != pose.facing).then_some(Fact::Unit(UnitFact::ModelTurned { model, facing }))
        };
        if promise.outcome == RetreatOutcome::Destroyed {
            facts.extend(standing.iter().map(|state| lost(state.id, LostFor::Weakness)));
        }
        for chosen in &self.outcome.chosen {
            let Some(pose) = start(chosen.model) else { continue };
            let length = chosen.path.last().map_or(0.0, |end| pose.at.ground_distance(*end));
            facts.extend(moved(chosen.model, pose, &chosen.path, Length(length)));
            facts.extend(turned(chosen.model, pose, chosen.facing));
        }
        for run in promise.outcome.retreats() {
            let Some(pose) = start(run.model) else { continue };
            facts.extend(moved(run.model, pose, &run.path, run.length));
            match run.end {
                ModelEnd::Stands { facing } | ModelEnd::Apart { facing } => {
                    facts.extend(turned(run.model, pose, facing));
                }
                ModelEnd::Lost { why } => facts.push(lost(run.model, why)),
                ModelEnd::Leaves => {}
            }
        }
        facts.extend(self.after_all());
        facts.push(Fact::Unit(UnitFact::UnitActed { unit }));
        facts
    }

    /// The fact after all models have moved.
    ///
    /// Rule: FB-6, OFB-6.
    fn after_all(&self) -> Option<Fact> {
        let (unit, strength) = (self.unit, self.promise.strength);
        let all_lost =
            self.promise.outcome.retreats().iter().all(|run| matches!(run.end, ModelEnd::Lost { .. }));
        match &self.promise.outcome {
            RetreatOutcome::RunForEdge { leaves: Leaves::Table, .. } => {
                Some(Fact::FallBack(fall_back::kinds::Fact::UnitLeftTable {
                    unit,
                    strength,
                    counts: self.counts(),
                }))
            }
            RetreatOutcome::Destroyed => Some(Fact::Unit(UnitFact::UnitWipedOut { unit })),
            RetreatOutcome::Rout { .. } if all_lost => Some(Fact::Unit(UnitFact::UnitWipedOut { unit })),
            _ => {
                let markers = self.before.units.iter().find(|state| state.id == unit)?.nerve_markers;
                let drops = self.drops_marker() && markers > 0;
                drops.then(|| {
                    Fact::Unit(UnitFact::NerveMarkersDropped { unit, dropped: 1, left: markers - 1 })
                })
            }
        }
    }

    fn goes(&self) -> Goes {
        let leader = self.promise.leader;
        match &self.promise.outcome {
            RetreatOutcome::Destroyed => Goes::Nowhere,
            RetreatOutcome::FallBack { safe_position, .. } => {
                Goes::ToSafePosition { leader, safe_position: safe_position.clone() }
            }
            RetreatOutcome::Rout { retreats } => {
                let rout_heading = |run: &ModelRetreat| {
                    Some(ModelRoutHeading { model: run.model, rout_heading: run.rout_heading.clone()? })
                };
                Goes::Routs { leader, rout_headings: retreats.iter().filter_map(rout_heading).collect() }
            }
            RetreatOutcome::FireOrCrawl => Goes::Crawls,
            RetreatOutcome::StayInCover => Goes::StaysInCover,
            RetreatOutcome::RunForCover { safe_position, .. } => {
                Goes::ToCover { leader, safe_position: safe_position.clone() }
            }
            RetreatOutcome::RunForEdge { edge, .. } => Goes::ToEdge { leader, edge: edge.clone() },
        }
    }
}

/// The part of a fact that is compared with the promise, which does not say what ground is crossed nor which of
/// the lost models was the leader; lengths are rounded to thousandths.
fn plain(fact: &Fact) -> Fact {
    match fact.clone() {
        Fact::Unit(UnitFact::ModelMoved { model, path, length, .. }) => {
            let length = Length((length.0 * 1000.0).round() / 1000.0);
            Fact::Unit(UnitFact::ModelMoved { model, path, length, going: Going::Clear })
        }
        Fact::Unit(UnitFact::ModelLost { model, why, .. }) => {
            Fact::Unit(UnitFact::ModelLost { model, rank: Rank::File, why })
        }
        other => other,
    }
}

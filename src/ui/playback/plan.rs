//! Plans the playback of facts: when each is shown, and what is animated for it.
//!
//! A copy of the battle follows the facts as they are planned, so that every shot begins and ends where its models stand
//! at that time.

use std::collections::{BTreeMap, BTreeSet};

use bevy::math::Vec3;

use super::animations::Animations;
use super::captions::{Caption, Captions, LEAD_SECONDS, QUIET_SECONDS, begins, by_phase, of_phase, of_turn};
use super::effects::{Effect, EffectKind, Jolt, JoltKind};
use super::fall::PlannedFall;
use super::fight::{FightStage, begins_stage, stage_of};
use super::salvo::{Pushes, shots};
use super::state_words::{StateWord, words_of};
use super::subtitle::reading_seconds;
use super::walk::{Gait, Walk};
use crate::game::engine::battle::Battle;
use crate::game::engine::dice::Draw;
use crate::game::engine::fact::{Fact, UnitFact};
use crate::game::narration::commentary::remarks;
use crate::game::narration::handover::since_last_reaction;
use crate::game::narration::{Passage, narrated_setup, passages};
use crate::game::phases::close_combat::kinds::Fact as CombatFact;
use crate::game::phases::deployment::kinds::Fact as DeploymentFact;
use crate::game::phases::fall_back::kinds::{Fact as FallBackFact, Goes};
use crate::game::phases::shooting::kinds::Fact as ShootingFact;
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::Place;
use crate::rules::turn::Phase;
use crate::ui::axes;
use crate::ui::playback::pose::transform_of;
use crate::ui::playback::throw_plan::ThrowPlanner;
use crate::ui::session::dice_pace::DicePace;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::show_pace::ShowPace;

/// Force of the fall of a model that nothing throws.
const STUMBLE: f32 = 0.5;

/// The playback of some facts.
pub(super) struct Plan {
    pub animations: Animations,
    /// Time of each fact, seconds; in order.
    pub facts: Vec<f32>,
    /// Time at which each die lies.
    pub dice: Vec<f32>,
}

/// Plans the playback of facts, phase by phase: the caption of the phase, and with it what it animates. `battle` is a copy in
/// the state before them.
pub(super) fn plan(
    (opened, battle): (&OpenGame, &mut Battle),
    (facts, draws): (&[Fact], &[Draw]),
    (dice, show): (DicePace, ShowPace),
    (last_stage, captions): (Option<&FightStage>, Captions),
) -> Plan {
    let mut planner = Planner {
        opened,
        battle,
        last_stage,
        captions,
        dice: ThrowPlanner::new(draws, dice),
        scale: show.scale(),
        runs: BTreeSet::new(),
        routs: BTreeSet::new(),
        pushes: Pushes::default(),
        pauses: if captions == Captions::Away { pauses(opened.game.setup(), facts) } else { BTreeMap::new() },
        animations: Animations::default(),
        times: Vec::new(),
    };
    for part in by_phase(facts) {
        planner.phase(part);
    }
    let Planner { dice: mut throws, mut animations, times, .. } = planner;
    animations.end = throws.rest(animations.end);
    animations.throws = throws.throws;
    animations.stages.iter_mut().for_each(|stage| stage.set_times(&times));
    Plan { animations, facts: times, dice: throws.lie }
}

/// A plan in the making.
struct Planner<'a> {
    opened: &'a OpenGame,
    /// Follows the facts.
    battle: &'a mut Battle,
    last_stage: Option<&'a FightStage>,
    captions: Captions,
    dice: ThrowPlanner,
    /// Factor of the time of every motion; 0 if nothing is to move.
    scale: f32,
    /// Units that run, and those that rout.
    runs: BTreeSet<UnitId>,
    routs: BTreeSet<UnitId>,
    /// Pushes that throw over the models that fall to the latest salvo.
    pushes: Pushes,
    /// Reading time of the result of dice, seconds, by the place of the fact that follows it.
    pauses: BTreeMap<usize, f32>,
    animations: Animations,
    times: Vec<f32>,
}

impl Planner<'_> {
    fn phase(&mut self, part: &[Fact]) {
        let setup = self.opened.game.setup();
        let begun = part.first().and_then(begins);
        let before = self.animations.end;
        let caption = begun.and_then(|turn| match turn.phase {
            Phase::Starting => Some(of_turn(setup, turn, since_last_reaction(self.opened.game.history()))),
            _ => of_phase(&narrated_setup(&self.opened.game.battle().view()), turn, part),
        });
        let caption = match self.captions {
            Captions::Shown => caption,
            Captions::Away => caption.map(Caption::unread),
        };
        self.animations.phases.extend(begun.map(|turn| (before, turn)));
        // A fight is shown once its caption has gone.
        let caption = match caption {
            Some(caption) if part.iter().any(begins_stage) => {
                // Outside close combat its lines would tell what dice have still to decide.
                let tells = begun.is_some_and(|turn| turn.phase == Phase::CloseCombat);
                let caption = if tells { caption } else { caption.unread() };
                let caption = caption.at(before, before);
                self.animations.end = caption.end;
                self.animations.captions.push(caption);
                self.animate(part);
                return;
            }
            caption => caption,
        };
        self.animations.end += if caption.is_some() { LEAD_SECONDS } else { 0.0 };
        let words = self.animations.words.len();
        self.animate(part);
        match (caption, begun) {
            (Some(caption), _) => {
                // It does not tell what dice have still to decide.
                let begins = self.dice.decided(before).unwrap_or(before);
                let caption = caption.at(begins, self.animations.end);
                // Each word comes with its line.
                for (index, word) in self.animations.words[words..].iter_mut().enumerate() {
                    word.start = word.start.max(caption.line_start(index));
                }
                self.animations.end = caption.end;
                self.animations.captions.push(caption);
            }
            // The Action phase has begun once the turn has been announced.
            (None, Some(turn)) if turn.phase != Phase::Action => self.animations.end += QUIET_SECONDS,
            _ => {}
        }
    }

    /// Shows a fact at a time, but not before the one before it.
    fn show(&mut self, fact: &Fact, at: f32) {
        let last = self.times.last().copied().unwrap_or(0.0);
        self.times.push(at.max(last));
        self.follow(fact);
    }

    fn follow(&mut self, fact: &Fact) {
        if let Err(error) = self.battle.follow(std::slice::from_ref(fact)) {
            bevy::log::error!("a fact could not be played back: {error}");
        }
    }

    /// Plans the facts of one phase: walks at the same time, then one salvo after another with the models it kills.
    fn animate(&mut self, facts: &[Fact]) {
        let mut at = self.animations.end;
        // Stages of an earlier phase have gone when its successor is announced.
        let own_stages = self.animations.stages.len();
        // The hits of a salvo count before it is saved against.
        let mut hits = None;
        let mut index = 0;
        while index < facts.len() {
            let fact = &facts[index];
            if let Some(pause) = self.pauses.remove(&self.times.len()) {
                let falls = self.animations.falls.iter().map(PlannedFall::lies);
                at = falls.fold(self.dice.at_rest(at), f32::max) + pause;
            }
            if begins_stage(fact) {
                at = self.begin_stage(&facts[index..], own_stages, at);
            }
            let moving = moving_together(&facts[index..]);
            if moving > 0 {
                at = self.walks(&facts[index..index + moving], self.dice.at_rest(at));
                index += moving;
                continue;
            }
            match fact {
                Fact::Shooting(ShootingFact::SalvoFired { .. }) => {
                    let aimed = self.dice.at_rest(at);
                    let end = self.salvo(fact, aimed);
                    self.show(fact, end);
                    hits = Some(end);
                    at = self.dice.saves(end);
                }
                Fact::Shooting(ShootingFact::SavesRolled { .. }) => {
                    hits = None;
                    self.show(fact, at);
                }
                Fact::Deployment(DeploymentFact::RollOffHeld { rolls, .. }) => {
                    at = self.dice.next(2 * rolls.len(), at);
                    self.show(fact, at);
                }
                Fact::Unit(UnitFact::LeadershipTested { faces, .. }) => {
                    at = self.dice.test(faces.len(), at);
                    self.show(fact, self.dice.at_rest(at));
                }
                Fact::Unit(UnitFact::ModelLost { model, why, .. }) => {
                    at = self.dice.at_rest(at);
                    self.fall(*model, why.is_none(), at);
                    self.show(fact, at);
                }
                Fact::CloseCombat(CombatFact::ModelCharged { model }) => {
                    self.clash(*model, at);
                    self.show(fact, at);
                }
                _ => {
                    self.note_gait(fact);
                    self.show(fact, hits.unwrap_or(at));
                }
            }
            index += 1;
        }
        at = end_stage(&mut self.animations.stages[own_stages..], self.dice.at_rest(at));
        let words = words_of(facts).into_iter();
        self.animations.words.extend(words.map(|(unit, word)| StateWord::of(unit, word, at)));
        let falls = self.animations.falls.iter().map(PlannedFall::lies);
        self.animations.end = falls.fold(at, f32::max);
    }

    fn begin_stage(&mut self, rest: &[Fact], own_stages: usize, at: f32) -> f32 {
        let at = end_stage(&mut self.animations.stages[own_stages..], self.dice.at_rest(at));
        let length = rest.iter().skip(1).position(begins_stage).map_or(rest.len(), |next| next + 1);
        let before = self.animations.stages.last().or(self.last_stage);
        let stage = stage_of(self.opened.game.setup(), &rest[..length], before, (self.times.len(), at));
        self.animations.stages.push(stage);
        at
    }

    /// Notes the gait of a unit's models.
    fn note_gait(&mut self, fact: &Fact) {
        match fact {
            Fact::Unit(UnitFact::UnitActivated { unit, action }) => {
                self.routs.remove(unit);
                let runs = *action == Action::AtTheDouble;
                if runs {
                    self.runs.insert(*unit)
                } else {
                    self.runs.remove(unit)
                };
            }
            Fact::FallBack(FallBackFact::FallBackForced { unit, goes, .. }) => match goes {
                Goes::Routs { .. } => drop(self.routs.insert(*unit)),
                Goes::ToEdge { .. } | Goes::ToCover { .. } => drop(self.runs.insert(*unit)),
                _ => {}
            },
            _ => {}
        }
    }

    /// Dice to hit, then the shots; gives back when the last has arrived.
    fn salvo(&mut self, fact: &Fact, at: f32) -> f32 {
        let Fact::Shooting(ShootingFact::SalvoFired { shots: aimed, volleys, throws, .. }) = fact else {
            return at;
        };
        let at = self.dice.salvo(volleys, at);
        let astray = throws.iter().map(|throw| throw.deviation.len()).sum();
        let at = self.dice.next(astray, at);
        let times = [at, if self.scale > 0.0 { self.scale } else { 1.0 }];
        let seen = shots(&self.battle.view(), (aimed, volleys, throws), times);
        self.pushes = seen.pushes;
        if self.scale == 0.0 {
            return at;
        }
        self.animations.tracers.extend(seen.tracers);
        self.animations.grenades.extend(seen.grenades);
        self.animations.effects.extend(seen.effects);
        self.animations.jolts.extend(seen.jolts);
        seen.end
    }

    /// A model falls; those lost to fire are thrown over by it.
    fn fall(&mut self, model: ModelId, by_fire: bool, at: f32) -> Option<usize> {
        let view = self.battle.view();
        let upright = transform_of(view.model(model).filter(|_| self.scale > 0.0)?.pose);
        let push = if by_fire {
            self.pushes.on(model, upright.translation)
        } else {
            upright.rotation * Vec3::NEG_X * STUMBLE
        };
        self.animations.falls.push(PlannedFall::new(model, upright, push, [at, self.scale]));
        Some(self.animations.falls.len() - 1)
    }

    /// Models that move together; gives back when the last has come to its end.
    fn walks(&mut self, facts: &[Fact], start: f32) -> f32 {
        let mut end = start;
        let (mut walked, mut fallen) = (Vec::new(), Vec::new());
        for (index, fact) in facts.iter().enumerate() {
            match fact {
                Fact::Unit(UnitFact::ModelMoved { model, path, .. }) if self.scale > 0.0 => {
                    let walk = self.walk(*model, path, &facts[index..], start);
                    end = walk.as_ref().map_or(end, |walk| walk.end().max(end));
                    walked.extend(walk.map(|walk| (*model, walk)));
                }
                Fact::Unit(UnitFact::ModelTurned { model, .. })
                    if self.scale > 0.0 && !walked.iter().any(|(other, _)| other == model) =>
                {
                    let walk = self.walk(*model, &[], &facts[index..], start);
                    end = walk.as_ref().map_or(end, |walk| walk.end().max(end));
                    walked.extend(walk.map(|walk| (*model, walk)));
                }
                Fact::Unit(UnitFact::ModelLost { model, .. }) => {
                    let own = walked.iter().rev().find(|(other, _)| other == model);
                    let begins = own.map_or(end, |(_, walk)| walk.end());
                    fallen.extend(self.fall(*model, false, begins));
                }
                other => self.note_gait(other),
            }
            self.follow(fact);
        }
        // They are shown together, once all have come.
        let last = self.times.last().copied().unwrap_or(0.0);
        self.times.extend(facts.iter().map(|_| end.max(last)));
        for index in fallen {
            self.animations.falls[index].lies_until(end);
        }
        for (model, mut walk) in walked {
            walk.until = end;
            if self.routs.contains(&model.unit) {
                let seconds = EffectKind::Dust.seconds() * self.scale;
                let dust = |(start, at)| Effect { kind: EffectKind::Dust, at, start, seconds };
                self.animations.effects.extend(walk.footfalls().map(dust));
            }
            self.animations.walks.entry(model).or_default().push(walk);
        }
        end
    }

    /// The walk of a model along a path, or its turn on the spot, to the facing that one of the facts gives it.
    fn walk(&self, id: ModelId, path: &[Place], facts: &[Fact], start: f32) -> Option<Walk> {
        let view = self.battle.view();
        let model = view.model(id)?;
        let from = model.facing().degrees();
        let turned = facts.iter().find_map(|fact| match fact {
            Fact::Unit(UnitFact::ModelTurned { model, facing }) if *model == id => Some(facing.degrees()),
            _ => None,
        });
        let stays = [model.pose.at];
        let corners = if path.is_empty() { &stays[..] } else { path };
        let is_fast = self.routs.contains(&id.unit) || self.runs.contains(&id.unit);
        let gait = if is_fast { Gait::Runs } else { Gait::Walks };
        let facings = [from, turned.unwrap_or(from)];
        Some(Walk::along((view.terrain(), model.mover()), corners, facings, gait, [start, self.scale]))
    }

    /// A model that has charged meets the nearest enemy.
    ///
    /// Rule: CC-4.
    fn clash(&mut self, charger: ModelId, at: f32) {
        let view = self.battle.view();
        let Some(model) = view.model(charger).filter(|_| self.scale > 0.0) else { return };
        let from = axes::place_in_scene(model.pose.at);
        let enemies = view.standing_of(charger.unit.side.other());
        let far = |at: Place| axes::place_in_scene(at).distance(from);
        let Some(enemy) = enemies.min_by(|a, b| far(a.pose.at).total_cmp(&far(b.pose.at))) else { return };
        let to = axes::place_in_scene(enemy.pose.at);
        let breast = Vec3::Y * 0.6 * model.card.base.height.inches() as f32;
        let along = (to - from).with_y(0.0).normalize_or(Vec3::X);
        let seconds = |kind: JoltKind| kind.seconds() * self.scale;
        let meets = at + 0.25 * seconds(JoltKind::Lunge);
        let (lunge, flinch) = (JoltKind::Lunge, JoltKind::Flinch);
        let jolts = [
            Jolt { model: charger, kind: lunge, along, start: at, seconds: seconds(lunge) },
            Jolt { model: enemy.id, kind: flinch, along, start: meets, seconds: seconds(flinch) },
        ];
        let kind = EffectKind::Clash;
        let clash = Effect {
            kind,
            at: from.lerp(to, 0.5) + breast,
            start: meets,
            seconds: kind.seconds() * self.scale,
        };
        self.animations.jolts.extend(jolts);
        self.animations.effects.push(clash);
    }
}

/// Pauses of a show after dice, as long as their result takes to read.
fn pauses(setup: &Setup, facts: &[Fact]) -> BTreeMap<usize, f32> {
    let outcome = |passage: Passage| {
        let outcome = remarks(setup, facts, &passage).pop()?;
        Some((outcome.after, reading_seconds(outcome.text.chars().count())))
    };
    passages(setup, facts).into_iter().filter_map(outcome).collect()
}

/// Number of models, among the first facts, that move at the same time, with the events in between that take no time themselves; 0 if the
/// first is no move.
fn moving_together(facts: &[Fact]) -> usize {
    let moves =
        |fact: &Fact| matches!(fact, Fact::Unit(UnitFact::ModelMoved { .. } | UnitFact::ModelTurned { .. }));
    if !facts.first().is_some_and(moves) {
        return 0;
    }
    let takes_time = |fact: &Fact| match fact {
        Fact::Unit(UnitFact::LeadershipTested { .. } | UnitFact::HitsTaken { .. }) | Fact::Shooting(_) => {
            true
        }
        Fact::Unit(UnitFact::ModelLost { why, .. }) => why.is_none(),
        Fact::CloseCombat(CombatFact::ModelCharged { .. }) => true,
        fact => begins_stage(fact) || begins(fact).is_some(),
    };
    let together = facts.iter().position(takes_time).unwrap_or(facts.len());
    let is_part = |fact: &Fact| moves(fact) || matches!(fact, Fact::Unit(UnitFact::ModelLost { .. }));
    facts[..together].iter().rposition(is_part).map_or(0, |last| last + 1)
}

/// The stage that is shown last stays as long as its dice roll; gives back when both are over.
fn end_stage(stages: &mut [FightStage], ends: f32) -> f32 {
    stages.last_mut().map_or(ends, |stage| stage.last_until(ends))
}

//! A salvo as it is animated: a flash and a tracer for every die, grenades on their arcs, blows, and who flinches.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::effects::{Effect, EffectKind, Grenade, Jolt, JoltKind};
use crate::game::engine::view::{ModelView, View};
use crate::game::phases::shooting::kinds::{AimedShot, ThrowRolled, VolleyRolled};
use crate::rules::ids::ModelId;
use crate::rules::salvo::Manner;
use crate::rules::shooting::HitRoll;
use crate::ui::axes;

/// Seconds a tracer flies, for which its trail is seen, and between two of one model.
const FLIGHT: f32 = 0.34;
const TRAIL: f32 = 0.4;
const BETWEEN: f32 = 0.16;

/// Seconds within which all models of a salvo start to fire.
const RIPPLE: f32 = 0.45;

/// Seconds that a grenade flies and rolls.
const THROW: f32 = 1.25;

/// Force with which a burst and a blow throw a body, a rifle's shot being 1.
const BURST_PUSH: f32 = 1.5;
const BLOW_PUSH: f32 = 0.8;

/// A shot in the air, or its trail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ui) struct Tracer {
    /// From the weapon to the target.
    pub ends: [Vec3; 2],
    /// Whether it hits; a miss flies by.
    pub fate: Fate,
    start: f32,
    scale: f32,
}

/// Whether a shot hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Fate {
    Hits,
    Misses,
}

impl Tracer {
    /// Its progress after so many seconds, from 0 at the muzzle to 1 at the target; `None` before and after.
    pub fn share(&self, elapsed: f32) -> Option<f32> {
        let is_seen = (self.start..self.end()).contains(&elapsed);
        is_seen.then(|| ((elapsed - self.start) / (FLIGHT * self.scale)).min(1.0))
    }

    /// Brightness of its trail after so many seconds, from 1 to 0.
    pub fn trail(&self, elapsed: f32) -> f32 {
        (1.0 - (elapsed - self.arrives()) / (TRAIL * self.scale)).clamp(0.0, 1.0)
    }

    fn arrives(&self) -> f32 {
        self.start + FLIGHT * self.scale
    }

    pub(super) fn end(&self) -> f32 {
        self.arrives() + TRAIL * self.scale
    }
}

/// All that is seen of a salvo.
#[derive(Default)]
pub(super) struct Shots {
    pub tracers: Vec<Tracer>,
    pub grenades: Vec<Grenade>,
    pub effects: Vec<Effect>,
    pub jolts: Vec<Jolt>,
    /// Pushes that throw the targets over.
    pub pushes: Pushes,
    /// Arrival of the last shot, seconds.
    pub end: f32,
}

/// Pushes that throw over the models that fall to a salvo.
#[derive(Default)]
pub(super) struct Pushes {
    of: BTreeMap<ModelId, Vec3>,
    /// Places of the shooters.
    from: Vec<Vec3>,
}

impl Pushes {
    /// Push on a model that stands there.
    pub fn on(&self, model: ModelId, at: Vec3) -> Vec3 {
        let from = self.from.iter().sum::<Vec3>() / self.from.len().max(1) as f32;
        self.of.get(&model).copied().unwrap_or_else(|| level(at - from))
    }
}

/// Inputs of a shot's picture.
struct Scene<'a> {
    view: &'a View<'a>,
    scale: f32,
    shots: Shots,
}

/// A salvo that starts after so many seconds, each of its times `scale` as long.
pub(super) fn shots(
    view: &View,
    (shots, volleys, throws): (&[AimedShot], &[VolleyRolled], &[ThrowRolled]),
    [start, scale]: [f32; 2],
) -> Shots {
    let mut scene = Scene { view, scale, shots: Shots { end: start, ..Shots::default() } };
    let step = RIPPLE * scale / shots.len().max(1) as f32;
    for (index, shot) in shots.iter().enumerate() {
        let Some((shooter, target)) = view.model(shot.from).zip(view.model(shot.at)) else { continue };
        let begins = start + step * index as f32;
        scene.shots.pushes.from.push(foot(&shooter));
        let fates = fates(volleys, shot.from);
        if let Some(throw) = throws.iter().find(|throw| throw.by == shot.from && shot.thrown_at.is_some()) {
            scene.throw(&shooter, throw, begins);
        } else if shot.manner == Manner::Melee {
            scene.blows([&shooter, &target], (shot.dice, &fates), begins);
        } else {
            scene.fire([&shooter, &target], (shot.dice, &fates), (index, begins));
        }
    }
    scene.shots
}

impl Scene<'_> {
    fn effect(&mut self, kind: EffectKind, at: Vec3, start: f32) {
        let seconds = kind.seconds() * self.scale;
        self.shots.effects.push(Effect { kind, at, start, seconds });
    }

    fn jolt(&mut self, model: ModelId, kind: JoltKind, along: Vec3, start: f32) {
        let seconds = kind.seconds() * self.scale;
        self.shots.jolts.push(Jolt { model, kind, along: level(along), start, seconds });
    }

    fn ends_by(&mut self, time: f32) {
        self.shots.end = self.shots.end.max(time);
    }

    /// Adds a flash and a tracer for each die; models that are hit flinch.
    fn fire(
        &mut self,
        [shooter, target]: [&ModelView; 2],
        (dice, fates): (u8, &[Fate]),
        (index, start): (usize, f32),
    ) {
        let (from, to) = (foot(shooter) + high(shooter, 0.72), foot(target) + high(target, 0.55));
        let along = (to - from).normalize_or_zero();
        let muzzle = from + along * (0.35 * shooter.card.base.height.inches() as f32);
        for die in 0..usize::from(dice) {
            let fate = fates.get(die).copied().unwrap_or(Fate::Misses);
            // Misses go wide, each to another side.
            let wide = match fate {
                Fate::Hits => 0.0,
                Fate::Misses => 0.9 + 0.35 * (index % 3) as f32,
            };
            let side = if (index + die) % 2 == 0 { 1.0 } else { -1.0 };
            let aside = along.cross(Vec3::Y) * wide * side;
            let start = start + BETWEEN * self.scale * die as f32;
            let past = if fate == Fate::Misses { along * 1.5 } else { Vec3::ZERO };
            let tracer = Tracer { ends: [muzzle, to + aside + past], fate, start, scale: self.scale };
            self.shots.tracers.push(tracer);
            self.effect(EffectKind::MuzzleFlash, muzzle, start);
            if fate == Fate::Hits {
                self.jolt(target.id, JoltKind::Flinch, along, tracer.arrives());
                self.shots.pushes.of.entry(target.id).or_insert(level(along));
            }
            self.ends_by(tracer.arrives());
        }
    }

    /// A lunge for each die, and weapons that meet.
    fn blows(&mut self, [striker, target]: [&ModelView; 2], (dice, fates): (u8, &[Fate]), start: f32) {
        let (from, to) = (foot(striker) + high(striker, 0.6), foot(target) + high(target, 0.6));
        let seconds = JoltKind::Lunge.seconds() * self.scale;
        for die in 0..dice {
            let start = start + seconds * f32::from(die);
            let meets = start + 0.25 * seconds;
            self.jolt(striker.id, JoltKind::Lunge, to - from, start);
            self.effect(EffectKind::Clash, from.lerp(to, 0.6), meets);
            if fates.get(usize::from(die)) == Some(&Fate::Hits) {
                self.jolt(target.id, JoltKind::Flinch, to - from, meets);
                self.shots.pushes.of.entry(target.id).or_insert(level(to - from) * BLOW_PUSH);
            }
            self.ends_by(start + seconds);
        }
    }

    /// A grenade that bursts where it came down.
    fn throw(&mut self, thrower: &ModelView, throw: &ThrowRolled, start: f32) {
        let (from, to) = (foot(thrower) + high(thrower, 0.9), axes::place_in_scene(throw.at));
        let seconds = THROW * self.scale;
        self.shots.grenades.push(Grenade { ends: [from, to], start, seconds });
        self.jolt(thrower.id, JoltKind::Lunge, to - from, start);
        let bursts = start + seconds;
        self.effect(EffectKind::Burst, to, bursts);
        for hit in &throw.hit {
            let Some(model) = self.view.model(*hit) else { continue };
            let away = level(foot(&model) - to);
            self.jolt(*hit, JoltKind::Flinch, away, bursts);
            self.shots.pushes.of.insert(*hit, away * BURST_PUSH);
        }
        self.ends_by(bursts + 0.35 * self.scale);
    }
}

fn foot(model: &ModelView) -> Vec3 {
    axes::place_in_scene(model.pose.at)
}

fn high(model: &ModelView, share: f32) -> Vec3 {
    Vec3::Y * model.card.base.height.inches() as f32 * share
}

/// A direction along the ground, of length 1.
fn level(along: Vec3) -> Vec3 {
    along.with_y(0.0).normalize_or(Vec3::X)
}

/// Whether each die of a model hits.
fn fates(volleys: &[VolleyRolled], of: ModelId) -> Vec<Fate> {
    let mut fates = Vec::new();
    for volley in volleys {
        let mut again = volley.again.iter();
        for (by, face) in volley.by.iter().zip(&volley.faces) {
            let hits = match volley.needs {
                HitRoll::Needs(needed) => *face >= needed,
                HitRoll::TwoSixes => *face == 6 && again.next() == Some(&6),
            };
            if *by == of {
                fates.push(if hits { Fate::Hits } else { Fate::Misses });
            }
        }
    }
    fates
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rule: SHO-3. The second faces of a "6+6" belong to the sixes in their order.
    #[test]
    fn every_die_has_its_own_fate() {
        let [one, two] = ["A1.1", "A1.2"].map(|id| id.parse::<ModelId>().unwrap());
        let volleys = [
            VolleyRolled {
                needs: HitRoll::Needs(4),
                by: vec![one, two],
                faces: vec![3, 4],
                again: vec![],
                hits: 1,
            },
            VolleyRolled {
                needs: HitRoll::TwoSixes,
                by: vec![one, one, two],
                faces: vec![6, 5, 6],
                again: vec![5, 6],
                hits: 1,
            },
        ];
        assert_eq!(fates(&volleys, one), [Fate::Misses, Fate::Misses, Fate::Misses]);
        assert_eq!(fates(&volleys, two), [Fate::Hits, Fate::Hits]);
    }
}

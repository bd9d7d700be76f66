//! A salvo as it is animated: a tracer for every die, then the models that fall.

use bevy::prelude::*;

use crate::game::engine::fact::Fact;
use crate::game::engine::view::View;
use crate::game::phases::shooting;
use crate::game::phases::shooting::kinds::VolleyRolled;
use crate::rules::ids::ModelId;
use crate::rules::shooting::HitRoll;
use crate::ui::axes;

/// Seconds a tracer flies, and seconds between two of one model.
const FLIGHT: f32 = 0.28;
const BETWEEN: f32 = 0.16;

/// Seconds within which all models of a salvo start to fire.
const RIPPLE: f32 = 0.45;

/// Seconds that a model falls, and then vanishes.
const FALLING: f32 = 0.45;
const VANISHING: f32 = 0.45;

/// A shot in the air.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ui) struct Tracer {
    /// From the weapon to the target.
    pub ends: [Vec3; 2],
    /// Whether it hits; a miss flies by.
    pub fate: Fate,
    start: f32,
}

/// Whether a shot hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Fate {
    Hits,
    Misses,
}

impl Tracer {
    /// Its progress after so many seconds, from 0 to 1; `None` before and after its flight.
    pub fn share(&self, elapsed: f32) -> Option<f32> {
        let share = (elapsed - self.start) / FLIGHT;
        (0.0..1.0).contains(&share).then_some(share)
    }

    pub(super) fn lasts(&self, elapsed: f32) -> bool {
        elapsed < self.start + FLIGHT
    }
}

/// A model that falls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fall {
    upright: Transform,
    start: f32,
}

impl Fall {
    /// The fall of a model that stood upright.
    pub fn of(upright: Transform, start: f32) -> Self {
        Self { upright, start }
    }

    /// When the model is gone, seconds.
    pub fn end(&self) -> f32 {
        self.start + FALLING + VANISHING
    }

    pub fn lasts(&self, elapsed: f32) -> bool {
        elapsed < self.end()
    }

    /// Its transform after so many seconds: it tips over on its back, then sinks into the table.
    pub fn at(&self, elapsed: f32) -> Transform {
        let tipped = ((elapsed - self.start) / FALLING).clamp(0.0, 1.0);
        let gone = ((elapsed - self.start - FALLING) / VANISHING).clamp(0.0, 1.0);
        let turn = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2 * tipped * tipped);
        let sunk = Vec3::NEG_Y * 0.5 * gone;
        let scale = self.upright.scale * (1.0 - gone).max(0.02);
        Transform {
            translation: self.upright.translation + sunk,
            rotation: self.upright.rotation * turn,
            scale,
        }
    }
}

/// The tracers of a salvo that starts after so many seconds, and when the last one arrives.
pub(super) fn tracers(view: &View, fact: &Fact, start: f32) -> (Vec<Tracer>, f32) {
    let Fact::Shooting(shooting::kinds::Fact::SalvoFired { shots, volleys, .. }) = fact else {
        return (Vec::new(), start);
    };
    let mut tracers = Vec::new();
    let step = RIPPLE / (shots.len().max(1)) as f32;
    for (index, shot) in shots.iter().enumerate() {
        let Some((shooter, target)) = view.model(shot.from).zip(view.model(shot.at)) else { continue };
        let high = |height: f64, share: f32| Vec3::Y * height as f32 * share;
        let from = axes::place_in_scene(shooter.pose.at) + high(shooter.card.base.height.inches(), 0.72);
        let to = match shot.thrown_at {
            Some(point) => axes::place_in_scene(point),
            None => axes::place_in_scene(target.pose.at) + high(target.card.base.height.inches(), 0.55),
        };
        let fates = fates(volleys, shot.from);
        for die in 0..usize::from(shot.dice) {
            let fate = fates.get(die).copied().unwrap_or(Fate::Misses);
            // Misses go wide, each to another side.
            let wide = match fate {
                Fate::Hits => 0.0,
                Fate::Misses => 0.9 + 0.35 * (index % 3) as f32,
            };
            let side = if (index + die) % 2 == 0 { 1.0 } else { -1.0 };
            let aside = (to - from).normalize_or_zero().cross(Vec3::Y) * wide * side;
            let begins = start + step * index as f32 + BETWEEN * die as f32;
            tracers.push(Tracer { ends: [from, to + aside], fate, start: begins });
        }
    }
    let end = tracers.iter().map(|tracer| tracer.start + FLIGHT).fold(start, f32::max);
    (tracers, end)
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

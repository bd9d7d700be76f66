//! Shooters, weapons and targets that the rules permit a unit, and the faces that each shot needs: for orders, for the salvo that is
//! rolled, for the odds, for the window.

use super::kinds::{AimedShot, FireAt, FireMode, Fires, Step};
use crate::game::engine::components::{Pose, Posture};
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::measure::Mark;
use crate::game::sight::{Observation, sight_with_overrides};
use crate::rules::action::Action;
use crate::rules::basics::gap;
use crate::rules::card::{Handling, Weapon};
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::Facing;
use crate::rules::movement::arcs::{Turning, facing_to_fire};
use crate::rules::salvo::{
    Manner, RateRules, ShotNeeds, armour_save, rate_share, toughness_test, weapon_dice,
};
use crate::rules::shooting::{Aim, Barred, Evasion, HitRoll, barred, to_hit};
use crate::rules::sight::target::{Candidate, best_target};
use crate::rules::sight::{Mutual, evasion_bonus};

/// Assumed poses of models, in place of their present ones: the result of an order.
pub type Stance = [(ModelId, Pose)];

/// Reason why a model does not fire a weapon at a unit.
#[derive(Clone, Debug, PartialEq)]
pub enum NoShot {
    /// It has no weapon of that name, or none that is fired at all.
    NotCarried,
    /// Its weapon does not fire in that manner.
    NotFired,
    /// The shot at the nearest model of the target is barred (SHO-2, VIS-4).
    Barred {
        /// Reason.
        why: Barred,
        /// The nearest model.
        at: ModelId,
        /// Its distance, base to base, inches.
        gap: f64,
        /// Range limit, inches.
        limit: f64,
    },
    /// It cannot have the nearest model that it might fire at in front of it (FAC-3, FAC-4).
    OutOfArc {
        /// That model.
        at: ModelId,
    },
}

/// A unit looking at another that it may fire at.
pub struct Aiming<'a> {
    view: View<'a>,
    stance: &'a Stance,
    target: UnitView<'a>,
    mode: FireMode,
    seen: Vec<Observation>,
}

impl<'a> Aiming<'a> {
    /// Looks from every model of a unit at every model of another; `None` if either has none on the
    /// table.
    pub fn new(
        view: View<'a>,
        stance: &'a Stance,
        [from, target]: [UnitView<'a>; 2],
        mode: FireMode,
    ) -> Option<Self> {
        let instead: Vec<_> = stance.iter().map(|(model, pose)| (*model, pose.at)).collect();
        let seen = sight_with_overrides(view, &Mark::Unit(from.id), &Mark::Unit(target.id), &instead).ok()?;
        Some(Self { view, stance, target, mode, seen })
    }

    /// The same for one model of the target alone.
    ///
    /// Rule: ACT-3.
    pub fn only_at(mut self, at: ModelId) -> Self {
        self.seen.retain(|seen| seen.to == at);
        self
    }

    /// The same for some models of the target alone.
    ///
    /// Rule: CC-5 (at models taking part).
    pub fn only_among(mut self, counts: impl Fn(ModelId) -> bool) -> Self {
        self.seen.retain(|seen| counts(seen.to));
        self
    }

    /// All pairs, in the order of the ids of those who look.
    pub fn seen(&self) -> &[Observation] {
        &self.seen
    }

    /// The battle, and the unit aimed at.
    pub fn target(&self) -> (View<'a>, UnitView<'a>) {
        (self.view, self.target)
    }

    /// Fire mode of the unit.
    pub fn mode(&self) -> FireMode {
        self.mode
    }

    /// Observations of the target's models by a shooter.
    fn pairs(&self, from: ModelId) -> impl Iterator<Item = &Observation> {
        self.seen.iter().filter(move |seen| seen.from == from)
    }

    /// The shot of a model's firearm that wounds most on average, of those it may fire.
    pub fn best(&self, from: ModelId, fires: Fires) -> Option<AimedShot> {
        let shooter = self.shooter(from)?;
        let shots = shooter.model.card.firearms(from.number).filter_map(|weapon| {
            let shot = self.shot(&shooter, weapon, fires).ok()?;
            let wounds = shot.volley().mean_wounds();
            Some((shot, wounds))
        });
        shots.reduce(|best, other| if other.1 > best.1 { other } else { best }).map(|(shot, _)| shot)
    }

    /// The shot of a model with a weapon of this name, or with its best firearm.
    ///
    /// # Errors
    /// Reason for the lack of a shot.
    pub fn with(&self, from: ModelId, weapon: Option<&str>, fires: Fires) -> Result<AimedShot, NoShot> {
        let shooter = self.shooter(from).ok_or(NoShot::NotCarried)?;
        if let Some(name) = weapon {
            let carried = shooter.model.card.carried(from.number).find(|weapon| weapon.name == name);
            return self.shot(&shooter, carried.ok_or(NoShot::NotCarried)?, fires);
        }
        if let Some(best) = self.best(from, fires) {
            return Ok(best);
        }
        // The first firearm that is fired so says why there is no shot; if none is, that is why.
        let mut why = NoShot::NotCarried;
        for weapon in shooter.model.card.firearms(from.number) {
            match self.shot(&shooter, weapon, fires) {
                Err(NoShot::NotFired) => why = NoShot::NotFired,
                Err(other) => return Err(other),
                Ok(shot) => return Ok(shot),
            }
        }
        Err(why)
    }

    /// A model of the firing unit where it stands, or is thought of.
    pub(super) fn shooter(&self, from: ModelId) -> Option<Posed<'a>> {
        let model = self.view.model(from).filter(ModelView::stands)?;
        Some(Posed { model, pose: pose_in(self.stance, &model) })
    }

    /// The shot of one weapon.
    ///
    /// Rule: SHO-1, SHO-2, SHO-3, SHO-4, VIS-4, VIS-6.
    fn shot(&self, shooter: &Posed, weapon: &Weapon, fires: Fires) -> Result<AimedShot, NoShot> {
        let manner = self.mode.manner_of(fires);
        let dice = self.dice(weapon, manner)?;
        let shots: Vec<Option<ShotCandidate>> = self
            .pairs(shooter.model.id)
            .map(|seen| self.prospect(shooter, weapon, manner, seen).ok())
            .collect();
        let candidates = shots.iter().flatten().map(|shot| Candidate {
            model: shot.seen.to,
            roll: shot.hit(self.view),
            gap: shot.seen.gap,
        });
        let Some(at) = best_target(candidates) else { return Err(self.why_none(shooter, weapon, manner)) };
        let found = shots.iter().flatten().find(|shot| shot.seen.to == at.model);
        let found = found.ok_or(NoShot::NotCarried)?;
        Ok(self.aimed_shot(shooter, weapon, (manner, dice), found))
    }

    /// Number of a weapon's dice.
    ///
    /// Rule: SHO-4.
    pub(super) fn dice(&self, weapon: &Weapon, manner: Manner) -> Result<u8, NoShot> {
        let dice = weapon_dice(weapon, manner, &self.view.setup().ruleset);
        if dice == 0 { Err(NoShot::NotFired) } else { Ok(dice) }
    }

    /// Shot at one model, if nothing bars it.
    fn prospect<'s>(
        &self,
        shooter: &Posed,
        weapon: &Weapon,
        manner: Manner,
        seen: &'s Observation,
    ) -> Result<ShotCandidate<'s>, NoShot> {
        let (ruleset, allowance) = (&self.view.setup().ruleset, self.view.allowance());
        let awareness = seen.awareness * manner.awareness(&ruleset.actions);
        let characteristics = shooter.model.card.characteristics;
        let (skill, range) = match weapon.handling {
            Handling::Thrown => (characteristics.throwing, f64::from(characteristics.throwing)),
            _ => (characteristics.ballistic_skill, weapon.range.inches()),
        };
        let (gap, state, mutual) = (seen.gap, seen.state, seen.sighting.mutual);
        let limit = |why| match why {
            Barred::OutOfRange => range,
            Barred::NotSeen | Barred::BeyondAwareness => awareness,
        };
        let bars = |why| NoShot::Barred { why, at: seen.to, gap, limit: limit(why) };
        if let Some(why) = barred(&Aim { gap, range: Some(range), mutual, state, awareness }, allowance) {
            return Err(bars(why));
        }
        // A throw needs a model that is seen; fire at a known place does not (SHO-2, SHO-10).
        if weapon.handling == Handling::Thrown && mutual == Mutual::Closed {
            return Err(bars(Barred::NotSeen));
        }
        let (base, target) = (shooter.model.disc_at(shooter.pose.at), self.view.model(seen.to));
        let target = target.ok_or(NoShot::NotCarried)?.disc();
        let facing = facing_to_fire(base, shooter.pose.facing, target, self.mode.turning, allowance);
        let facing = facing.ok_or(NoShot::OutOfArc { at: seen.to })?;
        let sight = evasion_bonus(state, gap, awareness, &ruleset.sight, allowance);
        Ok(ShotCandidate { seen, skill, evasion: Evasion { sight, ..seen.shot.evasion }, facing })
    }

    /// Reason that bars the shot at the nearest model, or else the arc.
    fn why_none(&self, shooter: &Posed, weapon: &Weapon, manner: Manner) -> NoShot {
        let mut pairs: Vec<&Observation> = self.pairs(shooter.model.id).collect();
        pairs.sort_by(|one, next| one.gap.total_cmp(&next.gap));
        let whys = pairs.iter().filter_map(|seen| self.prospect(shooter, weapon, manner, seen).err());
        let whys: Vec<NoShot> = whys.collect();
        let arc = whys.iter().find(|why| matches!(why, NoShot::OutOfArc { .. }));
        arc.or(whys.first()).cloned().unwrap_or(NoShot::NotCarried)
    }

    /// The shot with all that it needs.
    ///
    /// Rule: SHO-5, SHO-9, ACT-5, FAC-5.
    fn aimed_shot(
        &self,
        shooter: &Posed,
        weapon: &Weapon,
        (manner, dice): (Manner, u8),
        found: &ShotCandidate,
    ) -> AimedShot {
        let (ruleset, terrain) = (&self.view.setup().ruleset, self.view.terrain());
        let seen = found.seen;
        let cover = terrain.hard_cover(&seen.observer, &seen.target);
        let armour = self.target.card.armour_in(seen.shot.arc);
        let strength = weapon.strength;
        let toughness = toughness(self.view, self.target)
            + if cover.is_some() { ruleset.shooting.hard_cover_toughness } else { 0 };
        AimedShot {
            from: shooter.model.id,
            at: seen.to,
            weapon: weapon.name.clone(),
            manner,
            dice,
            needs: ShotNeeds {
                hit: found.hit(self.view),
                armour: armour_save(armour, weapon.penetration, &ruleset.shooting),
                toughness: toughness_test(toughness, strength, &ruleset.shooting),
            },
            skill: found.skill,
            evasion: Some(found.evasion),
            enemy_skill: None,
            state: seen.state,
            arc: seen.shot.arc,
            hard_cover: cover.map(|piece| terrain.pieces[piece].id.clone()),
            facing: found.facing,
            thrown_at: (weapon.handling == Handling::Thrown).then_some(seen.target.foot),
        }
    }
}

impl FireMode {
    /// The step of a salvo fired so, the first of its action.
    pub(in crate::game) fn salvo(self, unit: UnitId, fire: FireAt) -> Step {
        Step::Salvo { unit, fire, mode: self, begun: Vec::new() }
    }

    /// Fire mode of a unit in a manner, if it has not run.
    ///
    /// Rule: FAC-3.
    pub fn of(unit: UnitView, manner: Manner) -> Self {
        let may_turn = match manner {
            Manner::OpenFire | Manner::SnapInOpenFire => unit.card.may_turn_in(Action::OpenFire),
            Manner::Advance
            | Manner::OnMyTarget
            | Manner::AfterRunning
            | Manner::SnapFire
            | Manner::FallingBack
            | Manner::CloseFire
            | Manner::Melee => true,
        };
        Self { manner, turning: if may_turn { Turning::Free } else { Turning::None } }
    }

    /// The manner of one model: in Open Fire it may snap fire instead.
    ///
    /// Rule: ACT-1.
    pub(super) fn manner_of(self, fires: Fires) -> Manner {
        match (self.manner, fires) {
            (Manner::OpenFire, Fires::Snap) => Manner::SnapInOpenFire,
            (manner, _) => manner,
        }
    }
}

/// A model and how it stands.
pub(super) struct Posed<'a> {
    pub(super) model: ModelView<'a>,
    pub(super) pose: Pose,
}

/// A shot at one model that nothing speaks against.
struct ShotCandidate<'s> {
    seen: &'s Observation,
    skill: u8,
    evasion: Evasion,
    facing: Facing,
}

impl ShotCandidate<'_> {
    /// Rule: SHO-3.
    fn hit(&self, view: View) -> HitRoll {
        to_hit(self.skill, self.evasion.total(), &view.setup().ruleset.shooting)
    }
}

/// Whether any model of a unit has a firearm that is fired so and reaches a model of another: without
/// it nobody needs to look.
///
/// Rule: SHO-2, SHO-8.
pub(super) fn is_any_in_range(
    view: View,
    stance: &Stance,
    [from, at]: [UnitView; 2],
    mode: FireMode,
) -> bool {
    let (ruleset, allowance) = (&view.setup().ruleset, view.allowance());
    let is_fired = |weapon: &&Weapon| rate_share(mode.manner, weapon.handling, RateRules::of(ruleset)) > 0.0;
    let reaches = |shooter: ModelView| {
        let ranges = shooter.card.firearms(shooter.id.number).filter(is_fired);
        let range = ranges.map(|weapon| weapon.range.inches()).max_by(f64::total_cmp);
        let base = shooter.disc_at(pose_in(stance, &shooter).at);
        let near =
            |range| view.standing(at.id).any(|model| allowance.at_most(gap(base, model.disc()), range));
        range.is_some_and(near)
    };
    view.standing(from.id).any(reaches)
}

/// Pose of a model in a stance: its own unless the stance names another.
pub fn pose_in(stance: &Stance, model: &ModelView) -> Pose {
    stance.iter().find(|(id, _)| *id == model.id).map_or(model.pose, |(_, pose)| *pose)
}

/// A unit's To as it holds itself.
///
/// Rule: ACT-5, BAS-5, OFB-2 (+1 To).
pub(in crate::game) fn toughness(view: View, unit: UnitView) -> u8 {
    let down = match unit.activity.posture {
        Posture::Down => view.setup().ruleset.actions.get_down_toughness,
        Posture::InCover => view.setup().ruleset.outline.stay_toughness,
        Posture::Up => 0,
    };
    unit.card.characteristics.toughness + down
}

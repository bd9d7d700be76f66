//! Models that see each other, and those they would shoot at: the answer of `show sight`.

use std::cmp::Ordering;

use crate::game::engine::components::Posture;
use crate::game::engine::view::{ModelView, View};
use crate::game::measure::{Mark, MarkError};
use crate::rules::basics::{Disc, gap};
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::Place;
use crate::rules::movement::arcs::{Arc, arc};
use crate::rules::shooting::{Aim, Barred, Evasion, HitRoll, barred, to_hit};
use crate::rules::sight::target::{Candidate, best_target};
use crate::rules::sight::{
    Judged, SightState, Sighting, awareness, evasion_bonus, is_exposed, judge, state_allows_fire,
    state_for_unit,
};
use crate::table::sight::{SightBody, SightLine};
use crate::table::terrain::Terrain;

/// One model's sight of another.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The observer.
    pub from: ModelId,
    /// The target.
    pub to: ModelId,
    /// The observer as measured.
    pub observer: SightBody,
    /// The target as measured.
    pub target: SightBody,
    /// Between their bases, inches (BAS-1).
    pub gap: f64,
    /// Measured sighting.
    pub sighting: Sighting,
    /// The state for this pair alone, and why.
    pub judged: Judged,
    /// The state for the shooter's unit: Hidden only if hidden from all its models (VIS-2).
    pub state: SightState,
    /// Whether the target is exposed (VIS-3).
    pub exposed: bool,
    /// The shooter's Aw against it, inches (VIS-3).
    pub awareness: f64,
    /// Whether it is farther away than that (VIS-5).
    pub beyond_awareness: bool,
    /// Whether its state lets it be fired at (VIS-4).
    pub state_allows_fire: bool,
    /// Terms of a shot at it.
    pub shot: Shot,
}

/// A shot of one model at another from where they stand.
///
/// Rule: SHO-3, FAC-5.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// The arc of the target in which the shooter stands.
    pub arc: Arc,
    /// The target's Ev against it.
    pub evasion: Evasion,
    /// The shooter's BS.
    pub skill: u8,
    /// Face needed.
    pub roll: HitRoll,
    /// Reason that bars the shot, if any.
    pub barred: Option<Barred>,
}

/// The model of a unit that a shooter fires at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TargetChoice {
    /// The shooter.
    pub from: ModelId,
    /// The model it takes; `None` if every shot is barred.
    pub takes: Option<Candidate>,
}

/// The model of a unit that each enemy of it would fire at, given the observations of the unit in the order
/// of [`sight`]. Friends choose none.
///
/// Rule: VIS-6.
pub fn target_choices(pairs: &[Observation], unit: UnitId) -> Vec<TargetChoice> {
    let at_enemy = |seen: &&Observation| seen.to.unit == unit && seen.from.unit.side != unit.side;
    let pairs: Vec<&Observation> = pairs.iter().filter(at_enemy).collect();
    let shooters = pairs.chunk_by(|one, next| one.from == next.from);
    shooters
        .map(|pairs| TargetChoice {
            from: pairs[0].from,
            takes: best_target(pairs.iter().filter_map(candidate)),
        })
        .collect()
}

/// The target of an observation if nothing bars the shot.
fn candidate(seen: &&Observation) -> Option<Candidate> {
    let open = seen.shot.barred.is_none();
    open.then_some(Candidate { model: seen.to, roll: seen.shot.roll, gap: seen.gap })
}

/// Observations of the models of one mark by those of the other, in the order of their ids. A model does not observe itself.
///
/// Rule: VIS-1, VIS-2, VIS-3, VIS-4, VIS-5.
///
/// # Errors
/// A mark that is not a model, unit or side, or is not on the table.
pub fn sight(view: View, from: &Mark, to: &Mark) -> Result<Vec<Observation>, MarkError> {
    sight_with_overrides(view, from, to, &[])
}

/// A model, and a hypothetical place for it.
pub type PlacementOverride = (ModelId, Place);

/// As [`sight`], with some models at hypothetical places: what they would see there, and what would see them.
///
/// Rule: VIS-1, VIS-2, VIS-3, VIS-4, VIS-5.
///
/// # Errors
/// As [`sight`]; a model with a hypothetical place counts as on the table.
pub fn sight_with_overrides(
    view: View,
    from: &Mark,
    to: &Mark,
    overrides: &[PlacementOverride],
) -> Result<Vec<Observation>, MarkError> {
    let [observers, targets] = [placed_models(view, from, overrides)?, placed_models(view, to, overrides)?];
    let mut found = Vec::new();
    for unit in observers.chunk_by(|one, next| one.model.id.unit == next.model.id.unit) {
        // Whether any of a unit has a target in view matters only if the target is hidden from one of its models; it is
        // found once.
        let mut known: Vec<Option<bool>> = vec![None; targets.len()];
        for from in unit {
            for (to, known) in targets.iter().zip(&mut known).filter(|(to, _)| to.model.id != from.model.id) {
                found.push(observe(view, *from, *to, &mut || {
                    *known.get_or_insert_with(|| unit_has_in_view(view, from.model.id.unit, *to, overrides))
                }));
            }
        }
    }
    Ok(found)
}

impl Observation {
    /// Things on the line to the middle of the body.
    pub fn line(&self, terrain: &Terrain) -> SightLine {
        terrain.sight_line(&self.observer, &self.target)
    }

    /// Whether the observer itself has some of the target in view, or an open line to it, whatever the others of its
    /// unit see.
    pub fn is_seen_alone(&self) -> bool {
        self.judged.state != SightState::Hidden
    }

    /// Orders observations by how good they are for the observer, the best first: seen at all, may be shot at by its
    /// state (VIS-4), the least added to its Ev (VIS-5), most in view, nearest.
    pub fn by_view(&self, other: &Self) -> Ordering {
        let rank = |seen: &Self| (!seen.is_seen_alone(), !seen.state_allows_fire, seen.shot.evasion.sight);
        let share = other.sighting.in_view.total_cmp(&self.sighting.in_view);
        rank(self).cmp(&rank(other)).then(share).then(self.gap.total_cmp(&other.gap))
    }
}

/// A model at its actual or hypothetical place.
#[derive(Clone, Copy)]
pub(super) struct PlacedModel<'a> {
    pub(super) model: ModelView<'a>,
    at: Place,
}

impl<'a> PlacedModel<'a> {
    /// `None` for a model without a place on the table.
    fn of(model: ModelView<'a>, overrides: &[PlacementOverride]) -> Option<Self> {
        let hypothetical = overrides.iter().find(|(id, _)| *id == model.id).map(|(_, at)| *at);
        let at = hypothetical.or_else(|| model.stands().then_some(model.pose.at))?;
        Some(Self { model, at })
    }

    fn sight_body(&self) -> SightBody {
        self.model.sight_body_at(self.at)
    }

    fn disc(&self) -> Disc {
        self.model.disc_at(self.at)
    }
}

/// The models on the table that a mark names; at least one.
pub(super) fn placed_models<'a>(
    view: View<'a>,
    mark: &Mark,
    overrides: &[PlacementOverride],
) -> Result<Vec<PlacedModel<'a>>, MarkError> {
    let unknown = || MarkError::Unknown(mark.clone());
    let found: Vec<_> = match mark {
        Mark::Model(id) => {
            PlacedModel::of(view.model(*id).ok_or_else(unknown)?, overrides).into_iter().collect()
        }
        Mark::Unit(id) => {
            view.unit(*id).ok_or_else(unknown)?;
            view.models(*id).filter_map(|model| PlacedModel::of(model, overrides)).collect()
        }
        Mark::Side(side) => {
            let units = view.units().filter(|unit| unit.id.side == *side);
            units
                .flat_map(|unit| view.models(unit.id))
                .filter_map(|model| PlacedModel::of(model, overrides))
                .collect()
        }
        Mark::Objective(_) | Mark::Point(_) => return Err(MarkError::NotAModel(mark.clone())),
    };
    if found.is_empty() { Err(MarkError::NotOnTable(mark.clone())) } else { Ok(found) }
}

/// Whether any model of a unit has some of a target in view.
///
/// Rule: VIS-2 (Hidden).
fn unit_has_in_view(view: View, unit: UnitId, target: PlacedModel, overrides: &[PlacementOverride]) -> bool {
    let (terrain, nothing) = (view.terrain(), view.setup().ruleset.sight.nothing_in_view);
    let mut eyes = view.models(unit).filter_map(|model| PlacedModel::of(model, overrides));
    eyes.any(|from| terrain.sighting(&from.sight_body(), &target.sight_body()).in_view > nothing)
}

fn observe(
    view: View,
    from: PlacedModel,
    to: PlacedModel,
    unit_sees: &mut dyn FnMut() -> bool,
) -> Observation {
    let (terrain, rules, allowance) = (view.terrain(), &view.setup().ruleset.sight, view.allowance());
    let [shooter, target] = [from.sight_body(), to.sight_body()];
    let sighting = terrain.sighting(&shooter, &target);
    let judged = judge(&sighting, rules, allowance);
    let gap = gap(from.disc(), to.disc());
    let in_view = judged.state == SightState::Hidden && unit_sees();
    let state = state_for_unit(judged.state, in_view, view.setup().ruleset.shooting.blind_shots);
    let awareness = awareness(from.model.card.characteristics.awareness, sighting.rise, rules);
    let range = from.model.card.firing_range(from.model.id.number);
    let aim = Aim { gap, range, mutual: sighting.mutual, state, awareness };
    Observation {
        from: from.model.id,
        to: to.model.id,
        observer: shooter,
        target,
        gap,
        judged,
        state,
        exposed: is_exposed(sighting.rise, rules),
        awareness,
        beyond_awareness: !allowance.at_most(gap, awareness),
        state_allows_fire: state_allows_fire(state, gap, awareness, allowance),
        shot: shot(view, [from, to], &aim),
        sighting,
    }
}

fn shot(view: View, [from, to]: [PlacedModel; 2], aim: &Aim) -> Shot {
    let (ruleset, allowance) = (&view.setup().ruleset, view.allowance());
    let arc = arc(to.at, to.model.facing(), from.disc(), allowance);
    let target_at = to.at;
    let [from, to] = [from.model, to.model];
    let evasion = Evasion {
        card: to.card.evasion_in(arc),
        sight: evasion_bonus(aim.state, aim.gap, aim.awareness, &ruleset.sight, allowance),
        posture: posture_bonus(view, to.id.unit),
        pavement: pavement_loss(view, to.id.unit, target_at),
    };
    let skill = from.card.characteristics.ballistic_skill;
    let roll = to_hit(skill, evasion.total(), &ruleset.shooting);
    Shot { arc, evasion, skill, roll, barred: barred(aim, allowance) }
}

/// Ev lost by a model that runs or stands on pavement.
///
/// Rule: VIS-5 (pavement, a switch that is off by default).
fn pavement_loss(view: View, unit: UnitId, at: Place) -> u8 {
    let rules = &view.setup().ruleset.sight;
    let is_up = view.unit(unit).is_some_and(|unit| unit.activity.posture == Posture::Up);
    let exposed = rules.pavement_exposes && is_up && view.terrain().pavement(at).is_some();
    if exposed { rules.pavement_evasion_loss } else { 0 }
}

/// Ev gained against shooting by a unit's posture.
///
/// Rule: ACT-5, OFB-2 (+1 Ev).
fn posture_bonus(view: View, unit: UnitId) -> u8 {
    match view.unit(unit).map(|unit| unit.activity.posture) {
        Some(Posture::Down) => view.setup().ruleset.actions.get_down_evasion,
        Some(Posture::InCover) => view.setup().ruleset.outline.stay_evasion,
        Some(Posture::Up) | None => 0,
    }
}

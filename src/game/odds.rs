//! What shooting may do before it is ordered, with its chances: what `show odds` answers.
//!
//! Asks the functions by which a salvo is rolled, and rolls nothing.

use super::components::Posture;
use super::leadership::{standing_leader, test_terms_if};
use super::measure::Mark as Who;
use super::sight::{Seen, sight};
use super::view::{ModelView, UnitView, View};
use crate::rules::action::Action;
use crate::rules::card::Weapon;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::leadership::{Leadership, struck};
use crate::rules::movement::arcs::in_forward_arc;
use crate::rules::odds::{SalvoOdds, Volley, WillOdds};
use crate::rules::salvo::{
    Mark, Rank, armour_save, dice, in_order_of_loss, losses, rate_share, toughness_test,
};
use crate::rules::shooting::{Aim, HitRoll, barred};
use crate::rules::sight::Mutual;
use crate::rules::sight::target::{Candidate, taken};

/// What the shooting of one unit at another may do.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// What each model would fire, in the order of their ids; those that cannot fire are not there.
    pub shots: Vec<AimedShot>,
    /// The models that may fall, in the order in which they do (SHO-6).
    pub order: Vec<ModelId>,
    /// Hits, failed saves, wounds.
    pub salvo: SalvoOdds,
    /// The chance of each number of models lost, from none.
    pub lost: Vec<f64>,
    /// The chance that the unit's leader falls.
    pub leader_lost: f64,
    /// Suppressed, shaken, nerve markers.
    pub will: WillOdds,
    /// The chance that it is suppressed, still has a model, and fails its next leadership test.
    pub stays_suppressed: f64,
}

/// The dice of one model, and what each needs.
#[derive(Clone, Debug, PartialEq)]
pub struct AimedShot {
    /// Who fires.
    pub from: ModelId,
    /// The model that he takes (VIS-6).
    pub at: ModelId,
    /// Its name on the card.
    pub weapon: String,
    /// How many dice (SHO-4).
    pub dice: u8,
    /// To hit (SHO-3).
    pub roll: HitRoll,
    /// What saves a hit (SHO-5).
    pub armour: Option<u8>,
    /// With what a model stands whose armour failed (SHO-5).
    pub toughness: Option<u8>,
    /// The piece that gives the target hard cover (SHO-9).
    pub hard_cover: Option<usize>,
}

/// Why there are no odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    /// No such unit.
    #[error("there is no unit {0} in this battle")]
    UnknownUnit(UnitId),
    /// None of its models is on the table.
    #[error("{0} has no model on the table")]
    NotOnTable(UnitId),
    /// Both are of one side.
    #[error("{0} and {1} are of one side: nobody fires at his own")]
    Friends(UnitId, UnitId),
    /// The action has no shooting.
    #[error("nobody fires in the action {0:?}")]
    NoShooting(Action),
    /// The action's shooting is not built.
    #[error("odds of the action {0:?} are not built yet")]
    NotBuilt(Action),
}

/// What may come of it if a unit fired at another now, from where all stand, by an action's rate.
///
/// Each model fires the weapon that wounds most in the mean, at the model it takes of those it may
/// fire at with it. Models turn before they fire, where they may (FAC-3); nobody moves or snap fires. All
/// hits are of one salvo.
///
/// Rule: SHO-1 (its odds), SHO-2 (its odds), SHO-3 (its odds), SHO-9 (its odds), VIS-6, ACT-5 (To), FAC-5 (in odds).
///
/// # Errors
/// Units that cannot fire at each other, actions without shooting.
pub fn odds(view: View, from: UnitId, at: UnitId, action: Action) -> Result<Odds, OddsError> {
    let [_, target] = both(view, from, at)?;
    match action {
        Action::OnMyTarget => return Err(OddsError::NotBuilt(action)),
        Action::GetDown | Action::FallBack => return Err(OddsError::NoShooting(action)),
        Action::OpenFire | Action::Advance | Action::AtTheDouble => {}
    }
    let seen = sight(view, &Who::Unit(from), &Who::Unit(at)).map_err(|_| OddsError::NotOnTable(at))?;
    let by_shooter = seen.chunk_by(|one, next| one.from == next.from);
    let aimed: Vec<(AimedShot, Volley)> =
        by_shooter.filter_map(|pairs| best_shot(view, target, pairs, action)).collect();
    let (shots, volleys): (Vec<AimedShot>, Vec<Volley>) = aimed.into_iter().unzip();
    let order = in_order_of_loss(marks(view, target, &seen, &shots));
    Ok(summed(view, target, shots, &volleys, &order))
}

fn both<'a>(view: View<'a>, from: UnitId, at: UnitId) -> Result<[UnitView<'a>; 2], OddsError> {
    let unit = |id: UnitId| {
        let unit = view.unit(id).ok_or(OddsError::UnknownUnit(id))?;
        view.standing(id).next().ok_or(OddsError::NotOnTable(id))?;
        Ok(unit)
    };
    let units = [unit(from)?, unit(at)?];
    if from.side == at.side { Err(OddsError::Friends(from, at)) } else { Ok(units) }
}

/// The shot that wounds most of those a model may fire, given how it sees each model of the target.
fn best_shot(view: View, target: UnitView, pairs: &[Seen], action: Action) -> Option<(AimedShot, Volley)> {
    let shooter = view.model(pairs.first()?.from)?;
    let shots = shooter.card.firearms(shooter.id.number).filter_map(|weapon| {
        let shot = shot(view, target, shooter, pairs, weapon, action)?;
        let volley = volley(&shot);
        Some((shot, volley, volley.mean_wounds()))
    });
    let best = shots.reduce(|best, other| if other.2 > best.2 { other } else { best });
    best.map(|(shot, volley, _)| (shot, volley))
}

/// The shot of one weapon; `None` if it may not fire at anyone.
fn shot(
    view: View,
    target: UnitView,
    shooter: ModelView,
    pairs: &[Seen],
    weapon: &Weapon,
    action: Action,
) -> Option<AimedShot> {
    let (ruleset, allowance) = (&view.setup().ruleset, view.allowance());
    let share = rate_share(action, weapon.handling, &ruleset.actions)?;
    let dice = dice(weapon.rate, share, &ruleset.basics);
    let turns = shooter.card.may_turn_in(action);
    let open = |seen: &&Seen| {
        let ahead = || {
            let target = view.model(seen.to).map(|target| target.disc());
            target.is_some_and(|disc| in_forward_arc(shooter.pose.at, shooter.facing(), disc, allowance))
        };
        let aim = Aim {
            gap: seen.gap,
            range: Some(weapon.range.inches()),
            mutual: seen.sighting.mutual,
            state: seen.state,
            awareness: seen.awareness,
        };
        (turns || ahead()) && barred(&aim, allowance).is_none()
    };
    let candidate = |seen: &Seen| Candidate { model: seen.to, roll: seen.shot.roll, gap: seen.gap };
    let at = taken(pairs.iter().filter(open).map(candidate)).filter(|_| dice > 0)?.model;
    let seen = pairs.iter().find(|seen| seen.to == at)?;
    let hard_cover = view.terrain().hard_cover(&shooter.viewed(), &view.model(at)?.viewed());
    let toughness = target.card.characteristics.toughness
        + hard_cover.map_or(0, |_| ruleset.shooting.hard_cover_toughness)
        + match target.activity.posture {
            Posture::Down => ruleset.actions.get_down_toughness,
            Posture::Up => 0,
        };
    Some(AimedShot {
        from: shooter.id,
        at,
        weapon: weapon.name.clone(),
        dice,
        roll: seen.shot.roll,
        armour: armour_save(target.card.armour_in(seen.shot.arc), weapon.penetration, &ruleset.shooting),
        toughness: toughness_test(toughness, weapon.strength, &ruleset.shooting),
        hard_cover,
    })
}

fn volley(shot: &AimedShot) -> Volley {
    let fails = |face: Option<u8>| face.map_or(1.0, |face| f64::from(face - 1) / 6.0);
    Volley {
        dice: u32::from(shot.dice),
        hits: shot.roll.chance(),
        fails_save: fails(shot.armour),
        wounds: fails(shot.toughness),
    }
}

/// The models that were seen by one that fires, or fired at where they hide.
///
/// Rule: SHO-6 (who was seen), SHO-2 (a known place).
fn marks(view: View, target: UnitView, seen: &[Seen], shots: &[AimedShot]) -> Vec<Mark> {
    let fires = |model: ModelId| shots.iter().any(|shot| shot.from == model);
    let is_seen = |model: ModelId| {
        let fired_at = shots.iter().any(|shot| shot.at == model);
        let open = |pair: &Seen| pair.to == model && fires(pair.from) && pair.sighting.mutual == Mutual::Open;
        fired_at || seen.iter().any(open)
    };
    let leader = standing_leader(view, target).map(|leader| leader.id);
    let mark = |model: ModelView| {
        let gaps = seen.iter().filter(|pair| pair.to == model.id && fires(pair.from)).map(|pair| pair.gap);
        Mark {
            model: model.id,
            gap: gaps.fold(f64::INFINITY, f64::min),
            wounds: target.card.wounds.saturating_sub(model.condition.wounds_lost),
            wounds_lost: model.condition.wounds_lost,
            rank: if Some(model.id) == leader { Rank::Leader } else { Rank::File },
        }
    };
    view.standing(target.id).filter(|model| is_seen(model.id)).map(mark).collect()
}

fn summed(view: View, target: UnitView, shots: Vec<AimedShot>, volleys: &[Volley], order: &[Mark]) -> Odds {
    let rules = &view.setup().ruleset.leadership;
    let standing = view.standing(target.id).count();
    let salvo = SalvoOdds::of(volleys, order.iter().map(|mark| u32::from(mark.wounds)).sum());
    let mut lost = vec![0.0; order.len() + 1];
    let (mut leader_lost, mut stays_suppressed) = (0.0, 0.0);
    let was_led = standing_leader(view, target).is_some();
    for (result, wounds, chance) in salvo.cases() {
        let (fallen, _) = losses(order, wounds);
        lost[fallen] += chance;
        let leader_falls = order[..fallen].iter().any(|mark| mark.rank == Rank::Leader);
        leader_lost += if leader_falls { chance } else { 0.0 };
        let after = struck(target.morale, result, target.card, rules).after;
        if after.suppressed() && fallen < standing {
            let led = if was_led && !leader_falls { Leadership::Led } else { Leadership::Leaderless };
            stays_suppressed += chance * (1.0 - test_terms_if(view, target, after, led).chance());
        }
    }
    let will = salvo.will(target.morale, target.card, rules);
    let order = order.iter().map(|mark| mark.model).collect();
    Odds { shots, order, salvo, lost, leader_lost, will, stays_suppressed }
}

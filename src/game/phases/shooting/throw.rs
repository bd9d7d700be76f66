//! Thrown weapons, SHO-10: who may throw where, where it comes down, whom it hits.

use super::aim::Aiming;
use super::aim::NoShot;
use super::aim::toughness;
use super::declare::{no_shot, shot_of, turning_rule};
use super::kinds::FireMode;
use crate::game::engine::refusal::{GeneralMistake, Mistake as AnyMistake, Refusal};
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::narration::words::counted;
use crate::game::phases::shooting::kinds::AimedShot;
use crate::game::phases::shooting::kinds::Mistake;
use crate::game::phases::shooting::kinds::Shooter;
use crate::rules::basics::{Disc, compare, gap};
use crate::rules::card::{Handling, Weapon};
use crate::rules::measures::{Place, Thou};
use crate::rules::movement::arcs::{Arc, arc, facing_to_fire};
use crate::rules::ruleset::ShootingRules;
use crate::rules::salvo::{RateRules, ShotNeeds, armour_save, rate_share, toughness_test};
use crate::rules::shooting::{Evasion, HitRoll};
use crate::rules::sight::SightState;
use crate::table::sight::SightBody;

/// A point as something that can be seen: a tenth of an inch of ground.
const POINT: (f64, Thou) = (0.05, Thou(50));

/// A throw at a point of the table.
///
/// Rule: SHO-10.
///
/// # Errors
/// Refusal if it may not be thrown there.
pub(super) fn aim_throw(aiming: &Aiming, shooter: &Shooter, point: Place) -> Result<AimedShot, Refusal> {
    let (view, target) = aiming.target();
    let (rules, allowance) = (&view.setup().ruleset.shooting, view.allowance());
    let not_carried = || match &shooter.weapon {
        Some(_) => no_shot(aiming, shooter, NoShot::NotCarried),
        None => Refusal::new(Mistake::NothingToThrow).about(shooter.model),
    };
    let posed = aiming.shooter(shooter.model).ok_or_else(not_carried)?;
    let refuse = |mistake: AnyMistake| Refusal::new(mistake).about(shooter.model).at(point.ground());
    let named = |weapon: &&Weapon| match &shooter.weapon {
        Some(name) => *name == weapon.name,
        None => weapon.handling == Handling::Thrown,
    };
    let weapon = posed.model.card.carried(shooter.model.number).find(named).ok_or_else(not_carried)?;
    if weapon.handling != Handling::Thrown {
        return Err(refuse(Mistake::NotThrown { weapon: weapon.name.clone() }.into()));
    }
    let manner = aiming.mode().manner_of(shooter.fires);
    let dice = aiming.dice(weapon, manner).map_err(|why| no_shot(aiming, shooter, why))?;
    check_point(view, point, &refuse)?;

    let spot = Disc { at: point, radius: 0.0 };
    let base = posed.model.disc_at(posed.pose.at);
    let reach = f64::from(posed.model.card.characteristics.throwing);
    let far = gap(base, spot);
    if !allowance.at_most(far, reach) {
        return Err(refuse(Mistake::ThrowTooFar.into()).measured(far, reach));
    }
    let ground = SightBody { foot: point, radius: POINT.0, height: POINT.1, eyes: POINT.1 };
    if !view.terrain().can_see(&posed.model.sight_body_at(posed.pose.at), &ground) {
        return Err(refuse(Mistake::PointNotSeen.into()));
    }
    let facing = facing_to_fire(base, posed.pose.facing, spot, aiming.mode().turning, allowance);
    let rule = turning_rule(aiming.mode().turning);
    let facing = facing.ok_or_else(|| refuse(Mistake::PointOutOfArc { rule }.into()))?;
    let far = |model: &ModelView| gap(model.disc(), spot);
    let nearest = view.standing(target.id).min_by(|a, b| compare(far(a), far(b)));
    let nearest = nearest.map_or(shooter.model, |model| model.id);
    Ok(AimedShot {
        from: shooter.model,
        at: nearest,
        weapon: weapon.name.clone(),
        manner,
        dice,
        needs: ShotNeeds { hit: HitRoll::Needs(rules.throw_at_point), armour: None, toughness: None },
        skill: posed.model.card.characteristics.throwing,
        evasion: Some(Evasion { card: 0, sight: 0, posture: 0, pavement: 0 }),
        enemy_skill: None,
        state: SightState::Clear,
        arc: Arc::Forward,
        hard_cover: None,
        facing,
        thrown_at: Some(point),
    })
}

/// Whether something can come down at a point: on the table, and where something bears.
///
/// Rule: SHO-10.
fn check_point(view: View, point: Place, refuse: &impl Fn(AnyMistake) -> Refusal) -> Result<(), Refusal> {
    if let Some(over) = view.terrain().overhang(point.ground(), 0.0) {
        return Err(refuse(GeneralMistake::ThrowOverEdge.into()).measured(over, 0.0));
    }
    if view.terrain().surface_at(point.ground(), point.z).is_none() {
        let heights = view.terrain().heights_at(point.ground());
        return Err(refuse(GeneralMistake::NoLanding { height: point.z, heights }.into()));
    }
    Ok(())
}

/// Whether a unit could throw something so that its blast takes in a model of another, if it does not
/// go astray.
///
/// Rule: SHO-10.
pub(super) fn may_throw_near(view: View, [from, at]: [UnitView; 2], mode: FireMode) -> bool {
    let (ruleset, allowance) = (&view.setup().ruleset, view.allowance());
    if rate_share(mode.manner, Handling::Thrown, RateRules::of(ruleset)) == 0.0 {
        return false;
    }
    let throws = |model: &ModelView| {
        model.card.carried(model.id.number).any(|weapon| weapon.handling == Handling::Thrown)
    };
    let reach = f64::from(from.card.characteristics.throwing) + ruleset.shooting.blast_radius;
    let near = |thrower: ModelView| {
        view.standing(at.id).any(|model| allowance.at_most(gap(thrower.disc(), model.disc()), reach))
    };
    view.standing(from.id).filter(throws).any(near)
}

/// The models of a unit that may throw something at a model of another, each with what it throws.
///
/// Rule: SHO-10.
pub(super) fn throwers(view: View, [from, at]: [UnitView; 2], mode: FireMode) -> Vec<Shooter> {
    let aiming = Aiming::new(view, &[], [from, at], mode).filter(|_| may_throw_near(view, [from, at], mode));
    let Some(aiming) = aiming else { return Vec::new() };
    let thrown = |model: ModelView| {
        let mut carried = model.card.carried(model.id.number);
        let weapon = carried.find(|weapon| weapon.handling == Handling::Thrown)?;
        let shooter = Shooter { weapon: Some(weapon.name.clone()), ..Shooter::of(model.id) };
        shot_of(&aiming, &shooter).is_ok().then_some(shooter)
    };
    view.standing(from.id).filter_map(thrown).collect()
}

/// Landing point of a throw that missed: the first die gives the distance, the other two the direction.
///
/// Rule: SHO-10.
pub fn deviated(view: View, aimed: Place, [far, tens, ones]: [u8; 3]) -> Place {
    let rules = &view.setup().ruleset.shooting;
    let [dx, dy] = deviation([far, tens, ones], rules);
    let [x, y] = aimed.ground();
    let at = [x + dx, y + dy];
    let height = view.terrain().height_near(at, aimed.z);
    // A point that no place can name is far off any table.
    Place::from_inches(at[0], at[1], height.inches()).unwrap_or(aimed)
}

fn deviation([far, tens, ones]: [u8; 3], rules: &ShootingRules) -> [f64; 2] {
    let length = f64::from(far) * rules.deviation_for_pip;
    let turn = f64::from(6 * (tens - 1) + ones - 1) * rules.deviation_turn;
    let (sine, cosine) = libm::sincos(turn.to_radians());
    [length * cosine, length * sine]
}

/// The models of either side that a blast takes in, in the order of their ids.
///
/// Rule: SHO-10.
pub fn in_blast(view: View, centre: Place) -> Vec<ModelView> {
    let (reach, allowance) = (view.setup().ruleset.shooting.blast_radius, view.allowance());
    let centre = Disc { at: centre, radius: 0.0 };
    let standing = view.units().flat_map(|unit| view.standing(unit.id));
    standing.filter(|model| allowance.at_most(gap(model.disc(), centre), reach)).collect()
}

/// Models of the throwers' own side that their throws may hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnInBlast {
    /// Those in the blast of a throw that lands where it is aimed.
    pub there: usize,
    /// Those that only a throw that goes astray may hit.
    pub astray: usize,
}

impl OwnInBlast {
    /// A warning; `None` if none is in danger.
    pub fn warning(self) -> Option<String> {
        let own = |models: usize| counted(models, "model");
        match self {
            Self { there: 0, astray: 0 } => None,
            Self { there: 0, astray } => Some(format!(
                "A throw that goes astray may hit your own side: {} in reach of it (SHO-10)",
                own(astray)
            )),
            Self { there, astray: 0 } => {
                Some(format!("The blast takes in {} of your own side (SHO-10)", own(there)))
            }
            Self { there, astray } => Some(format!(
                "The blast takes in {} of your own side, and may hit {astray} more if it goes astray (SHO-10)",
                own(there)
            )),
        }
    }
}

/// The models of their own side that the throws among some shots may hit, all standing where they stand in this view.
///
/// Rule: SHO-10 (every model of either side).
pub fn own_in_blast(view: View, shots: &[AimedShot]) -> OwnInBlast {
    let rules = &view.setup().ruleset.shooting;
    let is_thrown = |shot: &&AimedShot| {
        let carried = view
            .model(shot.from)
            .and_then(|model| model.card.carried(model.id.number).find(|weapon| weapon.name == shot.weapon));
        carried.is_some_and(|weapon| weapon.handling == Handling::Thrown)
    };
    let aimed = |shot: &AimedShot| shot.thrown_at.or_else(|| Some(view.model(shot.at)?.pose.at));
    let thrown = || shots.iter().filter(is_thrown);
    let centres: Vec<Disc> = thrown().filter_map(aimed).map(|at| Disc { at, radius: 0.0 }).collect();
    let (Some(side), allowance) = (thrown().next().map(|shot| shot.from.unit.side), view.allowance()) else {
        return OwnInBlast::default();
    };
    let astray = rules.blast_radius + 6.0 * rules.deviation_for_pip;
    let mut own = OwnInBlast::default();
    for model in view.standing_of(side) {
        let within =
            |reach: f64| centres.iter().any(|centre| allowance.at_most(gap(model.disc(), *centre), reach));
        if within(rules.blast_radius) {
            own.there += 1;
        } else if within(astray) {
            own.astray += 1;
        }
    }
    own
}

/// Faces that save a model hit by a thrown weapon: armour by the thrower's arc, with hard cover against the thrower, then toughness.
///
/// Rule: SHO-10, SHO-5, SHO-9, FAC-5, ACT-5.
pub(super) fn blast_needs(view: View, shot: &AimedShot, hit: ModelView) -> [Option<u8>; 2] {
    let rules = &view.setup().ruleset.shooting;
    let (Some(thrower), Some(unit)) = (view.model(shot.from), view.unit(hit.id.unit)) else {
        return [None; 2];
    };
    let carried = thrower.card.carried(shot.from.number).find(|weapon| weapon.name == shot.weapon);
    let Some(weapon) = carried else { return [None; 2] };
    let from = arc(hit.pose.at, hit.facing(), thrower.disc(), view.allowance());
    let cover = view.terrain().hard_cover(&thrower.sight_body(), &hit.sight_body());
    // Nobody is in cover from himself.
    let cover = cover.filter(|_| shot.from != hit.id);
    let toughness = toughness(view, unit) + cover.map_or(0, |_| rules.hard_cover_toughness);
    let armour = armour_save(unit.card.armour_in(from), weapon.penetration, rules);
    [armour, toughness_test(toughness, weapon.strength, rules)]
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::battle::Battle;
    use crate::game::engine::dice::Dice;
    use crate::game::phases::shooting::declare::declare;
    use crate::game::phases::shooting::kinds::FireAt;
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::rules::ids::UnitId;
    use crate::rules::salvo::Manner;

    /// Rule: SHO-10. D6 ÷ 2 with halves kept, toward (6 (a − 1) + b − 1) × 10°.
    #[test]
    fn a_miss_deviates_by_its_dice() {
        for (faces, expected, reason) in [
            ([1, 1, 1], [0.5, 0.0], "half an inch east"),
            ([6, 2, 4], [0.0, 3.0], "3 inches, 9 × 10°: north"),
            ([3, 4, 1], [-1.5, 0.0], "18 × 10°: west"),
            ([2, 6, 6], [libm::cos((350.0_f64).to_radians()), -libm::sin((10.0_f64).to_radians())], "350°"),
        ] {
            let [x, y] = deviation(faces, &ShootingRules::COMBINED);
            assert!((x - expected[0]).abs() < 1e-12 && (y - expected[1]).abs() < 1e-12, "{reason}: {x}, {y}");
        }
    }

    /// Rule: SHO-10. In the golden game of grenades the blast on B1.1 takes in the friend A2.1 and not A2.2, who may be hit by a throw that
    /// goes astray; a rifle endangers nobody.
    #[test]
    fn a_throw_warns_of_the_own_side() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let data = DataFolder::find(Some(root)).unwrap();
        let level = root.join("tests/games/assault.ron").display().to_string();
        let setup = Arc::new(load_level(&level, &data, None).unwrap());
        let (battle, _) = Battle::new(setup, Dice::seeded(1)).unwrap();
        let view = battle.view();
        let (from, at): (UnitId, UnitId) = ("A1".parse().unwrap(), "B1".parse().unwrap());
        let shots = |model: &str, weapon: Option<&str>| {
            let weapon = weapon.map(str::to_owned);
            let by = Some(vec![Shooter { weapon, ..Shooter::of(model.parse().unwrap()) }]);
            let mode = FireMode::of(view.unit(from).unwrap(), Manner::OpenFire);
            let mut salvos =
                declare(view, &[], view.unit(from).unwrap(), &[FireAt { at, by }], mode).unwrap();
            salvos.remove(0).shots
        };
        let thrown = own_in_blast(view, &shots("A1.1", Some("Grenade")));
        assert_eq!(thrown.there, 1, "A2.1");
        assert!(thrown.astray >= 1, "A2.2 stands a little farther off: {thrown:?}");
        assert!(thrown.warning().unwrap().starts_with("The blast takes in 1 model of your own side"));
        let fired = own_in_blast(view, &shots("A1.2", None));
        assert_eq!((fired, fired.warning()), (OwnInBlast::default(), None));
        let astray = OwnInBlast { there: 0, astray: 3 };
        assert!(astray.warning().unwrap().contains("goes astray may hit your own side: 3 models"));
    }
}

//! What holds in every position of random games, and after every command.

use std::collections::BTreeSet;

use super::{close_combat, words};
use warstrike::game::engine::agenda::Choice;
use warstrike::game::engine::command::Command;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::components::{Fate, Posture};
use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::fact::UnitFact;
use warstrike::game::engine::play::Match;
use warstrike::game::engine::snapshot::{ModelState, Snapshot, UnitState};
use warstrike::game::engine::unit_fact::TestedFor;
use warstrike::game::engine::view::ModelView;
use warstrike::game::phases::close_combat::kinds as combat;
use warstrike::game::phases::deployment;
use warstrike::game::phases::deployment::kinds::ModelPlace;
use warstrike::game::phases::fall_back;
use warstrike::game::phases::fall_back::kinds::Goes;
use warstrike::game::phases::get_down;
use warstrike::game::phases::moving;
use warstrike::game::phases::shooting;
use warstrike::game::phases::shooting::kinds::Shooter;
use warstrike::game::phases::turn;
use warstrike::rules::action::Action;
use warstrike::rules::falling_back::Counts;
use warstrike::rules::ids::{ModelId, Side, UnitId};
use warstrike::rules::leadership::max_hits;
use warstrike::rules::movement::bodies::overlap;
use warstrike::rules::ruleset::{Splitting, Suppression};
use warstrike::rules::shooting::HitRoll;
use warstrike::rules::turn::Phase;

/// What holds in every position that commands lead to.
pub fn check_invariants(game: &Match) {
    let view = game.battle().view();
    let standing: Vec<ModelView> = view.units().flat_map(|unit| view.standing(unit.id)).collect();
    let table = game.setup().level.table;
    for (nth, model) in standing.iter().enumerate() {
        let [x, y] = model.pose.at.ground();
        let radius = model.card.base.radius() - 0.005 - 1e-9;
        assert!(x.abs() + radius <= table.width.inches() / 2.0, "{} is off the table", model.id);
        assert!(y.abs() + radius <= table.depth.inches() / 2.0, "{} is off the table", model.id);
        let borne = view.terrain().surface_at(model.pose.at.ground(), model.pose.at.z);
        assert!(borne.is_some(), "{} stands in the air", model.id);
        for other in &standing[..nth] {
            let bodies = (model.body_at(model.pose.at), other.body_at(other.pose.at));
            assert!(!overlap(bodies.0, bodies.1, view.allowance()), "{} stands on {}", model.id, other.id);
        }
    }
    let most = |unit| max_hits(unit, &game.setup().ruleset.leadership);
    for unit in view.units() {
        let (morale, id) = (unit.morale, unit.id);
        assert!(morale.nerve_markers <= unit.card.characteristics.nerve, "{id} has too many markers");
        assert!(morale.hit_die <= most(unit.card), "the dice of {id} show {}", morale.hit_die);
        match game.setup().ruleset.leadership.suppression {
            Suppression::HitDie => assert_eq!(morale.suppression_markers, 0, "{id} is marked"),
            Suppression::Markers => {
                assert_eq!((morale.hit_die, morale.nerve_markers), (0, 0), "{id} has more than markers");
            }
        }
        for model in view.standing(id) {
            assert!(model.condition.wounds_lost < unit.card.wounds, "{} stands with no wound left", model.id);
        }
    }
    let turn = view.turn();
    assert!(turn.round <= view.rounds(), "round {} of {}", turn.round, view.rounds());
    let over = turn.phase == Phase::Over;
    assert_eq!(game.battle().decision().is_none(), over, "the battle rests on a decision until it is over");
    if let Some(decision) = game.battle().decision() {
        let other = match decision.choice {
            Choice::Shooting(shooting::kinds::Choice::SnapFire { .. })
            | Choice::CloseCombat(combat::Choice::DefensiveFire)
            | Choice::Turn(turn::kinds::Choice::Recover { .. }) => Some(true),
            // In close combat both sides decide.
            _ if turn.phase == Phase::CloseCombat => None,
            _ => Some(false),
        };
        let wrong = other.is_some_and(|other| (decision.player == turn.side) == other);
        assert!(turn.round == 0 || !wrong, "the wrong player decides");
    }
}

/// The facts tell all that happened: told again on what was before they give what is now.
pub fn check_facts(before: &Snapshot, facts: &[Fact], after: &Snapshot) {
    let mut told = before.clone();
    for fact in facts {
        tell(&mut told, fact);
    }
    let gone = |model: &&ModelState| matches!(model.condition.fate, Fate::Lost | Fate::Escaped);
    for model in before.models.iter().filter(gone) {
        let now = after.models.iter().find(|other| other.id == model.id).unwrap();
        assert_eq!(now.condition.fate, model.condition.fate, "{} stands up again", model.id);
    }
    assert_eq!(told.table, after.table);
    assert_eq!((told.turn, told.units, told.models), (after.turn, after.units.clone(), after.models.clone()));
}

fn unit<'a>(told: &'a mut Snapshot, id: &UnitId) -> &'a mut UnitState {
    told.units.iter_mut().find(|unit| unit.id == *id).unwrap()
}

fn model<'a>(told: &'a mut Snapshot, id: &ModelId) -> &'a mut ModelState {
    told.models.iter_mut().find(|model| model.id == *id).unwrap()
}

/// Makes a fact so, written anew from what the facts' docs say.
fn tell(told: &mut Snapshot, fact: &Fact) {
    match fact {
        Fact::Deployment(fact) => tell_deployment(told, fact),
        Fact::Turn(turn::kinds::Fact::PhaseBegan { turn }) => {
            told.turn = *turn;
            let begins = turn.phase == Phase::Starting;
            let mine = told.units.iter_mut().filter(|unit| begins && unit.id.side == turn.side);
            mine.for_each(|unit| unit.activity.acted = false);
            told.table.arrivals.retain(|_| !begins);
            for unit in told.units.iter_mut().filter(|_| begins) {
                unit.activity.has_moved = false;
                unit.activity.has_defended = false;
            }
        }
        Fact::Unit(UnitFact::UnitActivated { unit: id, action }) => {
            let activity = &mut unit(told, id).activity;
            activity.last_action = Some(*action);
            activity.posture = Posture::Up;
            activity.has_snap_fired = false;
        }
        Fact::Unit(UnitFact::ModelMoved { model: id, path, .. }) => {
            model(told, id).pose.at = *path.last().unwrap();
            let in_action = told.turn.phase == Phase::Action;
            let activity = &mut unit(told, &id.unit).activity;
            activity.has_moved |= in_action && activity.last_action != Some(Action::FallBack);
        }
        Fact::Unit(UnitFact::LeadershipTested { unit: id, purpose: TestedFor::CloseCombat, .. }) => {
            unit(told, id).activity.combat.as_mut().unwrap().has_tested = true
        }
        Fact::CloseCombat(fact) => close_combat::tell(told, fact),
        Fact::Word(fact) => words::tell(told, fact),
        Fact::Unit(UnitFact::ModelTurned { model: id, facing }) => model(told, id).pose.facing = *facing,
        Fact::GetDown(get_down::kinds::Fact::UnitGotDown { unit: id }) => {
            unit(told, id).activity.posture = Posture::Down
        }
        Fact::Unit(UnitFact::NerveMarkersDropped { unit: id, dropped, left }) => {
            assert_eq!(unit(told, id).nerve_markers, dropped + left);
            unit(told, id).nerve_markers = *left;
        }
        Fact::Unit(UnitFact::NerveMarkersGained { unit: id, gained, now, .. }) => {
            assert_eq!(unit(told, id).nerve_markers + gained, *now);
            unit(told, id).nerve_markers = *now;
        }
        Fact::Unit(UnitFact::SuppressionMarkersGained { unit: id, gained, now }) => {
            assert!(*gained > 0, "{id} is marked for nothing");
            assert_eq!(unit(told, id).suppression_markers + gained, *now);
            unit(told, id).suppression_markers = *now;
        }
        Fact::Unit(UnitFact::SuppressionMarkersRemoved { unit: id, removed, left }) => {
            assert!(*removed > 0, "a test that is passed removes a marker");
            assert_eq!(unit(told, id).suppression_markers, removed + left);
            unit(told, id).suppression_markers = *left;
        }
        Fact::Unit(UnitFact::HitDieRaised { unit: id, shows, .. }) => {
            assert!(unit(told, id).hit_die < *shows, "a die that is raised shows more");
            unit(told, id).hit_die = *shows;
        }
        Fact::Unit(UnitFact::HitDieRemoved { unit: id, hits }) => {
            assert_eq!(unit(told, id).hit_die, *hits);
            unit(told, id).hit_die = 0;
        }
        Fact::Shooting(shooting::kinds::Fact::UnitSnapFired { unit: id, .. }) => {
            unit(told, id).activity.has_snap_fired = true
        }
        Fact::Unit(UnitFact::ModelWounded { model: id, wounds_lost }) => {
            assert_eq!(model(told, id).condition.fate, Fate::Standing, "{id} is wounded");
            model(told, id).condition.wounds_lost = *wounds_lost;
        }
        Fact::Unit(UnitFact::ModelLost { model: id, .. }) => {
            // By the players' word also one that never came.
            let fate = model(told, id).condition.fate;
            assert!(matches!(fate, Fate::Standing | Fate::Waiting), "{id} is lost twice");
            model(told, id).condition.fate = Fate::Lost;
        }
        Fact::FallBack(fall_back::kinds::Fact::UnitLeftTable { unit: id, counts, .. }) => {
            let fate = if *counts == Counts::Escaped { Fate::Escaped } else { Fate::Lost };
            let models = told.models.iter_mut().filter(|model| model.id.unit == *id);
            let standing = models.filter(|model| model.condition.fate == Fate::Standing);
            let left = standing.map(|model| model.condition.fate = fate).count();
            assert!(left > 0, "nobody of {id} leaves");
        }
        Fact::Unit(UnitFact::UnitActed { unit: id }) => unit(told, id).activity.acted = true,
        Fact::Turn(turn::kinds::Fact::BattleEnded(result)) => {
            assert_eq!(told.turn.phase, Phase::Over);
            told.table.result = Some(result.clone());
        }
        Fact::Turn(turn::kinds::Fact::ObjectivesCounted { .. } | turn::kinds::Fact::ForceWavered { .. })
        | Fact::Unit(UnitFact::LeadershipTested { .. })
        | Fact::Shooting(shooting::kinds::Fact::SalvoFired { .. })
        | Fact::Unit(UnitFact::HitsTaken { .. })
        | Fact::Shooting(shooting::kinds::Fact::SavesRolled { .. })
        | Fact::Unit(UnitFact::UnitWipedOut { .. }) => {}
        Fact::FallBack(fall_back::kinds::Fact::FallBackForced {
            unit: id, goes: Goes::StaysInCover, ..
        }) => {
            unit(told, id).activity.posture = Posture::InCover;
        }
        Fact::FallBack(fall_back::kinds::Fact::FallBackForced { .. }) => {}
    }
}

pub fn put_down(told: &mut Snapshot, models: &[ModelPlace]) {
    for placed in models {
        let model = model(told, &placed.model);
        assert_eq!(model.condition.fate, Fate::Waiting, "{} is placed twice", placed.model);
        (model.pose.at, model.pose.facing) = (placed.at, placed.facing);
        model.condition.fate = Fate::Standing;
    }
}

fn tell_deployment(told: &mut Snapshot, fact: &deployment::kinds::Fact) {
    use deployment::kinds::{Fact, RollOff};
    match fact {
        Fact::RollOffHeld { purpose: RollOff::FirstPlacing, winner, .. } => {
            (told.turn.side, told.turn.first) = (*winner, *winner);
        }
        Fact::RollOffHeld { .. } | Fact::ObstaclesEnded { .. } => {}
        Fact::ZonePicked { player, zone } => {
            told.table.zones = if player == zone { Side::BOTH } else { [Side::B, Side::A] };
        }
        Fact::ObjectivePlaced { objective, .. } => told.table.objectives.push(objective.clone()),
        Fact::ObstaclePlaced { obstacle, .. } => told.table.obstacles.push(obstacle.clone()),
        Fact::UnitsChosen { reserves, .. } => {
            told.table.reserves.extend(reserves);
            told.table.reserves.sort();
        }
        Fact::UnitDeployed { models, .. } => put_down(told, models),
        Fact::ReserveRolled { unit, arrives, faces } => {
            assert_eq!(faces.len(), usize::from(told.turn.round), "{unit} rolls for each round");
            told.table.reserves.retain(|other| other != unit || !arrives);
        }
        Fact::ReserveEntered { unit, models } => {
            put_down(told, models);
            told.table.arrivals.push(*unit);
        }
        Fact::ReserveWaits { unit } | Fact::UnitHeldBack { unit } => {
            told.table.reserves.push(*unit);
            told.table.reserves.sort();
        }
    }
}

/// Each model fires once in a salvo and in an action, no unit sends another two salvos in one action, and every
/// die of a salvo is rolled and counted.
pub fn check_salvos(game: &Match) {
    let line = game.history().line();
    let facts: Vec<&Fact> = line.iter().flat_map(|entry| &entry.outcome.facts).collect();
    let begins = |fact: &&Fact| {
        let in_combat = |fact: &combat::Fact| {
            matches!(fact, combat::Fact::UnitDefended { .. } | combat::Fact::CombatRoundBegan { .. })
        };
        matches!(fact, Fact::Unit(UnitFact::UnitActivated { .. }))
            || matches!(fact, Fact::CloseCombat(fact) if in_combat(fact))
    };
    let began = facts.iter().rposition(begins).unwrap_or(0);
    let (mut pairs, mut shooters) = (BTreeSet::new(), BTreeSet::new());
    for fact in &facts[began..] {
        let Fact::Shooting(shooting::kinds::Fact::SalvoFired { unit, at, shots, volleys, throws, .. }) = fact
        else {
            continue;
        };
        assert!(pairs.insert((*unit, *at)), "{unit} sends {at} two salvos");
        for shot in shots {
            assert!(shooters.insert(shot.from), "{} fires twice", shot.from);
            let [from, at_side] = [shot.from.unit.side, shot.at.unit.side];
            assert!(from != at_side, "{} fires at {}", shot.from, shot.at);
        }
        let dice: usize = shots.iter().map(|shot| usize::from(shot.dice)).sum();
        assert_eq!(
            dice,
            volleys.iter().map(|volley| volley.faces.len()).sum::<usize>(),
            "all dice are rolled"
        );
        for volley in volleys {
            let sixes = volley.faces.iter().filter(|face| **face == 6).count();
            let hits = match volley.needs {
                HitRoll::Needs(least) => volley.faces.iter().filter(|face| **face >= least).count(),
                HitRoll::TwoSixes => volley.again.iter().filter(|face| **face == 6).count(),
            };
            assert_eq!(volley.hits as usize, hits);
            assert_eq!(volley.by.len(), volley.faces.len());
            let again = if volley.needs == HitRoll::TwoSixes { sixes } else { 0 };
            assert_eq!(volley.again.len(), again, "one more die for each six of a 6+6");
        }
        let thrown = shots.iter().filter(|shot| shot.thrown_at.is_some()).count();
        assert_eq!(thrown, throws.len(), "every throw comes down");
    }
}

/// Open Fire split freely fires exactly as it was ordered, unless something thrown has come in between, or
/// the unit failed its test to act.
pub fn check_as_ordered(game: &Match, command: &Command, facts: &[Fact]) {
    let Order::Moving(moving::kinds::Order::OpenFire(order)) = &command.order else { return };
    let named = || order.fire.iter().flat_map(|one| one.by.iter().flatten());
    let throws =
        |shooter: &Shooter| shooter.throw_at.is_some() || shooter.weapon.as_deref() == Some("Grenade");
    let freely = game.setup().ruleset.actions.open_fire_splits == Splitting::Freely;
    let failed = |fact: &Fact| {
        matches!(
            fact,
            Fact::Unit(UnitFact::LeadershipTested { purpose: TestedFor::Acting, passed: false, .. })
        )
    };
    if !freely || named().any(throws) || facts.iter().any(failed) {
        return;
    }
    let fired = facts.iter().filter_map(|fact| match fact {
        Fact::Shooting(shooting::kinds::Fact::SalvoFired { at, shots, .. }) => {
            Some((at, shots.iter().map(|shot| shot.from).collect::<Vec<_>>()))
        }
        _ => None,
    });
    let fired: Vec<(&UnitId, Vec<ModelId>)> = fired.collect();
    assert_eq!(fired.len(), order.fire.len(), "a salvo at each target");
    for (one, (at, shooters)) in order.fire.iter().zip(&fired) {
        assert_eq!(one.at, **at);
        if let Some(by) = &one.by {
            let mut by: Vec<ModelId> = by.iter().map(|shooter| shooter.model).collect();
            by.sort();
            assert_eq!(by, *shooters, "all who were named fire");
        }
    }
}

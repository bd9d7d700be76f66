//! Falling back in random games: as the rules give it, with fire, with ends and facings chosen; what is
//! likely to be refused; and what must hold of every retreat.

use warstrike::game::engine::agenda::Choice;
use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::command::Command;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::fact::UnitFact;
use warstrike::game::engine::play::Match;
use warstrike::game::engine::view::View;
use warstrike::game::phases::fall_back;
use warstrike::game::phases::fall_back::kinds::FallBack;
use warstrike::game::phases::fall_back::kinds::Goes;
use warstrike::game::phases::fall_back::retreat;
use warstrike::game::phases::fall_back::retreat::{Leaves, ModelEnd, ModelRetreat, Retreat, RetreatOutcome};
use warstrike::game::phases::moving::kinds::ModelMove;
use warstrike::game::phases::shooting;
use warstrike::game::phases::shooting::kinds::FireAt;
use warstrike::game::phases::shooting::kinds::Shooter;
use warstrike::rules::basics::{Band, gap};
use warstrike::rules::falling_back::{Forced, Occasion, limits};
use warstrike::rules::ids::{ModelId, UnitId};
use warstrike::rules::measures::Facing;
use warstrike::rules::ruleset::FallBackProcedure;

use super::fire::nearest_enemies;
use super::mistakes::some_model;
use crate::chance::Chance;
use crate::support::{arriving, moved};

/// What a suppressed unit may do, as likely as not legal where it chooses.
pub fn fall_back(game: &Match, unit: UnitId, chance: &mut Chance) -> FallBack {
    let mut order = FallBack::of(unit);
    match chance.below(4) {
        0 => order.fire = nearest_enemies(game, unit).first().map(|at| FireAt { at: *at, by: None }),
        1 => order.moves = turned(game, unit, chance),
        2 => order.moves = elsewhere(game, unit, chance, 800).into_iter().collect(),
        _ => {}
    }
    order
}

/// What the rules give, by editions that have it.
fn given(game: &Match, unit: UnitId) -> Option<Retreat> {
    retreat(game.battle().view(), unit, occasion(game.battle()))
}

/// What forces a unit to fall back that is asked how.
fn occasion(battle: &Battle) -> Occasion {
    match battle.decision().map(|decision| decision.choice) {
        Some(Choice::FallBack(fall_back::kinds::Choice::FallBack { occasion, .. })) => occasion,
        _ => Occasion::Action,
    }
}

/// All who will stand look about, each somewhere.
fn turned(game: &Match, unit: UnitId, chance: &mut Chance) -> Vec<ModelMove> {
    let Some(retreat) = given(game, unit) else { return Vec::new() };
    let stands = |run: &&ModelRetreat| !matches!(run.end, ModelEnd::Lost { .. });
    let facing = Facing::from_degrees(f64::from(chance.around(360))).unwrap();
    let standing = retreat.outcome.retreats().iter().filter(stands);
    standing.map(|run| ModelMove { model: run.model, path: Vec::new(), facing }).collect()
}

/// Someone ends a little off where he would, at most so many thousandths each way.
fn elsewhere(game: &Match, unit: UnitId, chance: &mut Chance, most: i32) -> Option<ModelMove> {
    let retreat = given(game, unit)?;
    let run = chance.pick(&retreat.outcome.retreats().iter().collect::<Vec<_>>())?;
    let model = game.battle().view().model(run.model)?;
    let mut path = run.path.clone();
    let end = path.pop().unwrap_or(model.pose.at);
    let end = moved(end, chance.around(most), chance.around(most));
    path.push(arriving(game, model, end));
    Some(ModelMove { model: run.model, path, facing: model.facing() })
}

/// Fire that is none, moves that nobody chooses, ends too near, models that are not there.
pub fn spoil_fall_back(order: &mut FallBack, game: &Match, chance: &mut Chance) {
    let view = game.battle().view();
    let enemies = nearest_enemies(game, order.unit);
    let fire = |by| enemies.first().map(|at| FireAt { at: *at, by });
    let standing: Vec<ModelId> = view.standing(order.unit).map(|model| model.id).collect();
    let someone = chance.pick(&standing).unwrap_or(order.unit.model(1));
    *order = FallBack::of(order.unit);
    match chance.below(8) {
        0 => order.fire = fire(Some(vec![Shooter::of(some_model(order.unit, chance))])),
        1 => {
            order.fire = fire(None);
            order.moves = turned(game, order.unit, chance);
        }
        2 => order.fire = fire(None),
        3 => order.moves = elsewhere(game, order.unit, chance, 9000).into_iter().collect(),
        4 | 5 => {
            // A step aside is nearer than anyone has to go.
            let Some(model) = view.model(someone) else { return };
            let to = moved(model.pose.at, chance.around(2000), chance.around(2000));
            let path = vec![arriving(game, model, to)];
            order.moves = vec![ModelMove { model: someone, path, facing: model.facing() }];
        }
        6 => {
            let lost = view.models(order.unit).find(|model| !model.stands());
            let model = lost.map_or(some_model(order.unit, chance), |model| model.id);
            order.moves = vec![ModelMove { model, path: Vec::new(), facing: Facing::default() }];
        }
        _ => {
            let one = ModelMove { model: someone, path: Vec::new(), facing: Facing::default() };
            order.moves = vec![one.clone(), one];
        }
    }
}

/// What happened is what the rules gave for the position before, but for what the player chose; nobody
/// comes nearer to an enemy than he may, and strength and nerve are as they must be.
pub fn check_retreat(before: &Battle, command: &Command, facts: &[Fact]) {
    if before.view().setup().ruleset.falling_back.procedure == FallBackProcedure::Outline {
        // Out of close combat it runs in the middle of much else.
        if !facts.iter().any(|fact| matches!(fact, Fact::CloseCombat(_))) {
            check_outline(before.view(), facts);
        }
        return;
    }
    let Order::FallBack(fall_back::kinds::Order::FallBack(order)) = &command.order else { return };
    let (view, id) = (before.view(), order.unit);
    let (unit, occasion) = (view.unit(id).unwrap(), occasion(before));
    // A combat goes on after it.
    let goes_on =
        |fact: &Fact| matches!(fact, Fact::CloseCombat(_) | Fact::Unit(UnitFact::LeadershipTested { .. }));
    let facts = &facts[..facts.iter().position(goes_on).unwrap_or(facts.len())];
    let forced_to = facts.iter().find_map(|fact| match fact {
        Fact::FallBack(fall_back::kinds::Fact::FallBackForced { strength, forced, goes, .. }) => {
            Some((*strength, *forced, goes))
        }
        _ => None,
    });
    let (strength, forced, goes) = forced_to.unwrap();
    let (standing, started) = (view.standing(id).count(), view.models(id).count());
    assert_eq!((strength.standing as usize, strength.started as usize), (standing, started));
    let expected = match strength.band(&view.setup().ruleset.basics) {
        Band::Strong if occasion == Occasion::Action => Forced::MoveOrFire,
        Band::Strong | Band::Weakened => Forced::Move,
        Band::Finished => Forced::Destroyed,
    };
    assert_eq!(forced, expected);
    let markers = facts.iter().find_map(|fact| match fact {
        Fact::Unit(UnitFact::NerveMarkersDropped { unit, left, .. }) if *unit == id => Some(*left),
        _ => None,
    });
    let has = unit.morale.nerve_markers;
    if let Goes::Stays { at } = goes {
        let moved = |fact: &Fact| matches!(fact, Fact::Unit(UnitFact::ModelMoved { .. }));
        assert_eq!(order.fire.as_ref().map(|fire| fire.at), Some(*at));
        assert!(forced == Forced::MoveOrFire && markers.is_none() && !facts.iter().any(moved));
        return;
    }
    let promised = retreat(view, id, occasion).unwrap();
    let survives = promised.outcome.retreats().iter().any(|run| !matches!(run.end, ModelEnd::Lost { .. }));
    let drops = view.setup().ruleset.leadership.markers_dropped_by_falling_back.min(has);
    assert_eq!(markers, (survives && drops > 0).then(|| has - drops), "FB-6");
    for run in promised.outcome.retreats() {
        check_run(view, order, run, facts);
    }
    let lost = facts
        .iter()
        .filter(|fact| matches!(fact, Fact::Unit(UnitFact::ModelLost { why: Some(_), .. })))
        .count();
    let expected = match &promised.outcome {
        RetreatOutcome::Destroyed => standing,
        outcome => outcome.retreats().iter().filter(|run| matches!(run.end, ModelEnd::Lost { .. })).count(),
    };
    assert_eq!(lost, expected);
    assert_eq!(
        facts.iter().any(|fact| matches!(fact, Fact::Unit(UnitFact::UnitWipedOut { .. }))),
        lost == standing
    );
}

/// By the outline a unit does what its strength lets it, and no more.
fn check_outline(view: View, facts: &[Fact]) {
    let forced_to = facts.iter().find_map(|fact| match fact {
        Fact::FallBack(fall_back::kinds::Fact::FallBackForced { unit, strength, forced, goes }) => {
            Some((*unit, *strength, *forced, goes))
        }
        _ => None,
    });
    let Some((id, strength, forced, goes)) = forced_to else { return };
    let lengths = facts.iter().filter_map(|fact| match fact {
        Fact::Unit(UnitFact::ModelMoved { model, length, .. }) if model.unit == id => Some(length.0),
        _ => None,
    });
    let longest = lengths.fold(0.0, f64::max);
    let fired = facts.iter().any(
        |fact| matches!(fact, Fact::Shooting(shooting::kinds::Fact::SalvoFired { unit, .. }) if *unit == id),
    );
    let most = f64::from(view.unit(id).unwrap().card.characteristics.movement) / 2.0 + 0.006;
    let wiped_out =
        facts.iter().any(|fact| matches!(fact, Fact::Unit(UnitFact::UnitWipedOut { unit }) if *unit == id));
    match strength.band(&view.setup().ruleset.basics) {
        Band::Strong => {
            assert_eq!(forced, Forced::MoveOrFire);
            match goes {
                Goes::Stays { .. } => assert!(longest == 0.0, "{id} fires and moves"),
                Goes::Crawls => assert!(longest <= most && !fired, "{id} crawls {longest}, {fired}"),
                other => panic!("{id}: {other:?}"),
            }
        }
        _ if matches!(goes, Goes::ToCover { .. } | Goes::ToEdge { .. }) => {
            assert!(forced == Forced::Move && !fired, "{id} runs and does not fire");
            assert!(longest <= 4.0 * most, "{id} runs {longest}");
            // Whoever was not shot at before runs as was promised.
            if !facts.iter().any(|fact| matches!(fact, Fact::Shooting(shooting::kinds::Fact::SalvoFired { at, .. }) if *at == id)) {
                check_run_by_outline(view, id, facts);
            }
        }
        Band::Weakened => {
            assert_eq!((forced, goes), (Forced::Move, &Goes::StaysInCover));
            assert!(longest == 0.0 && !fired, "{id} neither moves nor fires");
        }
        Band::Finished => {
            assert_eq!((forced, goes), (Forced::Destroyed, &Goes::Nowhere));
            assert!(wiped_out, "{id} is destroyed");
        }
    }
}

/// What a unit did that ran by the outline is what was promised for the position before, and nobody of it ends in
/// dangerous ground who need not.
fn check_run_by_outline(view: View, id: UnitId, facts: &[Fact]) {
    // A unit that was announced to run does so whatever is left of it: nothing was promised of a weaker one.
    let Some(promised) = retreat(view, id, Occasion::Action) else { return };
    if promised.forced == Forced::Destroyed {
        return;
    }
    for run in promised.outcome.retreats() {
        let model = view.model(run.model).unwrap();
        let went = facts.iter().find_map(|fact| match fact {
            Fact::Unit(UnitFact::ModelMoved { model, path, .. }) if *model == run.model => Some(&path[1..]),
            _ => None,
        });
        let stays = run.path.iter().all(|corner| *corner == model.pose.at);
        assert_eq!(went, (!stays).then_some(run.path.as_slice()), "{} went", run.model);
        if let Some(end) = run.end_from(model.pose.at).filter(|_| !stays) {
            let danger = view.terrain().danger_under(end, model.card.base.radius());
            assert_eq!(danger.map(|piece| &piece.id), None, "{} ends in it", run.model);
        }
    }
    let leaves = matches!(promised.outcome, RetreatOutcome::RunForEdge { leaves: Leaves::Table, .. });
    let left = facts.iter().any(|fact| matches!(fact, Fact::FallBack(fall_back::kinds::Fact::UnitLeftTable { unit, .. }) if *unit == id));
    assert_eq!(left, leaves, "{id} leaves");
}

/// One model did what was promised of it, or what was chosen for it.
fn check_run(view: View, order: &FallBack, run: &ModelRetreat, facts: &[Fact]) {
    let model = view.model(run.model).unwrap();
    let chosen = order.moves.iter().find(|one| one.model == run.model && !one.path.is_empty());
    let path = chosen.map_or(&run.path, |one| &one.path);
    let went = facts.iter().find_map(|fact| match fact {
        Fact::Unit(UnitFact::ModelMoved { model, path, length, .. }) if *model == run.model => {
            Some((&path[1..], length.0))
        }
        _ => None,
    });
    let stays = path.iter().all(|corner| *corner == model.pose.at);
    assert_eq!(went.map(|(path, _)| path), (!stays).then_some(path.as_slice()), "{} went", run.model);
    let why = facts.iter().find_map(|fact| match fact {
        Fact::Unit(UnitFact::ModelLost { model, why, .. }) if *model == run.model => *why,
        _ => None,
    });
    let Some(end) = run.end_from(model.pose.at) else {
        assert!(why.is_some(), "{} is lost", run.model);
        return;
    };
    assert_eq!(why, None, "{} stands", run.model);
    let end = chosen.and_then(|one| one.path.last().copied()).unwrap_or(end);
    let most = limits(model.card.characteristics.movement, &view.setup().ruleset).open[1];
    let length = went.map_or(0.0, |(_, length)| length);
    let routs = run.rout_heading.is_some();
    let most = if routs { 1.5 * most + 0.005 } else { most + 0.005 };
    assert!(length <= most + 1e-9, "{} goes {length}, more than {most}", run.model);
    for enemy in view.standing_of(run.model.unit.side.other()) {
        let [before, after] = [model.pose.at, end].map(|at| gap(model.disc_at(at), enemy.disc()));
        let least = before.min(view.setup().ruleset.movement.enemy_gap) - 0.006;
        assert!(after >= least, "{} ends {after} from {}, it was {before}", run.model, enemy.id);
    }
}

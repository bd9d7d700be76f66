//! Close combat: what defensive fire uses up, and which move earns the extra attack.

use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::dice::Dice;
use warstrike::game::engine::fact::Fact;
use warstrike::game::engine::play::Match;
use warstrike::game::phases::close_combat::defensive_fire::may_defend;
use warstrike::game::phases::close_combat::kinds::Fact as Combat;
use warstrike::rules::ids::Side;

use super::{command, game_on, unit};
use crate::support::{end_phase, first_answer};

/// The defenders may answer a charge; before it they have snap fired at runners, or have not.
///
/// Rule: CC-3, RE-1.
#[test]
fn defensive_fire_and_snap_fire_use_each_other_up_or_do_not() {
    for (word, defends_after_snap_fire, snap_fires_after_defence) in
        [("AsSnapFire", true, false), ("EachUsesUp", false, false), ("Apart", true, true)]
    {
        let mut game = game_on("fights/charge", &[("close_combat.defence_counts", word)]);
        game.submit(end_phase(Side::A)).unwrap();
        let (mut battle, _) = Battle::new(game.setup().clone(), Dice::seeded(1)).unwrap();
        let mut then = game.battle().snapshot();
        let defender = then.units.iter_mut().find(|one| one.id == unit("B1")).unwrap();
        defender.activity.has_snap_fired = true;
        battle.restore(&then).unwrap();
        let view = battle.view();
        let may = may_defend(view, view.unit(unit("B1")).unwrap());
        assert_eq!(may.is_ok(), defends_after_snap_fire, "{word}: {may:?}");

        game.submit(command(r#"{"player":"B","order":{"DefensiveFire":{"unit":"B1","at":"A1"}}}"#)).unwrap();
        let used_up = game.battle().view().unit(unit("B1")).unwrap().activity.has_snap_fired;
        assert_eq!(!used_up, snap_fires_after_defence, "{word}");
    }
}

/// Whether A1 charges by consolidating, then whether it does by closing in.
///
/// Rule: CC-6.
#[test]
fn contact_by_consolidating_earns_an_attack_or_does_not() {
    for (word, by_consolidating) in [("BothMoves", true), ("ClosingIn", false)] {
        let begun = || {
            let mut game = game_on("fights/charge", &[("close_combat.charge_by", word)]);
            game.submit(end_phase(Side::A)).unwrap();
            game.submit(command(r#"{"player":"B","order":"HoldFire"}"#)).unwrap();
            game
        };
        let mut game = begun();
        game.submit(first_answer(&game).unwrap()).unwrap();
        assert_eq!(has_charged(&game), by_consolidating, "{word}");

        let mut game = begun();
        game.submit(command(r#"{"player":"A","order":{"MoveInCombat":{"unit":"A1","moves":[]}}}"#)).unwrap();
        assert!(!has_charged(&game), "{word}: it has not moved");
        game.submit(first_answer(&game).unwrap()).unwrap();
        assert!(has_charged(&game), "{word}: closing in always does");
    }
}

fn has_charged(game: &Match) -> bool {
    let facts = &game.history().present().outcome.facts;
    facts.iter().any(|fact| matches!(fact, Fact::CloseCombat(Combat::ModelCharged { .. })))
}

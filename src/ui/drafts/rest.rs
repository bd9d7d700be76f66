//! What is left to the program at one press: the rest of a side's orders, and the rest of its units to place. It costs nobody
//! anything unasked, and moves nothing that was put down.

use bevy::prelude::*;

use super::draft::{Draft, Drafting, Hold, Purpose};
use super::draft_check::check;
use super::orders::{fall_back, stay, still_to_act};
use super::placing::Placing;
use super::selection::Selection;
use crate::game::engine::battle::Battle;
use crate::game::engine::command::Command;
use crate::game::engine::dice::Dice;
use crate::game::engine::view::View;
use crate::game::leadership::has_to_fall_back;
use crate::game::narration::words;
use crate::game::phases::fall_back::{
    retreat,
    retreat::{ModelEnd, RetreatOutcome},
};
use crate::rules::falling_back::Occasion;
use crate::rules::ids::{Side, UnitId};
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{GameRequest, Notice, OpenGame};

/// The orders of every unit that may still act.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) enum RestOfOrders {
    /// Each stays where it is, or falls back if it must; empty where no unit is left to act.
    Given(Vec<Command>),
    /// Nothing is ordered, because it would cost this unit models.
    Costs { unit: UnitId, cost: Cost },
}

/// What falling back would cost a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Cost {
    /// All its models.
    All,
    /// So many of them.
    Models(usize),
}

/// The rest of the orders of the deciding player, tried one after the other on a copy of the battle.
///
/// Rule: SUP-4, FB-1, ROU-2, TURN-3.
pub(in crate::ui) fn rest_of_orders(opened: &OpenGame) -> RestOfOrders {
    let battle = opened.game.battle();
    let forced = |view: View, unit: UnitId| view.unit(unit).is_some_and(|unit| has_to_fall_back(view, unit));
    let units = still_to_act(opened);
    let view = battle.view();
    let commands: Vec<Command> =
        units.iter().map(|unit| if forced(view, *unit) { fall_back(*unit) } else { stay(*unit) }).collect();
    if !units.iter().any(|unit| forced(view, *unit)) {
        return RestOfOrders::Given(commands);
    }
    let mut copy = copy_of(battle);
    for (unit, command) in units.into_iter().zip(&commands) {
        let now = copy.as_ref().map_or(view, Battle::view);
        if forced(now, unit)
            && let Some(cost) = cost(now, unit)
        {
            return RestOfOrders::Costs { unit, cost };
        }
        // What the copy cannot play is looked at as things stand now.
        copy = copy.and_then(|mut copy| copy.play(command).is_ok().then_some(copy));
    }
    RestOfOrders::Given(commands)
}

fn copy_of(battle: &Battle) -> Option<Battle> {
    let (mut copy, _) = Battle::new(battle.setup().clone(), Dice::seeded(0)).ok()?;
    copy.restore(&battle.snapshot()).ok()?;
    Some(copy)
}

/// What a unit would lose if it fell back now.
///
/// Rule: FB-1, FB-4, ROU-2.
fn cost(view: View, unit: UnitId) -> Option<Cost> {
    let outcome = retreat(view, unit, Occasion::Action)?.outcome.clone();
    if outcome == RetreatOutcome::Destroyed {
        return Some(Cost::All);
    }
    let runs = outcome.retreats();
    match runs.iter().filter(|run| matches!(run.end, ModelEnd::Lost { .. })).count() {
        0 => None,
        lost if lost == runs.len() => Some(Cost::All),
        lost => Some(Cost::Models(lost)),
    }
}

/// Gives the rest of the orders; where that would cost a unit models, gives none, shows what would become of it and says so.
pub(in crate::ui) fn finish_the_rest(
    opened: &mut OpenGame,
    selection: &mut Selection,
    drafting: &mut Drafting,
    requests: &mut MessageWriter<GameRequest>,
) {
    match rest_of_orders(opened) {
        RestOfOrders::Given(commands) if commands.is_empty() => opened.ignore_key("No unit is left to act."),
        RestOfOrders::Given(commands) => drop(requests.write(GameRequest::Submit(commands))),
        RestOfOrders::Costs { unit, cost } => {
            selection.unit = Some(unit);
            drafting.0 = Draft::of_retreat(&opened.game.battle().view(), unit);
            let who = words::unit(opened.game.setup(), unit);
            let (what, how) = match (cost, &drafting.0) {
                (Cost::All, None) => ("be destroyed".to_owned(), "B lets it"),
                (Cost::All, Some(_)) => ("be lost to the last model".to_owned(), "Enter lets it"),
                (Cost::Models(lost), _) => {
                    (format!("lose {}", words::counted(lost, "model")), "Enter lets it")
                }
            };
            opened.ignore_key(&format!(
                "Nothing was ordered: {who} would {what} as it falls back. {how}; then finish the rest."
            ));
        }
    }
}

/// Leaves the rest of a side's units to the program. One that has been put down is placed where it lies; where it may not lie
/// there, nothing is placed, and it is said.
///
/// Rule: MIS-1.
pub(in crate::ui) fn place_the_rest(
    opened: &mut OpenGame,
    drafting: &mut Drafting,
    placing: &mut Placing,
    requests: &mut MessageWriter<GameRequest>,
    side: Side,
) {
    let put_down = |draft: &&Draft| draft.purpose == Purpose::Deploy && draft.hold == Hold::Resting;
    let checked = drafting.0.as_ref().filter(put_down).and_then(|draft| check(opened.game.battle(), draft));
    match checked {
        None => placing.leave_rest(side),
        Some(checked) => match &checked.answer {
            Ok(()) => {
                requests.write(GameRequest::Submit(vec![checked.command.clone()]));
                placing.leave_rest_after(side, opened.state());
            }
            Err(refusal) => {
                opened.notice = Some(Notice::Refused(refusal.clone()));
                emit(&UiEvent::KeyIgnored { why: refusal.text() });
                return;
            }
        },
    }
    drafting.0 = None;
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::play::{DiceChoice, Match};
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::ui::output::offscreen::without_files;

    fn opened(level: &str) -> OpenGame {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let data = DataFolder::find(Some(root)).unwrap();
        let setup = load_level(level, &data, None).unwrap_or_else(|faults| panic!("{faults}"));
        OpenGame::new(Match::start(Arc::new(setup), DiceChoice::Seed(7)).unwrap(), &without_files())
    }

    /// What falling back costs is known for every unit on the tables of the fall back, and those whom it costs nothing get their
    /// orders without a question.
    ///
    /// Rule: FB-1, FB-4, ROU-2, SUP-4.
    #[test]
    fn what_falling_back_costs_is_known() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/fall-back-gallery");
        let mut levels: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        levels.sort();
        let (mut free, mut all, mut some) = (0, 0, 0);
        for level in levels.iter().filter(|level| level.extension().is_some_and(|ending| ending == "ron")) {
            let opened = opened(&level.display().to_string());
            let view = opened.game.battle().view();
            for unit in view.units().filter(|unit| view.standing(unit.id).next().is_some()) {
                match cost(view, unit.id) {
                    None => free += 1,
                    Some(Cost::All) => all += 1,
                    Some(Cost::Models(lost)) => {
                        assert!((1..view.standing(unit.id).count()).contains(&lost), "{}", level.display());
                        some += 1;
                    }
                }
            }
            match rest_of_orders(&opened) {
                RestOfOrders::Given(commands) => assert_eq!(commands.len(), still_to_act(&opened).len()),
                RestOfOrders::Costs { unit, cost: of } => assert_eq!(cost(view, unit), Some(of)),
            }
        }
        assert!(free > 3 && all > 0 && some > 0, "{free} {all} {some}");
    }
}

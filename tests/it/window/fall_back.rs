//! The fall-back preview: it shows what the battle says and what is then played, for models and for ghosts.

use bevy::math::Vec2;

use warstrike::game::engine::command::{Command, Order};
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::engine::record::claim::Existing;
use warstrike::game::phases::fall_back::kinds::FallBack;
use warstrike::game::phases::fall_back::retreat;
use warstrike::game::phases::fall_back::retreat::ModelEnd;
use warstrike::game::phases::fall_back::threat::assess_threat;
use warstrike::game::phases::get_down::kinds::GetDown;
use warstrike::game::phases::moving::kinds::ModelMove;
use warstrike::game::phases::{fall_back, get_down};
use warstrike::rules::falling_back::Occasion;
use warstrike::rules::ids::{ModelId, Side, UnitId};
use warstrike::rules::measures::{Place, Thou};
use warstrike::ui::session::events::{DraftResult, RetreatEnd, UiEvent};

use super::driver::{self, Display, Window};
use super::{scratch, setup};
use crate::support::root;

/// A preview as the window reports it.
#[derive(Debug)]
struct Preview {
    unit: UnitId,
    leader: ModelId,
    end: RetreatEnd,
    lost: usize,
    suppressed: Option<f64>,
}

fn preview_of(event: &UiEvent, wanted: UnitId) -> Option<Preview> {
    match event {
        UiEvent::RetreatPreview { unit, ruleset: None, leader, end: Some(end), lost, suppressed }
            if *unit == wanted =>
        {
            let (end, suppressed) = (end.clone(), *suppressed);
            Some(Preview { unit: *unit, leader: *leader, end, lost: *lost, suppressed })
        }
        _ => None,
    }
}

fn next_preview(window: &mut Window, unit: UnitId) -> Preview {
    window.wait_until(|event| preview_of(event, unit))
}

/// Compares a preview with the retreat that the battle gives.
fn check(game: &Match, preview: &Preview) {
    let view = game.battle().view();
    let retreat = retreat(view, preview.unit, Occasion::Action).unwrap();
    let retreats = retreat.outcome.retreats();
    let leader = view.model(retreat.leader).unwrap();
    let end = retreats[0].path.last().copied().unwrap_or(leader.pose.at);
    let lost = retreats.iter().filter(|run| matches!(run.end, ModelEnd::Lost { .. })).count();
    assert_eq!((preview.leader, preview.end.at, preview.lost), (leader.id, end, lost), "{preview:?}");
    assert!((preview.end.length - retreats[0].length.0).abs() < 1e-9, "{preview:?}");
}

fn pixel(game: &Match, model: &str, [dx, dy]: [f64; 2]) -> Vec2 {
    let [x, y] = game.battle().view().model(model.parse().unwrap()).unwrap().pose.at.ground();
    driver::pixel(game, [x + dx, y + dy])
}

/// Looks from above and clicks the first model of A1.
fn select_a1(display: &Display, window: &mut Window, game: &Match) {
    window.begin_from_above(display);
    display.move_to(pixel(game, "A1.1", [0.0, 0.0]));
    display.hand(&["click", "1"]);
    window.wait_for(&UiEvent::Selected { unit: "A1".parse().unwrap() });
}

/// F for the selected unit, Shift+F for all, F over another unit, kept while a unit is dragged: what is reported for
/// ghosts is true once the models stand there.
#[test]
fn a_preview_is_what_the_battle_says() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["mid-battle", "--seed", "7"]);
    let game = Match::start(setup("mid-battle"), DiceChoice::Seed(7)).unwrap();
    let [own, enemy]: [UnitId; 2] = ["A1", "B1"].map(|id| id.parse().unwrap());

    select_a1(&display, &mut window, &game);
    display.hand(&["key", "f"]);
    let preview = next_preview(&mut window, own);
    check(&game, &preview);
    let expected = assess_threat(game.battle().view(), own).odds.unwrap().suppressed;
    let reported = preview.suppressed.unwrap();
    assert!((reported - expected).abs() < 1e-9, "{reported}, {expected}");

    // All units of its side, then of the other.
    for side in Side::BOTH {
        display.hand(&["key", "shift+f"]);
        let units = game.battle().view().units().map(|unit| unit.id).filter(|unit| unit.side == side);
        for unit in units.filter(|unit| game.battle().view().standing(*unit).next().is_some()) {
            check(&game, &next_preview(&mut window, unit));
        }
    }

    // The enemy's is kept while the unit is dragged, and pinned to compare with what follows.
    display.move_to(pixel(&game, "B1.2", [0.0, 0.0]));
    display.hand(&["key", "f"]);
    check(&game, &next_preview(&mut window, enemy));
    display.hand(&["key", "p"]);
    window.wait_for(&UiEvent::PreviewPinned { unit: Some(enemy) });
    display.drag(pixel(&game, "A1.3", [0.0, 0.0]), pixel(&game, "A1.3", [-3.0, 1.5]));
    window.wait_for(&UiEvent::PutDown);
    let preview = next_preview(&mut window, enemy);
    display.hand(&["key", "Return"]);
    window.wait_for(&UiEvent::Played { commands: 1 });
    check(&window.saved(&display, &saves).game, &preview);
}

/// B drafts the moves that the rules give a suppressed unit, and shows what F shows; Ctrl and a drag lead one of its models elsewhere; Enter
/// plays it.
///
/// Rule: FB-5 (their player chooses).
#[test]
fn the_player_leads_a_model_elsewhere() {
    let level = root().join("tests/games/fall-back.ron").display().to_string();
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &[&level, "--seed", "7"]);
    let game = Match::start(setup(&level), DiceChoice::Seed(7)).unwrap();
    let unit: UnitId = "A1".parse().unwrap();
    let promised = retreat(game.battle().view(), unit, Occasion::Action).unwrap();
    // A model that may end a little farther back, where it can still be picked.
    let by = [0.0, -1.2];
    let (led, to) = promised
        .outcome
        .retreats()
        .iter()
        .skip(1)
        .find_map(|run| {
            let model = game.battle().view().model(run.model)?;
            let end = run.end_from(model.pose.at)?;
            let to =
                Place::from_inches(end.x.inches() + by[0], end.y.inches() + by[1], end.z.inches()).ok()?;
            let moves = vec![ModelMove { model: run.model, path: vec![to], facing: model.facing() }];
            let order =
                Order::FallBack(fall_back::kinds::Order::FallBack(FallBack { unit, fire: None, moves }));
            game.battle().check(&Command { player: unit.side, order }).ok().map(|()| (run.clone(), to))
        })
        .unwrap();

    select_a1(&display, &mut window, &game);
    let allowed = UiEvent::DraftChecked { unit, highest: Thou(0), result: DraftResult::Allowed };
    display.hand(&["key", "b"]);
    window.wait_for(&allowed);
    // The real fall back is shown as F shows it.
    check(&game, &window.seen_or_next(|event| preview_of(event, unit)));
    let start = game.battle().view().model(led.model).unwrap().pose.at;
    let from = led.end_from(start).unwrap().ground();
    // Ctrl drags one model alone; it is released before the model is put down, so that Enter is pressed without it.
    display.move_to(driver::pixel(&game, from));
    display.hand(&["keydown", "ctrl"]);
    display.hand(&["mousedown", "1"]);
    display.move_to(driver::pixel(&game, [from[0] + 4.0, from[1]]));
    window.wait_for(&UiEvent::Dragging { unit });
    display.hand(&["keyup", "ctrl"]);
    display.move_to(driver::pixel(&game, to.ground()));
    display.hand(&["mouseup", "1"]);
    window.wait_for(&UiEvent::PutDown);
    window.wait_for(&allowed);
    display.hand(&["key", "Return"]);
    window.wait_for(&UiEvent::Played { commands: 1 });
    let after = window.saved(&display, &saves).game;
    for run in promised.outcome.retreats() {
        let at = after.battle().view().model(run.model).unwrap().pose.at;
        let start = game.battle().view().model(run.model).unwrap().pose.at;
        let end = run.end_from(start).unwrap();
        if run.model == led.model {
            assert!(at.ground_distance(to) < 0.3 && at != end, "{} ends at {at}, led to {to}", run.model);
        } else {
            assert_eq!(at, end, "{}", run.model);
        }
    }
}

/// While the enemy is asked whether to snap fire before a unit runs, the preview of the run is shown; it is what
/// happens if the enemy holds fire.
///
/// Rule: OFB-3, OFB-4.
#[test]
fn a_run_is_previewed_while_the_enemy_is_asked_about_it() {
    let level = root().join("tests/games/flight.ron").display().to_string();
    let ((_folder, saves), (_other, asked)) = (scratch(), scratch());
    let mut game = Match::start(setup(&level), DiceChoice::Script(vec![1, 1, 2, 2])).unwrap();
    let runner: UnitId = "A2".parse().unwrap();
    for unit in ["A1".parse().unwrap(), runner] {
        let order = Order::GetDown(get_down::kinds::Order::GetDown(GetDown { unit, turns: Vec::new() }));
        game.submit(Command { player: unit.side, order }).unwrap();
    }
    let view = game.battle().view();
    let promised = retreat(view, runner, Occasion::Action).unwrap();
    let run = &promised.outcome.retreats()[0];
    let end = run.end_from(view.model(run.model).unwrap().pose.at).unwrap();
    let file = asked.join("asked.jsonl");
    game.save(&file, Existing::Kept).unwrap();

    let display = Display::open();
    let mut window = Window::open(&display, &saves, &[&file.display().to_string()]);
    window.begin(&display);
    let preview = window.seen_or_next(|event| preview_of(event, runner));
    assert_eq!((preview.leader, preview.end.at), (run.model, end));
    assert!((preview.end.length - run.length.0).abs() < 1e-9, "{preview:?}");
    display.hand(&["key", "n"]);
    window.wait_for(&UiEvent::Played { commands: 3 });
    let after = window.saved(&display, &saves).game;
    assert_eq!(after.battle().view().model(run.model).unwrap().pose.at, end);
}

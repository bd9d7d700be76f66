//! Where units would fall back, in the window: what it shows is what the battle says and what is played, of
//! models that stand and of ghosts.

use bevy::math::Vec2;

use warstrike::game::engine::command::Command;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::play::{DiceChoice, Game};
use warstrike::game::phases::fall_back;
use warstrike::game::phases::fall_back::kinds::FallBack;
use warstrike::game::phases::fall_back::peril::peril;
use warstrike::game::phases::fall_back::retreat;
use warstrike::game::phases::fall_back::retreat::RunEnd;
use warstrike::game::phases::get_down;
use warstrike::game::phases::get_down::kinds::GetDown;
use warstrike::game::phases::moving::kinds::ModelMove;
use warstrike::rules::falling_back::Occasion;
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::measures::Place;

use super::driver::{self, Display, Window};
use super::{scratch, setup};
use crate::support::root;

/// "A1.1 to (1, 2, 0) over 6.0"", as the window says where the leader of a unit ends, and how many are lost.
fn told(game: &Game, unit: UnitId) -> [String; 2] {
    let view = game.battle().view();
    let retreat = retreat(view, unit, Occasion::Action).unwrap();
    let runs = retreat.course.runs();
    let leader = view.model(retreat.leader).unwrap();
    let end = runs[0].path.last().copied().unwrap_or(leader.pose.at);
    let lost = runs.iter().filter(|run| matches!(run.end, RunEnd::Lost { .. })).count();
    let to = format!("fall back: {unit} falls back, {} to {end} over {:.1}\"", leader.id, runs[0].length.0);
    [to, format!(", {lost} lost, ")]
}

fn check(game: &Game, said: &str, unit: UnitId) {
    for part in told(game, unit) {
        assert!(said.contains(&part), "{said}: {part}");
    }
}

fn pixel(game: &Game, model: &str, [dx, dy]: [f64; 2]) -> Vec2 {
    let [x, y] = game.battle().view().model(model.parse().unwrap()).unwrap().pose.at.ground();
    driver::pixel(game, [x + dx, y + dy])
}

/// Looks from above and clicks on the first model of A1.
fn select_a1(display: &Display, window: &mut Window, game: &Game) {
    window.begin_from_above(display);
    display.move_to(pixel(game, "A1.1", [0.0, 0.0]));
    display.hand(&["click", "1"]);
    window.wait_for("selected A1");
}

/// F of the selected unit, Shift+F of all, F over another unit kept while a unit is dragged: what is said of
/// ghosts is what is so once they stand there.
#[test]
fn what_is_foreseen_is_what_the_battle_says() {
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &["mid-battle", "--seed", "7"]);
    let game = Game::start(setup("mid-battle"), DiceChoice::Seed(7)).unwrap();
    let [own, enemy]: [UnitId; 2] = ["A1", "B1"].map(|id| id.parse().unwrap());

    select_a1(&display, &mut window, &game);
    display.hand(&["key", "f"]);
    let said = window.wait_for("fall back: A1");
    check(&game, &said, own);
    let chance = peril(game.battle().view(), own).chance.unwrap().suppressed;
    assert!(said.ends_with(&format!("suppressed {:.0} %", 100.0 * chance)), "{said}: {chance}");

    // All units of its side, then of the other.
    for side in Side::BOTH {
        display.hand(&["key", "shift+f"]);
        let units = game.battle().view().units().map(|unit| unit.id).filter(|unit| unit.side == side);
        for unit in units.filter(|unit| game.battle().view().standing(*unit).next().is_some()) {
            check(&game, &window.wait_for(&format!("fall back: {unit} ")), unit);
        }
    }

    // The enemy's is kept while the unit is dragged, and pinned beside what comes of that.
    display.move_to(pixel(&game, "B1.2", [0.0, 0.0]));
    display.hand(&["key", "f"]);
    let before = window.wait_for("fall back: B1");
    check(&game, &before, enemy);
    display.hand(&["key", "p"]);
    window.wait_for("pinned: B1");
    display.drag(pixel(&game, "A1.3", [0.0, 0.0]), pixel(&game, "A1.3", [-3.0, 1.5]));
    window.wait_for("put down");
    let foreseen = window.wait_for("fall back: B1");
    display.hand(&["key", "Return"]);
    window.wait_for("played 1 command");
    check(&window.saved(&display, &saves).game, &foreseen, enemy);
}

/// B takes a suppressed unit up with the ways that the rules give; Ctrl and dragging lead one of its models elsewhere,
/// Enter plays it.
///
/// Rule: FB-5 (their player chooses).
#[test]
fn a_fall_back_is_led_by_hand() {
    let level = root().join("tests/games/fall-back.ron").display().to_string();
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &[&level, "--seed", "7"]);
    let game = Game::start(setup(&level), DiceChoice::Seed(7)).unwrap();
    let unit: UnitId = "A1".parse().unwrap();
    let promised = retreat(game.battle().view(), unit, Occasion::Action).unwrap();
    // Who may end a little farther back, and would still be one that can be grasped.
    let by = [0.0, -1.2];
    let (led, to) = promised
        .course
        .runs()
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
    display.hand(&["key", "b"]);
    window.wait_for("A1 up to 0\" high: allowed");
    let start = game.battle().view().model(led.model).unwrap().pose.at;
    let from = led.end_from(start).unwrap().ground();
    // Ctrl says that one model alone is taken; it is let go before the model is put down, so that Enter is heard alone.
    display.move_to(driver::pixel(&game, from));
    display.hand(&["keydown", "ctrl"]);
    display.hand(&["mousedown", "1"]);
    display.move_to(driver::pixel(&game, [from[0] + 4.0, from[1]]));
    window.wait_for("dragging A1");
    display.hand(&["keyup", "ctrl"]);
    display.move_to(driver::pixel(&game, to.ground()));
    display.hand(&["mouseup", "1"]);
    window.wait_for("put down");
    window.wait_for("A1 up to 0\" high: allowed");
    display.hand(&["key", "Return"]);
    window.wait_for("played 1 command");
    let after = window.saved(&display, &saves).game;
    for run in promised.course.runs() {
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

/// While the enemy is asked whether to snap fire before a unit runs, it is drawn where that runs, unasked: what is said
/// of it is what comes of it when he holds his fire.
///
/// Rule: OFB-3, OFB-4.
#[test]
fn a_run_is_drawn_while_the_enemy_is_asked_about_it() {
    let level = root().join("tests/games/flight.ron").display().to_string();
    let ((_folder, saves), (_other, asked)) = (scratch(), scratch());
    let mut game = Game::start(setup(&level), DiceChoice::Script(vec![1, 1, 2, 2])).unwrap();
    let runner: UnitId = "A2".parse().unwrap();
    for unit in ["A1".parse().unwrap(), runner] {
        let order = Order::GetDown(get_down::kinds::Order::GetDown(GetDown { unit, turns: Vec::new() }));
        game.submit(Command { player: unit.side, order }).unwrap();
    }
    let view = game.battle().view();
    let promised = retreat(view, runner, Occasion::Action).unwrap();
    let run = &promised.course.runs()[0];
    let end = run.end_from(view.model(run.model).unwrap().pose.at).unwrap();
    let file = asked.join("asked.jsonl");
    game.save(&file).unwrap();

    let display = Display::open();
    let mut window = Window::open(&display, &saves, &[&file.display().to_string()]);
    window.begin(&display);
    let said = window.heard("fall back: A2 runs for cover");
    let told = format!(", {} to {end} over {:.1}\"", run.model, run.length.0);
    assert!(said.contains(&told), "{said}: {told}");
    display.hand(&["key", "n"]);
    window.wait_for("played 3 commands");
    let after = window.saved(&display, &saves).game;
    assert_eq!(after.battle().view().model(run.model).unwrap().pose.at, end);
}

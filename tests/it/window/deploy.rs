//! A whole deployment by mouse and keys: the edge, objectives, obstacles, the units that deploy, and the rest at once.

use warstrike::game::engine::agenda::{Choice, Decision};
use warstrike::game::engine::command::Order;
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::phases::deployment::kinds::{Choice as Asked, Order as DeploymentOrder};
use warstrike::rules::ids::Side;
use warstrike::rules::mission::deployed_count;
use warstrike::rules::turn::Phase;
use warstrike::ui::session::events::UiEvent;

use super::driver::{Display, Window, pixel};
use super::{check_same_without_window, scratch, setup};

/// Clicks the table and waits until what was asked for lies there, or near by.
fn put(display: &Display, window: &mut Window, game: &Match, at: [f64; 2]) -> [f64; 2] {
    display.move_to(pixel(game, at));
    display.hand(&["click", "1"]);
    window.wait_until(|event| match event {
        UiEvent::TokenPut { at, allowed: true } => Some(*at),
        _ => None,
    })
}

fn confirm(display: &Display, window: &mut Window, key: &str, commands: usize) {
    display.hand(&["key", key]);
    window.wait_for(&UiEvent::Played { commands });
}

/// Rule: MIS-2, MIS-3.
#[test]
fn a_deployment_is_played_by_mouse_and_keys() {
    let level = super::root().join("tests/games/broken-arrow.ron").display().to_string();
    let (_folder, saves) = scratch();
    let display = Display::open();
    let mut window = Window::open(&display, &saves, &[&level, "--seed", "7"]);
    let game = Match::start(setup(&level), DiceChoice::Seed(7)).unwrap();
    let Some(Decision { player, choice: Choice::Deployment(Asked::PickZone) }) = game.battle().decision()
    else {
        panic!("nobody is asked for an edge")
    };
    window.begin_from_above(&display);

    // The edge of B, by a click into its zone.
    display.move_to(pixel(&game, [-12.0, 20.0]));
    display.hand(&["click", "1"]);
    window.wait_for(&UiEvent::Played { commands: 1 });
    // An objective a little outside the debris field slides into it.
    let radius = game.setup().ruleset.mission.debris_radius;
    let [x, y] = put(&display, &mut window, &game, [0.0, radius + 0.25]);
    assert!((x * x + y * y).sqrt() <= radius + 0.01, "{x}, {y}");
    confirm(&display, &mut window, "Return", 2);
    put(&display, &mut window, &game, [-2.0, -2.0]);
    confirm(&display, &mut window, "Return", 3);
    // An obstacle, then none; the other side has none either.
    put(&display, &mut window, &game, [-16.0, 0.0]);
    confirm(&display, &mut window, "Return", 4);
    confirm(&display, &mut window, "n", 5);
    confirm(&display, &mut window, "n", 6);
    confirm(&display, &mut window, "Return", 7);
    confirm(&display, &mut window, "Return", 8);
    display.hand(&["key", "shift+Return"]);
    window.wait_until(|event| matches!(event, UiEvent::RestLeft { .. }).then_some(()));
    display.hand(&["key", "shift+Return"]);
    let mission = &game.setup().ruleset.mission;
    let placed = |side: Side| {
        let units = game.setup().level.forces[side.index()].units.len();
        deployed_count(units, mission)
    };
    let commands = 8 + placed(Side::A) + placed(Side::B);
    window.wait_for(&UiEvent::Played { commands });

    let loaded = window.saved(&display, &saves).game;
    check_same_without_window(game, &loaded);
    let orders: Vec<&Order> =
        loaded.history().line()[1..].iter().map(|entry| &entry.command.as_ref().unwrap().order).collect();
    let Order::Deployment(DeploymentOrder::PickZone(picked)) = orders[0] else { panic!("{:?}", orders[0]) };
    assert_eq!(picked.zone, Side::B, "{player} picks the northern edge");
    assert!(matches!(orders[3], Order::Deployment(DeploymentOrder::PlaceObstacle(_))), "{:?}", orders[3]);
    assert_ne!(loaded.battle().view().turn().phase, Phase::Deployment);
}

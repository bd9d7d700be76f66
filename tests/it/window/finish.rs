//! The rest of a side's orders at one press: nothing that costs models is ordered unasked.

use warstrike::game::engine::command::Order;
use warstrike::game::engine::play::DiceChoice;
use warstrike::game::engine::play::Match;
use warstrike::ui::session::events::UiEvent;

use super::driver::{Display, Window};
use super::{check_same_without_window, root, scratch, setup};

/// A suppressed unit that would leave a model behind has to be let fall back by itself; then one press orders the rest.
///
/// Rule: FB-1, ROU-2, SUP-4, TURN-3.
#[test]
fn the_rest_is_finished_at_one_press_once_nothing_costs_models() {
    let (folder, saves) = scratch();
    let gallery = root().join("levels/fall-back-gallery/left-behind.ron");
    let text = std::fs::read_to_string(gallery).unwrap();
    let suppressed = text.replacen(r#"card: "command-squad","#, r#"card: "command-squad", hit_die: 3,"#, 1);
    let second =
        "\n                (id: \"A2\", card: \"officer\", models: [(at: (-20.0, -8.0), facing: 90.0)]),";
    let level =
        suppressed.replacen("Lost,\n                ]),", &format!("Lost,\n                ]),{second}"), 1);
    assert_eq!(level.len(), text.len() + " hit_die: 3,".len() + second.len(), "both are in the level");
    let path = folder.path().join("left-behind.ron");
    std::fs::write(&path, level).unwrap();
    let level = path.display().to_string();

    let display = Display::open();
    let mut window = Window::open(&display, &saves, &[&level, "--seed", "7"]);
    window.begin_from_above(&display);
    display.hand(&["key", "shift+x"]);
    let why = window.wait_until(|event| match event {
        UiEvent::KeyIgnored { why } => Some(why.clone()),
        _ => None,
    });
    assert!(why.starts_with("Nothing was ordered: ") && why.contains("would lose 1 model"), "{why}");
    // What it would do is shown, and confirmed as any order is.
    display.hand(&["key", "Return"]);
    window.wait_for(&UiEvent::Played { commands: 1 });
    display.hand(&["key", "shift+x"]);
    window.wait_for(&UiEvent::Played { commands: 2 });

    let game = Match::start(setup(&level), DiceChoice::Seed(7)).unwrap();
    let loaded = window.saved(&display, &saves).game;
    check_same_without_window(game, &loaded);
    let orders: Vec<&Order> =
        loaded.history().line()[1..].iter().map(|entry| &entry.command.as_ref().unwrap().order).collect();
    assert!(matches!(orders[0], Order::FallBack(_)), "{orders:?}");
    assert!(!matches!(orders[1], Order::FallBack(_)), "the officer stays: {orders:?}");
    assert_eq!(loaded.battle().view().standing("A1".parse().unwrap()).count(), 3, "one was left behind");
}

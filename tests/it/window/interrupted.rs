//! An evening that is interrupted: the window is closed, or killed, in the middle of what it does. Continue brings it back.

use std::path::Path;

use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::engine::record::claim::{Claim, Existing};
use warstrike::ui::session::events::UiEvent;

use super::driver::{Display, Window};
use super::{root, scratch, setup};

/// What the window does as it is interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    /// It opens the game from the start screen.
    Opening,
    /// The help is open.
    Help,
    /// The first turn is taught.
    FirstTurn,
    /// A player is asked something.
    Question,
    /// A fight is shown stage by stage.
    Fight,
}

/// How the window ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Closed,
    Killed,
}

/// The number of commands of the game that Continue opens.
fn continued(display: &Display, window: &mut Window) -> usize {
    display.hand(&["key", "Return"]);
    window.wait_until(|event| match event {
        UiEvent::TableOpened { commands, .. } => Some(*commands),
        _ => None,
    })
}

fn open(display: &Display, saves: &Path) -> Window {
    let mut window = Window::open_first(display, saves, &[]);
    window.begin(display);
    window.seen_or_next(|event| match event {
        UiEvent::StartFocused { page, .. } => (page == "Continue").then_some(()),
        _ => None,
    });
    window
}

/// A recording of two people before a charge is fought, without a command yet.
fn record(saves: &Path) {
    let level = root().join("tests/games/fights/charge.ron").display().to_string();
    let mut game = Match::start(setup(&level), DiceChoice::Seed(7)).unwrap();
    game.record_to(Claim::on(&saves.join("recording-1.jsonl"), Existing::Kept).unwrap()).unwrap();
}

/// Brings a game that Continue has opened to a moment; returns how many commands it has then.
fn lead_to(moment: Moment, display: &Display, window: &mut Window, before: usize) -> usize {
    if moment == Moment::Opening {
        // Not a frame later.
        display.hand(&["key", "Return"]);
        return before;
    }
    assert_eq!(continued(display, window), before, "{moment:?}");
    window.seen_or_next(|event| matches!(event, UiEvent::ViewAtRest).then_some(()));
    match moment {
        Moment::Opening => {}
        Moment::Help => {
            display.hand(&["key", "F1"]);
            window.wait_until(|event| matches!(event, UiEvent::HelpShows { .. }).then_some(()));
        }
        Moment::FirstTurn => {
            display.hand(&["key", "Escape"]);
            window.seen_or_next(|event| {
                matches!(event, UiEvent::FirstTurnShows { step: Some(_), .. }).then_some(())
            });
        }
        Moment::Question => {
            display.hand(&["key", "End"]);
            window.wait_for(&UiEvent::Played { commands: before + 1 });
            window.wait_until(|event| matches!(event, UiEvent::Asked { .. }).then_some(()));
            return before + 1;
        }
        Moment::Fight => {
            // Whatever is asked has its usual answer, until blows are shown.
            let mut commands = before;
            for _ in 0..12 {
                for key in ["n", "Return", "1"] {
                    display.hand(&["key", key]);
                }
                let shown = window.last_heard(|event| {
                    matches!(event, UiEvent::FightStageShown { dice, .. } if *dice > 0).then_some(())
                });
                if let Some(played) = window.last_heard(|event| match event {
                    UiEvent::Played { commands } => Some(*commands),
                    _ => None,
                }) {
                    commands = played;
                }
                if shown.is_some() {
                    return commands;
                }
            }
            panic!("no fight was shown after {commands} commands");
        }
    }
    before
}

/// At each moment in turn the evening ends, and goes on where it was, with nothing lost.
fn interrupt(end: End) {
    let (_folder, saves) = scratch();
    record(&saves);
    let display = Display::open();
    let mut commands = 0;
    for moment in [Moment::Opening, Moment::FirstTurn, Moment::Help, Moment::Question, Moment::Fight] {
        let mut window = open(&display, &saves);
        commands = lead_to(moment, &display, &mut window, commands);
        match end {
            End::Closed => assert_eq!(window.closed(&display), Some(0), "{moment:?}"),
            End::Killed => drop(window),
        }
        let loaded = Match::load(&saves.join("recording-1.jsonl")).unwrap();
        assert_eq!(loaded.damage, None, "{moment:?}");
        let kept = loaded.game.history().line().len() - 1;
        assert!(kept >= commands, "{moment:?}: {kept} of {commands} commands are kept");
        commands = kept;
    }
    let mut window = open(&display, &saves);
    assert_eq!(continued(&display, &mut window), commands);
    assert!(commands >= 3, "{commands} commands were given");
}

#[test]
fn a_closed_window_loses_nothing() {
    interrupt(End::Closed);
}

#[test]
fn a_killed_window_loses_nothing() {
    interrupt(End::Killed);
}

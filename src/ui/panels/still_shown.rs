//! What the window still shows of what has happened, in words. The battle is past it; until the players are as well, the line
//! below the table asks nothing.

use super::PanelContext;
use crate::game::narration::words;
use crate::ui::turn_flow::question_waits::question_waits;

/// What is shown now; `None` once everything has been.
pub(super) fn still_shown(cx: &PanelContext) -> Option<String> {
    let playback = &cx.playback;
    if !playback.runs() {
        return None;
    }
    let elapsed = playback.elapsed();
    let rolls = playback.throws().iter().any(|throw| elapsed < throw.end());
    let announced = playback.caption().map(|(caption, _)| format!("{}.", caption.title));
    let fought = playback.fight_stage().map(|_| "The close combat is being fought.".to_owned());
    let moving = || match playback.turn() {
        _ if rolls => "The dice are rolling.".to_owned(),
        _ if playback.plays() => "The models are on the move.".to_owned(),
        Some(turn) => format!("{} phase.", words::phase(turn.phase)),
        None => "A moment, please.".to_owned(),
    };
    Some(announced.or(fought).unwrap_or_else(moving))
}

/// Whether no order can be given yet: the computer plays, a question waits, or a phase is announced that the battle is already past.
pub(super) fn orders_wait(cx: &PanelContext) -> bool {
    if cx.computers.decides(&cx.opened).is_some() {
        return true;
    }
    cx.playback.runs() && (cx.playback.turn().is_some() || question_waits(&cx.opened, &cx.playback))
}

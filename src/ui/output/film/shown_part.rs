//! The part of a battle of WarStrike that is filmed.

use bevy::prelude::*;

use super::{FilmPart, FilmPlace};
use crate::rules::turn::Phase;
use crate::ui::playback::Playback;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::settings::Settings;
use crate::ui::session::show_pace::Motion;
use crate::ui::show::{Show, ShowPhase, Tempo};

/// Place of the open battle.
pub(super) fn place(opened: &OpenGame) -> FilmPlace {
    let turn = opened.game.battle().view().turn();
    let round = if turn.phase == Phase::Deployment { 0 } else { u32::from(turn.round) };
    FilmPlace { commands: opened.game.history().line().len() - 1, round }
}

/// Plays everything before the part at once; after the part nothing follows.
pub(super) fn skip_what_comes_before(
    part: Res<FilmPart>,
    opened: Res<OpenGame>,
    mut show: ResMut<Show>,
    mut playback: ResMut<Playback>,
    mut settings: ResMut<Settings>,
) {
    let tempo = if part.has_begun(place(&opened)) { Tempo::Shown } else { Tempo::Skipped };
    if show.tempo() != tempo {
        show.set_tempo(tempo);
        settings.motion = if tempo == Tempo::Shown { Motion::Full } else { Motion::Reduced };
    }
    if tempo == Tempo::Skipped && playback.runs() {
        playback.end_now();
    }
    if show.stage() == ShowPhase::Battle && part.is_done(place(&opened)) {
        show.end_after_this();
    }
}

//! Brings the stage and the line at the foot up to date with what is shown.

use bevy::prelude::*;
use tabletop_counters::OnHexes;

use super::captions;
use super::evening::{Phase, Show};
use crate::map_ui::scene::LookAt;
use crate::map_ui::session::{Hands, Lit, Shown, Table};
use crate::ui::session::events::{UiEvent, emit};

/// Directs what is seen of the beat that is shown.
pub(super) fn direct<G: OnHexes>(
    table: Res<Table<G>>,
    shown: Res<Shown<G>>,
    mut show: ResMut<Show<G>>,
    (mut lit, mut hands): (ResMut<Lit<G>>, ResMut<Hands>),
    mut views: MessageWriter<LookAt>,
) {
    let now = Some((shown.version, show.phase));
    if show.seen == now {
        return;
    }
    show.seen = now;
    if show.phase != Phase::Battle {
        show.stage.clear();
        lit.set_if_neq(Lit::default());
        hands.set_if_neq(Hands::default());
        views.write(LookAt::Battle);
        return;
    }
    let moved = show.stage.follow(&shown.scene);
    let Some(beat) = table.beat() else { return };
    let act = table.act();
    show.stage.note(act);
    let light = show.stage.light(&table, &shown.scene, beat, moved);
    if let Some(view) = show.stage.view(&light, act, beat).filter(|_| !show.skips) {
        views.write(view);
    }
    hands.set_if_neq(Hands { fan: show.stage.pile(&shown.scene), ..Hands::default() });
    lit.set_if_neq(light);
    let scene = show.stage.known(&shown.scene);
    let caption = captions::of(&table, (&scene, &shown.land), &show.book, beat);
    if let Some(caption) = caption.filter(|_| !show.skips) {
        emit(&UiEvent::ShowSays { text: caption.words() });
        show.caption = Some(caption);
    }
}

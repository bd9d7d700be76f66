//! Brings the spotlight and the line at the foot up to date with what is shown.

use bevy::prelude::*;
use tabletop_counters::OnHexes;

use super::captions;
use super::evening::{Phase, Show};
use crate::map_ui::scene::LookAt;
use crate::map_ui::session::{Hands, Lit, Margins, Shown, Table};
use crate::map_ui::spotlight::Spotlight;
use crate::ui::session::events::{UiEvent, emit};

/// Parts of the picture in which the score and the line stand.
const MARGINS: Margins = Margins { head: 0.09, foot: 0.15 };

/// Directs what is seen of the beat that is shown.
pub(super) fn direct<G: OnHexes>(
    table: Res<Table<G>>,
    shown: Res<Shown<G>>,
    (mut show, mut spotlight): (ResMut<Show<G>>, ResMut<Spotlight<G>>),
    (mut lit, mut hands, mut margins): (ResMut<Lit<G>>, ResMut<Hands>, ResMut<Margins>),
    mut views: MessageWriter<LookAt>,
) {
    let now = Some((shown.version, show.phase));
    if show.seen == now {
        return;
    }
    show.seen = now;
    margins.set_if_neq(MARGINS);
    if show.phase != Phase::Battle {
        spotlight.clear();
        lit.set_if_neq(Lit::default());
        hands.set_if_neq(Hands::default());
        views.write(LookAt::Battle);
        return;
    }
    let Some(beat) = spotlight.turn_to(&table, &shown) else { return };
    if let Some(view) = spotlight.view(table.act(), beat).filter(|_| !show.skips) {
        views.write(view);
    }
    hands.set_if_neq(Hands { fan: spotlight.pile(&shown.scene), ..Hands::default() });
    lit.set_if_neq(spotlight.lit.clone());
    let scene = spotlight.known(&shown.scene);
    let caption = captions::of(&table, (&scene, &shown.land), &show.book, beat);
    if let Some(caption) = caption.filter(|_| !show.skips) {
        emit(&UiEvent::ShowSays { text: caption.words() });
        show.caption = Some(caption);
    }
}

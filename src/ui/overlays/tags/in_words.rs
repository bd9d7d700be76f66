//! Tag that says a unit's state in words among the other tags: that of the selected unit, where it hides nothing that is shown for the
//! unit. Never that of a unit in a draft.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::EguiPostUpdateSet;

use crate::rules::ids::UnitId;
use crate::ui::drafts::draft::Drafting;
use crate::ui::drafts::selection::Selection;
use crate::ui::overlays::reach;
use crate::ui::questions::retreat::RetreatPreviewQuery;
use crate::ui::questions::sight::SightQuery;

/// The unit whose state its tag says in words.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct InWords(Option<UnitId>);

impl InWords {
    /// Whether the state of a unit is said in words.
    pub fn has(&self, unit: UnitId) -> bool {
        self.0 == Some(unit)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<InWords>().add_systems(PostUpdate, update.before(EguiPostUpdateSet::EndPass));
}

/// Inputs of the tag.
#[derive(SystemParam)]
struct Inputs<'w> {
    selection: Res<'w, Selection>,
    drafting: Res<'w, Drafting>,
    reach: reach::Inputs<'w>,
    sight_query: Res<'w, SightQuery>,
    previews: Res<'w, RetreatPreviewQuery>,
}

fn update(inputs: Inputs, mut in_words: ResMut<InWords>) {
    let drafted = inputs.drafting.0.as_ref().map(|draft| draft.unit);
    let is_free = || {
        inputs.reach.shown().is_none()
            && inputs.sight_query.shown().is_none()
            && inputs.previews.of_one().is_none()
    };
    let selected = inputs.selection.unit.filter(|unit| drafted != Some(*unit) && is_free());
    in_words.set_if_neq(InWords(selected));
}

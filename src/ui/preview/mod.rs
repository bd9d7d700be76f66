//! Where units would fall back or rout, before any die is rolled: what the player wants to see of it, and
//! what is found out about it beside the window.
//!
//! Every answer is the battle's own: `game::fall_back::retreat`, the function that is played. While a unit is
//! dragged its models are thought of where their ghosts are: if I stand here, he runs there.

mod asked;
mod editions;
mod found;
pub(super) mod words;

use std::sync::Arc;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::background_query::{AppQueryExt, BackgroundQuery, Query, QuerySystems};
use super::egui_throttle::AppThrottleExt;
use super::events::{RetreatEnd, UiEvent, emit};
use super::input::draft::{Drafting, Hold};
use super::input::{InputSystems, Selection};
use super::open_game::{GameChanged, OpenGame};
use super::what_if::WhatIfBattle;
use crate::rules::ids::{Side, UnitId};
use crate::rules::ruleset::Ruleset;
use asked::{Of, Question, about_to_run, question};
pub(super) use editions::next_edition;
pub(super) use found::{Preview, Track};

/// What the player wants to see of falling back.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(super) struct RetreatPreview {
    /// Whose preview is shown, if one is; without, that of a unit about to run while its enemy is asked for fire.
    pub shown: Option<Shown>,
    /// One that stays on the table while things move, to compare.
    pub pinned: Option<Preview>,
    /// By whose rules it is shown, too.
    pub edition: Option<Arc<Ruleset>>,
}

/// Whose previews are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// That of the unit in question: selected, under the mouse, or threatened by what is dragged.
    InQuestion,
    /// That of one unit, whatever is selected.
    Of(UnitId),
    /// Those of all units of a side.
    All(Side),
}

impl RetreatPreview {
    /// F: shows the unit in question, or the one under the mouse; what is shown already goes.
    pub fn toggle(&mut self, on: Option<UnitId>) {
        self.shown = match (self.shown, on) {
            (Some(Shown::InQuestion | Shown::All(_)), None) | (Some(Shown::Of(_)), None) => None,
            (Some(Shown::Of(unit)), Some(on)) if unit == on => None,
            (_, Some(on)) => Some(Shown::Of(on)),
            (None, None) => Some(Shown::InQuestion),
        };
    }

    /// Shift+F: all units of the one side, then of the other.
    pub fn show_next_side(&mut self, first: Side) {
        self.shown = Some(Shown::All(match self.shown {
            Some(Shown::All(side)) => side.other(),
            _ => first,
        }));
    }

    /// P: keeps what is shown, or lets go of what was kept.
    pub fn pin(&mut self, preview: Option<&Preview>) {
        self.pinned = match self.pinned {
            Some(_) => None,
            None => preview.cloned(),
        };
    }
}

/// The query for previews.
pub(super) struct Previews;

/// What was asked and what was found.
pub(super) type RetreatPreviewQuery = BackgroundQuery<Previews>;

/// What the previews depend on.
#[derive(SystemParam)]
pub(super) struct Inputs<'w> {
    retreat_preview: Res<'w, RetreatPreview>,
    selection: Res<'w, Selection>,
    drafting: Res<'w, Drafting>,
}

impl Query for Previews {
    const NAME: &'static str = "retreat preview";
    type Inputs = Inputs<'static>;
    type Question = Question;
    type Answer = Answer;
    type Memory = Kept;

    fn is_changed(inputs: &Inputs) -> bool {
        inputs.retreat_preview.is_changed() || inputs.selection.is_changed() || inputs.drafting.is_changed()
    }

    fn question(opened: &OpenGame, inputs: &Inputs) -> Option<Question> {
        let battle = opened.game.battle();
        let preview = &inputs.retreat_preview;
        let shown = preview.shown.or_else(|| about_to_run(battle).map(Shown::Of))?;
        let question = question(&battle.view(), shown, &inputs.selection, inputs.drafting.0.as_ref())?;
        Some(Question { edition: preview.edition.clone(), ..question })
    }

    fn answer(battle: &mut WhatIfBattle, question: &Question, kept: &mut Kept) -> Answer {
        answer(battle, question, kept)
    }
}

impl RetreatPreviewQuery {
    /// The preview of one unit: while a unit is dragged one that is a little old is better than none.
    pub fn of_one(&self) -> Option<&Preview> {
        let (question, answer) = self.found()?;
        let fits = |asked: &Question| match (asked.of, question.of) {
            (Of::Unit(asked), Of::Unit(found)) => asked == found,
            _ => false,
        };
        answer.previews.first().filter(|_| self.asked().is_some_and(fits))
    }

    /// Those of all units of a side.
    pub fn of_all(&self) -> Option<(Side, &[Preview])> {
        match self.found()? {
            (Question { of: Of::Side(side), .. }, Answer { previews, .. })
                if self.asked().is_some_and(|asked| asked.of == Of::Side(*side)) =>
            {
                Some((*side, previews))
            }
            _ => None,
        }
    }

    /// That of one unit by other rules, with their name.
    pub fn by_other_rules(&self) -> Option<(&str, &Preview)> {
        self.of_one()?;
        let (question, answer) = self.found()?;
        let asked = self.asked()?.edition.as_ref()?;
        let name = question.edition.as_ref().filter(|edition| *edition == asked)?.name.as_str();
        Some((name, answer.by_edition.as_ref()?))
    }

    /// Who is thought of elsewhere in what is shown.
    pub fn is_what_if(&self) -> bool {
        self.found().is_some_and(|(question, _)| !question.instead.is_empty())
    }
}

/// What was found out.
#[derive(Clone, Debug, Default)]
pub(super) struct Answer {
    previews: Vec<Preview>,
    /// Of one unit, by the edition that was asked for.
    by_edition: Option<Preview>,
}

/// The battle by the edition that was asked for last.
#[derive(Default)]
pub(super) struct Kept(Option<(Arc<Ruleset>, WhatIfBattle)>);

fn answer(thought: &mut WhatIfBattle, question: &Question, kept: &mut Kept) -> Answer {
    let previews = found::found(thought, question.of, &question.instead);
    let by_edition = match (question.of, &question.edition) {
        (Of::Unit(_), Some(edition)) => {
            if kept.0.as_ref().is_none_or(|(known, _)| known != edition) {
                kept.0 = thought.under_ruleset(edition).ok().map(|other| (edition.clone(), other));
            }
            let other = kept.0.as_mut().map(|(_, other)| other);
            other.and_then(|other| found::found(other, question.of, &question.instead).into_iter().next())
        }
        _ => None,
    };
    Answer { previews, by_edition }
}

pub(super) fn plugin(app: &mut App) {
    app.init_view_resource::<RetreatPreview>()
        .add_query::<Previews>()
        .add_systems(Update, forget.after(InputSystems).before(QuerySystems))
        .add_systems(Update, (draw_twice, report).after(QuerySystems));
}

/// In another game nothing of the last one is compared with.
fn forget(mut turned: MessageReader<GameChanged>, mut retreat_preview: ResMut<RetreatPreview>) {
    let opened = turned.read().any(|turned| matches!(turned, GameChanged::Opened));
    if opened && (retreat_preview.pinned.is_some() || retreat_preview.edition.is_some()) {
        (retreat_preview.pinned, retreat_preview.edition) = (None, None);
    }
}

/// The card of a preview finds its place only in the second frame, and perhaps no input comes until then.
fn draw_twice(previews: Res<RetreatPreviewQuery>, mut redraw: MessageWriter<RequestRedraw>) {
    if previews.is_changed() {
        redraw.write(RequestRedraw);
    }
}

/// Reports what was found, once no unit is dragged.
fn report(drafting: Res<Drafting>, previews: Res<RetreatPreviewQuery>, mut last: Local<Vec<UiEvent>>) {
    if !previews.is_changed() && !drafting.is_changed() {
        return;
    }
    let in_hand = drafting.0.as_ref().is_some_and(|draft| draft.hold != Hold::Resting);
    let found = previews.settled();
    if in_hand || (found.is_none() && previews.asked().is_some()) {
        return;
    }
    let present = found.into_iter().flat_map(|(_, answer)| &answer.previews);
    let mut events: Vec<UiEvent> = present.map(|preview| event(preview, None)).collect();
    events.extend(previews.by_other_rules().map(|(name, preview)| event(preview, Some(name))));
    if *last != events {
        events.iter().for_each(emit);
        *last = events;
    }
}

fn event(preview: &Preview, ruleset: Option<&str>) -> UiEvent {
    let retreats = preview.retreat.outcome.retreats();
    let length = retreats.first().map_or(0.0, |run| run.length.0);
    let threat = preview.now.as_ref().and_then(|threat| threat.odds);
    UiEvent::RetreatPreview {
        unit: preview.retreat.unit,
        ruleset: ruleset.map(str::to_owned),
        leader: preview.retreat.leader,
        end: preview.tracks.first().map(|track| RetreatEnd { at: track.end, length }),
        lost: words::lost(retreats),
        suppressed: threat.map(|chance| chance.suppressed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What F and Shift+F do, one after the other.
    #[test]
    fn previews_are_shown_turned_and_put_away() {
        let [one, other] = [1, 2].map(|number| UnitId { side: Side::B, number });
        let mut retreat_preview = RetreatPreview::default();
        for (on, shown, reason) in [
            (None, Some(Shown::InQuestion), "of the unit in question"),
            (Some(one), Some(Shown::Of(one)), "of the one under the mouse"),
            (Some(other), Some(Shown::Of(other)), "of another"),
            (Some(other), None, "and away"),
            (Some(one), Some(Shown::Of(one)), "at once"),
            (None, None, "away with the mouse elsewhere"),
        ] {
            retreat_preview.toggle(on);
            assert_eq!(retreat_preview.shown, shown, "{reason}");
        }
        for side in [Side::A, Side::B, Side::A] {
            retreat_preview.show_next_side(Side::A);
            assert_eq!(retreat_preview.shown, Some(Shown::All(side)));
        }
        retreat_preview.toggle(None);
        assert_eq!(retreat_preview.shown, None, "F puts all away");
    }
}

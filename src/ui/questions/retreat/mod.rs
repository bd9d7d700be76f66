//! The retreat preview: where units would fall back or rout, before any die is rolled.
//!
//! Every answer comes from `game::phases::fall_back::retreat`, the function that the battle itself uses. While a unit
//! is dragged, its models count where their ghosts are: "if I stand here, it runs there".

mod preview;
mod question;
mod rulesets;
pub(in crate::ui) mod text;

use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use crate::rules::ids::{Side, UnitId};
use crate::rules::ruleset::Ruleset;
use crate::ui::background::background_query::{AppQueryExt, BackgroundQuery, Query, QuerySystems};
use crate::ui::background::computing::Task;
use crate::ui::background::what_if::WhatIfBattle;
use crate::ui::drafts::draft::{Drafting, Hold};
use crate::ui::drafts::selection::{HoveredModel, Selection, UnitInQuestion};
use crate::ui::frame::frame_order::InputSystems;
use crate::ui::frame::inputs::inputs;
use crate::ui::session::events::{RetreatEnd, UiEvent, emit};
use crate::ui::session::open_game::{GameChanged, OpenGame};
pub(in crate::ui) use preview::{Preview, Track};
use question::{Question, Subject, about_to_run, question};
use rulesets::next_ruleset;

/// Player's choice of previews.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct RetreatPreview {
    /// Preview that is shown. `None`: only that of a unit about to run, while its enemy is asked whether to fire.
    pub shown: Option<Shown>,
    /// A preview that stays on the table, to compare.
    pub pinned: Option<Preview>,
    /// Another ruleset to compare with.
    pub ruleset: Option<Arc<Ruleset>>,
}

/// Choice of previews to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Shown {
    /// That of the unit in question: selected, under the pointer, or threatened by a draft.
    InQuestion,
    /// That of one unit, whatever is selected.
    Of(UnitId),
    /// Those of all units of a side.
    All(Side),
}

impl RetreatPreview {
    /// F: shows the unit in question, or the one under the pointer; hides what is shown already.
    pub fn toggle(&mut self, on: Option<UnitId>) {
        self.shown = match (self.shown, on) {
            (Some(Shown::InQuestion | Shown::All(_)), None) | (Some(Shown::Of(_)), None) => None,
            (Some(Shown::Of(unit)), Some(on)) if unit == on => None,
            (_, Some(on)) => Some(Shown::Of(on)),
            (None, None) => Some(Shown::InQuestion),
        };
    }

    /// Shift+F: shows all units of one side, then of the other.
    pub fn show_next_side(&mut self, first: Side) {
        self.shown = Some(Shown::All(match self.shown {
            Some(Shown::All(side)) => side.other(),
            _ => first,
        }));
    }

    /// P: pins the preview that is shown, or removes the pinned one.
    pub fn pin(&mut self, preview: Option<&Preview>) {
        self.pinned = match self.pinned {
            Some(_) => None,
            None => preview.cloned(),
        };
    }
}

/// The query for previews.
pub(in crate::ui) struct Previews;

/// The previews that were found, and the question.
pub(in crate::ui) type RetreatPreviewQuery = BackgroundQuery<Previews>;

inputs! {
    /// Inputs of the previews.
    pub(in crate::ui) struct Inputs {
        retreat_preview: RetreatPreview, selection: Selection, hovered: HoveredModel, drafting: Drafting,
    }
}

impl Query for Previews {
    const NAME: &'static str = "retreat preview";
    const TASK: Task = Task::RetreatPreview;
    type Inputs = Inputs<'static>;
    type Question = Question;
    type Answer = Answer;
    type Memory = WhatIfCache;

    fn question(opened: &OpenGame, inputs: &Inputs) -> Option<Question> {
        let battle = opened.game.battle();
        let preview = &inputs.retreat_preview;
        let draft = inputs.drafting.0.as_ref();
        // Who really falls back is shown as the preview shows it, whatever else is switched on.
        let drafted = draft.filter(|draft| draft.falls_back()).map(|draft| draft.unit);
        let shown = drafted.map(Shown::Of).or(preview.shown);
        let shown = shown.or_else(|| about_to_run(battle).map(Shown::Of))?;
        let selected = inputs.selection.unit.or(inputs.hovered.unit());
        let question = question(&battle.view(), shown, selected, draft)?;
        Some(Question { ruleset: preview.ruleset.clone(), ..question })
    }

    fn answer(battle: &mut WhatIfBattle, question: &Question, cache: &mut WhatIfCache) -> Answer {
        answer(battle, question, cache)
    }
}

impl RetreatPreviewQuery {
    /// The preview of one unit. While a unit is dragged, the last answer is shown until the next comes.
    pub fn of_one(&self) -> Option<&Preview> {
        let (question, answer) = self.found()?;
        let fits = |asked: &Question| match (asked.of, question.of) {
            (Subject::Unit(asked), Subject::Unit(found)) => asked == found,
            _ => false,
        };
        answer.previews.first().filter(|_| self.asked().is_some_and(fits))
    }

    /// The previews of all units of a side.
    pub fn of_all(&self) -> Option<(Side, &[Preview])> {
        match self.found()? {
            (Question { of: Subject::Side(side), .. }, Answer { previews, .. })
                if self.asked().is_some_and(|asked| asked.of == Subject::Side(*side)) =>
            {
                Some((*side, previews))
            }
            _ => None,
        }
    }

    /// The preview of one unit by the other ruleset, with its name.
    pub fn by_other_rules(&self) -> Option<(&str, &Preview)> {
        self.of_one()?;
        let (question, answer) = self.found()?;
        let asked = self.asked()?.ruleset.as_ref()?;
        let name = question.ruleset.as_ref().filter(|ruleset| *ruleset == asked)?.name.as_str();
        Some((name, answer.by_other_ruleset.as_ref()?))
    }

    /// Whether what is shown has models in other places than now.
    pub fn is_what_if(&self) -> bool {
        self.found().is_some_and(|(question, _)| !question.overrides.is_empty())
    }
}

/// The previews.
#[derive(Clone, Debug, Default)]
pub(in crate::ui) struct Answer {
    previews: Vec<Preview>,
    /// Of one unit, by the ruleset that was asked for.
    by_other_ruleset: Option<Preview>,
}

/// The battle under the other ruleset that was asked for last.
#[derive(Default)]
pub(in crate::ui) struct WhatIfCache(Option<(Arc<Ruleset>, WhatIfBattle)>);

fn answer(battle: &mut WhatIfBattle, question: &Question, cache: &mut WhatIfCache) -> Answer {
    let previews = preview::compute(battle, question.of, &question.overrides);
    let by_other_ruleset = match (question.of, &question.ruleset) {
        (Subject::Unit(_), Some(ruleset)) => {
            if cache.0.as_ref().is_none_or(|(known, _)| known != ruleset) {
                cache.0 = battle.under_ruleset(ruleset).ok().map(|other| (ruleset.clone(), other));
            }
            let other = cache.0.as_mut().map(|(_, other)| other);
            other.and_then(|other| {
                preview::compute(other, question.of, &question.overrides).into_iter().next()
            })
        }
        _ => None,
    };
    Answer { previews, by_other_ruleset }
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.init_resource::<RetreatPreview>()
        .add_query::<Previews>()
        .add_systems(Update, forget_pinned.after(InputSystems).before(QuerySystems))
        .add_systems(Update, (draw_twice, report).after(QuerySystems))
        .add_observer(on_retreat_key);
}

/// Keys of the fall-back preview.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum RetreatKey {
    /// Shows or hides where the unit in question would fall back; with the pointer over another unit, where that one would.
    Preview,
    NextSide,
    Pin,
    /// Compares with the next ruleset; after the last, with none.
    NextRuleset,
}

fn on_retreat_key(
    key: On<RetreatKey>,
    mut retreat_preview: ResMut<RetreatPreview>,
    previews: Res<RetreatPreviewQuery>,
    unit: UnitInQuestion,
    hovered: Res<HoveredModel>,
    mut opened: ResMut<OpenGame>,
) {
    let own = unit.get();
    match *key {
        RetreatKey::Preview if own.is_none() && hovered.0.is_none() && retreat_preview.shown.is_none() => {
            opened.ignore_key("Select a unit first, or point at one.");
        }
        RetreatKey::Preview => {
            let other = hovered.unit().filter(|unit| own.is_some_and(|own| own != *unit));
            retreat_preview.toggle(other);
        }
        RetreatKey::NextSide => retreat_preview.show_next_side(unit.side(&opened)),
        RetreatKey::Pin if previews.of_one().is_none() && retreat_preview.pinned.is_none() => {
            opened.ignore_key("There is no preview to pin: show one with F first.");
        }
        RetreatKey::Pin => {
            retreat_preview.pin(previews.of_one());
            let unit = retreat_preview.pinned.as_ref().map(|preview| preview.retreat.unit);
            emit(&UiEvent::PreviewPinned { unit });
        }
        RetreatKey::NextRuleset if retreat_preview.shown.is_none() => {
            opened.ignore_key("There is no preview to compare: show one with F first.");
        }
        RetreatKey::NextRuleset => {
            let present = &opened.game.setup().ruleset;
            let shown = retreat_preview.ruleset.as_deref();
            let next = opened.data.as_deref().and_then(|data| next_ruleset(data, present, shown));
            emit(&UiEvent::RulesetCompared { name: next.as_ref().map(|ruleset| ruleset.name.clone()) });
            retreat_preview.ruleset = next;
        }
    }
}

/// Another game has nothing to compare with.
fn forget_pinned(mut changes: MessageReader<GameChanged>, mut retreat_preview: ResMut<RetreatPreview>) {
    let opened = changes.read().any(|change| matches!(change, GameChanged::Opened));
    if opened && (retreat_preview.pinned.is_some() || retreat_preview.ruleset.is_some()) {
        (retreat_preview.pinned, retreat_preview.ruleset) = (None, None);
    }
}

/// The card finds its place only in the second frame, and no input may come until then.
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
        lost: text::lost(retreats),
        suppressed: threat.map(|chance| chance.suppressed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Effects of F and Shift+F, one after the other.
    #[test]
    fn previews_are_shown_switched_and_hidden() {
        let [one, other] = [1, 2].map(|number| UnitId { side: Side::B, number });
        let mut retreat_preview = RetreatPreview::default();
        for (on, shown, reason) in [
            (None, Some(Shown::InQuestion), "of the unit in question"),
            (Some(one), Some(Shown::Of(one)), "of the one under the pointer"),
            (Some(other), Some(Shown::Of(other)), "of another"),
            (Some(other), None, "and hidden"),
            (Some(one), Some(Shown::Of(one)), "at once"),
            (None, None, "hidden with the pointer elsewhere"),
        ] {
            retreat_preview.toggle(on);
            assert_eq!(retreat_preview.shown, shown, "{reason}");
        }
        for side in [Side::A, Side::B, Side::A] {
            retreat_preview.show_next_side(Side::A);
            assert_eq!(retreat_preview.shown, Some(Shown::All(side)));
        }
        retreat_preview.toggle(None);
        assert_eq!(retreat_preview.shown, None, "F hides all");
    }
}

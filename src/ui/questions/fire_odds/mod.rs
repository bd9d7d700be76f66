//! The odds of fire: of the draft's, of fire at the unit under the pointer, and of each answer to the battle's
//! question. A background query that uses the functions that roll the dice.

mod answer;
pub(in crate::ui) mod text;

use bevy::prelude::*;

use crate::game::engine::refusal::Refusal;
use crate::game::phases::shooting::odds::Odds;
use crate::game::phases::shooting::ordered::{OrderedFire as Fire, ordered_fire};
use crate::game::prompt::{Answer, Form};
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, UnitId};
use crate::ui::background::background_query::{AppQueryExt, BackgroundQuery, Query, QuerySystems};
use crate::ui::background::computing::Task;
use crate::ui::background::what_if::WhatIfBattle;
use crate::ui::drafts::draft::{Draft, Drafting, Hold};
use crate::ui::drafts::orders;
use crate::ui::drafts::selection::{HoveredModel, Selection};
use crate::ui::frame::inputs::inputs;
use crate::ui::session::events::{TargetOdds, UiEvent, emit};
use crate::ui::session::open_game::OpenGame;

/// Fire whose odds are wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct Asked {
    /// The draft's fire.
    pub drafted: Option<Fire>,
    /// Fire after a click on the unit under the pointer.
    pub hovered: Option<Fire>,
    /// The fire of answers to the battle's question, each with the answer's index.
    pub options: Vec<(usize, Fire)>,
}

/// Odds of some fire.
#[derive(Clone, Debug)]
pub(in crate::ui) struct OddsReport {
    /// For each unit fired at.
    pub odds: Result<Vec<(UnitId, Odds)>, Refusal>,
    /// If no model can fire: why, and how many models that bars.
    pub barred: Vec<(Refusal, usize)>,
    /// The chance to pass each test that splitting fire asks for, if it asks for any.
    pub splits: Option<f64>,
}

/// The answers to [`Asked`].
#[derive(Clone, Debug, Default)]
pub(in crate::ui) struct Answers {
    /// Of the draft's fire.
    pub drafted: Option<OddsReport>,
    /// Of the fire after a click.
    pub hovered: Option<OddsReport>,
    /// Of the answers to the battle's question.
    pub options: Vec<(usize, OddsReport)>,
}

/// The query for odds.
pub(in crate::ui) struct FireOddsQuery;

/// The odds that were found.
pub(in crate::ui) type FireOdds = BackgroundQuery<FireOddsQuery>;

inputs! {
    /// Inputs of the fire.
    pub(in crate::ui) struct Inputs { selection: Selection, hovered: HoveredModel, drafting: Drafting }
}

impl Query for FireOddsQuery {
    const NAME: &'static str = "fire odds";
    const TASK: Task = Task::Odds;
    type Inputs = Inputs<'static>;
    type Question = Asked;
    type Answer = Answers;
    type Memory = ();

    fn question(opened: &OpenGame, Inputs { selection, hovered, drafting }: &Inputs) -> Option<Asked> {
        let asked = Asked {
            drafted: drafting.0.as_ref().and_then(|draft| fire_of(opened, draft)),
            hovered: hovered.0.and_then(|at| fire_at(opened, selection, drafting, at)),
            options: options(opened),
        };
        (asked != Asked::default()).then_some(asked)
    }

    fn answer(battle: &mut WhatIfBattle, asked: &Asked, (): &mut ()) -> Answers {
        answer::answers(battle.view(), asked)
    }
}

impl FireOdds {
    /// The fire that the player considers: at the unit under the pointer, else the draft's.
    pub fn considered(&self) -> Option<(&Fire, &OddsReport)> {
        let (asked, answers) = self.found()?;
        let hovered = asked.hovered.as_ref().zip(answers.hovered.as_ref());
        hovered.or(asked.drafted.as_ref().zip(answers.drafted.as_ref()))
    }
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.add_query::<FireOddsQuery>().add_systems(Update, report.after(QuerySystems));
}

/// The fire of a draft.
fn fire_of(opened: &OpenGame, draft: &Draft) -> Option<Fire> {
    let unit = draft.unit;
    if draft.action() == Some(Action::OnMyTarget) {
        return draft.fire.marked.map(|at| Fire::AtModel { unit, at, by: None });
    }
    let drafted = draft.fire_in(opened.game.battle().view()).ok().flatten()?;
    let fire = Fire::AtUnits { unit, stance: drafted.stance, fire: drafted.fire, mode: drafted.mode };
    draft.fire.is_some().then_some(fire)
}

/// The fire that a click on a model would order.
fn fire_at(opened: &OpenGame, selection: &Selection, drafting: &Drafting, at: ModelId) -> Option<Fire> {
    if drafting.0.as_ref().is_some_and(|draft| draft.hold != Hold::Resting) {
        return None;
    }
    let mut draft = orders::draft_to_aim(opened, selection, drafting, at)?;
    // A click on the present target would clear it: that has no odds.
    if draft.fire.would_clear(at, draft.action()) {
        return None;
    }
    draft.aim(at);
    fire_of(opened, &draft)
}

/// The answers to the battle's question.
///
/// Rule: RE-1, ACT-4 (its fire).
fn options(opened: &OpenGame) -> Vec<(usize, Fire)> {
    let battle = opened.game.battle();
    let Some(decision) = battle.decision() else { return Vec::new() };
    if opened.prompt().is_none_or(|prompt| prompt.form != Form::Options) {
        return Vec::new();
    }
    let option = |(index, answer): (usize, Answer)| {
        Some((index, ordered_fire(battle.view(), &answer.order, decision.choice)?))
    };
    opened.answers().into_iter().enumerate().filter_map(option).collect()
}

fn report(fire_odds: Res<FireOdds>) {
    let Some((_, answers)) = fire_odds.settled().filter(|_| fire_odds.is_changed()) else { return };
    if let Some((fire, report)) = fire_odds.considered() {
        emit(&UiEvent::Odds { from: fire.unit(), targets: report.targets() });
    }
    let asked = fire_odds.asked().map_or(&[][..], |asked| &asked.options);
    for ((_, fire), (_, report)) in asked.iter().zip(&answers.options) {
        emit(&UiEvent::AnswerOdds { by: fire.unit(), targets: report.targets() });
    }
}

impl OddsReport {
    fn targets(&self) -> Vec<TargetOdds> {
        let target = |(at, odds): &(UnitId, Odds)| TargetOdds {
            at: *at,
            hits: text::mean(&odds.hits),
            lost: text::mean(&odds.lost),
            suppressed: odds.will.suppressed,
        };
        self.odds.iter().flatten().map(target).collect()
    }
}

//! The preview of close combats: who would fight whom, and how it may go. While a unit is dragged, its models count
//! where their ghosts are; while a combat is fought, it is foreseen from what is drafted, else as it stands.
//!
//! Two background queries: the links, which are there at once, and the forecast. Both ask the functions that the battle
//! itself uses.

pub(in crate::ui) mod card;
pub(in crate::ui) mod text;

use bevy::prelude::*;

use crate::game::combat_forecast::{CombatForecast, Forecast, Question, forecast};
use crate::game::engine::agenda::Choice;
use crate::game::engine::battle::Battle;
use crate::game::engine::view::View;
use crate::game::phases::close_combat::groups::{CombatGroup, groups, groups_if, is_near_enemies};
use crate::game::phases::shooting::poses_after_moves;
use crate::game::sight::PlacementOverride;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::rules::turn::Phase;
use crate::ui::background::background_query::{AppQueryExt, BackgroundQuery, Query, QuerySystems};
use crate::ui::background::computing::Task;
use crate::ui::background::what_if::WhatIfBattle;
use crate::ui::drafts::draft::{Draft, Drafting, Hold, Purpose};
use crate::ui::frame::inputs::inputs;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::OpenGame;

/// Number of times that combats are fought: while a unit is dragged, and once it rests.
const QUICK_SAMPLES: u32 = 60;
const SAMPLES: u32 = 400;

/// Combats shown besides those of a draft and those that are fought.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) struct CombatPreview {
    /// Whether the combats are shown as things stand.
    pub as_things_stand: bool,
    /// Of these, those with one of these units; all if there are none.
    pub only: Vec<UnitId>,
}

/// Subject of a forecast.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct Asked {
    /// Assumed poses of models, and the unit that would have moved.
    what_if: Question,
    /// Number of times that the combats are fought.
    samples: u32,
    /// The combats that are shown: those with one of these units, all if there are none.
    only: Vec<UnitId>,
}

impl Asked {
    /// The unit that would move.
    pub fn mover(&self) -> Option<UnitId> {
        self.what_if.mover
    }

    /// Whether it is about a drafted move in a combat.
    pub fn is_of_combat_move(&self) -> bool {
        self.what_if.answer.is_some()
    }

    fn shows(&self, group: &CombatGroup) -> bool {
        let has = |unit: &UnitId| group.attackers.contains(unit) || group.defenders.contains(unit);
        self.only.is_empty() || self.only.iter().any(has)
    }
}

/// The query for links.
pub(in crate::ui) struct LinksQuery;

/// The query for forecasts.
pub(in crate::ui) struct ForecastQuery;

/// The combats that there would be.
pub(in crate::ui) type CombatLinks = BackgroundQuery<LinksQuery>;

/// Forecasts of the combats.
pub(in crate::ui) type CombatOdds = BackgroundQuery<ForecastQuery>;

inputs! {
    /// Inputs of the previews.
    pub(in crate::ui) struct Inputs { preview: CombatPreview, drafting: Drafting }
}

impl Query for LinksQuery {
    const NAME: &'static str = "combat links";
    const TASK: Task = Task::CombatLinks;
    type Inputs = Inputs<'static>;
    type Question = Asked;
    type Answer = Vec<CombatGroup>;
    type Memory = ();

    /// Most moves end far from all enemies: nobody fights there.
    fn question(opened: &OpenGame, inputs: &Inputs) -> Option<Asked> {
        let asked = Asked { samples: 0, ..asked(opened, &inputs.preview, inputs.drafting.0.as_ref())? };
        let ends = asked.what_if.moved.iter().map(|(model, pose)| (*model, pose.at));
        let ends: Vec<PlacementOverride> = ends.collect();
        let is_near = |mover| is_near_enemies(opened.game.battle().view(), &ends, mover);
        asked.mover().is_none_or(is_near).then_some(asked)
    }

    fn answer(battle: &mut WhatIfBattle, asked: &Asked, (): &mut ()) -> Vec<CombatGroup> {
        let elsewhere: Vec<PlacementOverride> =
            asked.what_if.poses(battle.view()).iter().map(|(model, pose)| (*model, pose.at)).collect();
        let mut groups = groups_if(battle.view(), &elsewhere, asked.what_if.mover);
        groups.retain(|group| asked.shows(group));
        groups
    }
}

inputs! {
    /// Inputs of the forecasts.
    pub(in crate::ui) struct ForecastInputs { preview: CombatPreview, drafting: Drafting, links: CombatLinks }
}

impl Query for ForecastQuery {
    const NAME: &'static str = "combat forecast";
    const TASK: Task = Task::CombatForecast;
    type Inputs = ForecastInputs<'static>;
    type Question = Asked;
    type Answer = Option<Forecast>;
    type Memory = ();

    /// Question to forecast; none for a drafted move that leads to no combat, as far as that is known.
    fn question(opened: &OpenGame, inputs: &ForecastInputs) -> Option<Asked> {
        let links = &inputs.links;
        let has_links =
            || links.asked().is_some() && links.found().is_none_or(|(_, groups)| !groups.is_empty());
        let asked = asked(opened, &inputs.preview, inputs.drafting.0.as_ref());
        asked.filter(|asked| asked.mover().is_none() || has_links())
    }

    fn answer(battle: &mut WhatIfBattle, asked: &Asked, (): &mut ()) -> Option<Forecast> {
        let found = forecast(battle.setup(), battle.present(), &asked.what_if, asked.samples);
        match found {
            Ok(mut found) => {
                found.combats.retain(|combat| asked.shows(&combat.group));
                Some(found)
            }
            Err(why) => {
                warn!("a close combat could not be foreseen: {why}");
                None
            }
        }
    }
}

/// Present question.
fn asked(opened: &OpenGame, preview: &CombatPreview, draft: Option<&Draft>) -> Option<Asked> {
    let battle = opened.game.battle();
    let view = battle.view();
    if let Some(asked) = draft.and_then(|draft| of_draft(&view, draft)) {
        return Some(asked);
    }
    let is_fought = matches!(battle.decision()?.choice, Choice::CloseCombat(_));
    let only = preview.only.clone();
    if let Some(asked) = draft.and_then(|draft| of_combat_draft(battle, draft)) {
        return Some(Asked { only, ..asked });
    }
    (is_fought || preview.as_things_stand).then(|| Asked {
        what_if: Question::default(),
        samples: SAMPLES,
        only,
    })
}

/// The combats that a drafted move would lead to.
///
/// Rule: CC-1 (units that moved).
fn of_draft(view: &View, draft: &Draft) -> Option<Asked> {
    let turn = view.turn();
    if !draft.action().is_some_and(Action::moves_freely) {
        return None;
    }
    if turn.phase != Phase::Action || turn.side != draft.unit.side || !draft.moves() {
        return None;
    }
    let moved = poses_after_moves(*view, &draft.moves_of_all().ok()?);
    let samples = if draft.hold == Hold::Resting { SAMPLES } else { QUICK_SAMPLES };
    let what_if = Question { moved, mover: Some(draft.unit), answer: None };
    Some(Asked { what_if, samples, only: vec![draft.unit] })
}

/// The combats as they would go on from a drafted move in one of them; `None` while the battle would not accept it.
///
/// Rule: CC-4, CC-5 (may move), CC-9.
fn of_combat_draft(battle: &Battle, draft: &Draft) -> Option<Asked> {
    let Purpose::Combat(_) = draft.purpose else { return None };
    let answer = draft.command(battle.view()).ok()??;
    battle.check(&answer).ok()?;
    let samples = if draft.hold == Hold::Resting { SAMPLES } else { QUICK_SAMPLES };
    Some(Asked {
        what_if: Question { answer: Some(answer), ..Question::default() },
        samples,
        only: Vec::new(),
    })
}

impl CombatLinks {
    /// The combats that there would be, and the question. While a unit is dragged, the last answer is shown until the
    /// next comes.
    pub fn shown(&self) -> Option<(&Asked, &[CombatGroup])> {
        let (asked, groups) = self.found().filter(|_| self.asked().is_some())?;
        Some((asked, groups.as_slice()))
    }
}

impl CombatOdds {
    /// The forecast, and its question, as above.
    pub fn shown(&self) -> Option<(&Asked, &Forecast)> {
        let (asked, forecast) = self.found().filter(|_| self.asked().is_some())?;
        let forecast = forecast.as_ref().filter(|forecast| !forecast.combats.is_empty())?;
        // One about another unit says nothing about this one.
        let is_of_this = self.asked().is_some_and(|now| now.mover() == asked.mover());
        is_of_this.then_some((asked, forecast))
    }
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.init_resource::<CombatPreview>()
        .add_query::<LinksQuery>()
        .add_query::<ForecastQuery>()
        .add_systems(Update, report.after(QuerySystems))
        .add_observer(on_combat_key);
}

/// The key that shows or hides the close combats as things stand.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) struct CombatKey;

fn on_combat_key(_: On<CombatKey>, mut preview: ResMut<CombatPreview>, mut opened: ResMut<OpenGame>) {
    if !preview.as_things_stand && groups(opened.game.battle().view()).is_empty() {
        return opened.ignore_key("No unit that has moved is near enough to an enemy to fight (CC-1).");
    }
    preview.as_things_stand = !preview.as_things_stand;
}

/// Reports what is shown once it is settled.
fn report(odds: Res<CombatOdds>) {
    let Some((_, Some(found))) = odds.settled().filter(|_| odds.is_changed()) else { return };
    for CombatForecast { group, wins, .. } in &found.combats {
        emit(&UiEvent::CombatForeseen {
            attackers: group.attackers.clone(),
            defenders: group.defenders.clone(),
            links: group.links.iter().map(|link| [link.attacker, link.defender]).collect(),
            wins: *wins,
            samples: found.samples,
        });
    }
}

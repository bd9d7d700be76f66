//! What fire would come to: that of the draft, that at the unit under the mouse, that of an answer
//! to a question of the battle. Found out beside the window, from the functions that roll it.

mod answer;
pub(super) mod words;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::EventLoopProxyWrapper;

use super::clerk::{self, BackgroundQuery, News};
use super::input::draft::{Draft, Drafting, Hold};
use super::input::{InputSystems, Selection, orders};
use super::open_game::OpenGame;
use crate::game::engine::agenda::Choice;
use crate::game::engine::refusal::Refusal;
use crate::game::phases::shooting;
use crate::game::phases::shooting::aim::Way;
use crate::game::phases::shooting::kinds::FireAt;
use crate::game::phases::shooting::odds::Odds;
use crate::game::phases::shooting::ordered::OrderedFire as Fire;
use crate::game::phases::shooting::snap_fire;
use crate::game::phases::shooting::snap_fire::snap_firers;
use crate::game::phases::shooting::targets_after_running;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::rules::salvo::Manner;

/// All that is asked at a time.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Asked {
    /// The draft's fire.
    pub drafted: Option<Fire>,
    /// What a click on the unit under the mouse would make of it.
    pub hovered: Option<Fire>,
    /// What the battle's question may be answered with: by the unit that fires, or is fired at.
    pub options: Vec<(UnitId, Fire)>,
}

/// What would come of some fire.
#[derive(Clone, Debug)]
pub(super) struct OddsReport {
    /// For each unit fired at.
    pub odds: Result<Vec<(UnitId, Odds)>, Refusal>,
    /// Where nobody can fire: why, and for how many models.
    pub barred: Vec<(Refusal, usize)>,
    /// The chance to pass each test that splitting asks for, if it does.
    pub splits: Option<f64>,
}

/// The answers to [`Asked`].
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    /// Of the draft's fire.
    pub drafted: Option<OddsReport>,
    /// Of what a click would make of it.
    pub hovered: Option<OddsReport>,
    /// Of what the question may be answered with.
    pub options: Vec<(UnitId, OddsReport)>,
}

/// What was asked and what was found out.
#[derive(Resource)]
pub(super) struct FireOdds(BackgroundQuery<Asked, Answers>);

impl Default for FireOdds {
    fn default() -> Self {
        Self(BackgroundQuery::new("reckoner", |thought, asked, ()| answer::answers(thought.view(), asked)))
    }
}

impl FireOdds {
    /// The last answers about the battle as it stands, with what was asked.
    pub fn found(&self) -> Option<(&Asked, &Answers)> {
        self.0.found()
    }

    /// The fire that is looked at: at the unit under the mouse, else the draft's.
    pub fn looked_at(&self) -> Option<(&Fire, &OddsReport)> {
        let (asked, answers) = self.found()?;
        let hovered = asked.hovered.as_ref().zip(answers.hovered.as_ref());
        hovered.or(asked.drafted.as_ref().zip(answers.drafted.as_ref()))
    }

    /// Units by which the battle's question may be answered, whether it is reckoned already or not.
    pub fn options(&self) -> impl Iterator<Item = UnitId> {
        self.0.asked().into_iter().flat_map(|asked| asked.options.iter().map(|(unit, _)| *unit))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FireOdds>().add_systems(Update, (ask, listen).chain().after(InputSystems));
}

/// Asks anew whenever what is asked about has changed.
fn ask(
    opened: Res<OpenGame>,
    selection: Res<Selection>,
    drafting: Res<Drafting>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut reckoning: ResMut<FireOdds>,
) {
    if !opened.is_changed() && !selection.is_changed() && !drafting.is_changed() {
        return;
    }
    let asked = Asked {
        drafted: drafting.0.as_ref().and_then(|draft| fire_of(&opened, draft)),
        hovered: hovered(&opened, &selection, &drafting),
        options: options(&opened),
    };
    let asked = (asked != Asked::default()).then_some(asked);
    if reckoning.0.is_news(&opened, asked.as_ref()) {
        reckoning.0.ask(&opened, proxy.as_deref(), asked);
    }
}

/// The fire of a draft.
fn fire_of(opened: &OpenGame, draft: &Draft) -> Option<Fire> {
    let unit = draft.unit;
    if draft.action() == Some(Action::OnMyTarget) {
        return draft.fire.marked.map(|at| Fire::AtModel { unit, at, by: None });
    }
    let drafted = draft.fire_in(opened.game.battle().view()).ok().flatten()?;
    let fire = Fire::AtUnits { unit, stance: drafted.stance, fire: drafted.fire, way: drafted.way };
    draft.fire.is_some().then_some(fire)
}

/// The fire that a click on the model under the mouse would give.
fn hovered(opened: &OpenGame, selection: &Selection, drafting: &Drafting) -> Option<Fire> {
    let in_hand = drafting.0.as_ref().is_some_and(|draft| draft.hold != Hold::Resting);
    let at = selection.hovered.filter(|_| !in_hand)?;
    let mut draft = orders::draft_to_aim(opened, selection, drafting, at)?;
    // A click on what is aimed at already would take it back; that is nothing to be told.
    if draft.fire.would_take_back(at, draft.action()) {
        return None;
    }
    draft.aim(at);
    fire_of(opened, &draft)
}

/// What the battle's question may be answered with.
///
/// Rule: RE-1, ACT-4 (its fire).
fn options(opened: &OpenGame) -> Vec<(UnitId, Fire)> {
    let battle = opened.game.battle();
    let view = battle.view();
    let at_one = |unit, at, way| {
        let fire = vec![FireAt { at, by: None }];
        Fire::AtUnits { unit, stance: Vec::new(), fire, way }
    };
    match battle.decision().map(|decision| decision.choice) {
        Some(Choice::Shooting(shooting::kinds::Choice::SnapFire { at, .. })) => {
            snap_firers(view, at).map(|unit| (unit, at_one(unit, at, reaction::WAY))).collect()
        }
        Some(Choice::Shooting(shooting::kinds::Choice::FireAfterRunning { unit, turning })) => {
            let way = Way { manner: Manner::AfterRunning, turning };
            let targets = view.unit(unit).map(|from| targets_after_running(view, from, turning));
            targets.into_iter().flatten().map(|at| (at, at_one(unit, at, way))).collect()
        }
        _ => Vec::new(),
    }
}

/// Takes up what was found out, and says it.
fn listen(mut reckoning: ResMut<FireOdds>, mut redraw: MessageWriter<RequestRedraw>) {
    if clerk::hear(&mut reckoning, &mut redraw, |desk| desk.0.listen()) == News::None {
        return;
    }
    if let Some((fire, told)) = reckoning.looked_at() {
        info!("odds: {}", words::told(fire, told));
    }
    if let Some((_, answers)) = reckoning.found() {
        for (unit, told) in &answers.options {
            info!("odds of {unit}: {}", words::chances(told));
        }
    }
}

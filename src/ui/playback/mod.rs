//! Playback of facts as animation: models walk their paths and turn, salvos fly, models fall; phases and turns are
//! announced.
//!
//! The battle has moved on already: playback only delays what is shown, and any key or click goes on to the next part.
//! `plan.rs` decides when each fact is shown.

mod animations;
mod captions;
mod effects;
mod fall;
mod fight;
mod plan;
pub(super) mod pose;
mod salvo;
pub(crate) mod show_card;
mod state_words;
pub(crate) mod subtitle;
pub(super) mod throw_plan;
mod walk;

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use crate::game::engine::record::history::EntryId;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::turn::Turn;
use crate::ui::axes;
use crate::ui::frame::frame_order::InputSystems;
use crate::ui::playback::pose::PoseFigures;
use crate::ui::playback::throw_plan::PlannedThrow;
use crate::ui::session::dice_pace::DicePace;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{GameChanged, GameSystems, OpenGame};
use crate::ui::session::screen::{Screen, Sheet};
use crate::ui::session::settings::Settings;
use crate::ui::session::shown_battle::ShownBattle;
use crate::ui::session::stage::at_the_table;
use animations::Animations;
pub(super) use captions::{Caption, CaptionKind, CaptionLine, Captions};
pub(super) use effects::{Effect, EffectKind};
pub(super) use fall::{FallStage, PlannedFall};
pub(super) use fight::{FightStage, Success};
pub(super) use salvo::{Fate, Tracer};
pub(super) use state_words::{StateWord, Tone};

/// The animation of the latest facts.
#[derive(Resource, Default)]
pub(super) struct Playback {
    animations: Animations,
    elapsed: f32,
    /// Up to when what happens has been reported, seconds.
    reported: f32,
    /// The last entry of the history that was played before.
    before: Option<EntryId>,
    /// The last entry that has been played or is being played.
    last: Option<EntryId>,
    /// The last stage of a close combat before those facts: what follows may go on with it.
    last_stage: Option<FightStage>,
    /// Whether falls are still being simulated: nothing goes on beyond the first until they are.
    awaits_falls: bool,
    /// Whether the log has still to tell what is played back.
    log_is_due: bool,
}

/// Prepares events for playback.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PlaybackSystems;

/// The playback has gone on by a frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PlaybackAdvance;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((subtitle::plugin, show_card::plugin))
        .init_resource::<Playback>()
        .init_resource::<Captions>()
        .add_systems(PreUpdate, start_playback.in_set(PlaybackSystems).after(GameSystems))
        .add_systems(
            Update,
            (skip.run_if(at_the_table), advance)
                .chain()
                .in_set(PlaybackAdvance)
                .after(InputSystems)
                .before(PoseFigures),
        );
}

impl Playback {
    /// Shown placement of a model while it walks or turns.
    pub fn walking(&self, model: ModelId) -> Option<Transform> {
        let walks = self.animations.walks.get(&model)?;
        let now = walks.iter().find(|walk| walk.is_shown(self.elapsed))?;
        Some(now.at(self.elapsed))
    }

    /// Destination of a model that walks.
    pub fn goes_to(&self, model: ModelId) -> Option<Vec3> {
        let walks = self.animations.walks.get(&model)?;
        walks.iter().find(|walk| walk.is_shown(self.elapsed))?.end_point()
    }

    /// The units of which a model walks or turns.
    pub fn units_on_the_way(&self) -> BTreeSet<UnitId> {
        let walks = self.animations.walks.iter();
        let shown = walks.filter(|(_, walks)| walks.iter().any(|walk| walk.is_shown(self.elapsed)));
        shown.map(|(model, _)| model.unit).collect()
    }

    /// The fall of a model, from its beginning until it is cleared away.
    pub fn fall(&self, model: ModelId) -> Option<&PlannedFall> {
        let falls = &self.animations.falls;
        falls.iter().find(|fall| fall.model == model && fall.start() <= self.elapsed)
    }

    /// All falls that are still to be shown, in order.
    pub fn falls(&self) -> &[PlannedFall] {
        &self.animations.falls
    }

    /// Nothing goes on beyond the first fall while it is awaited.
    pub fn await_falls(&mut self, awaited: bool) {
        self.awaits_falls = awaited;
    }

    /// Whether it waits for falls that are being simulated.
    pub fn is_waiting_for_falls(&self) -> bool {
        self.awaits_falls
    }

    /// Ends it: what is left of it is not shown.
    pub fn end_now(&mut self) {
        self.elapsed = self.elapsed.max(self.animations.end);
    }

    /// Addition of jolts to the transform of a model.
    pub fn sway(&self, model: ModelId) -> Option<Transform> {
        let jolts = self.animations.jolts.iter().filter(|jolt| jolt.model == model);
        jolts.rev().find_map(|jolt| jolt.sway(self.elapsed))
    }

    /// The shots in the air, and the trails they have left.
    pub fn tracers(&self) -> &[Tracer] {
        &self.animations.tracers
    }

    /// Positions of the grenades in the air.
    pub fn grenades(&self) -> impl Iterator<Item = Vec3> {
        self.animations.grenades.iter().filter_map(|grenade| grenade.at(self.elapsed))
    }

    /// Flashes and bursts, each with its share that has passed, from 0 to 1.
    pub fn effects(&self) -> impl Iterator<Item = (&Effect, f32)> {
        let elapsed = self.elapsed;
        self.animations.effects.iter().filter_map(move |effect| Some((effect, effect.share(elapsed)?)))
    }

    /// The throws of dice, in their order.
    pub fn throws(&self) -> &[PlannedThrow] {
        &self.animations.throws
    }

    /// Seconds since it began.
    pub fn elapsed(&self) -> f32 {
        self.elapsed
    }

    /// Whether anything on the table moves.
    pub fn plays(&self) -> bool {
        self.animations.moves() || self.animations.throws.iter().any(|throw| self.elapsed < throw.end())
    }

    /// Whether an entry of the history is still being played, so that what came of it is not told yet.
    pub fn is_playing(&self, entry: EntryId) -> bool {
        self.plays() && self.before.is_some_and(|before| entry > before)
    }

    /// Whether anything moves or is announced.
    pub fn runs(&self) -> bool {
        self.elapsed < self.animations.end
    }

    /// The caption that is shown, and the seconds by which its lines and its end are counted.
    pub fn caption(&self) -> Option<(&Caption, f32)> {
        let shown = self.animations.captions.iter().find(|caption| caption.is_shown(self.elapsed));
        shown.map(|caption| (caption, self.elapsed))
    }

    /// The phase that is being played back, if the battle is already past it.
    pub fn turn(&self) -> Option<Turn> {
        let begun = self.animations.phases.iter().rev().find(|(start, _)| *start <= self.elapsed);
        begun.filter(|_| self.runs()).map(|(_, turn)| *turn)
    }

    /// The stage of a close combat that is shown now.
    pub fn fight_stage(&self) -> Option<&FightStage> {
        let stages = &self.animations.stages;
        stages.iter().rev().find(|stage| stage.start <= self.elapsed && self.elapsed < stage.end)
    }

    /// Whether stages of a close combat are still to be shown: what it leads to waits until then.
    pub fn shows_fight(&self) -> bool {
        self.animations.stages.last().is_some_and(|stage| self.elapsed < stage.end)
    }

    /// Takes away the words over units about what is over.
    pub fn forget_words(&mut self) {
        self.animations.words.clear();
    }

    /// The words over units, each with its share that has passed, from 0 to 1.
    pub fn words(&self) -> impl Iterator<Item = (&StateWord, f32)> {
        let elapsed = self.elapsed;
        self.animations.words.iter().filter_map(move |word| Some((word, word.share(elapsed)?)))
    }
}

#[cfg(test)]
impl Playback {
    /// Shows the stage of a close combat that has most dice among some facts, if any has dice.
    pub(super) fn of_fight(
        setup: &crate::level::setup::Setup,
        facts: &[crate::game::engine::fact::Fact],
    ) -> Option<Self> {
        let starts: Vec<usize> = (0..facts.len()).filter(|at| fight::begins_stage(&facts[*at])).collect();
        let ends = starts.iter().skip(1).copied().chain([facts.len()]);
        let mut stages: Vec<FightStage> = Vec::new();
        for (from, to) in starts.iter().copied().zip(ends) {
            let stage = fight::stage_of(setup, &facts[from..to], stages.last(), (0, 0.0));
            stages.push(stage);
        }
        let stage =
            stages.into_iter().filter(|stage| !stage.dice.is_empty()).max_by_key(|stage| stage.dice.len())?;
        let animations = Animations { end: stage.end, stages: vec![stage], ..Animations::default() };
        Some(Self { animations, ..Self::default() })
    }
}

/// Starts the animation of new facts; what is left of the one before is cut short.
fn start_playback(
    mut changes: MessageReader<GameChanged>,
    opened: Res<OpenGame>,
    (settings, captions): (Res<Settings>, Res<Captions>),
    mut playback: ResMut<Playback>,
    mut shown: ResMut<ShownBattle>,
) {
    // What came about since the last frame is played together; what led elsewhere is not played.
    let mut played: Option<(Vec<_>, Vec<_>)> = None;
    let mut has_changed = false;
    for change in changes.read() {
        has_changed = true;
        match change {
            GameChanged::Played { facts, draws } | GameChanged::Replayed { facts, draws } => {
                let (all_facts, all_draws) = played.get_or_insert_default();
                all_facts.extend(facts.iter().cloned());
                all_draws.extend(draws.iter().copied());
            }
            GameChanged::Jumped | GameChanged::Looked | GameChanged::Opened => {
                played = None;
                shown.jump(&opened);
            }
        }
    }
    if !has_changed {
        return;
    }
    let cut_short = std::mem::take(&mut playback.animations).stages.pop();
    playback.last_stage = cut_short.or(playback.last_stage.take());
    playback.elapsed = 0.0;
    playback.reported = -1.0;
    playback.awaits_falls = false;
    playback.log_is_due = played.is_some();
    if let Some((facts, draws)) = played {
        // At a real table the dice have been thrown already.
        let is_recorded = opened.game.setup().is_recorded();
        let dice_pace = if is_recorded { DicePace::None } else { settings.dice_pace() };
        let paces = (dice_pace, settings.show_pace());
        let last_stage = playback.last_stage.as_ref();
        let plan = shown
            .before(&opened)
            .map(|battle| plan::plan((&opened, battle), (&facts, &draws), paces, (last_stage, *captions)));
        let (times, dice) = match plan {
            Some(plan) => {
                playback.animations = plan.animations;
                (plan.facts, plan.dice)
            }
            None => (vec![0.0; facts.len()], vec![0.0; draws.len()]),
        };
        shown.begin(&opened, times.into_iter().zip(facts).collect(), dice);
    }
    playback.before = playback.last;
    playback.last = Some(opened.state().entry);
}

/// Any click or key goes on to the next caption; after the last, it ends the animation.
fn skip(
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    screen: Res<Screen>,
    mut playback: ResMut<Playback>,
) {
    // Whoever writes a note presses keys for its line.
    if screen.note == Sheet::Shown {
        return;
    }
    let pressed = keys.get_just_pressed().next().is_some() || buttons.just_pressed(MouseButton::Left);
    if !playback.runs() || playback.elapsed == 0.0 || !pressed {
        return;
    }
    let (elapsed, end) = (playback.elapsed, playback.animations.end);
    let captions = &playback.animations.captions;
    let stops = captions.iter().flat_map(|caption| [caption.start, caption.end]);
    let stages = &playback.animations.stages;
    let all = keys.just_pressed(KeyCode::Escape);
    let stops = stops.chain(stages.iter().map(|stage| stage.start)).filter(|_| !all);
    let next = stops.filter(|stop| *stop > elapsed).fold(end, f32::min);
    playback.elapsed = next;
    // Words of what was skipped are read all the same.
    for word in &mut playback.animations.words {
        if (elapsed..next).contains(&word.start) {
            word.start = next;
        }
    }
}

/// Moves the animations on by the time of a frame.
fn advance(
    time: Res<Time<Real>>,
    opened: Res<OpenGame>,
    mut playback: ResMut<Playback>,
    mut shown: ResMut<ShownBattle>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    // The log follows once a frame has shown the end.
    let log_follows = playback.log_is_due && !playback.plays() && playback.elapsed > 0.0;
    let elapsed = playback.elapsed;
    if playback.animations.lasts(elapsed) || playback.reported < elapsed || playback.log_is_due {
        redraw.write(RequestRedraw);
        // A slow frame must not swallow the whole walk.
        let mut next = elapsed + time.delta_secs().min(0.25);
        if playback.awaits_falls {
            let begins = playback.falls().iter().map(PlannedFall::start).filter(|start| *start >= elapsed);
            next = begins.fold(next, f32::min);
        }
        playback.elapsed = next;
        let since = std::mem::replace(&mut playback.reported, next);
        playback.report([since, next]);
        playback.animations.drop_ended(next);
    }
    if shown.bypass_change_detection().is_due(playback.elapsed) {
        shown.advance(&opened, playback.elapsed);
    }
    if log_follows {
        playback.log_is_due = false;
        emit(&UiEvent::LogFollows { entry: opened.state().entry.0 });
    }
}

impl Playback {
    /// Reports what happens after one time, up to another; seconds.
    fn report(&self, [since, until]: [f32; 2]) {
        let animations = &self.animations;
        let is_due = |at: f32| since < at && at <= until;
        for throw in animations.throws.iter().filter(|throw| is_due(throw.end())) {
            let purpose = throw.volley.purpose.to_owned();
            emit(&UiEvent::DiceLie { purpose, dice: throw.volley.dice.len() });
        }
        for stage in animations.stages.iter().filter(|stage| is_due(stage.start)) {
            let dice = stage.dice.iter().map(|row| row.faces.len()).sum();
            emit(&UiEvent::FightStageShown { combat: stage.combat, dice });
        }
        for grenade in animations.grenades.iter().filter(|grenade| is_due(grenade.end())) {
            emit(&UiEvent::GrenadeBursts { at: axes::on_table(grenade.ends[1]) });
        }
        for fall in animations.falls.iter().filter(|fall| is_due(fall.start())) {
            emit(&UiEvent::ModelFalls { model: fall.model });
        }
        for caption in animations.captions.iter().filter(|caption| is_due(caption.start)) {
            let lines = caption.lines.iter().map(|line| line.text.clone()).collect();
            emit(&UiEvent::CaptionShown { title: caption.title.clone(), lines });
        }
    }
}

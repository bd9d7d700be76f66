//! Playback of facts as animation: models walk their paths and turn, salvos fly, models fall; phases and turns are
//! announced.
//!
//! The battle has moved on already: playback only delays what is shown, and any key or click goes on to the next part.

mod captions;
mod fight;
mod salvo;
mod state_words;
mod walk;

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::events::{UiEvent, emit};
use super::input::InputSystems;
use super::open_game::{GameChanged, GameSystems, OpenGame};
use super::settings::Settings;
use super::throw_plan::{DicePace, PlannedThrow, ThrowPlanner};
use super::view_resource::AppViewExt;
use crate::game::engine::dice::Draw;
use crate::game::engine::fact::Fact;
use crate::game::engine::fact::UnitFact;
use crate::game::engine::record::history::EntryId;
use crate::game::narration::handover::since_last_reaction;
use crate::game::phases::shooting;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::Place;
use crate::rules::turn::{Phase, Turn};
use crate::ui::scene::camera::Motion;
use crate::ui::scene::models::transform_of;
pub(super) use captions::{Caption, CaptionKind, CaptionLine};
use captions::{LEAD_SECONDS, QUIET_SECONDS, begins, by_phase, of_phase, of_turn};
pub(super) use fight::{FightStage, Success};
use fight::{begins_stage, stage_of};
use salvo::{Fall, tracers};
pub(super) use salvo::{Fate, Tracer};
use state_words::words_of;
pub(super) use state_words::{StateWord, Tone};
use walk::Walk;

/// The animation of the latest facts.
#[derive(Resource, Default)]
pub(super) struct Playback {
    animations: Animations,
    elapsed: f32,
    /// The last entry of the history that was played before.
    before: Option<EntryId>,
    /// The last entry that has been played or is being played.
    last: Option<EntryId>,
    /// The facings of the models before those facts, degrees.
    facings: BTreeMap<ModelId, f64>,
    /// The last stage of a close combat before those facts: what follows may go on with it.
    last_stage: Option<FightStage>,
}

/// The animations.
#[derive(Default)]
struct Animations {
    walks: BTreeMap<ModelId, Walk>,
    tracers: Vec<Tracer>,
    falls: BTreeMap<ModelId, Fall>,
    /// In order.
    throws: Vec<PlannedThrow>,
    /// In order; none begins before the last has ended.
    captions: Vec<Caption>,
    /// The phases that begin, each with its time, in order.
    phases: Vec<(f32, Turn)>,
    /// Words over units; the table counts as at rest while only they are left.
    words: Vec<StateWord>,
    /// The stages of close combats, in order.
    stages: Vec<FightStage>,
    /// Captions that have been reported.
    reported: usize,
    /// When everything but the words is over.
    end: f32,
}

impl Animations {
    /// Whether a figure or a shot moves, or will.
    fn moves(&self) -> bool {
        !(self.walks.is_empty() && self.tracers.is_empty() && self.falls.is_empty())
    }

    /// Figures and shots do not move; what is announced still is.
    fn stand_still(&mut self) {
        self.walks.clear();
        self.tracers.clear();
        self.falls.clear();
    }

    /// Whether anything is left to show after so many seconds.
    fn lasts(&self, elapsed: f32) -> bool {
        elapsed < self.end || self.moves() || !self.words.is_empty()
    }
}

/// What has happened is ready to be played back.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PlaybackSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_view_resource::<Playback>()
        .add_systems(PreUpdate, start_playback.in_set(PlaybackSystems).after(GameSystems))
        .add_systems(
            Update,
            (skip, advance).chain().after(InputSystems).before(super::scene::models::pose_models),
        );
}

impl Playback {
    /// Where a model is shown while it is animated, also if it has fallen.
    pub fn shown(&self, model: ModelId) -> Option<Transform> {
        // A model that falls on its path walks it first.
        let walks = self.animations.walks.get(&model).and_then(|walk| walk.now);
        walks.or_else(|| Some(self.animations.falls.get(&model)?.at(self.elapsed)))
    }

    /// The shots in the air, each with its progress from 0 to 1.
    pub fn tracers(&self) -> impl Iterator<Item = (&Tracer, f32)> {
        let elapsed = self.elapsed;
        self.animations.tracers.iter().filter_map(move |tracer| Some((tracer, tracer.share(elapsed)?)))
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

    /// How many models of a unit fall in stages that are still to be shown; `None` after the last stage has begun.
    pub fn falls_later(&self, unit: UnitId) -> Option<usize> {
        let later = || self.animations.stages.iter().filter(|stage| stage.start > self.elapsed);
        later().next()?;
        Some(later().flat_map(|stage| &stage.lost).filter(|lost| **lost == unit).count())
    }

    /// Whether stages of a close combat are still to be shown: what it leads to waits until then.
    pub fn shows_fight(&self) -> bool {
        self.animations.stages.last().is_some_and(|stage| self.elapsed < stage.end)
    }

    /// The words over units, each with its share that has passed, from 0 to 1.
    pub fn words(&self) -> impl Iterator<Item = (&StateWord, f32)> {
        let elapsed = self.elapsed;
        self.animations.words.iter().filter_map(move |word| Some((word, word.share(elapsed)?)))
    }
}

/// Starts the animation of new facts; what is left of the one before is cut short.
fn start_playback(
    mut changes: MessageReader<GameChanged>,
    opened: Res<OpenGame>,
    settings: Res<Settings>,
    mut playback: ResMut<Playback>,
) {
    for change in changes.read() {
        let cut_short = std::mem::take(&mut playback.animations).stages.pop();
        playback.last_stage = cut_short.or(playback.last_stage.take());
        playback.elapsed = 0.0;
        if let GameChanged::Played { facts, draws } = change {
            let Playback { facings, last_stage, .. } = &*playback;
            playback.animations =
                animations_of(&opened, facts, draws, settings.dice_pace(), facings, last_stage.as_ref());
        }
        if settings.motion == Motion::Reduced {
            playback.animations.stand_still();
        }
        playback.before = playback.last;
        playback.last = Some(opened.state().entry);
        playback.facings = facings_now(&opened);
    }
}

fn facings_now(opened: &OpenGame) -> BTreeMap<ModelId, f64> {
    let view = opened.game.battle().view();
    let standing = view.units().flat_map(|unit| view.standing(unit.id));
    standing.map(|model| (model.id, model.facing().degrees())).collect()
}

/// The animations of some facts, phase by phase: the caption of the phase, and with it what it animates.
fn animations_of(
    opened: &OpenGame,
    facts: &[Fact],
    draws: &[Draw],
    pace: DicePace,
    facings: &BTreeMap<ModelId, f64>,
    last_stage: Option<&FightStage>,
) -> Animations {
    let setup = opened.game.setup();
    let mut animations = Animations::default();
    let mut dice = ThrowPlanner::new(draws, pace);
    for part in by_phase(facts) {
        let begun = part.first().and_then(begins);
        let before = animations.end;
        let caption = begun.and_then(|turn| match turn.phase {
            Phase::Starting => Some(of_turn(setup, turn, since_last_reaction(opened.game.history()))),
            _ => of_phase(setup, turn, part),
        });
        animations.phases.extend(begun.map(|turn| (before, turn)));
        // A fight is shown once its caption has gone.
        let caption = match caption {
            Some(caption) if part.iter().any(begins_stage) => {
                let caption = caption.at(before, before);
                animations.end = caption.end;
                animations.captions.push(caption);
                animate(opened, part, facings, last_stage, &mut dice, &mut animations);
                continue;
            }
            caption => caption,
        };
        animations.end += if caption.is_some() { LEAD_SECONDS } else { 0.0 };
        let words = animations.words.len();
        animate(opened, part, facings, last_stage, &mut dice, &mut animations);
        match (caption, begun) {
            (Some(caption), _) => {
                let caption = caption.at(before, animations.end);
                // Each word comes with its line.
                for (index, word) in animations.words[words..].iter_mut().enumerate() {
                    word.start = word.start.max(caption.line_start(index));
                }
                animations.end = caption.end;
                animations.captions.push(caption);
            }
            // The Action phase has begun once the turn has been announced.
            (None, Some(turn)) if turn.phase != Phase::Action => animations.end += QUIET_SECONDS,
            _ => {}
        }
    }
    animations.end = dice.rest(animations.end);
    animations.throws = dice.throws;
    animations
}

/// Adds the animations of the facts of one phase: walks at the same time, then one salvo after another with the models
/// it kills.
fn animate(
    opened: &OpenGame,
    facts: &[Fact],
    facings: &BTreeMap<ModelId, f64>,
    last_stage: Option<&FightStage>,
    dice: &mut ThrowPlanner,
    animations: &mut Animations,
) {
    let view = opened.game.battle().view();
    let (mut began, mut ends) = (animations.end, animations.end);
    for (index, fact) in facts.iter().enumerate() {
        if begins_stage(fact) {
            ends = end_stage(&mut animations.stages, ends);
            began = ends;
            let rest = &facts[index..];
            let length = rest.iter().skip(1).position(begins_stage).map_or(rest.len(), |next| next + 1);
            let setup = opened.game.setup();
            let stage = stage_of(setup, &rest[..length], animations.stages.last().or(last_stage), began);
            animations.stages.push(stage);
        }
        match fact {
            Fact::Shooting(shooting::kinds::Fact::SalvoFired { volleys, .. }) => {
                let aimed = dice.salvo(volleys, ends);
                let (tracers, end) = tracers(&view, fact, aimed);
                animations.tracers.extend(tracers);
                ends = dice.saves(end);
                began = ends;
            }
            Fact::Unit(UnitFact::LeadershipTested { faces, .. }) => {
                ends = dice.test(faces.len(), ends);
            }
            Fact::Unit(UnitFact::ModelLost { model, why, .. }) => {
                // Lost to fire, it falls when the salvo is over; lost in a rout, at the end of its path.
                let begins = why.and(animations.walks.get(model)).map_or(ends, Walk::end);
                let fall = view.model(*model).map(|model| Fall::of(transform_of(model.pose, false), begins));
                animations.falls.extend(fall.map(|fall| (*model, fall)));
            }
            Fact::Unit(UnitFact::ModelMoved { model, path, .. }) => {
                let walk = walk_of(opened, *model, path, facings);
                let walk = walk.map(|walk| walk.from(began));
                ends = ends.max(walk.as_ref().map_or(0.0, Walk::end));
                animations.walks.extend(walk.map(|walk| (*model, walk)));
            }
            Fact::Unit(UnitFact::ModelTurned { model, .. }) if !animations.walks.contains_key(model) => {
                let walk = walk_of(opened, *model, &[], facings);
                let walk = walk.map(|walk| walk.from(began));
                ends = ends.max(walk.as_ref().map_or(0.0, Walk::end));
                animations.walks.extend(walk.map(|walk| (*model, walk)));
            }
            _ => {}
        }
    }
    ends = end_stage(&mut animations.stages, ends);
    let words = words_of(facts).into_iter();
    animations.words.extend(words.map(|(unit, word)| StateWord::of(unit, word, ends)));
    let falls = animations.falls.values().map(Fall::end);
    animations.end = falls.fold(ends, f32::max);
}

/// The stage that is shown last stays as long as its dice roll; gives back when both are over.
fn end_stage(stages: &mut [FightStage], ends: f32) -> f32 {
    stages.last_mut().map_or(ends, |stage| {
        stage.end = stage.end.max(ends);
        stage.end
    })
}

/// The walk of a model along a path, or its turn on the spot.
fn walk_of(opened: &OpenGame, id: ModelId, path: &[Place], facings: &BTreeMap<ModelId, f64>) -> Option<Walk> {
    let view = opened.game.battle().view();
    let model = view.model(id)?;
    let to = model.facing().degrees();
    let stays = [model.pose.at];
    let corners = if path.is_empty() { &stays[..] } else { path };
    let facings = [facings.get(&id).copied().unwrap_or(to), to];
    Some(Walk::along(view.terrain(), model.mover(), corners, facings))
}

/// Any click or key goes on to the next caption; after the last, it ends the animation.
fn skip(
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    mut playback: ResMut<Playback>,
) {
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
fn advance(time: Res<Time<Real>>, mut playback: ResMut<Playback>, mut redraw: MessageWriter<RequestRedraw>) {
    if !playback.animations.lasts(playback.elapsed) {
        return;
    }
    redraw.write(RequestRedraw);
    // A slow frame must not swallow the whole walk.
    playback.elapsed += time.delta_secs().min(0.25);
    let elapsed = playback.elapsed;
    let animations = &mut playback.animations;
    animations.walks.retain(|_, walk| {
        walk.now = Some(walk.at(elapsed));
        walk.lasts(elapsed)
    });
    animations.tracers.retain(|tracer| tracer.lasts(elapsed));
    animations.falls.retain(|_, fall| fall.lasts(elapsed));
    animations.words.retain(|word| word.lasts(elapsed));
    let before = elapsed - time.delta_secs().min(0.25);
    for stage in animations.stages.iter().filter(|stage| (before..elapsed).contains(&stage.start)) {
        emit(&UiEvent::FightStageShown {
            combat: stage.combat,
            dice: stage.dice.iter().map(|row| row.faces.len()).sum(),
        });
    }
    for caption in animations.captions[animations.reported..].iter().filter(|one| one.start <= elapsed) {
        let lines = caption.lines.iter().map(|line| line.text.clone()).collect();
        emit(&UiEvent::CaptionShown { title: caption.title.clone(), lines });
        animations.reported += 1;
    }
}

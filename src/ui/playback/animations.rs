//! Animations, each with its times.

use std::collections::BTreeMap;

use super::captions::Caption;
use super::effects::{Effect, Grenade, Jolt};
use super::fall::PlannedFall;
use super::fight::FightStage;
use super::salvo::Tracer;
use super::state_words::StateWord;
use super::walk::Walk;
use crate::rules::ids::ModelId;
use crate::rules::turn::Turn;
use crate::ui::playback::throw_plan::PlannedThrow;

/// The animations.
#[derive(Default)]
pub(super) struct Animations {
    /// In order.
    pub walks: BTreeMap<ModelId, Vec<Walk>>,
    pub tracers: Vec<Tracer>,
    pub grenades: Vec<Grenade>,
    pub effects: Vec<Effect>,
    pub jolts: Vec<Jolt>,
    pub falls: Vec<PlannedFall>,
    /// In order.
    pub throws: Vec<PlannedThrow>,
    /// In order; none begins before the last has ended.
    pub captions: Vec<Caption>,
    /// The phases that begin, each with its time, in order.
    pub phases: Vec<(f32, Turn)>,
    /// Words over units; the table counts as at rest while only they are left.
    pub words: Vec<StateWord>,
    /// The stages of close combats, in order.
    pub stages: Vec<FightStage>,
    /// End of everything but the words.
    pub end: f32,
}

impl Animations {
    /// Whether a figure or a shot moves, or will.
    pub fn moves(&self) -> bool {
        let is_empty = self.walks.is_empty() && self.tracers.is_empty() && self.falls.is_empty();
        !(is_empty && self.effects.is_empty() && self.jolts.is_empty())
    }

    /// Whether anything is left to show after so many seconds.
    pub fn lasts(&self, elapsed: f32) -> bool {
        elapsed < self.end || self.moves() || !self.words.is_empty()
    }

    /// Drops what is over after so many seconds.
    pub fn drop_ended(&mut self, elapsed: f32) {
        self.walks.retain(|_, walks| {
            walks.retain(|walk| elapsed < walk.until);
            !walks.is_empty()
        });
        self.tracers.retain(|tracer| elapsed < tracer.end());
        self.effects.retain(|effect| elapsed < effect.end());
        self.jolts.retain(|jolt| elapsed < jolt.end());
        self.falls.retain(|fall| elapsed < fall.end());
        self.words.retain(|word| word.lasts(elapsed));
    }
}

//! The line under the picture of the table: what is about to happen, by which paragraph and with what odds; in a show also
//! what has happened, with the faces of its dice.

use bevy::prelude::*;

use crate::game::announcement::Announcement;
use crate::game::narration::names::{Ids, Part, parts};
use crate::game::narration::{Rolls, Sentence};
use crate::level::setup::Setup;
use crate::rules::ids::{RuleId, Side, UnitId};
use crate::rules::measures::Place;

/// The line that is shown, if there is one.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(in crate::ui) struct Subtitle(pub Option<SubtitleLine>);

/// A line under the picture.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct SubtitleLine {
    /// Side in whose colour the line is shown.
    pub side: Side,
    /// Event; names apart, so that they can be in their colours.
    pub text: Vec<Part>,
    /// The paragraph that is played.
    pub rule: Option<RuleId>,
    /// The odds; empty without any.
    pub odds: String,
    /// The dice that decided it, each with whether it succeeded.
    pub faces: Vec<(u8, bool)>,
    /// Acting unit and its targets: an arrow leads from one to the others.
    pub arrow: Option<(UnitId, Vec<UnitId>)>,
    /// Way of the acting unit, drawn in a show until it has gone it.
    pub way: Vec<Place>,
    /// Effect of keys on it; empty in a show.
    pub hint: String,
}

impl SubtitleLine {
    /// A line of some words.
    pub fn new(setup: &Setup, side: Side, text: &str, ids: Ids) -> Self {
        let (text, odds, hint) = (parts(setup, text, ids), String::new(), String::new());
        Self { side, text, rule: None, odds, faces: Vec::new(), arrow: None, way: Vec::new(), hint }
    }

    /// The units that it names.
    pub fn units(&self) -> impl Iterator<Item = UnitId> {
        self.text.iter().filter_map(|part| part.unit)
    }

    /// Whether a unit is named by it or at an end of its arrow.
    pub fn is_about(&self, unit: UnitId) -> bool {
        let at_arrow = self.arrow.as_ref().is_some_and(|(from, to)| *from == unit || to.contains(&unit));
        at_arrow || self.units().any(|named| named == unit)
    }

    /// Reading time, seconds.
    pub fn reading_seconds(&self) -> f32 {
        let letters = self.text.iter().map(|part| part.text.chars().count()).sum::<usize>();
        reading_seconds(letters + self.odds.chars().count() / 2)
    }

    /// Its words.
    #[cfg(test)]
    pub fn words(&self) -> String {
        self.text.iter().map(|part| part.text.as_str()).collect()
    }

    /// Line of an announcement; `None` where there is nothing to say.
    pub fn of_announcement(setup: &Setup, side: Side, announcement: &Announcement, ids: Ids) -> Option<Self> {
        let Announcement { unit, targets, text, rule, odds, .. } = announcement;
        let arrow = unit.filter(|_| !targets.is_empty()).map(|unit| (unit, targets.clone()));
        (!text.is_empty()).then(|| {
            let line = Self::new(setup, side, text, ids);
            Self { rule: *rule, odds: odds.clone(), arrow, ..line }
        })
    }

    /// Line of an event, in the words of a sentence of the log or some of them, with its dice.
    pub fn of_sentence(
        setup: &Setup,
        side: Side,
        sentence: &Sentence,
        text: &str,
        rule: Option<RuleId>,
    ) -> Self {
        let faces = match &sentence.rolls {
            Rolls::None | Rolls::RollOff(_) => Vec::new(),
            Rolls::AtMost { faces, limit } => faces.iter().map(|face| (*face, face <= limit)).collect(),
            Rolls::Reaching { faces, limit } => faces.iter().map(|face| (*face, face >= limit)).collect(),
        };
        let side = sentence.about.map_or(side, |about| about.unit().side);
        Self { rule, faces, ..Self::new(setup, side, text, Ids::Hidden) }
    }
}

/// Reading time of a number of letters in a show, where one looks at the table as well, seconds.
pub(crate) fn reading_seconds(letters: usize) -> f32 {
    (1.0 + 0.045 * letters as f32).clamp(1.5, 5.5)
}

/// Sides whose scores flash at the head of a show because they have just changed.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) struct ScoreFlash(pub [bool; 2]);

pub(in crate::ui) fn plugin(app: &mut App) {
    app.init_resource::<Subtitle>().init_resource::<ScoreFlash>();
}

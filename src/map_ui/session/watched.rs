//! An evening that is watched: nobody at the window plays. What a command is about to do is known before it is shown, and what happens
//! stays until people who read no rules have read it.

use tabletop::agenda::Decision;
use tabletop::battle::Battle;
use tabletop::command::Command;
use tabletop::ids::Side;
use tabletop::sentence::{Sentence, Weight};
use tabletop::text::list::joined as joined_names;
use tabletop_counters::{Kind, OnHexes, Target};

use super::beats::Beat;
use crate::ui::playback::subtitle::reading_seconds;

/// Seconds for which a step of a move and a counter that is set up are shown, and for which an attack is announced.
const STEP: f32 = 0.9;
const SET_UP: f32 = 0.35;
const AIM: f32 = 2.2;

/// How a match is watched.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    /// Side whose view is shown; everybody's without one.
    pub viewer: Option<Side>,
    /// Everything is played at once, because it comes before the part that is to be seen.
    pub skips: bool,
}

/// A command as people see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Act<G: OnHexes> {
    /// Its player.
    pub side: Side,
    /// Its kind.
    pub kind: Kind,
    /// Counters that act.
    pub by: Vec<G::Subject>,
    /// Their target.
    pub at: Option<Target<G>>,
    /// As the button of its order has it: "Fire A2 at B5".
    pub text: String,
    /// Prospects in a few words: "14 % to harm B5"; empty where no dice decide.
    pub odds: String,
}

impl<G: OnHexes> Act<G> {
    /// Whether it is aimed at somebody.
    pub fn is_aimed(&self) -> bool {
        matches!(self.kind, Kind::Fire | Kind::Attack) && self.at.is_some()
    }

    /// The offer that a command took, by the battle before it, without its prospects; `None` for one that was not on the list.
    pub(super) fn of(before: &Battle<G>, command: &Command<G>) -> Option<Self> {
        let is_asked = |decision: &Decision<G>| decision.player == command.player;
        let decision = before.decision().filter(is_asked)?;
        let offers = G::offers(before.view(), decision);
        let offer = offers.into_iter().find(|offer| offer.order == command.order)?;
        Some(Self {
            side: command.player,
            kind: offer.kind,
            by: offer.by,
            at: offer.at,
            text: offer.text,
            odds: String::new(),
        })
    }

    /// The same with its prospects, if it is aimed at somebody.
    pub(super) fn with_odds(self, before: &Battle<G>, command: &Command<G>) -> Self {
        let foresight = || G::foresight(before.view(), before.decision()?, &command.order);
        let odds = if self.is_aimed() { foresight() } else { None };
        Self { odds: odds.map_or_else(String::new, |foresight| foresight.in_short()), ..self }
    }

    /// What is about to happen: "A2 and A3 take aim at B5".
    pub(super) fn announcement(&self) -> Sentence<G> {
        let (Some(first), Some(at)) = (self.by.first(), self.at) else {
            return Sentence::note(self.text.clone());
        };
        let at = match at {
            Target::Hex(hex) => hex.to_string(),
            Target::Counter(counter) => counter.to_string(),
        };
        let does = match (self.kind, self.by.len()) {
            (Kind::Attack, 1) => "goes in against",
            (Kind::Attack, _) => "go in against",
            (_, 1) => "takes aim at",
            _ => "take aim at",
        };
        Sentence::line(*first, format!("{} {does} {at}", joined_names(&self.by)))
    }
}

impl Watched {
    /// Seconds for which a beat of a command is shown.
    pub fn seconds<G: OnHexes>(&self, act: Option<&Act<G>>, beat: &Beat<G>) -> f32 {
        if self.skips || beat.sentences.is_empty() {
            return 0.0;
        }
        let letters: usize = beat.sentences.iter().map(|sentence| sentence.text.len()).sum();
        if !beat.odds.is_empty() {
            return reading_seconds(letters + beat.odds.len()).max(AIM);
        }
        let is_plain =
            |sentence: &Sentence<G>| sentence.weight == Weight::Line && sentence.details.is_empty();
        match act.map(|act| act.kind) {
            Some(Kind::Place) => SET_UP,
            Some(Kind::Move)
                if beat.sentences.len() == 1 && beat.sentences.iter().all(is_plain) && beat.dice() == 0 =>
            {
                STEP
            }
            _ => reading_seconds(letters),
        }
    }
}

/// Most letters of sentences that are read together.
const TOGETHER: usize = 90;

/// Joins beats that tell in a few words what became of one counter, without dice: they are read together.
pub(super) fn joined<G: OnHexes>(beats: impl IntoIterator<Item = Beat<G>>) -> Vec<Beat<G>> {
    let subject = |beat: &Beat<G>| {
        let mut about = beat.sentences.iter().map(|one| one.about.filter(|_| one.weight == Weight::Line));
        let first = about.next().flatten()?;
        (about.all(|other| other == Some(first)) && beat.dice() == 0).then_some(first)
    };
    let letters = |beat: &Beat<G>| beat.sentences.iter().map(|one| one.text.len()).sum::<usize>();
    let mut joined: Vec<Beat<G>> = Vec::new();
    for beat in beats {
        match joined.last_mut() {
            Some(last)
                if subject(&beat).is_some()
                    && subject(last) == subject(&beat)
                    && letters(last) + letters(&beat) <= TOGETHER =>
            {
                last.facts.extend(beat.facts);
                last.sentences.extend(beat.sentences);
            }
            _ => joined.push(beat),
        }
    }
    joined
}

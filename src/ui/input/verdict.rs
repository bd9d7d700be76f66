//! What the battle says of the draft: asked after every change, through the same
//! check that the battle itself uses.

use bevy::prelude::*;

use super::draft::{Draft, Drafting, Hold, Purpose};
use super::drafted::Drafted;
use crate::game::engine::command::Command;
use crate::game::engine::command::Order;
use crate::game::engine::refusal::{Reason, Refusal};
use crate::game::engine::view::View;
use crate::game::phases::moving;
use crate::game::phases::moving::check_path;
use crate::game::phases::moving::kinds::AnnounceDouble;
use crate::game::phases::shooting;
use crate::game::terms::terms_of;
use crate::rules::ids::ModelId;
use crate::rules::movement::allowance::MoveTerms;
use crate::table::walk::Walk;
use crate::ui::open_game::{Notice, OpenGame};

/// What the battle says of the draft.
#[derive(Resource, Default, Debug)]
pub(in crate::ui) struct DraftCheck(pub Option<CheckedDraft>);

/// A draft as a command, and the battle's answer.
#[derive(Debug)]
pub(in crate::ui) struct CheckedDraft {
    /// The command the draft would become.
    pub command: Command,
    /// What the battle says.
    pub answer: Result<(), Refusal>,
    /// Why the command only announces the draft's run, if it does.
    pub announces: Option<Refusal>,
    /// The way of each model that would move, in the draft's order; none while units are
    /// placed.
    pub ways: Vec<Way>,
}

/// One model's way, as the battle sees it.
#[derive(Debug)]
pub(in crate::ui) struct Way {
    /// The model.
    pub model: ModelId,
    /// Inches over the table.
    pub length: f64,
    /// What the action allows on it, inches.
    pub limit: f64,
    /// Whether difficult ground has halved that.
    pub halved: Halved,
    /// What it leads over; `None` where it leads into the air.
    pub walk: Option<Walk>,
    /// Whether the way by itself is allowed.
    pub fate: Fate,
}

/// Whether difficult ground halves an allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Halved {
    /// It does.
    Yes,
    /// There is none on the way.
    No,
}

/// Whether a way by itself is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Fate {
    /// It is; where it ends is another question.
    Allowed,
    /// It is not.
    Refused,
}

impl Way {
    /// What is left of the allowance, inches; below 0 where it does not suffice.
    pub fn left(&self) -> f64 {
        self.limit - self.length
    }
}

impl CheckedDraft {
    /// The way that leaves least of its allowance.
    pub fn tightest(&self) -> Option<&Way> {
        self.ways.iter().min_by(|a, b| a.left().total_cmp(&b.left()))
    }
}

/// Finds heights and facings of the draft and asks the battle about it, whenever it has
/// changed. What was said of the draft before no longer holds.
pub(super) fn judge(
    mut opened: ResMut<OpenGame>,
    mut drafting: ResMut<Drafting>,
    mut verdict: ResMut<DraftCheck>,
    mut told: Local<Option<String>>,
) {
    if !drafting.is_changed() && !opened.is_changed() {
        return;
    }
    if drafting.is_changed() && matches!(opened.notice, Some(Notice::Refused(_))) {
        opened.notice = None;
    }
    let view = opened.game.battle().view();
    // What is found follows from what the player changed: it is no change of its own.
    if let Some(draft) = &mut drafting.bypass_change_detection().0 {
        draft.settle(&view);
    }
    verdict.0 = drafting.0.as_ref().and_then(|draft| judged(&opened, draft));
    // What follows the hand is judged too often to be worth a word.
    let resting = drafting.0.as_ref().filter(|draft| draft.hold == Hold::Resting);
    let said = resting.zip(verdict.0.as_ref()).map(|(draft, judged)| in_words(draft, judged));
    if *told != said {
        if let Some(said) = &said {
            info!("{said}");
        }
        *told = said;
    }
}

/// What the battle says of a draft, in a line.
fn in_words(draft: &Draft, judged: &CheckedDraft) -> String {
    let highest = draft.models.iter().map(|model| model.height).max().unwrap_or_default();
    let unit = draft.unit;
    match &judged.answer {
        Ok(()) if judged.announces.is_some() => {
            format!("{unit} up to {highest}\" high: has to be announced first")
        }
        Ok(()) => format!("{unit} up to {highest}\" high: allowed"),
        Err(refusal) => format!("{unit} up to {highest}\" high: refused, {refusal}"),
    }
}

fn judged(opened: &OpenGame, draft: &Draft) -> Option<CheckedDraft> {
    let battle = opened.game.battle();
    let command = draft.command(battle.view()).ok().flatten()?;
    let ways = ways(&battle.view(), draft);
    match battle.check(&command) {
        Err(refusal) if refusal.reason == Reason::Shooting(shooting::kinds::Reason::NotAnnounced) => {
            let order =
                Order::Moving(moving::kinds::Order::AnnounceDouble(AnnounceDouble { unit: draft.unit }));
            let command = Command { player: command.player, order };
            let answer = battle.check(&command);
            Some(CheckedDraft { command, answer, announces: Some(refusal), ways })
        }
        answer => Some(CheckedDraft { command, answer, announces: None, ways }),
    }
}

fn ways(view: &View, draft: &Draft) -> Vec<Way> {
    let Purpose::Move(action) = draft.purpose else { return Vec::new() };
    let terms = view.unit(draft.unit).and_then(|unit| terms_of(*view, unit, action));
    let Some(terms) = terms else { return Vec::new() };
    let moving = draft.models.iter().filter(|model| model.moves());
    moving.filter_map(|model| way(view, &terms, model)).collect()
}

fn way(view: &View, terms: &MoveTerms, drafted: &Drafted) -> Option<Way> {
    let (model, path) = (view.model(drafted.model)?, drafted.path().ok()?);
    let walk = view.terrain().walk(model.mover(), drafted.start, &path).ok();
    let difficult = walk.as_ref().is_some_and(|walk| walk.first_difficult().is_some());
    let (limit, halved) =
        if difficult { (terms.on_difficult, Halved::Yes) } else { (terms.allowance, Halved::No) };
    let fate = match check_path(*view, model, terms, &path) {
        Ok(_) => Fate::Allowed,
        Err(_) => Fate::Refused,
    };
    Some(Way { model: drafted.model, length: drafted.length(), limit, halved, walk, fate })
}

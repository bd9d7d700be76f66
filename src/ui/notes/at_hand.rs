//! The paragraphs that a note may be about: what was refused, what is read, what is asked, what just happened.

use crate::game::dispatch;
use crate::game::narration::sentences;
use crate::level::rulebook::rulebook;
use crate::ui::drafts::draft::Drafting;
use crate::ui::drafts::draft_check::DraftCheck;
use crate::ui::looks::words::ids_in;
use crate::ui::session::open_game::{Notice, OpenGame};
use crate::ui::session::screen::Screen;

/// At most so many are offered.
const LIMIT: usize = 5;

/// Everything that a paragraph is found by.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a> {
    pub opened: &'a OpenGame,
    pub screen: &'a Screen,
    pub drafting: &'a Drafting,
    pub check: &'a DraftCheck,
    /// The paragraph of the last refusal at this moment of the game.
    pub refused: Option<&'a str>,
}

/// The paragraphs at hand, the likeliest first: the last refusal's, else that of the question or the phase.
pub(super) fn paragraphs(of: Sources) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut add = |rule: String| {
        if !found.contains(&rule) && found.len() < LIMIT {
            found.push(rule);
        }
    };
    if let Some(Notice::Refused(refusal)) = &of.opened.notice {
        add(refusal.rule().to_string());
    }
    if let Some(stop) = of.drafting.0.as_ref().and_then(|draft| draft.stop.as_ref()) {
        add(stop.rule().to_string());
    }
    if let Some(Err(refusal)) = of.check.0.as_ref().map(|checked| &checked.answer) {
        add(refusal.rule().to_string());
    }
    of.refused.map(str::to_owned).into_iter().for_each(&mut add);
    of.screen.rule.clone().into_iter().for_each(&mut add);
    let battle = of.opened.game.battle();
    if let Some(decision) = battle.decision() {
        add(dispatch::prompt(battle.view(), decision).rule.to_string());
    }
    let facts = &of.opened.game.history().present().outcome.facts;
    for sentence in sentences(of.opened.game.setup(), facts) {
        let texts = std::iter::once(&sentence.text).chain(&sentence.details);
        texts.flat_map(|text| ids_in(text)).for_each(&mut add);
    }
    found
}

/// "MOV-5 How far a unit moves".
pub(super) fn titled(rule: &str) -> String {
    let title =
        rulebook().ok().and_then(|book| book.paragraph(rule)).map(|paragraph| paragraph.title.as_str());
    format!("{rule} {}", title.unwrap_or_default()).trim_end().to_owned()
}

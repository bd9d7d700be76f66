//! The log: what has happened, in sentences, the newest at the bottom. A click on a line looks at the moment after it; while
//! one looks back the line of that moment is highlighted, and what comes after it is pale.

use bevy::prelude::Resource;
use bevy_egui::egui::{
    self, Align, Color32, CornerRadius, Layout, Rect, RichText, ScrollArea, Sense, Shape, Ui, UiBuilder, vec2,
};

use super::die::die_ui;
use super::luck::luck_ui;
use super::{PanelContext, style};
use crate::game::engine::dice::{Needs, Rolled, rolls};
use crate::game::engine::record::history::{Branch, EntryId};
use crate::game::engine::subject::Subject;
use crate::game::narration::foresight::short_reason;
use crate::game::narration::{Rolls, Sentence, Weight, dice, narrated_setup, sentences, words};
use crate::rules::ids::{Side, UnitId};
use crate::ui::looks::side_look;
use crate::ui::looks::time_look::{LOOKING_BACK, WHAT_IF};
use crate::ui::looks::words::{Words, hint};
use crate::ui::overlays::sentence;
use crate::ui::session::events::{UiEvent, emit, is_heard};
use crate::ui::session::open_game::{BattleState, OpenGame};
use crate::ui::timeline::Ask;

/// How much of what comes after the moment that is looked at shows.
const AFTER_OPACITY: f32 = 0.45;

/// The log; made again only when the battle has changed.
#[derive(Resource, Default)]
pub(super) struct Log {
    chapters: Vec<Chapter>,
    /// What it was made of: the game, how many entries it has, and the last of the line.
    of: Option<(BattleState, usize)>,
    /// The entry that was highlighted last.
    highlighted: Option<EntryId>,
}

/// The text of one entry of the history.
struct Chapter {
    branch: BranchStart,
    /// What today's rules make of it, where it was played by others.
    departs: Option<String>,
    entry: EntryId,
    sentences: Vec<Sentence>,
    /// Why the computer gave its command, where it did.
    reason: Option<String>,
    /// Its dice, if any of them needed a face; those of a roll-off are shown with its sentence.
    rolls: Vec<Rolled>,
    /// The width it was last shown at, and its height then.
    size: Option<egui::Vec2>,
}

/// Whether another branch of the history begins with an entry.
#[derive(PartialEq, Eq)]
enum BranchStart {
    Yes,
    No,
}

impl Log {
    /// Makes the log from the history, so that it is right after loading and undoing, too.
    pub fn update(&mut self, opened: &OpenGame) {
        let game = &opened.game;
        let end = if opened.is_looking() { game.history().line_end() } else { game.history().present().id };
        let of = (BattleState { entry: end, ..opened.state() }, game.history().entries().len());
        if self.of.replace(of) == Some(of) {
            return;
        }
        let mut branch = Branch::Played;
        let view = game.battle().view();
        let setup = narrated_setup(&view);
        let chapters = game.history().line_to(end).into_iter().map(|entry| {
            let start = if entry.branch == branch { BranchStart::No } else { BranchStart::Yes };
            branch = entry.branch;
            let mut rolls = rolls(&entry.outcome.draws);
            if rolls.iter().all(|rolled| rolled.roll.needs == Needs::Nothing) {
                rolls.clear();
            }
            let sentences = sentences(&setup, &entry.outcome.facts);
            let departs = entry.departure.as_ref().map(|departure| departure.why.clone());
            let reason = entry.rationale.as_ref().map(|rationale| rationale.why.clone());
            let reason = reason.filter(|why| !why.is_empty());
            Chapter { branch: start, departs, entry: entry.id, sentences, reason, rolls, size: None }
        });
        let silent = |chapter: &Chapter| {
            chapter.branch == BranchStart::No && chapter.sentences.is_empty() && chapter.rolls.is_empty()
        };
        let chapters = chapters.filter(|chapter| !silent(chapter));
        let known = std::mem::take(&mut self.chapters);
        // What stays has the size that it had.
        self.chapters = chapters
            .map(|chapter| {
                let same = known
                    .iter()
                    .find(|other| other.entry == chapter.entry && other.sentences == chapter.sentences);
                Chapter { size: same.and_then(|other| other.size), ..chapter }
            })
            .collect();
    }

    /// The chapter of an entry: its own, or the last before it that says something.
    fn chapter_of(&self, entry: EntryId) -> Option<EntryId> {
        self.chapters.iter().map(|chapter| chapter.entry).take_while(|of| *of <= entry).last()
    }
}

pub(super) fn log_ui(ui: &mut Ui, cx: &mut PanelContext, before_opening: bool) {
    ui.horizontal(|ui| {
        ui.label(style::caption("What has happened"));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| luck_ui(ui, cx));
    });
    if before_opening {
        return;
    }
    let (mut clicked, mut gone_to) = (None, None);
    let (is_looking, present) = (cx.opened.is_looking(), cx.opened.game.history().present().id);
    let highlighted = cx.log.chapter_of(present).filter(|_| is_looking);
    // Once it has been shown, it stays where the player scrolls it.
    let scrolls_to = highlighted.filter(|_| cx.log.highlighted != highlighted);
    // Back in the game, the newest is what one wants to read.
    let comes_back = cx.log.highlighted.is_some() && !is_looking;
    cx.log.highlighted = highlighted;
    let hidden_after = (is_looking && cx.timeline.hides_rest).then_some(present);
    let mut places = Vec::new();
    let area = ScrollArea::vertical().auto_shrink([false, false]).stick_to_bottom(!is_looking);
    let shown = area.show_viewport(ui, |ui, seen| {
        cx.column.scroll(ui, None);
        ui.spacing_mut().item_spacing.y = 4.0;
        let (top, width) = (ui.cursor().top(), ui.available_width());
        let playback = &cx.playback;
        let chapters = cx.log.chapters.iter_mut();
        let chapters = chapters.take_while(|chapter| is_looking || !playback.is_playing(chapter.entry));
        for chapter in chapters.take_while(|chapter| hidden_after.is_none_or(|last| chapter.entry <= last)) {
            let from = ui.cursor().top() - top;
            // What is scrolled out of view only takes its space.
            if let Some(size) = chapter.size.filter(|size| size.x == width)
                && (from > seen.max.y || from + size.y < seen.min.y)
            {
                let (_, rect) = ui.allocate_space(size);
                if scrolls_to == Some(chapter.entry) {
                    ui.scroll_to_rect(rect, Some(Align::Center));
                }
                continue;
            }
            let (entry, is_here) = (chapter.entry, highlighted == Some(chapter.entry));
            let builder = UiBuilder::new().id_salt(("chapter", entry.0)).sense(Sense::click());
            let behind = ui.painter().add(Shape::Noop);
            let shown = ui.scope_builder(builder, |ui| {
                ui.set_width(width);
                if is_looking && entry > present {
                    ui.set_opacity(AFTER_OPACITY);
                }
                let clicked = chapter_ui(ui, chapter);
                if let Some(reason) = &chapter.reason {
                    reason_ui(ui, reason);
                }
                clicked
            });
            let (rect, is_hovered) = (shown.response.rect, shown.response.hovered());
            ui.painter().set(behind, backdrop(rect, is_here, is_hovered));
            if scrolls_to == Some(entry) {
                ui.scroll_to_rect(rect, Some(Align::Center));
            }
            if is_heard() && ui.clip_rect().contains_rect(rect) {
                places.push((entry.0, rect.left_bottom() + vec2(rect.width() * 0.9, -2.0)));
            }
            if shown.response.clicked() || shown.inner.is_some() {
                gone_to = Some(entry);
            }
            clicked = shown.inner.or(clicked);
            chapter.size = Some(vec2(width, shown.response.rect.height()));
        }
        if comes_back {
            ui.scroll_to_cursor(Some(Align::BOTTOM));
        }
    });
    let hidden = shown.content_size.y - shown.inner_rect.height();
    cx.column.report_scroll(None, shown.state.offset.y, hidden);
    if clicked.is_some() {
        cx.selection.unit = clicked;
    }
    if let Some(entry) = gone_to {
        cx.timeline.ask(Ask::LookAt(entry));
    }
    report(ui, places, highlighted);
}

/// What stands behind a chapter: something where it is looked at, or could be.
fn backdrop(rect: Rect, is_here: bool, is_hovered: bool) -> Shape {
    let rect = rect.expand2(vec2(2.0, 1.0));
    if is_here {
        let fill = Shape::rect_filled(rect, CornerRadius::same(3), LOOKING_BACK.gamma_multiply(0.16));
        let edge = rect.with_max_x(rect.left() + 3.0);
        return Shape::Vec(vec![fill, Shape::rect_filled(edge, CornerRadius::ZERO, LOOKING_BACK)]);
    }
    if is_hovered { Shape::rect_filled(rect, CornerRadius::same(3), style::BOX) } else { Shape::Noop }
}

/// Reports which lines can be clicked, and where.
fn report(ui: &Ui, places: Vec<(usize, egui::Pos2)>, highlighted: Option<EntryId>) {
    if !is_heard() {
        return;
    }
    let lines = places.into_iter().map(|(entry, at)| (entry, at.into())).collect();
    let event = UiEvent::LogShows { lines, highlighted: highlighted.map(|entry| entry.0) };
    let (id, text) = (egui::Id::new("log lines"), format!("{event:?}"));
    if ui.data(|data| data.get_temp::<String>(id)).as_ref() != Some(&text) {
        ui.data_mut(|data| data.insert_temp(id, text));
        emit(&event);
    }
}

/// Why the computer did it: a clause, all of it on demand.
fn reason_ui(ui: &mut Ui, reason: &str) {
    let short = short_reason(reason);
    let why = RichText::new(format!("Why: {short}.")).small().italics().color(style::FAINT);
    let label = ui.add(Words::new(why));
    if short.len() < reason.trim_end_matches('.').len() {
        label.on_hover_text(sentence(reason));
    }
}

/// One entry; returns the unit whose sentence was clicked.
fn chapter_ui(ui: &mut Ui, chapter: &Chapter) -> Option<UnitId> {
    if chapter.branch == BranchStart::Yes {
        branch_ui(ui);
    }
    if let Some(why) = &chapter.departs {
        let text = RichText::new("— played by other rules —").small().color(style::FAINT);
        ui.vertical_centered(|ui| {
            ui.label(text).on_hover_text(format!("By the rules of this program: {why}."))
        });
    }
    // The rolls follow the last sentence that mentions them.
    let last = chapter.sentences.iter().rposition(|sentence| sentence.rolls != Rolls::None);
    let last = last.map_or(chapter.sentences.len(), |index| index + 1);
    let (with_rolls, rest) = chapter.sentences.split_at(last);
    let mut clicked = None;
    for sentence in with_rolls.iter().filter(|sentence| sentence_ui(ui, sentence)) {
        clicked = sentence.about.map(Subject::unit);
    }
    if !chapter.rolls.is_empty() {
        all_rolls_ui(ui, chapter);
    }
    for sentence in rest.iter().filter(|sentence| sentence_ui(ui, sentence)) {
        clicked = sentence.about.map(Subject::unit);
    }
    clicked
}

fn branch_ui(ui: &mut Ui) {
    let text = RichText::new("— from here on: what if? —").color(WHAT_IF);
    ui.vertical_centered(|ui| ui.label(text));
}

/// A sentence; returns whether it was clicked.
fn sentence_ui(ui: &mut Ui, sentence: &Sentence) -> bool {
    match (sentence.weight, sentence.about.map(Subject::unit)) {
        (Weight::Heading, _) => {
            ui.add_space(4.0);
            ui.label(RichText::new(&sentence.text).strong().color(style::ACCENT));
            ui.separator();
            false
        }
        (Weight::Phase, _) => {
            ui.label(RichText::new(&sentence.text).strong().color(Color32::WHITE));
            false
        }
        (Weight::Quiet, _) => {
            ui.add(Words::new(RichText::new(format!("{}.", sentence.text)).small().color(style::FAINT)));
            false
        }
        (Weight::Line, None) => {
            ui.add(Words::new(&sentence.text));
            rolls_ui(ui, &sentence.rolls, None);
            false
        }
        (Weight::Line, Some(unit)) => {
            let row = ui.horizontal(|ui| {
                super::top_bar::badge_ui(ui, unit.side, 7.0);
                let words = ui.add(Words::new(&sentence.text).sense(Sense::click()));
                hint(ui, words, "Select the unit, and look at this moment").clicked()
            });
            rolls_ui(ui, &sentence.rolls, Some(unit.side));
            row.inner
        }
    }
}

/// The dice of a sentence; those of a single side come without its letter.
fn rolls_ui(ui: &mut Ui, rolls: &Rolls, side: Option<Side>) {
    let (faces, needs) = match rolls {
        Rolls::None => return,
        Rolls::RollOff(rolls) => return roll_off_ui(ui, rolls),
        Rolls::AtMost { faces, limit } => (faces, Needs::AtMost(*limit)),
        Rolls::Reaching { faces, limit } => (faces, Needs::AtLeast(*limit)),
    };
    let Some(side) = side.filter(|_| !faces.is_empty()) else { return };
    ui.horizontal_wrapped(|ui| {
        for face in faces {
            rolled_ui(ui, side, *face, needs);
        }
    });
}

/// A die of the log; pale if it did not succeed.
fn rolled_ui(ui: &mut Ui, side: Side, face: u8, needs: Needs) {
    let succeeded = needs.met_by(face);
    let shown = ui.add_enabled_ui(succeeded != Some(false), |ui| die_ui(ui, side, face)).inner;
    let word = match succeeded {
        None => String::new(),
        Some(true) => format!(": a success ({needs})"),
        Some(false) => format!(": no success ({needs})"),
    };
    let hint = format!("side {side} rolled {face}{word}");
    shown.on_hover_text(&hint).on_disabled_hover_text(hint);
}

/// What each shot needed and why, and every roll of an entry face by face, in a collapsible section.
fn all_rolls_ui(ui: &mut Ui, chapter: &Chapter) {
    let dice: usize = chapter.rolls.iter().map(|rolled| rolled.faces.len()).sum();
    let title = RichText::new(words::dice_count(dice)).small().color(style::FAINT);
    egui::CollapsingHeader::new(title).id_salt(("rolls", chapter.entry.0)).show(ui, |ui| {
        for detail in chapter.sentences.iter().flat_map(|sentence| &sentence.details) {
            ui.label(RichText::new(detail).small().color(style::FAINT));
        }
        for rolled in &chapter.rolls {
            ui.label(RichText::new(dice::roll(rolled.roll)).small());
            ui.horizontal_wrapped(|ui| {
                for face in &rolled.faces {
                    rolled_ui(ui, rolled.roll.by.side, *face, rolled.roll.needs);
                }
            });
        }
    });
}

/// The faces of a roll-off, one roll after the other.
fn roll_off_ui(ui: &mut Ui, rolls: &[[u8; 2]]) {
    ui.horizontal_wrapped(|ui| {
        for (index, faces) in rolls.iter().enumerate() {
            if index > 0 {
                ui.label(RichText::new("tied, again:").small().color(style::FAINT));
            }
            for side in Side::BOTH {
                ui.label(RichText::new(side.to_string()).small().color(side_look::light_ink(side)));
                rolled_ui(ui, side, faces[side.index()], Needs::Nothing);
            }
        }
    });
}

//! The column on the right: a card for each thing that is worth a word now, and the log below them.
//!
//! A card says what is the matter in one sentence, then the numbers. `column_layout.rs` decides which are open and how high each
//! is; a click on a card's head folds or opens it; a card that is too long scrolls inside itself. Nothing of it lies over the
//! table.

use std::collections::BTreeMap;

use bevy::prelude::{DetectChanges, On, ResMut, Resource};
use bevy_egui::egui::{
    self, CornerRadius, Rect, RichText, Sense, Stroke, StrokeKind, Ui, UiBuilder, pos2, vec2,
};

use super::card_frame::{Shown, body_ui, box_ui, head_hint, rect_of};
use super::card_line::CardLine;
use super::column_layout::{ByHand, CardSize, ColumnLayout, Importance, lay_out};
use super::head::Head;
use super::{PanelContext, log, style};
use super::{
    advice, combat_panel, computer, decision, fight_panel, odds_panel, paragraph, question, retreat_panel,
    score, shooters, sight_panel, tray, unit_panel,
};
use crate::ui::looks::side_look;
use crate::ui::looks::words::Words;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::screen::ColumnKey;

/// What a card that has not been seen yet may want, pixels; it is measured as it is first shown.
const UNKNOWN: f32 = 180.0;

/// The cards there are, from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum CardName {
    Question,
    Tray,
    Unit,
    Fight,
    FallBack,
    Combat,
    Odds,
    SplitFire,
    Sight,
    Advice,
    Computers,
    Decision,
    Score,
    Rule,
}

/// A card of the column.
pub(super) struct Card {
    name: CardName,
    /// Its head; `None` while there is nothing to show.
    head: fn(&PanelContext) -> Option<Head>,
    /// All below the sentence.
    body: fn(&mut Ui, &mut PanelContext),
    /// Puts it away, and the key that does; `None` for one that goes by itself.
    close: Option<(fn(&mut PanelContext), &'static str)>,
    /// Whether it gives orders: not while dice are awaited.
    gives_orders: bool,
}

impl Card {
    const fn new(
        name: CardName,
        head: fn(&PanelContext) -> Option<Head>,
        body: fn(&mut Ui, &mut PanelContext),
    ) -> Self {
        Self { name, head, body, close: None, gives_orders: false }
    }

    const fn closed_by(self, close: fn(&mut PanelContext), key: &'static str) -> Self {
        Self { close: Some((close, key)), ..self }
    }

    const fn with_orders(self) -> Self {
        Self { gives_orders: true, ..self }
    }
}

/// Every card, from top to bottom.
const CARDS: [Card; 14] = [
    Card::new(CardName::Question, question::head, question::body_ui).with_orders(),
    Card::new(CardName::Tray, tray::head, tray::body_ui).with_orders(),
    Card::new(CardName::Unit, unit_panel::head, unit_panel::body_ui),
    Card::new(CardName::Fight, fight_panel::head, fight_panel::body_ui),
    Card::new(CardName::FallBack, retreat_panel::head, retreat_panel::body_ui),
    Card::new(CardName::Combat, combat_panel::head, combat_panel::body_ui).with_orders(),
    Card::new(CardName::Odds, odds_panel::head, odds_panel::body_ui).with_orders(),
    Card::new(CardName::SplitFire, shooters::head, shooters::body_ui).with_orders(),
    Card::new(CardName::Sight, sight_panel::head, sight_panel::body_ui).closed_by(sight_panel::close, "V"),
    Card::new(CardName::Advice, advice::head, advice::body_ui).closed_by(computer::close, "Y"),
    Card::new(CardName::Computers, computer::head, computer::body_ui).closed_by(computer::close, "Y"),
    Card::new(CardName::Decision, decision::head, decision::body_ui).closed_by(decision::close, "Shift+F3"),
    Card::new(CardName::Score, score::head, score::body_ui).closed_by(score::close, "S"),
    Card::new(CardName::Rule, paragraph::head, paragraph::body_ui).closed_by(paragraph::close, "Esc"),
];

/// What the column remembers from one frame to the next.
#[derive(Resource, Default)]
pub(super) struct Column {
    /// The height of all that a card had to say when it was last shown, pixels.
    wanted: BTreeMap<CardName, f32>,
    by_hand: BTreeMap<CardName, ByHand>,
    clicks: u32,
    /// The card that is read by keys; `None`: the log.
    reads: Option<CardName>,
    /// How far keys have scrolled what is read, pixels down, since it was last shown.
    scroll: f32,
    /// How far down it was when that was last reported.
    reported: f32,
    /// What came of keys that scroll.
    scrolled: Scrolled,
    /// Where cards and log were last laid out, for tests.
    pub(super) placed: Vec<(CardName, Rect, bool)>,
    pub(super) log: Option<Rect>,
}

/// What came of keys that scroll what is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Scrolled {
    #[default]
    NotAsked,
    Asked,
    /// All of it is shown.
    InVain,
}

impl Column {
    fn size(&self, name: CardName, head: &Head) -> CardSize {
        CardSize {
            importance: head.importance,
            by_hand: self.by_hand.get(&name).copied(),
            wanted: self.wanted.get(&name).copied().unwrap_or(UNKNOWN),
        }
    }

    /// A click on the head of a card.
    fn toggle(&mut self, name: CardName, is_open: bool) {
        self.clicks += 1;
        let by_hand = if is_open { ByHand::Folded } else { ByHand::Opened(self.clicks) };
        self.by_hand.insert(name, by_hand);
        emit(&UiEvent::CardToggled { card: format!("{name:?}"), open: !is_open });
    }

    /// The card after the one that is read by keys is read, and opened for it; after the last, the log.
    fn read_next(&mut self) {
        let place = |name| self.placed.iter().position(|(known, ..)| *known == name);
        let next = self.reads.and_then(place).map_or(0, |place| place + 1);
        let next = self.placed.get(next).copied();
        if let Some((name, _, false)) = next {
            self.toggle(name, false);
        }
        (self.reads, self.scroll) = (next.map(|(name, ..)| name), 0.0);
        emit(&UiEvent::CardRead { card: self.reads.map(|name| format!("{name:?}")) });
    }

    /// Scrolls what is read as far as keys have asked for; called within what scrolls.
    pub(super) fn scroll(&mut self, ui: &Ui, what: Option<CardName>) {
        if self.reads == what && self.scroll != 0.0 {
            self.scrolled = Scrolled::Asked;
            ui.scroll_with_delta(vec2(0.0, -std::mem::take(&mut self.scroll)));
        }
    }

    /// Reports how far down what is read is; `hidden` pixels of it are above or below what is shown.
    pub(super) fn report_scroll(&mut self, what: Option<CardName>, offset: f32, hidden: f32) {
        let offset = offset.round();
        if self.reads == what && self.scrolled == Scrolled::Asked {
            self.scrolled = if hidden < 1.0 { Scrolled::InVain } else { Scrolled::NotAsked };
        }
        if self.reads == what && self.reported != offset {
            self.reported = offset;
            emit(&UiEvent::ColumnScrolled { offset });
        }
    }

    /// What was done to a card that has gone says nothing about the next of its kind; the unit's card is always the same.
    fn forget_gone(&mut self, shown: &[(&Card, Head)]) {
        let is_shown = |name: &CardName| shown.iter().any(|(card, _)| card.name == *name);
        self.by_hand.retain(|name, _| *name == CardName::Unit || is_shown(name));
        self.reads = self.reads.filter(is_shown);
    }
}

/// How far one press scrolls, pixels.
const SCROLL: f32 = 60.0;

pub(super) fn on_column_key(key: On<ColumnKey>, mut column: ResMut<Column>) {
    match *key {
        ColumnKey::NextCard => column.read_next(),
        ColumnKey::ScrollUp => column.scroll -= SCROLL,
        ColumnKey::ScrollDown => column.scroll += SCROLL,
    }
}

/// Lays out and paints the whole column.
pub(super) fn column_ui(ui: &mut Ui, cx: &mut PanelContext) {
    if cx.opened.is_changed() {
        cx.log.update(&cx.opened);
    }
    let before_opening = cx.dice.asks_for_opening();
    let shown: Vec<(&Card, Head)> = CARDS
        .iter()
        .filter(|card| !(card.gives_orders && before_opening))
        .filter_map(|card| Some((card, (card.head)(cx)?)))
        .collect();
    let mut column = std::mem::take(&mut *cx.column);
    column.forget_gone(&shown);
    let room = ui.available_rect_before_wrap();
    let sizes: Vec<CardSize> = shown.iter().map(|(card, head)| column.size(card.name, head)).collect();
    let ColumnLayout { cards: places, log_top, log_height } = lay_out(&sizes, room.height());
    column.placed.clear();
    for ((card, head), place) in shown.iter().zip(&places) {
        let rect = rect_of(room, place);
        column.placed.push((card.name, rect, place.is_open));
        let disabled = card.gives_orders && cx.dice.0.is_some();
        let builder = UiBuilder::new().id_salt(card.name).max_rect(rect);
        let mut child = ui.new_child(builder);
        child.shrink_clip_rect(rect);
        if disabled {
            child.disable();
        }
        card_ui(&mut child, cx, (card, head), place.is_open, &mut column);
    }
    let log = Rect::from_min_size(room.min + vec2(0.0, log_top), vec2(room.width(), log_height));
    column.log = Some(log);
    *cx.column = column;
    let mut child = ui.new_child(UiBuilder::new().id_salt("log").max_rect(log));
    child.shrink_clip_rect(log);
    log::log_ui(&mut child, cx, before_opening);
    if cx.column.scrolled == Scrolled::InVain {
        cx.column.scrolled = Scrolled::NotAsked;
        cx.opened.ignore_key("There is nothing to scroll: all of it is shown.");
    }
    ui.allocate_rect(room, Sense::hover());
}

fn card_ui(
    ui: &mut Ui,
    cx: &mut PanelContext,
    (card, head): (&Card, &Head),
    is_open: bool,
    column: &mut Column,
) {
    let rect = ui.max_rect();
    let (bar, heading) = box_ui(ui, head.importance == Importance::Decides);
    let closes = is_open && card.close.is_some();
    let line = CardLine { side: head.side, title: &head.title, says: &head.says };
    line.paint(ui, bar, is_open, if closes { 26.0 } else { 0.0 });
    if let Some((close, key)) = card.close.filter(|_| closes) {
        let at = Rect::from_center_size(pos2(bar.right() - 15.0, bar.center().y), vec2(20.0, 18.0));
        let button = egui::Button::new(RichText::new("✖").small().color(style::FAINT)).frame(false);
        if ui.put(at, button).on_hover_text(format!("Close ({key})")).clicked() {
            close(cx);
        }
    }
    if heading.on_hover_text(head_hint(is_open, &head.says)).clicked() {
        column.toggle(card.name, is_open);
    }
    if let (CardName::Question, Some(side)) = (card.name, head.side) {
        // At one screen nobody answers for the other by mistake.
        let edge = Stroke::new(2.5_f32, side_look::ink(side));
        ui.painter().rect_stroke(rect, CornerRadius::same(6), edge, StrokeKind::Inside);
    }
    if column.reads == Some(card.name) {
        let edge = Stroke::new(1.2_f32, style::ACCENT);
        ui.painter().rect_stroke(rect, CornerRadius::same(6), edge, StrokeKind::Inside);
    }
    if is_open {
        open_ui(ui, cx, (card, head), rect.with_min_y(bar.bottom()), column);
    }
}

/// The sentence, then the rest; it scrolls where it is too long.
fn open_ui(
    ui: &mut Ui,
    cx: &mut PanelContext,
    (card, head): (&Card, &Head),
    rect: Rect,
    column: &mut Column,
) {
    let Shown { wanted, offset, hidden } = body_ui(ui, card.name, rect, |ui| {
        column.scroll(ui, Some(card.name));
        if !head.says.is_empty() {
            ui.add(Words::new(RichText::new(&head.says).size(15.0).strong().color(head.ink)));
            ui.add_space(2.0);
        }
        (card.body)(ui, cx);
    });
    column.report_scroll(Some(card.name), offset, hidden);
    let known = column.wanted.insert(card.name, wanted);
    if known.is_none_or(|known| (known - wanted).abs() > 0.5) {
        // Now that its height is known, all have their places.
        ui.ctx().request_repaint();
    }
}

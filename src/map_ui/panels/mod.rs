//! The panels around the map: the bar on top, the column on the right, the time line at the foot, and sheets over the map.

mod bars;
mod card;
mod column;
mod counter;
mod curtain;
mod desk;
mod dice;
mod dice_question;
mod games;
mod guide;
mod labels;
mod links;
mod log;
mod note;
mod now;
mod odds;
mod seating;
mod sheets;
mod standings;
mod under;

use bevy::math::{Rect, Vec2};
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use tabletop_counters::OnHexes;
use tabletop_hexes::hex::Hex;
use tabletop_shell::rules::Book;

pub use desk::{Advice, Panels, Sheet, Wish};
pub use links::{marks_of_counters, without_paragraphs};

use self::card::Column;
use self::desk::Desk;
use self::links::Links;
use crate::map_ui::choosing::Choosing;
use crate::map_ui::session::{Free, Shown, Stage, Table};
use crate::map_ui::settings::MapSettings;
use crate::ui::panels::card_frame::{bar, whole_window};
use crate::ui::panels::{leave_keys_to_table, style};

/// Height of the bar on top and of the time line, logical pixels.
const TOP: f32 = 44.0;
const FOOT: f32 = 34.0;

/// Width of the column: a share of the window within limits, so that a small window leaves room for the map; logical pixels.
const COLUMN: [f32; 2] = [284.0, 340.0];
const COLUMN_SHARE: f32 = 0.29;

fn column_width(window: egui::Rect) -> f32 {
    (window.width() * COLUMN_SHARE).clamp(COLUMN[0], COLUMN[1])
}

/// The camera is to look at these hexes.
#[derive(Message, Clone, Debug)]
pub struct LookAt(pub Vec<Hex>);

/// Something is asked of the window.
#[derive(Message, Clone, Debug)]
pub struct Wished(pub Wish);

/// Lays the panels out in every frame.
pub fn plugin<G: OnHexes>(app: &mut App, book: Book) {
    app.insert_resource(Panels {
        sheet: Sheet::None,
        book,
        scenarios: None,
        saves: None,
        column: Column::default(),
        seats: None,
        advice: Advice::None,
        again: None,
    })
    .add_message::<LookAt>()
    .add_message::<Wished>()
    .add_systems(PostStartup, style::apply_style)
    .add_systems(
        EguiPrimaryContextPass,
        (panels::<G>, labels::labels::<G>, under::under::<G>).chain().in_set(PanelSystems),
    );
}

/// Lays panels and words out.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PanelSystems;

fn panels<G: OnHexes>(
    mut contexts: EguiContexts,
    mut table: ResMut<Table<G>>,
    mut choosing: ResMut<Choosing<G>>,
    mut panels: ResMut<Panels>,
    mut settings: ResMut<MapSettings>,
    shown: Res<Shown<G>>,
    mut free: ResMut<Free>,
    mut looks: MessageWriter<LookAt>,
    mut wishes: MessageWriter<Wished>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let book = std::mem::take(&mut panels.book);
    choosing.begin_frame();
    panels.again = None;
    let links = Links {
        scene: &shown.scene,
        land: &shown.land,
        book: &book,
        hinted: Vec::new(),
        look: Vec::new(),
        open: None,
    };
    let mut desk = Desk {
        table: &mut table,
        choosing: &mut choosing,
        panels: &mut panels,
        settings: &mut settings,
        links,
        wishes: Vec::new(),
    };
    lay_out(&context, &mut desk);
    let Desk { links: Links { hinted, look, open, .. }, wishes: wished, .. } = desk;
    choosing.hinted = hinted;
    if !look.is_empty() {
        looks.write(LookAt(look));
    }
    wishes.write_batch(wished.into_iter().map(Wished));
    if let Some(id) = open {
        panels.sheet = Sheet::Rule(id);
    }
    panels.book = book;
    free.set_if_neq(Free(free_area(context.viewport_rect())));
    Ok(())
}

/// The part of the window that no panel covers.
fn free_area(window: egui::Rect) -> Rect {
    let min = Vec2::new(window.min.x, window.min.y + TOP);
    let max = Vec2::new(window.max.x - column_width(window), window.max.y - FOOT);
    Rect { min, max: max.max(min + Vec2::splat(64.0)) }
}

/// All panels of a frame.
fn lay_out<G: OnHexes>(context: &egui::Context, desk: &mut Desk<'_, G>) {
    let mut whole = whole_window(context);
    if desk.table.curtain().is_some() {
        curtain::curtain_ui(&mut whole, desk);
        sheets::sheet_ui(context, desk);
        return leave_keys_to_table(context);
    }
    bar(TOP, egui::Panel::top("top")).frame(style::bar()).show(&mut whole, |ui| bars::top_ui(ui, desk));
    bar(FOOT, egui::Panel::bottom("time line"))
        .frame(style::strip())
        .show(&mut whole, |ui| bars::time_ui(ui, desk));
    let width = column_width(context.viewport_rect());
    bar(width, egui::Panel::right("side"))
        .frame(style::column())
        .show(&mut whole, |ui| column::column_ui(ui, desk));
    if desk.table.stage == Stage::Seating && desk.panels.sheet == Sheet::None {
        seating::seating_ui(context, desk);
    }
    dice_question::dice_ui(context, desk, free_area(context.viewport_rect()));
    sheets::sheet_ui(context, desk);
    if !note::note_ui(context, desk, free_area(context.viewport_rect())) {
        leave_keys_to_table(context);
    }
}

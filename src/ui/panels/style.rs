//! The style of the panels: colours, fonts, frames.

use bevy::prelude::*;
use bevy_egui::EguiContext;
use bevy_egui::egui::{self, Color32, CornerRadius, FontId, Frame, Margin, RichText, Stroke, TextStyle};

/// Background of bars and columns.
pub(crate) const GROUND: Color32 = Color32::from_rgb(27, 31, 38);
/// Background of boxes.
pub(crate) const BOX: Color32 = Color32::from_rgb(36, 41, 50);
/// Separators.
pub(crate) const LINE: Color32 = Color32::from_rgb(58, 65, 77);
/// Ordinary text.
pub(crate) const INK: Color32 = Color32::from_rgb(222, 226, 232);
/// Secondary text.
pub(crate) const FAINT: Color32 = Color32::from_rgb(146, 156, 170);
/// What can be done now.
pub(crate) const ACCENT: Color32 = Color32::from_rgb(214, 174, 88);
/// Errors and refusals.
pub(crate) const WRONG: Color32 = Color32::from_rgb(255, 123, 114);
/// Success.
pub(crate) const WELL: Color32 = Color32::from_rgb(126, 231, 135);

/// Sets the style of the panels, and of the cards over the table.
pub(crate) fn apply_style(mut contexts: Query<&mut EguiContext>) {
    contexts.iter_mut().for_each(|mut context| apply_to(context.get_mut()));
}

pub(crate) fn apply_to(context: &egui::Context) {
    context.set_theme(egui::Theme::Dark);
    // Texts have a size of our own: the table has to follow it.
    context.options_mut(|options| {
        options.zoom_with_keyboard = false;
        // However long a button is held, or a frame takes to draw, it is a click.
        options.input_options.max_click_duration = f64::INFINITY;
    });
    context.all_styles_mut(|style| {
        style.text_styles.insert(TextStyle::Body, FontId::proportional(14.0));
        style.text_styles.insert(TextStyle::Button, FontId::proportional(14.0));
        style.text_styles.insert(TextStyle::Small, FontId::proportional(11.5));
        style.text_styles.insert(TextStyle::Heading, FontId::proportional(18.0));
        style.spacing.button_padding = egui::vec2(10.0, 5.0);
        style.spacing.item_spacing = egui::vec2(8.0, 5.0);
        style.spacing.window_margin = Margin::same(12);
        style.interaction.selectable_labels = false;
        colour(&mut style.visuals);
    });
}

fn colour(visuals: &mut egui::Visuals) {
    visuals.panel_fill = GROUND;
    visuals.window_fill = GROUND;
    visuals.window_stroke = Stroke::new(1.0_f32, LINE);
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.extreme_bg_color = Color32::from_rgb(19, 22, 27);
    visuals.override_text_color = None;
    visuals.selection.bg_fill = Color32::from_rgb(88, 74, 42);
    visuals.selection.stroke = Stroke::new(1.0_f32, ACCENT);
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.fg_stroke.color = INK;
    widgets.noninteractive.bg_stroke.color = LINE;
    for (state, fill, ink) in [
        (&mut widgets.inactive, Color32::from_rgb(50, 57, 69), INK),
        (&mut widgets.hovered, Color32::from_rgb(66, 75, 90), Color32::WHITE),
        (&mut widgets.active, Color32::from_rgb(84, 94, 112), Color32::WHITE),
    ] {
        state.weak_bg_fill = fill;
        state.bg_fill = fill;
        state.fg_stroke.color = ink;
        state.corner_radius = CornerRadius::same(5);
    }
}

/// The frame of a bar.
pub(crate) fn bar() -> Frame {
    Frame::new().fill(GROUND).inner_margin(Margin::symmetric(14, 8))
}

/// The frame of the strip of units.
pub(crate) fn strip() -> Frame {
    Frame::new().fill(GROUND).inner_margin(Margin::symmetric(6, 3)).stroke(Stroke::new(1.0_f32, LINE))
}

/// The frame of the column.
pub(crate) fn column() -> Frame {
    Frame::new().fill(GROUND).inner_margin(Margin::symmetric(12, 10)).stroke(Stroke::new(1.0_f32, LINE))
}

/// The frame of a box in the column.
pub(crate) fn boxed() -> Frame {
    Frame::new().fill(BOX).corner_radius(CornerRadius::same(6)).inner_margin(Margin::same(10))
}

/// A button for what the player probably wants.
pub(crate) fn main_button(text: &str) -> egui::Button<'static> {
    let text = RichText::new(text.to_owned()).strong().color(Color32::from_rgb(28, 24, 14));
    egui::Button::new(text).fill(ACCENT)
}

/// The word of a row, at its left, as wide as those of the other rows.
pub(crate) fn row_word(ui: &mut egui::Ui, width: f32, word: RichText) {
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(egui::vec2(width, 20.0), layout, |ui| {
        ui.set_min_width(width);
        ui.add(egui::Label::new(word).truncate());
    });
}

/// The caption of a part of a panel.
pub(crate) fn caption(text: &str) -> RichText {
    RichText::new(text.to_uppercase()).small().color(FAINT)
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Event, Modifiers, PointerButton, RawInput, Rect};

    use super::*;

    /// A button that is held for three seconds, or whose release waits for a slow frame, is clicked.
    #[test]
    fn a_slow_click_is_a_click() {
        let context = egui::Context::default();
        apply_to(&context);
        let (mut place, mut clicks) = (Rect::NOTHING, 0);
        let mut frame = |time: f64, events: Vec<Event>| {
            let input = RawInput { time: Some(time), events, ..RawInput::default() };
            let mut output = context.run_ui(input, |ui| {
                let button = ui.button("Top view");
                place = button.rect;
                clicks += usize::from(button.clicked());
            });
            output.textures_delta.clear();
            (place.center(), clicks)
        };
        let (pos, _) = frame(0.0, Vec::new());
        let press = |pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        frame(1.0, vec![Event::PointerMoved(pos)]);
        frame(1.1, vec![press(true)]);
        frame(4.0, Vec::new());
        assert_eq!(frame(4.1, vec![press(false)]).1, 1);
    }
}

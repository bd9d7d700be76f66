//! The lines of the first card that say what can be done now, what the lights mean, and why it is asked.

use bevy_egui::egui::{Color32, RichText, Sense, Shape, Stroke, Ui, vec2};
use tabletop_counters::OnHexes;

use super::desk::Desk;
use crate::map_ui::choosing::{guide, why};
use crate::map_ui::scene::light_colour;
use crate::map_ui::session::LitKind;
use crate::ui::panels::style;

/// Side of the swatch of a light, pixels.
const SWATCH: f32 = 12.0;

/// Shows them, unless the player has put them away.
pub fn guide_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    if desk.settings.hides_guide {
        return;
    }
    let guide = guide(desk.choosing, desk.links.scene);
    ui.add_space(2.0);
    for (kind, words) in &guide.lights {
        ui.horizontal(|ui| {
            swatch(ui, *kind);
            ui.label(RichText::new(words).small().color(style::INK));
        });
    }
    for (index, line) in guide.says.iter().enumerate() {
        let ink = if index == 0 { style::INK } else { style::FAINT };
        desk.links.label(ui, RichText::new(line).small().color(ink));
    }
    if let Some(why) = why(desk.choosing, desk.links.book) {
        let text = RichText::new(format!("Why: {why}")).small().italics().color(style::FAINT);
        desk.links.label(ui, text);
    }
}

/// A small hexagon in the colour of a light.
fn swatch(ui: &mut Ui, kind: LitKind) {
    let (rect, _) = ui.allocate_exact_size(vec2(SWATCH + 4.0, SWATCH + 2.0), Sense::hover());
    let corners = [(1.0, 0.0), (0.5, 0.87), (-0.5, 0.87), (-1.0, 0.0), (-0.5, -0.87), (0.5, -0.87)];
    let corners = corners.map(|(x, y)| rect.center() + vec2(x, y) * (SWATCH / 2.0));
    let [red, green, blue] = light_colour(kind);
    let ink = Color32::from_rgb(red, green, blue);
    let shape = Shape::convex_polygon(corners.to_vec(), ink.gamma_multiply(0.35), Stroke::new(2.0_f32, ink));
    ui.painter().add(shape);
}

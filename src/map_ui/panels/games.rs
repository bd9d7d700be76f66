//! Scenarios of the game, and recorded games to play on.

use std::path::{Path, PathBuf};

use bevy_egui::egui::{Button, RichText, ScrollArea, Ui};
use tabletop_counters::OnHexes;

use super::desk::{Desk, Sheet, Wish};
use crate::map_ui::session::{Scenario, saves, scenarios};
use crate::ui::panels::style;

/// Most recordings that are listed.
const SAVES: usize = 30;

impl<G: OnHexes> Desk<'_, G> {
    /// The recordings, the newest first, without the one that is being written.
    fn saves(&mut self) -> Vec<PathBuf> {
        let folder = self.table.places().records.clone();
        let known = self.panels.saves.get_or_insert_with(|| saves(&folder));
        let open = self.table.recorded_to();
        known.iter().filter(|path| Some(path.as_path()) != open).take(SAVES).cloned().collect()
    }

    /// The newest recording.
    pub fn newest_save(&mut self) -> Option<PathBuf> {
        self.saves().into_iter().next()
    }
}

/// A button that opens a file.
pub fn open_button<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>, path: &Path, word: &str) {
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    if ui.button(format!("{word}: {name}")).on_hover_text(path.display().to_string()).clicked() {
        desk.wishes.push(Wish::Open(path.to_owned()));
        desk.panels.sheet = Sheet::None;
    }
}

/// A scenario; of one with faults, all of them.
fn scenario_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>, scenario: &Scenario) {
    let opens = ui.add_enabled(scenario.fault.is_none(), Button::new(&scenario.name));
    if opens.clicked() {
        desk.wishes.push(Wish::Open(PathBuf::from(&scenario.id)));
        desk.panels.sheet = Sheet::None;
    }
    let (text, ink) = match &scenario.fault {
        Some(fault) => (fault, style::WRONG),
        None => (&scenario.about, style::FAINT),
    };
    ui.label(RichText::new(text).small().color(ink));
}

/// The sheet.
pub fn games_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    if desk.panels.scenarios.is_none() {
        let found = scenarios::<G>(&desk.table.files());
        desk.panels.scenarios = Some(found);
    }
    let scenarios = desk.panels.scenarios.clone().unwrap_or_default();
    let (own, shipped): (Vec<Scenario>, Vec<Scenario>) =
        scenarios.into_iter().partition(|scenario| scenario.is_own);
    for (title, scenarios) in [("Scenarios", shipped), ("Your own", own)] {
        if scenarios.is_empty() {
            continue;
        }
        ui.label(RichText::new(title).strong());
        for scenario in &scenarios {
            scenario_ui(ui, desk, scenario);
        }
    }
    ui.add_space(6.0);
    ui.label(RichText::new("Recorded games").strong());
    let saves = desk.saves();
    if saves.is_empty() {
        ui.label(RichText::new("None yet: every game you play is recorded.").color(style::FAINT));
    }
    ScrollArea::vertical().max_height(220.0).show(ui, |ui| {
        for save in saves {
            open_button(ui, desk, &save, "Play on");
        }
    });
    let text = format!("They lie in {}", desk.table.places().records.display());
    ui.label(RichText::new(text).small().color(style::FAINT));
}

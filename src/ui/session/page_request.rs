//! Pages about a game that players ask for. `ui/pages` writes them.

use std::path::PathBuf;

use bevy::prelude::*;

/// The key for the report of the open game.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) struct ReportKey;

/// A page that is to be written beside its save.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(in crate::ui) enum PageRequest {
    /// The report of the open game.
    Report,
    /// The report of a save.
    ReportOf(PathBuf),
    /// The open game with its notes, for the author of the rules.
    ForTheAuthor,
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.add_message::<PageRequest>().add_observer(on_report_key);
}

fn on_report_key(_: On<ReportKey>, mut requests: MessageWriter<PageRequest>) {
    requests.write(PageRequest::Report);
}

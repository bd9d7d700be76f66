//! The hint that an answer is still being computed, beside the pointer; without a pointer, at the unit in question.

use bevy::ecs::system::SystemParamItem;
use bevy_egui::egui::{Color32, Pos2, vec2};

use super::overlay::{Audience, Depth, Overlay, OverlayFrame};
use super::signs::{Face, Sign, Usual};
use crate::ui::background::computing::{Computing, Task};
use crate::ui::drafts::draft::Drafting;
use crate::ui::drafts::selection::Selection;
use crate::ui::frame::inputs::inputs;
use crate::ui::session::open_game::OpenGame;

const HINT_INK: Color32 = Color32::from_rgb(200, 208, 218);

/// The hint.
pub(super) struct ComputingHint;

inputs! {
    /// Inputs of the hint.
    pub(super) struct Inputs {
        computing: Computing, opened: OpenGame, selection: Selection, drafting: Drafting,
    }
}

impl Overlay for ComputingHint {
    const FOR: Audience = Audience::Players;
    const DEPTH: Depth = Depth::OverCards;

    type Inputs = Inputs<'static>;

    fn paint(frame: &mut OverlayFrame, inputs: &SystemParamItem<Self::Inputs>) {
        let texts: Vec<&str> =
            inputs.computing.shown().filter(|task| is_on_table(*task)).map(Task::text).collect();
        if texts.is_empty() {
            return;
        }
        let clip = frame.painter.egui.clip_rect();
        let at =
            frame.pointer.filter(|pointer| clip.contains(*pointer)).or_else(|| unit_pixel(frame, inputs));
        let at = at.unwrap_or(clip.center_bottom() - vec2(0.0, 60.0));
        let face = Face::small(&frame.painter, &texts.join("\n"), HINT_INK);
        frame.signs.show_now(&frame.painter, Sign::at(at + vec2(0.0, 21.0), 12.0, Usual::Right, face));
    }
}

/// Whether the answer shows on the table. The legend has the hint for the exposure map, panels that for what they show; nobody waits for
/// the ghost unit.
fn is_on_table(task: Task) -> bool {
    match task {
        Task::Reach
        | Task::Paths
        | Task::DraftCheck
        | Task::SightLines
        | Task::RetreatPreview
        | Task::CombatLinks
        | Task::ComputerPlayer => true,
        Task::ExposureMap
        | Task::Odds
        | Task::CombatForecast
        | Task::GhostMove
        | Task::GhostShot
        | Task::DiceOrDecision => false,
    }
}

/// The pixel of the first model of the draft, else of the leader of the selected unit.
fn unit_pixel(frame: &OverlayFrame, inputs: &Inputs) -> Option<Pos2> {
    let leader = || {
        let view = inputs.opened.game.battle().view();
        Some(view.leader(inputs.selection.unit?)?.pose.at)
    };
    let drafted = inputs.drafting.0.as_ref().and_then(|draft| draft.models.first());
    let (at, height) = match drafted {
        Some(model) => (model.at, model.height),
        None => leader().map(|at| (at.ground(), at.z))?,
    };
    frame.painter.point(at, height.inches())
}

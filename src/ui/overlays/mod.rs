//! The overlays: everything that is drawn over the table, such as ghosts, paths, markers, names and cards.
//!
//! Flat areas are meshes on the table; lines and text are painted over the picture, so that they are sharp at any
//! distance. `overlay.rs` says what an overlay is; the list is below.

mod aiming;
mod awareness_rings;
mod callout;
mod caption;
mod coherency;
mod combat;
mod computing_hint;
mod decision;
mod deployment_zones;
mod dice_counts;
mod effects;
mod exclusion_rings;
mod exposure;
mod eyes;
mod fighters;
mod fire_lines;
pub(crate) mod foot_line;
mod ghosts;
pub(super) mod hidden_models;
mod hover_tooltip;
mod legend;
mod losses;
mod objectives;
mod overlay;
mod overlay_painter;
mod paths;
mod placing;
mod profile;
pub(super) mod question_frame;
mod reach;
mod retreat;
mod rings;
mod ruler;
mod run_limits;
pub(crate) mod show_cards;
mod show_score;
mod sight;
mod sight_card;
mod sign_pass;
mod signs;
mod solid_shapes;
mod state_words;
mod subtitle;
mod tags;
mod teardrop;
mod tracers;

use bevy::prelude::*;
use bevy_egui::EguiPostUpdateSet;

pub(super) use callout::sentence;
use overlay::AppOverlayExt;
pub(super) use overlay::Overlays;
pub(super) use overlay_painter::PaintedText;
pub(super) use retreat::card as retreat_card;
pub(super) use sight_card::{card_ui as sight_card_ui, of_one as sight_of_one, says as sight_says};
pub(super) use tags::check_mark;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(overlay::plugin)
        // These follow figures and drafts with entities of their own.
        .add_plugins((
            deployment_zones::plugin,
            ghosts::plugin,
            reach::plugin,
            retreat::plugin,
            rings::plugin,
            tags::plugin,
        ))
        .add_mesh_overlay::<exclusion_rings::ExclusionRings>()
        .add_mesh_overlay::<exposure::ExposureMap>()
        .add_mesh_overlay::<losses::Losses>()
        .add_mesh_overlay::<objectives::Objectives>()
        .add_mesh_overlay::<reach::Reach>()
        .add_mesh_overlay::<retreat::Ribbon>()
        .add_mesh_overlay::<teardrop::TeardropOverlay>()
        // Each of these is painted over those before it.
        .add_overlay::<show_score::ShowScore>()
        .add_overlay::<objectives::Objectives>()
        .add_overlay::<tags::UnitTags>()
        .add_overlay::<dice_counts::DiceCounts>()
        .add_overlay::<losses::Losses>()
        .add_overlay::<solid_shapes::SolidShapes>()
        .add_overlay::<question_frame::QuestionFrame>()
        .add_overlay::<tracers::Tracers>()
        .add_overlay::<effects::Effects>()
        .add_overlay::<reach::Reach>()
        .add_overlay::<awareness_rings::AwarenessRings>()
        .add_overlay::<sight::SightLines>()
        .add_overlay::<exposure::ExposureMap>()
        .add_overlay::<retreat::Retreat>()
        .add_overlay::<coherency::Coherency>()
        .add_overlay::<run_limits::RunLimits>()
        .add_overlay::<paths::Paths>()
        .add_overlay::<fighters::Fighters>()
        .add_overlay::<combat::CombatOverlay>()
        .add_overlay::<placing::PlacingOverlay>()
        .add_overlay::<callout::RefusalCallout>()
        .add_overlay::<fire_lines::FireLines>()
        .add_overlay::<teardrop::TeardropOverlay>()
        .add_overlay::<sight_card::SightCard>()
        .add_overlay::<legend::Legend>()
        .add_overlay::<state_words::StateWords>()
        .add_overlay::<hover_tooltip::HoverTooltip>()
        // Whatever is written over the table is painted here, clear of what is there.
        .add_overlay::<sign_pass::Signs>()
        .add_overlay::<callout::RefusalText>()
        .add_overlay::<caption::CaptionBanner>()
        .add_overlay::<decision::DecisionOverlay>()
        .add_overlay::<subtitle::SubtitleBar>()
        // Over the lines and rings on the table.
        .add_overlay::<show_score::ShowScorePlate>()
        .add_overlay::<show_cards::ShowCards>()
        // Over cards as well.
        .add_overlay::<tags::HoveredTag>()
        .add_overlay::<aiming::Aiming>()
        .add_overlay::<ruler::RulerOverlay>()
        .add_overlay::<computing_hint::ComputingHint>()
        .add_systems(PostUpdate, question_frame::draw_again.after(EguiPostUpdateSet::EndPass));
}

//! The keys of chapter 7: what counts as in view, and what that does to Ev.

use super::define::{chapter, switch};

switch! {
    /// Part of a wood in which a target is Obscured by it (VIS-2).
    WoodObscures {
        /// at its edge; what stands wholly deeper is covered by the trees that the sight line runs through
        Edge,
        /// everywhere in it, whatever its trees hide
        Throughout,
    }
}

switch! {
    /// Effect of the edge of a ruin or hill in front of a target (VIS-2).
    EdgeCover {
        /// a target some of which is behind it is Concealed
        Conceals,
        /// nothing: a ruin or hill counts by the share in view alone
        ByShareAlone,
    }
}

chapter! {
    /// Chapter 7.
    SightRules in sight ("7. Sight") {
        /// Share of a body in view at or above which all of it counts as in view.
        all_in_view: f64 [0.0, 1.0], Share, ("VIS-1");
        /// Share of a body in view at or below which nothing of it counts as in view.
        nothing_in_view: f64 [0.0, 1.0], Share, ("VIS-1");
        /// Maximum error of a measured share.
        share_error: f64 [0.0001, 0.1], Share, ("VIS-1");
        /// Share of a body in view at or below which it is Concealed.
        concealed_at: f64 [0.0, 1.0], Share, ("VIS-2");
        /// Depth inside a wood's edge up to which a target is still Obscured.
        wood_edge: f64 [0.0, 50.0], Inches, ("VIS-2");
        /// Part of a wood in which a target is Obscured by it.
        wood_obscures: WoodObscures, Switch, ("VIS-2") ruling "VIS-2.3" before Choice("Edge");
        /// Length of sight line through woods beyond which a target is Concealed.
        wood_depth: f64 [0.0, 50.0], Inches, ("VIS-2");
        /// Effect of the edge of a ruin or hill in front of a target.
        edge_cover: EdgeCover, Switch, ("VIS-2") ruling "VIS-2.2" before Choice("Conceals");
        /// Height above the shooter from which a target is Obscured.
        obscured_height: f64 [0.0, 50.0], Inches, ("VIS-2");
        /// Height above the target from which a shooter sees it as Exposed.
        exposed_height: f64 [0.0, 50.0], Inches, ("VIS-3");
        /// Aw of a shooter against an Exposed target.
        exposed_awareness: f64 [0.0, 10.0], TimesAw, ("VIS-3");
        /// Ev added by Obscured.
        obscured_evasion: u8 [0, 10], Points, ("VIS-5");
        /// Ev added by Concealed.
        concealed_evasion: u8 [0, 10], Points, ("VIS-5");
        /// Ev added by Hidden.
        hidden_evasion: u8 [0, 10], Points, ("VIS-5");
        /// Ev added beyond the shooter's Aw.
        far_evasion: u8 [0, 10], Points, ("VIS-5");
        /// Running or standing on pavement lowers Ev.
        pavement_exposes: bool, Switch, ("VIS-5");
        /// Ev lost on pavement; matters only where pavement lowers it.
        pavement_evasion_loss: u8 [0, 10], Points, ("VIS-5");
    }
}

impl SightRules {
    /// The numbers of `combined`, for tests that read no file; a test of `level` compares them with the file.
    pub const COMBINED: Self = Self {
        all_in_view: 0.99,
        nothing_in_view: 0.01,
        share_error: 0.01,
        concealed_at: 0.5,
        wood_edge: 1.0,
        wood_obscures: WoodObscures::Edge,
        wood_depth: 1.0,
        edge_cover: EdgeCover::Conceals,
        obscured_height: 1.0,
        exposed_height: 1.0,
        exposed_awareness: 2.0,
        obscured_evasion: 1,
        concealed_evasion: 2,
        hidden_evasion: 3,
        far_evasion: 1,
        pavement_exposes: false,
        pavement_evasion_loss: 1,
    };
}

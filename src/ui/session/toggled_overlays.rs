//! The overlays that a key has switched on.

use std::collections::BTreeSet;

use bevy::prelude::*;

/// Their names, as in `bindings.rs`.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) struct ToggledOverlays(BTreeSet<&'static str>);

impl ToggledOverlays {
    /// Shows an overlay, or hides it.
    pub fn toggle(&mut self, name: &'static str) {
        if !self.0.remove(name) {
            self.0.insert(name);
        }
    }

    pub fn shows(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Hides all of them.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// The key of the overlay of this name.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) struct OverlayKey(pub &'static str);

pub(in crate::ui) fn plugin(app: &mut App) {
    app.init_resource::<ToggledOverlays>().add_observer(on_overlay_key);
}

fn on_overlay_key(key: On<OverlayKey>, mut overlays: ResMut<ToggledOverlays>) {
    overlays.toggle(key.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_toggle_shows_and_hides() {
        let mut toggled = ToggledOverlays::default();
        toggled.toggle("names");
        assert!(toggled.shows("names") && !toggled.shows("grid"));
        toggled.toggle("grid");
        toggled.toggle("names");
        assert!(!toggled.shows("names") && toggled.shows("grid"));
        toggled.clear();
        assert!(toggled.is_empty());
    }
}

//! Resources that are read together, each by a name.

use bevy::prelude::*;

/// What may have changed since the system that reads it ran last.
pub(in crate::ui) trait MayChange {
    /// Whether it has.
    fn has_changed(&self) -> bool;
}

impl<R: Resource> MayChange for Res<'_, R> {
    fn has_changed(&self) -> bool {
        self.is_changed()
    }
}

/// Makes a system parameter of some resources.
macro_rules! inputs {
    ($(#[$doc:meta])* $visible:vis struct $name:ident { $($shown:vis $field:ident: $resource:ty),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(bevy::ecs::system::SystemParam)]
        $visible struct $name<'w> {
            $($shown $field: bevy::prelude::Res<'w, $resource>),+
        }

        impl $crate::ui::frame::inputs::MayChange for $name<'_> {
            fn has_changed(&self) -> bool {
                $($crate::ui::frame::inputs::MayChange::has_changed(&self.$field))||+
            }
        }
    };
}

pub(in crate::ui) use inputs;

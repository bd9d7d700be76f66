//! Why a command is refused.

#[doc(hidden)]
pub use serde::Serialize;

/// Defines reasons and the list of all of them, so that none can be forgotten.
#[macro_export]
macro_rules! reasons {
    ($($(#[$doc:meta])* $reason:ident,)*) => {
        $crate::reasons! {
            /// A reason of this phase to refuse a command.
            Reason { $($(#[$doc])* $reason,)* }
        }
    };
    ($(#[$of:meta])* $name:ident { $($(#[$doc:meta])* $reason:ident,)* }) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, $crate::reason::Serialize)]
        pub enum $name {
            $($(#[$doc])* $reason,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$reason,)*];
        }
    };
}

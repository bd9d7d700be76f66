//! The macro by which a phase defines its orders.

/// Defines a phase's `Order`: its variants, their names in JSON, and the conversion from each payload.
macro_rules! orders {
    ($($(#[$doc:meta])* $name:ident $(($payload:ty))?,)*) => {
        /// An order of this phase.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Order {
            $($(#[$doc])* $name $(($payload))?,)*
        }

        impl Order {
            /// The orders' names in JSON.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];
        }

        $($(impl From<$payload> for Order {
            fn from(order: $payload) -> Self {
                Self::$name(order)
            }
        }

        impl From<$payload> for $crate::game::kinds::Order {
            fn from(order: $payload) -> Self {
                Order::from(order).into()
            }
        })?)*
    };
}

pub(crate) use orders;

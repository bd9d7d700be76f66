//! Why a command is refused.

#[doc(hidden)]
pub use serde::Serialize;

/// Defines reasons to refuse a command, and under each its mistakes: what their words need, the rule, and the words.
///
/// ```
/// tabletop::reasons! { Reason, Mistake, words(about, value, limit);
///     /// A path is longer than allowed.
///     TooFar =>
///         TooFar: "MOV-1", "{about} would move {value:.2}; it may move {limit}";
///         TooFarOnGround { going: &'static str }: "GO-3", "{about} may move {limit} over {going}";
///     /// A model may not turn now.
///     MayNotTurn => MayNotTurn: "FAC-3", "{about} may not turn";
/// }
/// assert_eq!(Reason::ALL, [Reason::TooFar, Reason::MayNotTurn]);
/// let mistake = Mistake::TooFarOnGround { going: "mud" };
/// ```
///
/// The words use a mistake's own fields, and what its refusal is about, has measured and was held against, by the names
/// that stand after `words`. What a refusal does not say shows as "?" or "NaN".
#[macro_export]
macro_rules! reasons {
    (
        $reasons:ident, $mistakes:ident, words($about:ident, $value:ident, $limit:ident);
        $($(#[$doc:meta])+ $reason:ident => $(
            $mistake:ident $({ $($field:ident: $type:ty),* })?: $rule:expr, $text:literal $(, $arg:expr)*;
        )+)*
    ) => {
        /// A reason to refuse a command: the kind of mistake.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, $crate::reason::Serialize)]
        pub enum $reasons {
            $($(#[$doc])+ $reason,)*
        }

        impl $reasons {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$reason,)*];
        }

        /// Mistake in a command, with the values that its wording needs.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs, reason = "the words say it")]
        pub enum $mistakes {
            $($($mistake $({ $($field: $type,)* })?,)+)*
        }

        #[allow(unused_variables, reason = "few words need everything")]
        impl<G: $crate::game::Game<Reason: From<$reasons>>> $crate::refusal::Mistake<G> for $mistakes {
            fn reason(&self) -> G::Reason {
                match self {
                    $($(Self::$mistake { .. } => $reasons::$reason,)+)*
                }
                .into()
            }

            fn rule(&self) -> $crate::ids::RuleId {
                $crate::ids::RuleId(match self {
                    $($(Self::$mistake { $($($field,)*)? } => $rule,)+)*
                })
            }

            fn words(&self, of: &$crate::refusal::Refusal<G>) -> String {
                let $about = of.about.map_or_else(|| "?".to_owned(), |about| about.to_string());
                let [$value, $limit] = of.measured.map_or([f64::NAN; 2], |it| [it.value, it.limit]);
                match self {
                    $($(Self::$mistake { $($($field,)*)? } => format!($text $(, $arg)*),)+)*
                }
            }
        }

        impl<G: $crate::game::Game<Reason: From<$reasons>>> AsRef<dyn $crate::refusal::Mistake<G>> for $mistakes {
            fn as_ref(&self) -> &(dyn $crate::refusal::Mistake<G> + 'static) {
                self
            }
        }
    };
}

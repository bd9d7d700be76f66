//! Values by which computer players judge: `assets/judgement.ron`, and a style's changes to it.

use std::ops::RangeInclusive;
use std::path::Path;

use super::fault::Faults;
use super::ron::{Node, Reader};
use super::setup::SourceText;
use super::text_file::read_text;

/// Shares of something's worth, and chances.
const SHARE: RangeInclusive<f64> = 0.0..=1.0;
/// Range of factors.
const FACTOR: RangeInclusive<f64> = -10.0..=10.0;
/// Lengths, inches, and counts: other numbers are divided by them.
const INCHES: RangeInclusive<f64> = 1.0..=400.0;
const COUNT: RangeInclusive<f64> = 0.1..=100.0;

/// Makes the types of a judgement and its groups, and reads them: from a whole file, or from a part of it over a base.
macro_rules! judgement {
    ($($group:ident: $Group:ident { $($number:ident: $range:ident),+ $(,)? })+) => {
        /// Values by which a computer player judges. A sentence beside each number in `assets/judgement.ron` explains it.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Judgement {
            $(
                #[doc = concat!("The numbers of `", stringify!($group), "`.")]
                pub $group: $Group,
            )+
        }

        impl Judgement {
            /// Reads all numbers, or over a base those that differ.
            pub(super) fn read(node: Node, base: Option<&Self>) -> Option<Self> {
                let fields = node.fields(&[$(stringify!($group)),+])?;
                $(
                    let $group = match base {
                        None => fields.need(stringify!($group)).and_then(|node| $Group::read(node, None)),
                        Some(base) => fields.or(stringify!($group), base.$group, |node| {
                            $Group::read(node, Some(&base.$group))
                        }),
                    };
                )+
                Some(Self { $($group: $group?),+ })
            }
        }

        $(
            #[doc = concat!("The numbers of `", stringify!($group), "` in a judgement.")]
            #[derive(Clone, Copy, Debug, PartialEq)]
            pub struct $Group {
                $(
                    #[doc = concat!("`", stringify!($group), ".", stringify!($number), "`.")]
                    pub $number: f64,
                )+
            }

            impl $Group {
                fn read(node: Node, base: Option<&Self>) -> Option<Self> {
                    let fields = node.fields(&[$(stringify!($number)),+])?;
                    $(
                        let number = |node: Node| node.number($range, "");
                        let $number = match base {
                            None => fields.need(stringify!($number)).and_then(number),
                            Some(base) => fields.or(stringify!($number), base.$number, number),
                        };
                    )+
                    Some(Self { $($number: $number?),+ })
                }
            }
        )+
    };
}

judgement! {
    fire: FireWorth {
        suppresses: SHARE, forces_back: SHARE, forces_back_weak: SHARE, leaderless: SHARE, uninspired: SHARE,
        uninspired_suppressed: SHARE,
    }
    estimate: EstimateWorth { suppresses: SHARE, forces_back: SHARE, spares: SHARE }
    risk: RiskWorth { shared: SHARE, suppressed: SHARE, snap_fires: SHARE, spares: SHARE }
    support: SupportWorth { runs: SHARE, charges: SHARE }
    combat: CombatWorth { forced_out: SHARE, fails_test: SHARE }
    nerve: NerveWorth { steady: SHARE, suppressed: SHARE }
    objectives: ObjectiveWorth {
        in_a_force: COUNT, decides: SHARE, contested: SHARE, held_by_a_friend: SHARE, driven_off: SHARE,
        friend_is_nearer: SHARE, about_to_reach: SHARE, attracts_from: INCHES,
    }
    approach: ApproachWorth { next_to: SHARE, counts_from: INCHES }
    retreat: RetreatWorth { in_view: SHARE, rout: SHARE, unlikely: SHARE }
    waiting: WaitingWorth { runs_into_it: SHARE, another_runs: SHARE }
    deployment: DeploymentWorth {
        covered: SHARE, forward: SHARE, eagerness_of_leaders: FACTOR, eagerness: FACTOR, long_range: INCHES, alone: SHARE,
        inspires: SHARE, cover_beside: SHARE,
    }
    ending: EndingWorth { tally: SHARE, suppressed: SHARE, nerve_marker: SHARE, victory: FACTOR, hopeless: SHARE }
}

impl Judgement {
    /// The shipped judgement, from the root of the data folder.
    ///
    /// # Errors
    /// Every fault of the file; a single one if it is not there.
    pub fn load(root: &Path) -> Result<Self, Faults> {
        read_judgement(&read_text(&root.join(FILE), FILE)?)
    }
}

const FILE: &str = "assets/judgement.ron";

/// Reads a whole judgement.
///
/// # Errors
/// Every fault of the file.
pub fn read_judgement(source: &SourceText) -> Result<Judgement, Faults> {
    let reader = Reader::new(source);
    let body = reader.root().and_then(|root| root.variant(&["Judgement"]));
    let judgement = body.and_then(|(_, body)| Judgement::read(body, None));
    reader.finish(judgement)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_changes_some_of_the_shipped_numbers() {
        let base = Judgement::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        let read = |text: &str| {
            let source = SourceText { name: "own.ron".into(), text: text.into() };
            let reader = Reader::new(&source);
            let judgement = reader.root().and_then(|root| Judgement::read(root, Some(&base)));
            reader.finish(judgement)
        };
        let own = read("(risk: (shared: 0.75))").unwrap();
        assert_eq!(own, Judgement { risk: RiskWorth { shared: 0.75, ..base.risk }, ..base });
        assert_eq!(read("()").unwrap(), base);
        for fault in [
            "(risk: (shared: 1.5))",
            "(risk: (courage: 0.5))",
            "(courage: ())",
            "(objectives: (in_a_force: 0.0))",
        ] {
            assert_eq!(read(fault).unwrap_err().0.len(), 1, "{fault}");
        }
    }
}

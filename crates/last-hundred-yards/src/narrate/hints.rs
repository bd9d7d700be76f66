//! Everything that is said to a side of what is concealed from it.

use super::shots::is_in_vain;
use super::{Sentence, line};
use crate::fact::{Fact, Hint};
use crate::setup::LhySetup;

/// Rule: LHY-STA-5.
pub fn hinted(setup: &LhySetup, hint: Hint, next: &[Fact]) -> Sentence {
    let place = |hex| setup.place(hex);
    let (at, text) = match hint {
        Hint::Moved { from, to } => {
            (to, format!("A concealed unit moves from {} to {}", place(from), place(to)))
        }
        Hint::Fired { from, hex } => {
            (hex, format!("A concealed unit in {} takes aim at {}", place(from), place(hex)))
        }
        Hint::ShotResolved { hex } => {
            let ends = if is_in_vain(next) { " without effect" } else { "" };
            (hex, format!("A concealed unit fires at {}{ends}", place(hex)))
        }
        Hint::Acted { hex } => (hex, format!("A concealed unit in {} tries to recover", place(hex))),
    };
    line(at, text, "LHY-STA-5")
}

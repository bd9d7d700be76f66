//! Advice of an experienced player.

use super::engine::WarStrike;

pub use tabletop::adviser::{Adviser, Advisers, OtherAdvice, StyleName};

/// Advised command, with the reasons.
pub type Advice = tabletop::adviser::Advice<WarStrike>;

/// The styles by which the computer plays easily, as usual and hard, with those words: by the positions that they solve in the
/// exam, and the games that they win.
pub const STRENGTHS: [(&str, &str); 3] =
    [("quick", "Easy"), ("objective-minded", "Normal"), ("strong", "Hard")];

/// The style that names no strength for: it has no plan.
const WITHOUT_PLAN: &str = "random";

/// Styles as a player chooses among them: by strength, then by character, the one without a plan last.
pub fn in_order_of_choice(styles: &[StyleName]) -> Vec<&StyleName> {
    let mut all: Vec<&StyleName> = styles.iter().collect();
    let place = |style: &StyleName| {
        let strength = STRENGTHS.iter().position(|(id, _)| *id == style.id);
        (strength.unwrap_or(STRENGTHS.len()), style.id == WITHOUT_PLAN)
    };
    all.sort_by_key(|style| place(style));
    all
}

/// Name of a style as a player reads it: "Hard", or its character, "Cautious".
pub fn shown_name(style: &StyleName) -> &str {
    let strength = STRENGTHS.iter().find(|(id, _)| *id == style.id);
    strength.map_or(style.name.as_str(), |(_, word)| word)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::level::data_folder::DataFolder;

    /// Strength comes first, character after it; every strength is a shipped style.
    #[test]
    fn styles_are_ordered_by_strength_then_character() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let style = |id: String| StyleName { name: id.clone(), about: String::new(), id };
        let styles: Vec<StyleName> = data.styles().into_iter().map(style).collect();
        let words: Vec<&str> = in_order_of_choice(&styles).into_iter().map(shown_name).collect();
        assert_eq!(words, ["Easy", "Normal", "Hard", "aggressive", "cautious", "swift", "random"]);
    }
}

//! Words of a shell's command line.

/// A path as a shell takes it for one word.
pub(crate) fn as_word(path: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+=,:@~".contains(letter);
    if path.chars().all(is_plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_one_word_of_a_command() {
        for (path, expected) in [
            ("experiments/shaken-at-8.ron", "experiments/shaken-at-8.ron"),
            ("my rules/it's.ron", "'my rules/it'\\''s.ron'"),
            ("über/a.ron", "über/a.ron"),
            ("$HOME/a.ron", "'$HOME/a.ron'"),
        ] {
            assert_eq!(as_word(path), expected);
        }
    }
}

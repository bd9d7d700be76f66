//! Lists within a sentence.

/// "A1", "A1 and A2", "A1, A2 and A9"; empty where there is nothing.
pub fn joined<T: ToString>(all: &[T]) -> String {
    let all: Vec<String> = all.iter().map(T::to_string).collect();
    match all.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => all.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn only_the_last_follows_an_and() {
        for (all, expected) in [
            (&[][..], ""),
            (&["A1"], "A1"),
            (&["A1", "A2"], "A1 and A2"),
            (&["A1", "A2", "A9"], "A1, A2 and A9"),
        ] {
            assert_eq!(joined(all), expected);
        }
    }
}

//! Models by their ids, and dice by their faces: what stands in brackets and below a sentence.

use crate::rules::ids::ModelId;

/// Shortest run of models that is named by its first and its last.
const RUN: usize = 3;

/// Several models in order, runs of them as one: "A1.1–A1.10, B2.3, B2.5".
pub fn models(ids: impl IntoIterator<Item = ModelId>) -> String {
    let mut ids: Vec<ModelId> = ids.into_iter().collect();
    ids.sort();
    ids.dedup();
    let runs = ids
        .chunk_by(|one, next| one.unit == next.unit && u32::from(one.number) + 1 == u32::from(next.number));
    let run = |run: &[ModelId]| match run {
        [first, .., last] if run.len() >= RUN => format!("{first}–{last}"),
        few => few.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    };
    runs.map(run).collect::<Vec<_>>().join(", ")
}

/// The faces of some dice behind what is said of them: " [3, 5]"; nothing where none was rolled.
pub fn faces<T: ToString>(faces: impl IntoIterator<Item = T>) -> String {
    let faces: Vec<String> = faces.into_iter().map(|face| face.to_string()).collect();
    if faces.is_empty() { String::new() } else { format!(" [{}]", faces.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_models_are_written_by_their_ends() {
        for (ids, expected) in [
            (&["A1.1"][..], "A1.1"),
            (&["A1.1", "A1.2"], "A1.1, A1.2"),
            (&["A1.3", "A1.2", "A1.1", "A1.3"], "A1.1–A1.3"),
            (&["A1.1", "A1.2", "A1.3", "A1.5", "A2.6", "A2.7", "A2.8"], "A1.1–A1.3, A1.5, A2.6–A2.8"),
            // The last of one unit and the first of another are no run.
            (&["A1.9", "A1.10", "A2.11"], "A1.9, A1.10, A2.11"),
            (&[], ""),
        ] {
            assert_eq!(models(ids.iter().map(|id| id.parse().unwrap())), expected);
        }
    }
}

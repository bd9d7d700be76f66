//! Several measures judged together: Holm's step-down.

/// Chances adjusted for being judged together, in their order.
pub fn adjusted(chances: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|a, b| chances[*a].total_cmp(&chances[*b]));
    let mut adjusted = vec![1.0; chances.len()];
    let mut so_far: f64 = 0.0;
    for (place, index) in order.into_iter().enumerate() {
        let left = (chances.len() - place) as f64;
        so_far = so_far.max(left * chances[index]).min(1.0);
        adjusted[index] = so_far;
    }
    adjusted
}

//! The threads of the window that work beside the main one, and what they cost.

use std::collections::BTreeMap;
use std::fs;

/// Threads of the drawing, of Bevy's pools and of the program itself, by how their names begin.
const OTHERS: [&str; 4] = ["llvmpipe", "Compute Task", "Async Comput", "IO Task Pool"];

/// How long each thread that answers questions has run, in microseconds, as Linux counts it.
pub struct Workers(BTreeMap<String, f64>);

impl Workers {
    pub fn now() -> Self {
        let main = fs::read_to_string("/proc/self/comm").unwrap_or_default();
        let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
        let ran = threads.filter_map(|thread| {
            let name = fs::read_to_string(thread.path().join("comm")).ok()?;
            let ran = fs::read_to_string(thread.path().join("schedstat")).ok()?;
            let nanos: f64 = ran.split_whitespace().next()?.parse().ok()?;
            let is_other = name == main || OTHERS.iter().any(|other| name.starts_with(other));
            (!is_other).then(|| (name.trim().to_owned(), nanos / 1000.0))
        });
        Self(ran.collect())
    }

    /// What each has cost since, for each of so many frames; those that cost next to nothing are left out.
    pub fn since(&self, frames: usize) -> Vec<(String, f64)> {
        let before = |name: &String| self.0.get(name).copied().unwrap_or_default();
        let cost = |(name, ran): (String, f64)| (name.clone(), (ran - before(&name)) / frames as f64);
        Self::now().0.into_iter().map(cost).filter(|(_, cost)| *cost >= 1.0).collect()
    }
}

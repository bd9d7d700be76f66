//! Time that others on the machine do not count in.

use std::sync::OnceLock;
use std::time::Instant;

/// Seconds of processor time that this thread has taken so far, where the system tells; else seconds since the first call.
pub fn processor_seconds() -> f64 {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let taken = text.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    taken.map_or_else(|| FIRST.get_or_init(Instant::now).elapsed().as_secs_f64(), |taken| taken * 1e-9)
}

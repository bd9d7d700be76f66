//! How many random tables and games the tests try, and how many of them at once.
//!
//! Debug builds try a few; `scripts/check` tries all of them in release, where they are quick.

use std::sync::{Condvar, LazyLock, Mutex};

/// How many tables a debug build tries.
const DEBUG_TABLES: u64 = 20;

/// How many random tables to try: `WARSTRIKE_TABLES` of them, if that is set.
pub fn tables(count: u64) -> u64 {
    let count_here = if cfg!(debug_assertions) { count.min(DEBUG_TABLES) } else { count };
    number("WARSTRIKE_TABLES").unwrap_or(count_here)
}

/// The number of the first table: `WARSTRIKE_FIRST_TABLE`, if that is set.
pub fn first_table() -> u64 {
    number("WARSTRIKE_FIRST_TABLE").unwrap_or(0)
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().and_then(|text| text.parse().ok())
}

/// Whether exactly the tables are tried among which every case is known to occur.
pub fn all_tables() -> bool {
    let chosen = ["WARSTRIKE_TABLES", "WARSTRIKE_FIRST_TABLE"];
    !cfg!(debug_assertions) && chosen.iter().all(|name| std::env::var_os(name).is_none())
}

/// How many cores no table is being worked on.
static FREE_CORES: LazyLock<Mutex<usize>> = LazyLock::new(|| Mutex::new(cores()));
static CORE_FREED: Condvar = Condvar::new();

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

/// The right to keep one core busy. The test runner runs as many tests at once as there are cores, and each of them may
/// work on its tables in as many threads: all of them together take turns.
pub struct Core;

impl Core {
    /// Waits until a core is free.
    pub fn wait() -> Self {
        let free = FREE_CORES.lock().unwrap();
        *CORE_FREED.wait_while(free, |free| *free == 0).unwrap() -= 1;
        Self
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        *FREE_CORES.lock().unwrap() += 1;
        CORE_FREED.notify_one();
    }
}

//! Background queries: questions about the battle, answered on threads, so that the window never waits.

pub(super) mod background_query;
pub(crate) mod computing;
pub(crate) mod programme;
pub(crate) mod query_thread;
pub(super) mod what_if;

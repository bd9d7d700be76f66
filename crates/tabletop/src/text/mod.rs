//! Text as other programs leave it, and as they read it.

pub mod bytes;
pub mod layout;
pub mod lines;
pub mod list;
pub mod markup;
pub mod percent;

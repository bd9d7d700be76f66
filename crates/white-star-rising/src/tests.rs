//! Whole games, the book's examples, its sights, and which paragraphs are built.

mod additions;
mod chapters;
mod examples;
mod forecasts;
mod odds;
mod paragraphs;
mod players;
mod reached;
mod rows;
pub mod scene;
mod shown;
mod sights;
mod whole_games;

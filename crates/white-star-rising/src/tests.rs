//! Whole games, the book's examples, its sights, and which paragraphs are built.

mod chapters;
mod examples;
mod odds;
mod paragraphs;
mod rows;
mod scene;
mod sights;
mod whole_games;

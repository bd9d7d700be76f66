//! Whole games, the book's examples, and which paragraphs are built.
mod whole_games;

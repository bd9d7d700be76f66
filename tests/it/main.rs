//! The project's tests from outside: one binary, one module a subject.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod amid_pieces;
mod analysis;
mod battery;
mod by_hand;
mod chance;
mod circles;
mod claims;
mod cli;
mod close_combat;
mod close_combat_refusals;
mod close_combat_rules;
mod command_lines;
mod computer_players;
#[cfg(feature = "gui")]
mod dice_show;
mod duel;
mod even_tables;
mod exam;
mod exposure;
mod fall_back;
mod fall_back_gallery;
mod falling_back;
mod foreseen_answers;
mod gallery;
mod glossary;
mod golden;
mod harm;
mod hundred_yards;
mod journal;
mod kill;
mod lab;
mod layers;
mod level_files;
mod limits;
mod links;
mod looking;
mod many_games;
#[cfg(feature = "gui")]
mod map_guide;
#[cfg(feature = "gui")]
mod map_scene;
#[cfg(feature = "gui")]
mod map_window;
mod mission_refusals;
mod missions;
mod moments;
mod names;
mod notes;
mod odds;
mod odds_of_orders;
mod old_saves;
mod one_writer;
mod other_experiments;
mod other_games;
mod other_programs;
mod own_files;
mod packaging;
mod paths;
#[cfg(feature = "gui")]
mod physics;
mod placing;
mod random_tables;
mod reach;
mod readings;
mod refusals;
mod report;
mod room_to_deploy;
mod rulebook;
mod rulesets;
mod say;
mod shooting;
mod show;
mod sight;
mod sight_with_overrides;
mod state;
mod streams;
mod support;
mod test_to_act;
mod unit_moves;
mod whole_games;
#[cfg(feature = "gui")]
mod window;
mod word;

//! Output without a window: pictures, posters, films, contact sheets; and play without a picture.

pub(super) mod contact_sheet;
pub(crate) mod film;
pub mod headless;
pub(crate) mod last_frame;
pub mod offscreen;
pub(super) mod picture;
pub(super) mod poster;
pub mod unseen;

//! A second opinion by the physics engine: what the rules measure with their own exact geometry, Rapier's colliders of
//! the same pieces must confirm. The rules count in double precision, Rapier in single: whatever differs by more than
//! that explains is a fault in one of the two.
//!
//! Debug builds try a few tables and coarse grids of rays; with `WARSTRIKE_TABLES=1000`, a thousand tables and ten
//! thousand rays a pair.

mod casts;
mod distances;
mod rays;
mod scenes;

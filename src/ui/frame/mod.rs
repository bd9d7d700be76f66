//! The frame of the window: the order of a frame, when frames are drawn, the two layers of paint, and how the engine starts.

pub(crate) mod crash;
pub(crate) mod display;
pub(crate) mod engine_plugins;
pub(super) mod frame_order;
pub(crate) mod frame_pacing;
pub(super) mod inputs;
pub(crate) mod paint_layers;

//! The frame of the window: the order of a frame, when frames are drawn, the two layers of paint, and how the engine starts.

pub(super) mod crash;
pub(super) mod display;
pub(super) mod engine_plugins;
pub(super) mod frame_order;
pub(super) mod frame_pacing;
pub(super) mod inputs;
pub(super) mod paint_layers;

//! Rigid bodies by Rapier: they show how things tumble and what one points at, and decide no rule.

pub(super) mod colliders;

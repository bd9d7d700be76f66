//! The actions of chapter 4 by name.

use serde::{Deserialize, Serialize};

/// What a unit did, or does, in its activation.
///
/// Level files may name any of them as a unit's last action, because RE-1 asks
/// for it; commands exist for those that are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Action {
    /// ACT-1.
    OpenFire,
    /// ACT-2.
    Advance,
    /// ACT-3.
    OnMyTarget,
    /// ACT-4.
    AtTheDouble,
    /// ACT-5.
    GetDown,
    /// ACT-6.
    FallBack,
}

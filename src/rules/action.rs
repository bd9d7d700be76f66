//! The actions of chapter 4 by name.

use serde::{Deserialize, Serialize};

/// What a unit does in its activation.
///
/// Level files may give any of them as a unit's last action, because RE-1 depends
/// on it; commands exist for those that are implemented.
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

//! Facts: what happened.

use serde::{Deserialize, Serialize};
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use crate::ids::{HqId, UnitId};
use crate::order::{Caller, Entry, Marker, Mission};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Fact {
    Deployed { unit: UnitId, hex: Hex },
    HqDeployed { hq: HqId, hex: Hex },
    Raised { unit: UnitId, hex: Hex },
    TurnBegan { turn: u8 },
    Drawn { marker: Marker, by: Side },
    ImpulseBegan { side: Side },
    CommandChecked { hex: Hex, side: Side, faces: Vec<u8>, limit: u8, passed: bool },
    OutOfCommand { unit: UnitId },
    RallyRolled { unit: UnitId, total: i8, limit: u8, rallied: bool },
    Fired { unit: UnitId, target: UnitId, face: u8, faces: Vec<u8>, hits: u8 },
    HexFired { hex: Hex, face: u8, faces: Vec<u8>, hits: u8 },
    PositionHeld { hex: Hex },
    Saved { hex: Hex, face: u8, faces: Vec<u8>, saved: u8 },
    Disrupted { unit: UnitId },
    Reduced { unit: UnitId },
    Eliminated { unit: UnitId },
    HqRolled { hq: HqId, face: u8 },
    HqReduced { hq: HqId },
    HqEliminated { hq: HqId },
    HqReplaced { hq: HqId, by: Option<HqId>, hex: Hex },
    Done { unit: UnitId },
    Lent { hq: HqId, unit: UnitId },
    MarchBegan { units: Vec<UnitId>, hq: Option<HqId> },
    Moved { units: Vec<UnitId>, hq: Option<HqId>, to: Hex, spent: Vec<u8>, entry: Entry },
    Overran { hex: Hex },
    FellBack { unit: UnitId, hq: Option<HqId>, to: Hex },
    Stopped { unit: UnitId },
    MarchEnded,
    Loaded { carrier: UnitId, unit: UnitId },
    Unloaded { carrier: UnitId, unit: UnitId },
    MinesLaid { hex: Hex, by: Side },
    MinesStruck { hex: Hex, faces: Vec<u8>, hits: u8 },
    MinesCleared { unit: UnitId, hex: Hex, faces: Vec<u8>, cleared: bool },
    MissionCalled { caller: Caller, hex: Hex, mission: Mission, face: u8, failed: bool },
    Smoked { hex: Hex },
    AssaultBegan { hex: Hex, from: Hex, attackers: Vec<UnitId> },
    AssaultRolled { unit: UnitId, face: u8, faces: Vec<u8>, hits: u8 },
    AssaultSettled { attacker: Side, attacker_hits: u8, defender_hits: u8, stays: bool },
    FightEnded,
    AirSent { side: Side, hex: Hex },
    FlakFired { unit: UnitId, faces: Vec<u8>, hits: u8, saves: Vec<u8>, unsaved: u8 },
    AirAccuracy { face: u8 },
    AirMisdirected { hex: Hex },
    AirEnded { side: Side, back: AirBack },
    SmokeAged,
    TurnEnded,
    Over { winner: Side },
    FateSpent { by: Side, points: u8 },
    DiceOffered { purpose: String, side: Side, needed: Option<u8>, faces: Vec<u8> },
    DieChanged { die: u8, face: u8 },
    DiceKept { by: Side },
    DiceSettled,
    DiceForgotten,
    MarkerReturned { marker: Marker },
    CommandRestored { hex: Hex, side: Side },
    Refreshed { unit: UnitId },
}

/// Return of an aircraft's marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum AirBack {
    AtOnce,
    AtTurnEnd,
    Never,
}

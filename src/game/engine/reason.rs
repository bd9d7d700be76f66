//! Why a command is refused, in general: reasons of the gate and of where models may stand. Each phase adds its own.

pub(crate) use tabletop::reasons;

reasons! {
    /// A reason to refuse a command in any phase.
    General {
        /// The other player decides now.
        NotYourDecision,
        /// The battle waits for another kind of order.
        NotNow,
        /// The battle is over.
        BattleOver,
        /// No such unit in this level.
        UnknownUnit,
        /// No such model in this unit.
        UnknownModel,
        /// The unit is the opponent's.
        NotYourUnit,
        /// A model is named that is not of the unit.
        ModelOfAnotherUnit,
        /// A model is named twice.
        ModelTwice,
        /// The model is not on the table.
        ModelNotOnTable,
        /// The unit has no models on the table.
        UnitNotOnTable,
        /// The unit has already acted this turn.
        AlreadyActed,
        /// The unit is suppressed.
        Suppressed,
        /// The ruleset does not have the action.
        ActionBarred,
        /// The unit may not fire so in this turn.
        FireBarred,
        /// A unit that arrived from reserve acts before the others.
        ArrivalsFirst,
        /// Another unit is in the middle of its action.
        ActionUnfinished,
        /// A path or a place names a height at which there is no ground or floor.
        NoFooting,
        /// A base would end on another model's base.
        EndsOnModel,
        /// A base would end partly off the table.
        OffTable,
        /// A base would end on a wall or an obstacle.
        EndsOnObstacle,
        /// A base or a path touches impassable ground.
        ImpassableGround,
        /// The unit would end out of coherency.
        OutOfCoherency,
    }
}

//! The list of phases, and the macro that hands the part of it to its users that has a certain kind.

/// Every phase and action of the game, in the order of the rulebook, last the players' word: its folder, its name among the kinds, and which kinds
/// of order, step, choice, fact and reason it has (`_` where it has none).
///
/// Adding a phase is its `mod` line in `phases/mod.rs` and one line here.
macro_rules! for_each_phase {
    ($kind:ident, $then:ident) => {
        $crate::game::phases::list::phases_with! { $kind, $then, [],
            deployment: Deployment(Order, Step, Choice, Fact, Reason),
            turn: Turn(Order, Step, Choice, Fact, Reason),
            test_to_act: TestToAct(_, Step, _, _, _),
            moving: Moving(Order, Step, Choice, _, Reason),
            shooting: Shooting(Order, Step, Choice, Fact, Reason),
            get_down: GetDown(Order, _, _, Fact, _),
            fall_back: FallBack(Order, Step, Choice, Fact, Reason),
            close_combat: CloseCombat(Order, Step, Choice, Fact, Reason),
            word: Word(Order, _, Choice, Fact, Reason),
        }
    };
}

/// Calls `$then! { folder: Name, … }` with the phases of the list that have a kind.
macro_rules! phases_with {
    ($kind:ident, $then:ident, [$($found:tt)*],) => { $then! { $($found)* } };
    (Order, $then:ident, [$($found:tt)*], $m:ident: $name:ident(Order, $s:tt, $c:tt, $f:tt, $r:tt), $($rest:tt)*) => {
        $crate::game::phases::list::phases_with! { Order, $then, [$($found)* $m: $name,], $($rest)* }
    };
    (Step, $then:ident, [$($found:tt)*], $m:ident: $name:ident($o:tt, Step, $c:tt, $f:tt, $r:tt), $($rest:tt)*) => {
        $crate::game::phases::list::phases_with! { Step, $then, [$($found)* $m: $name,], $($rest)* }
    };
    (Choice, $then:ident, [$($found:tt)*], $m:ident: $name:ident($o:tt, $s:tt, Choice, $f:tt, $r:tt), $($rest:tt)*) => {
        $crate::game::phases::list::phases_with! { Choice, $then, [$($found)* $m: $name,], $($rest)* }
    };
    (Fact, $then:ident, [$($found:tt)*], $m:ident: $name:ident($o:tt, $s:tt, $c:tt, Fact, $r:tt), $($rest:tt)*) => {
        $crate::game::phases::list::phases_with! { Fact, $then, [$($found)* $m: $name,], $($rest)* }
    };
    (Reason, $then:ident, [$($found:tt)*], $m:ident: $name:ident($o:tt, $s:tt, $c:tt, $f:tt, Reason), $($rest:tt)*) => {
        $crate::game::phases::list::phases_with! { Reason, $then, [$($found)* $m: $name,], $($rest)* }
    };
    ($kind:ident, $then:ident, [$($found:tt)*], $m:ident: $name:ident($($has:tt)*), $($rest:tt)*) => {
        $crate::game::phases::list::phases_with! { $kind, $then, [$($found)*], $($rest)* }
    };
}

pub(crate) use for_each_phase;
pub(crate) use phases_with;

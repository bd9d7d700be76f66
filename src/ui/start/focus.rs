//! What has the focus on the start screen, and what keys do with it: from the menu into a page, in its list, on its card.

use std::path::{Path, PathBuf};

use crate::ui::session::stage::StartPage;

/// Where the focus is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Column {
    /// In the menu: the page beside it follows.
    #[default]
    Menu,
    /// In the list of the page.
    List,
    /// On the card of what is chosen there: in its rows.
    Card,
}

/// What has the focus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Focus {
    pub page: StartPage,
    pub column: Column,
    /// The battle, the own level and the save that are chosen.
    pub battle: PathBuf,
    pub own: Option<PathBuf>,
    pub save: Option<PathBuf>,
    /// The level of another game that is chosen.
    pub other: Option<PathBuf>,
    /// The row of the card.
    pub row: usize,
}

/// A step of the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Up,
    Down,
    Left,
    Right,
    Enter,
    Back,
    /// Ctrl+R.
    Report,
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Go on with the newest game.
    Continue,
    /// Begin the battle that is chosen.
    Begin,
    /// Open the save that is chosen.
    Load,
    /// Write the report of the save that is shown.
    Report,
    /// Watch the battle behind the screen.
    Watch,
    Quit,
    /// Choose the next value of a row of the card, or the one before.
    Change {
        row: usize,
        forward: bool,
    },
}

/// What there is to choose from.
pub(super) struct Offer {
    pub pages: Vec<StartPage>,
    pub battles: Vec<PathBuf>,
    pub own: Vec<PathBuf>,
    pub saves: Vec<PathBuf>,
    pub others: Vec<PathBuf>,
    /// Rows of the card of a battle, and of the settings.
    pub battle_rows: usize,
    pub setting_rows: usize,
}

impl Offer {
    /// What is listed on a page.
    fn list(&self, page: StartPage) -> &[PathBuf] {
        match page {
            StartPage::Battles => &self.battles,
            StartPage::Own => &self.own,
            StartPage::Saves => &self.saves,
            StartPage::Others => &self.others,
            StartPage::Continue | StartPage::Demo | StartPage::Settings | StartPage::Quit => &[],
        }
    }

    fn rows(&self, page: StartPage) -> usize {
        match page {
            StartPage::Battles | StartPage::Own => self.battle_rows,
            StartPage::Settings => self.setting_rows,
            StartPage::Continue
            | StartPage::Saves
            | StartPage::Demo
            | StartPage::Others
            | StartPage::Quit => 0,
        }
    }
}

impl Focus {
    pub fn new(page: StartPage, battle: PathBuf) -> Self {
        let column = if page == StartPage::Battles { Column::List } else { Column::Menu };
        Self { page, column, battle, own: None, save: None, other: None, row: 0 }
    }

    /// What is chosen in the list of the page.
    pub fn chosen(&self) -> Option<&Path> {
        match self.page {
            StartPage::Battles => Some(&self.battle),
            StartPage::Own => self.own.as_deref(),
            StartPage::Saves => self.save.as_deref(),
            StartPage::Others => self.other.as_deref(),
            StartPage::Continue | StartPage::Demo | StartPage::Settings | StartPage::Quit => None,
        }
    }

    /// Chooses something in the list of the page.
    pub fn choose(&mut self, source: &Path) {
        match self.page {
            StartPage::Battles => source.clone_into(&mut self.battle),
            StartPage::Own => self.own = Some(source.to_owned()),
            StartPage::Saves => self.save = Some(source.to_owned()),
            StartPage::Others => self.other = Some(source.to_owned()),
            StartPage::Continue | StartPage::Demo | StartPage::Settings | StartPage::Quit => {}
        }
    }

    /// Leaves what is not there any more.
    pub fn keep_within(&mut self, offer: &Offer) {
        if !offer.pages.contains(&self.page) {
            *self = Self {
                own: self.own.take(),
                save: self.save.take(),
                ..Self::new(StartPage::Battles, self.battle.clone())
            };
        }
        let lists =
            [(&mut self.own, &offer.own), (&mut self.save, &offer.saves), (&mut self.other, &offer.others)];
        for (chosen, list) in lists {
            if chosen.as_ref().is_none_or(|chosen| !list.contains(chosen)) {
                *chosen = list.first().cloned();
            }
        }
        let is_empty = offer.list(self.page).is_empty() && self.page != StartPage::Battles;
        if is_empty && self.column == Column::List {
            self.column = Column::Menu;
        }
    }

    /// Does a step; what is to be done besides.
    pub fn step(&mut self, step: Step, offer: &Offer) -> Option<Deed> {
        match (self.column, step) {
            (_, Step::Report) => {
                let shows_save = matches!(self.page, StartPage::Continue | StartPage::Saves);
                return shows_save.then_some(Deed::Report);
            }
            (Column::Menu, Step::Up | Step::Down) => {
                if let Some(page) = neighbour(&offer.pages, &self.page, step) {
                    self.page = page;
                }
            }
            (Column::Menu, Step::Right) => self.go_in(offer),
            (Column::Menu, Step::Enter) => match self.page {
                StartPage::Continue => return Some(Deed::Continue),
                StartPage::Demo => return Some(Deed::Watch),
                StartPage::Quit => return Some(Deed::Quit),
                _ => self.go_in(offer),
            },
            (Column::Menu, Step::Left | Step::Back) => {}
            (Column::List, Step::Up | Step::Down) => {
                let list = offer.list(self.page);
                let next = match self.chosen() {
                    Some(chosen) => {
                        neighbour(list, &chosen.to_owned(), step).or_else(|| list.first().cloned())
                    }
                    None => list.first().cloned(),
                };
                if let Some(next) = next {
                    self.choose(&next);
                }
            }
            (Column::List, Step::Enter) => {
                return Some(if self.page == StartPage::Saves { Deed::Load } else { Deed::Begin });
            }
            (Column::List, Step::Right) if offer.rows(self.page) > 0 => {
                (self.column, self.row) = (Column::Card, 0);
            }
            (Column::List, Step::Right) => {}
            (Column::List, Step::Left | Step::Back) => self.column = Column::Menu,
            (Column::Card, Step::Up) => self.row = self.row.saturating_sub(1),
            (Column::Card, Step::Down) => {
                self.row = (self.row + 1).min(offer.rows(self.page).saturating_sub(1));
            }
            (Column::Card, Step::Left) => return Some(Deed::Change { row: self.row, forward: false }),
            (Column::Card, Step::Right) => return Some(Deed::Change { row: self.row, forward: true }),
            (Column::Card, Step::Enter) if self.page == StartPage::Settings => {
                return Some(Deed::Change { row: self.row, forward: true });
            }
            (Column::Card, Step::Enter) => return Some(Deed::Begin),
            (Column::Card, Step::Back) if self.page == StartPage::Settings => self.column = Column::Menu,
            (Column::Card, Step::Back) => self.column = Column::List,
        }
        None
    }

    /// From the menu into the page.
    fn go_in(&mut self, offer: &Offer) {
        let is_listed = !offer.list(self.page).is_empty() || self.page == StartPage::Battles;
        if is_listed {
            self.column = Column::List;
        } else if offer.rows(self.page) > 0 && self.page == StartPage::Settings {
            (self.column, self.row) = (Column::Card, 0);
        }
    }
}

/// The one above or below another in a list; `None` at its end.
fn neighbour<T: PartialEq + Clone>(list: &[T], from: &T, step: Step) -> Option<T> {
    let at = list.iter().position(|one| one == from)?;
    let next = if step == Step::Up { at.checked_sub(1)? } else { at + 1 };
    list.get(next).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Step::{Back, Down, Enter, Left, Report, Right, Up};

    fn offer(continues: bool) -> Offer {
        let mut pages = vec![
            StartPage::Continue,
            StartPage::Battles,
            StartPage::Saves,
            StartPage::Own,
            StartPage::Demo,
            StartPage::Settings,
            StartPage::Quit,
        ];
        if !continues {
            pages.remove(0);
        }
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect();
        Offer {
            pages,
            battles: paths(&["street", "chapel", "watermill"]),
            own: paths(&[]),
            saves: paths(&["b.jsonl", "a.jsonl"]),
            others: paths(&[]),
            battle_rows: 5,
            setting_rows: 9,
        }
    }

    fn after(focus: &mut Focus, steps: &[Step], offer: &Offer) -> Option<Deed> {
        let mut deed = None;
        for step in steps {
            deed = focus.step(*step, offer);
        }
        deed
    }

    /// Each row: where it opens, the keys, what the last of them does.
    #[test]
    fn keys_lead_everywhere() {
        use StartPage::{Battles, Continue};
        for (page, steps, expected, why) in [
            (Continue, &[Enter][..], Some(Deed::Continue), "one Enter"),
            (Battles, &[Enter], Some(Deed::Begin), "one Enter for a new player"),
            (Battles, &[Down, Enter], Some(Deed::Begin), "another battle"),
            (Continue, &[Down, Enter, Enter], Some(Deed::Begin), "from the menu into the list"),
            (Continue, &[Down, Down, Right, Down, Enter], Some(Deed::Load), "a save"),
            (Continue, &[Down, Down, Down, Enter, Enter], None, "there are no own levels"),
            (Continue, &[Down, Down, Down, Down, Enter], Some(Deed::Watch), "the demo"),
            (Continue, &[Report], Some(Deed::Report), "the report of the newest game"),
            (Continue, &[Down, Down, Right, Down, Report], Some(Deed::Report), "of a save"),
            (Continue, &[Down, Report], None, "a battle that has not begun has none"),
            (Continue, &[Down; 9], None, "the end of the menu"),
            (Battles, &[Left, Down, Down, Down, Down, Down, Enter], Some(Deed::Quit), "by the menu"),
            (Battles, &[Right, Right], Some(Deed::Change { row: 0, forward: true }), "who plays A"),
            (Battles, &[Right, Down, Left], Some(Deed::Change { row: 1, forward: false }), "who plays B"),
            (
                Battles,
                &[Right, Down, Down, Down, Down, Down, Right],
                Some(Deed::Change { row: 4, forward: true }),
                "the last",
            ),
            (Battles, &[Right, Enter], Some(Deed::Begin), "from the card"),
            (Battles, &[Right, Back, Back, Back, Up, Enter, Enter], Some(Deed::Continue), "back to the menu"),
        ] {
            let mut focus = Focus::new(page, "street".into());
            let offer = offer(true);
            focus.keep_within(&offer);
            assert_eq!(after(&mut focus, steps, &offer), expected, "{why}: {focus:?}");
        }
    }

    #[test]
    fn the_settings_have_their_rows() {
        let offer = offer(false);
        let mut focus = Focus::new(StartPage::Settings, "street".into());
        assert_eq!(
            after(&mut focus, &[Enter, Down, Enter], &offer),
            Some(Deed::Change { row: 1, forward: true })
        );
        assert_eq!(after(&mut focus, &[Back, Down, Enter], &offer), Some(Deed::Quit));
    }

    /// A game that turns out to be over, or a save that is gone, takes the focus along with it.
    #[test]
    fn what_is_gone_loses_the_focus() {
        let mut focus = Focus::new(StartPage::Continue, "chapel".into());
        focus.save = Some("gone.jsonl".into());
        focus.keep_within(&offer(false));
        assert_eq!((focus.page, focus.column), (StartPage::Battles, Column::List));
        assert_eq!(focus.save, Some("b.jsonl".into()));
        let none = Offer { saves: Vec::new(), ..offer(false) };
        let mut focus = Focus { page: StartPage::Saves, column: Column::List, ..focus };
        focus.keep_within(&none);
        assert_eq!((focus.column, focus.save.clone()), (Column::Menu, None));
        assert_eq!(focus.step(Step::Enter, &none), None, "nothing to open");
    }
}

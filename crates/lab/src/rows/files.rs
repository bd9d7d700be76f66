//! The files of all tables of a plan: each as CSV and as Parquet, written while the blocks pass by once.

use std::io;
use std::path::{Path, PathBuf};

use super::{Csv, Parquet, ParquetError, Rows};
use crate::plan::Plan;
use crate::shard::{Block, Unfinished};

/// Files of rows in the making. The first failure ends the writing; the blocks may go on passing by.
pub struct RowFiles<'p> {
    plan: &'p Plan,
    tables: Vec<TableFiles>,
    failed: Option<RowsFault>,
}

/// A table in both forms.
struct TableFiles {
    rows: Rows,
    csv: Csv<Unfinished>,
    parquet: Parquet<Unfinished>,
    /// Paths of the two.
    paths: [PathBuf; 2],
}

/// A file of rows that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {error}")]
pub struct RowsFault {
    /// Its path.
    pub path: PathBuf,
    /// Why not.
    pub error: RowsError,
}

/// Why rows could not be written.
#[derive(Debug, thiserror::Error)]
pub enum RowsError {
    /// The system's reason.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The reason of who writes Parquet.
    #[error("{0}")]
    Parquet(#[from] ParquetError),
}

impl<'p> RowFiles<'p> {
    /// Files without rows.
    pub fn new(folder: &Path, plan: &'p Plan) -> Self {
        let mut files = Self { plan, tables: Vec::new(), failed: None };
        for rows in Rows::all(plan) {
            match TableFiles::new(folder, plan, rows) {
                Ok(table) => files.tables.push(table),
                Err(fault) => return Self { failed: Some(fault), ..files },
            }
        }
        files
    }

    /// Takes the rows of the next block.
    pub fn take(&mut self, block: &Block) {
        if self.failed.is_none() {
            let taken = self.tables.iter_mut().try_for_each(|table| table.take(self.plan, block));
            self.failed = taken.err();
        }
    }

    /// Gives all files their names.
    ///
    /// # Errors
    /// The first that could not be written; those after it are not there, or as they were.
    pub fn finish(self) -> Result<(), RowsFault> {
        match self.failed {
            Some(fault) => Err(fault),
            None => self.tables.into_iter().try_for_each(TableFiles::finish),
        }
    }
}

impl TableFiles {
    fn new(folder: &Path, plan: &Plan, rows: Rows) -> Result<Self, RowsFault> {
        let paths = ["csv", "parquet"].map(|ending| folder.join(format!("{}.{ending}", rows.name(plan))));
        let begun = |path: &Path| Unfinished::new(path).map_err(at(path));
        let csv = Csv::new(begun(&paths[0])?, plan, rows).map_err(at(&paths[0]))?;
        let parquet = Parquet::new(begun(&paths[1])?, plan, rows).map_err(at(&paths[1]))?;
        Ok(Self { rows, csv, parquet, paths })
    }

    fn take(&mut self, plan: &Plan, block: &Block) -> Result<(), RowsFault> {
        let Self { rows, csv, parquet, paths } = self;
        rows.of(plan, block, |cells| {
            csv.row(cells).map_err(at(&paths[0]))?;
            parquet.row(cells).map_err(at(&paths[1]))
        })
    }

    fn finish(self) -> Result<(), RowsFault> {
        let [csv, parquet] = &self.paths;
        self.csv.into_inner().finish().map_err(at(csv))?;
        self.parquet.finish().map_err(at(parquet))?.finish().map_err(at(parquet))
    }
}

/// The fault of a file.
fn at<E: Into<RowsError>>(path: &Path) -> impl FnOnce(E) -> RowsFault {
    |error| RowsFault { path: path.to_owned(), error: error.into() }
}

//! Rows as Parquet: the same columns as in CSV, each with its type.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError as Refused;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};

use super::{Cell, Holds, Rows};
use crate::plan::Plan;

/// So many rows are held before they are written, as a group of their own.
const GROUP: usize = 4096;

/// Reason why a table could not be written as Parquet, in the writer's words.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ParquetError(#[from] Refused);

/// Values of a column that are not written yet.
enum Column {
    Numbers(Vec<i64>),
    Words(Vec<ByteArray>),
}

/// Writes a table as Parquet, group of rows by group of rows.
pub struct Parquet<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<Column>,
    held: usize,
}

impl<W: Write + Send> Parquet<W> {
    /// A table without rows.
    ///
    /// # Errors
    /// The writer's.
    pub fn new(to: W, plan: &Plan, rows: Rows) -> Result<Self, ParquetError> {
        let columns = rows.columns(plan);
        let fields = columns.iter().map(|(name, holds)| field(name, *holds));
        let fields = fields.collect::<Result<Vec<TypePtr>, Refused>>()?;
        let schema = Type::group_type_builder(rows.name(plan)).with_fields(fields).build()?;
        // Who wrote it is nothing that may differ between two machines.
        let properties = WriterProperties::builder()
            .set_created_by("warstrike".to_owned())
            .set_compression(Compression::SNAPPY)
            .build();
        let writer = SerializedFileWriter::new(to, Arc::new(schema), Arc::new(properties))?;
        let columns = columns.iter().map(|(_, holds)| match holds {
            Holds::Numbers => Column::Numbers(Vec::new()),
            Holds::Words => Column::Words(Vec::new()),
        });
        Ok(Self { writer, columns: columns.collect(), held: 0 })
    }

    /// Takes a row.
    ///
    /// # Errors
    /// The writer's.
    pub fn row(&mut self, cells: &[Cell]) -> Result<(), ParquetError> {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            match (column, cell) {
                (Column::Numbers(numbers), Cell::Number(number)) => numbers.push(*number),
                (Column::Words(words), Cell::Words(word)) => {
                    // Rules, table and players stand in row after row: the same bytes again cost nothing.
                    let before = words.last().filter(|before| before.data() == word.as_bytes()).cloned();
                    words.push(before.unwrap_or_else(|| word.as_ref().into()));
                }
                (Column::Words(words), Cell::Number(number)) => {
                    words.push(number.to_string().as_str().into())
                }
                (Column::Numbers(_), Cell::Words(word)) => {
                    return Err(Refused::General(format!("\"{word}\" is no number")).into());
                }
            }
        }
        self.held += 1;
        if self.held == GROUP { self.write() } else { Ok(()) }
    }

    /// Writes the rows that are held.
    fn write(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for column in &mut self.columns {
            let Some(mut writer) = group.next_column()? else { break };
            match column {
                Column::Numbers(numbers) => {
                    writer.typed::<Int64Type>().write_batch(numbers, None, None)?;
                    numbers.clear();
                }
                Column::Words(words) => {
                    writer.typed::<ByteArrayType>().write_batch(words, None, None)?;
                    words.clear();
                }
            }
            writer.close()?;
        }
        group.close()?;
        self.held = 0;
        Ok(())
    }

    /// Writes what is left, and what a reader needs to find the columns; gives back what it was written to.
    ///
    /// # Errors
    /// The writer's.
    pub fn finish(mut self) -> Result<W, ParquetError> {
        if self.held > 0 {
            self.write()?;
        }
        Ok(self.writer.into_inner()?)
    }
}

fn field(name: &str, holds: Holds) -> Result<TypePtr, Refused> {
    let (physical, logical) = match holds {
        Holds::Numbers => (Physical::INT64, None),
        Holds::Words => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let field = Type::primitive_type_builder(name, physical)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(logical)
        .build()?;
    Ok(Arc::new(field))
}

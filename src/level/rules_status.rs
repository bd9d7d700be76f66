//! Coverage of each paragraph by the program.

pub use tabletop_data::rule_status::Status;

static TEXT: &str = include_str!("../../assets/rules-status.txt");

/// The status of a paragraph.
pub fn status(id: &str) -> Status {
    Status::in_lines(TEXT, id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_file_is_read() {
        assert_eq!(status("BAS-1"), Status::Built);
        assert_eq!(status("BAS"), Status::NotBuilt);
    }
}

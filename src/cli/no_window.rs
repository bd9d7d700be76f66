//! The answer of a build without the window to the tools that need it.

use clap::Args;

use super::ToolError;

/// Arguments that nobody reads.
#[derive(Args)]
pub(super) struct AnyArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    _all: Vec<std::ffi::OsString>,
}

pub(super) fn error(tool: &str) -> ToolError {
    ToolError::Bad(format!(
        "`warstrike {tool}` needs the window, and this build has none (it was built with --no-default-features); \
         `cargo build --release` builds one with it"
    ))
}

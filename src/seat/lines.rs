//! A seat line by line: for screen readers, and wherever there is no terminal.

use std::io::{BufReader, Read, Write};

use super::{Seat, Supervision};
use crate::cli::run::{AttendedLines, attend_lines};

impl Seat {
    /// Obeys the lines of `input` until it ends or the user leaves, and writes the results to
    /// `output`. The owner of the streams ends it by closing them.
    ///
    /// # Errors
    /// In one line, for the user: why the work cannot be saved, after which nothing more is done;
    /// or that a stream cannot be read or written.
    pub fn run_lines(
        self,
        input: impl Read,
        output: impl Write,
        supervision: Box<dyn Supervision>,
    ) -> Result<(), String> {
        let lines = AttendedLines {
            engine: self.engine,
            course: self.course,
            files: self.files,
            charset: self.look.capabilities.charset,
            command_time: self.bounds.command_time,
            supervision,
        };
        attend_lines(lines, BufReader::new(input), output)
    }
}

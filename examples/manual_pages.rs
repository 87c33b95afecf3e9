//! Prints the manual page, or writes the pages of an installation into a folder:
//! `cargo run --example manual_pages [DIR]`.

#[path = "../tests/support/manual_pages.rs"]
mod manual_pages;

use std::io::{self, Write};
use std::path::PathBuf;
use std::{env, fs};

fn main() -> io::Result<()> {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        return io::stdout().write_all(&manual_pages::single_page()?);
    };
    fs::create_dir_all(&folder)?;
    for (name, page) in manual_pages::all_pages()? {
        fs::write(folder.join(name).with_extension("1"), page)?;
    }
    Ok(())
}

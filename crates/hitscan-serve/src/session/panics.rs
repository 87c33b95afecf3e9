//! Reports of panics: place and message, to the system log only. A backtrace would take more memory
//! than a hundred students, and students' terminals show nothing.

use std::any::Any;
use std::panic;
use std::thread;

use hitscan_core::scene::printable;

/// The most characters of a message.
const MOST: usize = 400;

/// Installs a panic hook that writes one line.
pub fn tell_panics_in_a_line() {
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or_else(|| "?".to_owned(), ToString::to_string);
        let message = message_of(panic.payload()).unwrap_or("no message");
        let message: String = printable(message).chars().take(MOST).collect();
        let thread = thread::current();
        let name = printable(thread.name().unwrap_or("?"));
        eprintln!("panic: {name}: {place}: {message}");
    }));
}

fn message_of(payload: &(dyn Any + Send)) -> Option<&str> {
    let fixed = payload.downcast_ref::<&str>().copied();
    fixed.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
}

//! A slow line: bytes that enter at one end leave at the other at a given rate and
//! after a delay, in both directions.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// The properties of a line, in each direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) bytes_per_second: u32,
    pub(crate) delay: Duration,
}

impl Line {
    fn time_for(self, bytes: usize) -> Duration {
        let bytes = u32::try_from(bytes).expect("packets are small");
        Duration::from_secs(1) * bytes / self.bytes_per_second
    }
}

/// Connects a line to a port of this host, and returns the port at its near end. It carries one
/// connection.
pub(crate) fn lay(line: Line, to_port: u16) -> u16 {
    let near = TcpListener::bind(("127.0.0.1", 0)).expect("there are ports left");
    let port = near.local_addr().expect("it is bound").port();
    thread::spawn(move || {
        let Ok((near, _)) = near.accept() else { return };
        let far = TcpStream::connect(("127.0.0.1", to_port)).expect("the far end listens");
        for end in [&near, &far] {
            end.set_nodelay(true).expect("it is a connection");
        }
        let copy = |stream: &TcpStream| stream.try_clone().expect("there are descriptors left");
        carry(line, copy(&near), copy(&far));
        carry(line, far, near);
    });
    port
}

/// Carries data from one end to the other, until either is closed.
fn carry(line: Line, mut from: TcpStream, to: TcpStream) {
    // A line buffers little: a sender with more data must wait.
    let (entrance, exit) = mpsc::sync_channel(32);
    thread::spawn(move || {
        let mut room = [0; 1024];
        while let Ok(count @ 1..) = from.read(&mut room) {
            if entrance.send((Instant::now(), room[..count].to_vec())).is_err() {
                break;
            }
        }
    });
    thread::spawn(move || deliver(line, &exit, to));
}

fn deliver(line: Line, exit: &Receiver<(Instant, Vec<u8>)>, mut to: TcpStream) {
    let mut free = Instant::now();
    while let Ok((sent, packet)) = exit.recv() {
        free = free.max(sent) + line.time_for(packet.len());
        thread::sleep((free + line.delay).saturating_duration_since(Instant::now()));
        if to.write_all(&packet).is_err() {
            break;
        }
    }
    // The other end may already be closed.
    let _ = to.shutdown(Shutdown::Both);
}

//! A proxy that delays everything and keeps its order.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

const CHUNK: usize = 16 << 10;

/// Starts a proxy for an address, which delays both directions by this time, and returns its
/// address. It runs until the test program ends.
pub(crate) fn slow_line(to: SocketAddr, delay: Duration) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("an address");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for near in listener.incoming() {
            let (Ok(near), Ok(far)) = (near, TcpStream::connect(to)) else { continue };
            let [near_too, far_too] = [&near, &far].map(|it| it.try_clone().expect("a socket"));
            thread::spawn(move || carry(near, far, delay));
            thread::spawn(move || carry(far_too, near_too, delay));
        }
    });
    address
}

fn carry(mut from: TcpStream, mut to: TcpStream, delay: Duration) {
    let (sender, receiver) = mpsc::channel::<(Instant, Vec<u8>)>();
    let writer = thread::spawn(move || {
        for (due, bytes) in receiver {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            if to.write_all(&bytes).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
    });
    let mut bytes = vec![0; CHUNK];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if sender.send((Instant::now() + delay, bytes[..count].to_vec())).is_err() {
            break;
        }
    }
    drop(sender);
    let _ = writer.join();
    let _ = from.shutdown(Shutdown::Both);
}

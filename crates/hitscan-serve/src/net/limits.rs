//! The limits on connections and logins, for each address and in all. This only counts and decides:
//! it never blocks and closes nothing.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use crate::config::Limits;

/// The period of limits per minute.
const MINUTE: Duration = Duration::from_secs(60);
/// The most connections in all that have not logged in yet.
const MOST_HALF_OPEN: u32 = 400;
/// The number of connections reserved for telling users that the server is full.
const KEPT_FOR_REFUSALS: u32 = 16;

/// The delay of each code from an address that sent too many wrong ones.
pub(super) const HELD_UP: Duration = Duration::from_secs(5);
/// The most codes that one connection may try, and the most keys that it may prove.
pub(super) const MOST_TRIES: usize = 6;

/// Counts open connections and recent attempts.
#[derive(Debug)]
pub(super) struct ConnectionLimits {
    limits: Limits,
    all: u32,
    half_open: u32,
    addresses: BTreeMap<IpAddr, Visitors>,
}

/// The counts of one address.
#[derive(Debug, Default)]
struct Visitors {
    open: u32,
    half_open: u32,
    logins: Recent,
    wrong_codes: Recent,
}

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To log in.
    LogIn,
    /// To log in and be told that the server is full.
    ToBeToldFull,
    /// A health check, which cannot log in.
    LookOnly,
}

impl ConnectionLimits {
    /// Starts with no connections.
    pub(super) const fn new(limits: Limits) -> Self {
        Self { limits, all: 0, half_open: 0, addresses: BTreeMap::new() }
    }

    /// Admits a new connection, which counts until [`Self::leaves`], and says what for; none if it is
    /// to be closed at once.
    pub(super) fn admit(&mut self, from: IpAddr, now: Instant) -> Option<Purpose> {
        self.forget(now);
        let of_address = self.addresses.entry(canonical(from)).or_default();
        let is_too_many = self.all >= self.limits.connections
            || self.half_open >= MOST_HALF_OPEN
            || of_address.open >= self.limits.per_address
            || of_address.half_open >= self.limits.half_open_per_address;
        if is_too_many {
            return None;
        }
        of_address.open += 1;
        of_address.half_open += 1;
        self.all += 1;
        self.half_open += 1;
        let kept = KEPT_FOR_REFUSALS.min(self.limits.connections / 2);
        let is_full = self.all > self.limits.connections - kept;
        Some(if is_full { Purpose::ToBeToldFull } else { Purpose::LogIn })
    }

    /// Removes a closed connection.
    pub(super) fn leaves(&mut self, from: IpAddr, was_logged_in: bool) {
        if !was_logged_in {
            self.logged_in(from);
        }
        self.all = self.all.saturating_sub(1);
        if let Some(visitors) = self.addresses.get_mut(&canonical(from)) {
            visitors.open = visitors.open.saturating_sub(1);
        }
    }

    /// Marks a connection as logged in, so it no longer counts as half-open.
    pub(super) fn logged_in(&mut self, from: IpAddr) {
        self.half_open = self.half_open.saturating_sub(1);
        if let Some(visitors) = self.addresses.get_mut(&canonical(from)) {
            visitors.half_open = visitors.half_open.saturating_sub(1);
        }
    }

    /// Counts a login attempt. False if there were too many within a minute.
    pub(super) fn may_log_in(&mut self, from: IpAddr, now: Instant) -> bool {
        let most = self.limits.logins_per_minute;
        self.addresses.entry(canonical(from)).or_default().logins.count(now) <= most
    }

    /// Counts a wrong code.
    pub(super) fn wrong_code(&mut self, from: IpAddr, now: Instant) {
        self.addresses.entry(canonical(from)).or_default().wrong_codes.count(now);
    }

    /// Whether this address sent so many wrong codes that its codes are now answered slowly.
    pub(super) fn holds_up_codes(&self, from: IpAddr, now: Instant) -> bool {
        let visitors = self.addresses.get(&canonical(from));
        visitors.is_some_and(|it| it.wrong_codes.within(now) >= self.limits.wrong_codes)
    }

    /// Forgets addresses without connections or recent attempts. What remains is from the last two
    /// minutes, and bounded by the limits.
    fn forget(&mut self, now: Instant) {
        self.addresses.retain(|_, it| {
            it.open > 0 || it.logins.within(now) > 0 || it.wrong_codes.within(now) > 0
        });
    }
}

/// Normalizes an address: an IPv4-mapped one becomes IPv4, and an IPv6 address is reduced to its
/// /64 network.
fn canonical(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// A sliding count over the last minute: the count of the current minute, plus the share of the
/// previous minute that lies within the last 60 s.
#[derive(Clone, Copy, Debug, Default)]
struct Recent {
    begun: Option<Instant>,
    now: u32,
    before: u32,
}

impl Recent {
    /// Counts one more, and returns the count within the last minute.
    fn count(&mut self, now: Instant) -> u32 {
        *self = self.at(now);
        self.now = self.now.saturating_add(1);
        self.within(now)
    }

    fn within(self, now: Instant) -> u32 {
        let it = self.at(now);
        let Some(begun) = it.begun else { return 0 };
        let left = MINUTE.saturating_sub(now.saturating_duration_since(begun)).as_millis();
        let of_before = u128::from(it.before) * left / MINUTE.as_millis();
        it.now.saturating_add(u32::try_from(of_before).unwrap_or(u32::MAX))
    }

    /// Advances to the current minute.
    fn at(self, now: Instant) -> Self {
        match self.begun.map(|begun| (begun, now.saturating_duration_since(begun))) {
            Some((_, since)) if since < MINUTE => self,
            Some((begun, since)) if since < 2 * MINUTE => {
                Self { begun: Some(begun + MINUTE), now: 0, before: self.now }
            }
            Some(_) | None => Self { begun: Some(now), now: 0, before: 0 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn limits_with(change: impl FnOnce(&mut Limits)) -> ConnectionLimits {
        let mut limits = Limits::default();
        change(&mut limits);
        ConnectionLimits::new(limits)
    }

    fn at(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn one_address_only_exhausts_its_own_share() {
        let now = Instant::now();
        let mut counts =
            limits_with(|limits| (limits.per_address, limits.half_open_per_address) = (3, 2));
        assert_eq!(counts.admit(HERE, now), Some(Purpose::LogIn));
        assert_eq!(counts.admit(HERE, now), Some(Purpose::LogIn));
        assert_eq!(counts.admit(HERE, now), None, "two are half-open");
        counts.logged_in(HERE);
        assert_eq!(counts.admit(HERE, now), Some(Purpose::LogIn));
        counts.logged_in(HERE);
        assert_eq!(counts.admit(HERE, now), None, "three are open");
        assert_eq!(counts.admit(at("192.0.2.1"), now), Some(Purpose::LogIn));
        counts.leaves(HERE, true);
        assert_eq!(counts.admit(HERE, now), Some(Purpose::LogIn));
        assert_eq!(counts.all, 4);
    }

    #[test]
    fn the_last_connections_are_only_told_that_the_server_is_full() {
        let now = Instant::now();
        let mut counts = limits_with(|limits| limits.connections = 40);
        let welcomes: Vec<_> = (0..41).map(|_| counts.admit(HERE, now)).collect();
        assert!(welcomes[..24].iter().all(|it| *it == Some(Purpose::LogIn)));
        assert!(welcomes[24..40].iter().all(|it| *it == Some(Purpose::ToBeToldFull)));
        assert_eq!(welcomes[40], None);
    }

    #[test]
    fn half_open_connections_are_limited_over_all_addresses() {
        let now = Instant::now();
        let mut counts = limits_with(|_| ());
        let address = |n: u32| IpAddr::from(std::net::Ipv4Addr::from(0x0a00_0000 + n));
        assert!((0..400).all(|n| counts.admit(address(n), now) == Some(Purpose::LogIn)));
        assert_eq!(counts.admit(HERE, now), None);
        counts.logged_in(address(7));
        assert_eq!(counts.admit(HERE, now), Some(Purpose::LogIn));
    }

    #[test]
    fn wrong_codes_slow_down_only_their_own_address_for_a_minute_or_two() {
        let start = Instant::now();
        let mut counts = limits_with(|_| ());
        for _ in 0..200 {
            assert!(!counts.holds_up_codes(HERE, start));
            counts.wrong_code(HERE, start);
        }
        assert!(counts.holds_up_codes(HERE, start));
        assert!(!counts.holds_up_codes(at("192.0.2.1"), start));
        assert!(counts.holds_up_codes(HERE, start + MINUTE / 2));
        assert!(!counts.holds_up_codes(HERE, start + MINUTE + MINUTE / 2));
    }

    #[test]
    fn logins_are_counted_by_address_and_minute() {
        let start = Instant::now();
        let mut counts = limits_with(|limits| limits.logins_per_minute = 3);
        let tries: Vec<_> = (0..4).map(|_| counts.may_log_in(HERE, start)).collect();
        assert_eq!(tries, [true, true, true, false]);
        assert!(counts.may_log_in(HERE, start + 2 * MINUTE));
    }

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        assert_eq!(canonical(at("::ffff:127.0.0.1")), HERE);
        assert_eq!(canonical(at("2001:db8::1")), canonical(at("2001:db8::ffff:2")));
        assert_ne!(canonical(at("2001:db8::1")), canonical(at("2001:db8:0:1::1")));
    }

    #[test]
    fn forgotten_addresses_take_no_memory() {
        let start = Instant::now();
        let mut counts = limits_with(|_| ());
        for n in 0..1000 {
            let from = IpAddr::from(std::net::Ipv4Addr::from(0x0a00_0000 + n));
            counts.admit(from, start);
            counts.may_log_in(from, start);
            counts.leaves(from, false);
        }
        counts.admit(HERE, start + 3 * MINUTE);
        assert_eq!(counts.addresses.len(), 1);
    }
}

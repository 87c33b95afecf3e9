//! A client, using russh.

use std::net::SocketAddr;
use std::num::NonZeroU16;
use std::sync::Arc;
use std::time::Duration;

use russh::client::{self, AuthResult, Handle, KeyboardInteractiveAuthResponse, Msg};
use russh::keys::PublicKeyOrCertificate;
use russh::keys::{PrivateKey, PrivateKeyWithHashAlg};
use russh::{Channel, ChannelMsg};
use tokio::time::timeout;

/// A generous timeout.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct AnyHost;

impl client::Handler for AnyHost {
    type Error = russh::Error;

    async fn check_server_key(&mut self, _: &PublicKeyOrCertificate) -> Result<bool, Self::Error> {
        Ok(true)
    }
}

/// Connects without logging in.
pub(crate) async fn connect(address: SocketAddr) -> Handle<AnyHost> {
    client::connect(Arc::default(), address, AnyHost).await.expect("a connection")
}

/// Types a code. Returns whether it was accepted.
pub(crate) async fn type_code(client: &mut Handle<AnyHost>, user: &str, code: &str) -> bool {
    let mut answer = client.authenticate_keyboard_interactive_start(user, None).await;
    loop {
        match answer.expect("an answer") {
            KeyboardInteractiveAuthResponse::Success => return true,
            KeyboardInteractiveAuthResponse::Failure { .. } => return false,
            KeyboardInteractiveAuthResponse::InfoRequest { prompts, .. } => {
                let codes = prompts.iter().map(|_| code.to_owned()).collect();
                answer = client.authenticate_keyboard_interactive_respond(codes).await;
            }
        }
    }
}

/// Proves that the client holds a key.
pub(crate) async fn prove(
    client: &mut Handle<AnyHost>,
    user: &str,
    key: &PrivateKey,
) -> AuthResult {
    let key = PrivateKeyWithHashAlg::new(Arc::new(key.clone()), None);
    client.authenticate_publickey(user, key).await.expect("an answer")
}

/// A number of rows or columns.
pub(crate) fn cells(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("some")
}

/// A client that has logged in.
pub(crate) struct Visitor {
    pub(crate) client: Handle<AnyHost>,
    pub(crate) channel: Channel<Msg>,
    pub(crate) screen: vt100::Parser,
    /// The standard output so far.
    pub(crate) out: Vec<u8>,
    /// The standard error so far.
    pub(crate) said: String,
    pub(crate) status: Option<u32>,
    /// The messages that ended the channel, in order.
    pub(crate) ends: Vec<&'static str>,
    is_closed: bool,
}

impl Visitor {
    pub(crate) async fn by_code(address: SocketAddr, user: &str, code: &str) -> Self {
        let mut client = connect(address).await;
        assert!(type_code(&mut client, user, code).await, "{user} logs in with a code");
        Self::of(client).await
    }

    pub(crate) async fn by_key(address: SocketAddr, user: &str, key: &PrivateKey) -> Self {
        let mut client = connect(address).await;
        assert!(prove(&mut client, user, key).await.success(), "{user} logs in with a key");
        Self::of(client).await
    }

    pub(crate) async fn of(client: Handle<AnyHost>) -> Self {
        Self::try_of(client).await.expect("a channel")
    }

    /// The same, but fails if the server is gone.
    pub(crate) async fn try_of(client: Handle<AnyHost>) -> Result<Self, russh::Error> {
        let channel = client.channel_open_session().await?;
        Ok(Self {
            client,
            channel,
            screen: vt100::Parser::new(cells(24), cells(80), 0),
            out: Vec::new(),
            said: String::new(),
            status: None,
            ends: Vec::new(),
            is_closed: false,
        })
    }

    /// Runs a command with a terminal.
    pub(crate) async fn on_a_screen(mut self, words: &str) -> Self {
        self.try_a_screen(words).await.expect("sent");
        self
    }

    /// The same with a terminal of this many columns and rows.
    pub(crate) async fn on_a_screen_of(mut self, words: &str, (columns, rows): (u16, u16)) -> Self {
        self.screen = vt100::Parser::new(cells(rows), cells(columns), 0);
        self.try_a_screen_of(words, (columns, rows)).await.expect("sent");
        self
    }

    /// The same, but fails if the server is gone.
    pub(crate) async fn try_a_screen(&mut self, words: &str) -> Result<(), russh::Error> {
        self.try_a_screen_of(words, (80, 24)).await
    }

    async fn try_a_screen_of(
        &mut self,
        words: &str,
        (columns, rows): (u16, u16),
    ) -> Result<(), russh::Error> {
        self.channel.set_env(true, "LANG", "C.UTF-8").await?;
        let (columns, rows) = (columns.into(), rows.into());
        let pty = self.channel.request_pty(true, "xterm-256color", columns, rows, 0, 0, &[]);
        pty.await?;
        self.try_words(words).await
    }

    async fn try_words(&self, words: &str) -> Result<(), russh::Error> {
        match words {
            "" => self.channel.request_shell(true).await,
            words => self.channel.exec(true, words).await,
        }
    }

    /// Runs a command without a terminal.
    pub(crate) async fn asks(&mut self, words: &str) {
        self.try_words(words).await.expect("sent");
    }

    pub(crate) async fn press(&self, keys: &str) {
        self.try_keys(keys).await.expect("sent");
    }

    /// Types all of the input, and ends it.
    pub(crate) async fn sends(&self, text: &str) {
        self.press(text).await;
        self.channel.eof().await.expect("sent");
    }

    /// Leaves the welcome screen for the lessons.
    pub(crate) async fn begins_lessons(&mut self) {
        self.sees("Your own code:").await;
        self.press("\r").await;
        self.sees("step 1 of").await;
    }

    /// The same, but fails if the server is gone.
    pub(crate) async fn try_keys(&self, keys: &str) -> Result<(), russh::Error> {
        self.channel.data(keys.as_bytes()).await
    }

    /// Waits until the screen shows a text, and returns the whole screen.
    pub(crate) async fn sees(&mut self, text: &str) -> String {
        let seen = timeout(PATIENCE, async {
            while !self.shows().contains(text) && self.hears().await {}
        });
        let in_time = seen.await.is_ok();
        let shown = self.shows();
        assert!(
            shown.contains(text),
            "{text:?} is shown (in time: {in_time}):\n{shown}\n{}",
            self.said
        );
        shown
    }

    pub(crate) fn shows(&self) -> String {
        self.screen.screen().contents()
    }

    /// Handles one message from the server. False after the last.
    pub(crate) async fn hears(&mut self) -> bool {
        match self.channel.wait().await {
            Some(ChannelMsg::Data { data }) => {
                self.screen.process(&data);
                self.out.extend_from_slice(&data);
            }
            Some(ChannelMsg::ExtendedData { data, .. }) => {
                self.said.push_str(&String::from_utf8_lossy(&data));
            }
            Some(ChannelMsg::ExitStatus { exit_status }) => {
                self.status = Some(exit_status);
                self.ends.push("status");
            }
            Some(ChannelMsg::Eof) => self.ends.push("eof"),
            Some(ChannelMsg::Close) => {
                self.ends.push("close");
                self.is_closed = true;
            }
            Some(_) => (),
            None => self.is_closed = true,
        }
        !self.is_closed
    }

    /// Waits for the end; returns the status and the standard error.
    pub(crate) async fn ends(&mut self) -> (Option<u32>, String) {
        let all = timeout(PATIENCE, async { while self.hears().await {} });
        all.await.expect("an end in time");
        (self.status, self.said.trim_end().to_owned())
    }

    /// Waits for the end; returns the standard output.
    pub(crate) async fn gets(&mut self) -> String {
        self.ends().await;
        String::from_utf8_lossy(&self.out).into_owned()
    }
}

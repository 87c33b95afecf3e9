//! The callbacks of the SSH library. The library itself refuses all that have no method here:
//! forwarding of ports, sockets, agents and X11, subsystems, a second channel.

use std::error::Error;

use russh::server::{
    Auth, ChannelOpenHandle, Handler, Msg, PublicKeyOffer, Response, Session, VerifiedPublicKey,
};
use russh::{Channel as OpenChannel, ChannelId, Pty, Sig};

use super::channel::Channel;
use super::visit::{Visit, refused};

impl Handler for Visit {
    /// The client violated the protocol, exceeded a limit, or is gone.
    type Error = Box<dyn Error + Send + Sync>;

    /// The library calls this after the key exchange.
    async fn authentication_banner(&mut self) -> Result<Option<String>, Self::Error> {
        let may = self.begins_to_log_in();
        may.then_some(None).ok_or_else(|| "logins of one address in a minute".into())
    }

    async fn auth_none(&mut self, _: &str) -> Result<Auth, Self::Error> {
        Ok(refused())
    }

    async fn auth_password(&mut self, _: &str, _: &str) -> Result<Auth, Self::Error> {
        Ok(refused())
    }

    async fn auth_publickey_offered(
        &mut self,
        user: &str,
        offer: PublicKeyOffer<'_>,
    ) -> Result<Auth, Self::Error> {
        let may = self.may_prove(user, offer.public_key, offer.algorithm);
        Ok(if may { Auth::Accept } else { refused() })
    }

    async fn auth_publickey(
        &mut self,
        user: &str,
        key: VerifiedPublicKey<'_>,
    ) -> Result<Auth, Self::Error> {
        Ok(self.has_proved(user, key.public_key, key.algorithm).await)
    }

    async fn auth_keyboard_interactive<'a>(
        &'a mut self,
        user: &str,
        _: &str,
        response: Option<Response<'a>>,
    ) -> Result<Auth, Self::Error> {
        let Some(mut answers) = response else { return Ok(self.asks_for_the_prompt(user).await) };
        let (code, more) = (answers.next(), answers.next());
        Ok(match (code, more) {
            (Some(code), None) => self.has_typed(user, &code).await,
            (_, _) => refused(),
        })
    }

    async fn channel_open_session(
        &mut self,
        channel: OpenChannel<Msg>,
        reply: ChannelOpenHandle,
        _: &mut Session,
    ) -> Result<(), Self::Error> {
        if self.channel.is_none() {
            // Input arrives in `data`. An unread reading half would block the session.
            let (_, writer) = channel.split();
            self.channel = Some(Channel::new(writer));
            reply.accept().await;
        }
        Ok(())
    }

    async fn pty_request(
        &mut self,
        channel: ChannelId,
        term: &str,
        columns: u32,
        rows: u32,
        _: u32,
        _: u32,
        _: &[(Pty, u32)],
        session: &mut Session,
    ) -> Result<(), Self::Error> {
        let done = self.channel.as_mut().is_some_and(|it| it.has_terminal(term, columns, rows));
        answer(session, channel, done)
    }

    async fn window_change_request(
        &mut self,
        _: ChannelId,
        columns: u32,
        rows: u32,
        _: u32,
        _: u32,
        _: &mut Session,
    ) -> Result<(), Self::Error> {
        if let Some(channel) = &mut self.channel {
            channel.is_resized(columns, rows);
        }
        Ok(())
    }

    async fn env_request(
        &mut self,
        channel: ChannelId,
        name: &str,
        value: &str,
        session: &mut Session,
    ) -> Result<(), Self::Error> {
        let done = self.channel.as_mut().is_some_and(|it| it.has_variable(name, value));
        answer(session, channel, done)
    }

    async fn shell_request(
        &mut self,
        channel: ChannelId,
        session: &mut Session,
    ) -> Result<(), Self::Error> {
        let done = self.begins(b"");
        answer(session, channel, done)
    }

    async fn exec_request(
        &mut self,
        channel: ChannelId,
        words: &[u8],
        session: &mut Session,
    ) -> Result<(), Self::Error> {
        let done = self.begins(words);
        answer(session, channel, done)
    }

    async fn subsystem_request(
        &mut self,
        channel: ChannelId,
        _: &str,
        session: &mut Session,
    ) -> Result<(), Self::Error> {
        answer(session, channel, false)
    }

    async fn x11_request(
        &mut self,
        channel: ChannelId,
        _: bool,
        _: &str,
        _: &str,
        _: u32,
        session: &mut Session,
    ) -> Result<(), Self::Error> {
        answer(session, channel, false)
    }

    async fn signal(
        &mut self,
        _: ChannelId,
        signal: Sig,
        _: &mut Session,
    ) -> Result<(), Self::Error> {
        if let (Some(channel), Sig::TERM | Sig::HUP) = (&self.channel, signal) {
            channel.is_to_end();
        }
        Ok(())
    }

    async fn data(
        &mut self,
        _: ChannelId,
        bytes: &[u8],
        _: &mut Session,
    ) -> Result<(), Self::Error> {
        match &self.channel {
            Some(channel) if !channel.hears(bytes).await => {
                Err("bytes that were not read yet".into())
            }
            Some(_) | None => Ok(()),
        }
    }

    async fn channel_eof(&mut self, _: ChannelId, _: &mut Session) -> Result<(), Self::Error> {
        if let Some(channel) = &self.channel {
            channel.hears_no_more();
        }
        Ok(())
    }

    async fn channel_close(&mut self, _: ChannelId, _: &mut Session) -> Result<(), Self::Error> {
        self.leaves();
        Ok(())
    }
}

/// Answers a request on a channel, if the client wants an answer.
fn answer(
    session: &mut Session,
    channel: ChannelId,
    done: bool,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let sent =
        if done { session.channel_success(channel) } else { session.channel_failure(channel) };
    Ok(sent?)
}

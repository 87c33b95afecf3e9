//! `body`, and `set` for what an object does on its own: parsing and writing.

use std::fmt::Write;

use super::args::{Args, quoted, shown};
use super::{Command, CommandError};
use crate::scene::is_forbidden;
use crate::words::object_line;
use crate::world::{Attribute, Behavior, Body, Name, Object, OnEnter, Response, Settings, Tint};
use hitscan_geom::{Milli, Side, Sides, Vector};

/// The word for an attribute that is not set.
const NONE: &str = "none";
const VALUE: &str = "VALUE|none";
const YES_OR_NO: [(&str, bool); 2] = [("true", true), ("false", false)];
const ON_OR_OFF: [(&str, bool); 2] = [("on", true), ("off", false)];

/// The words that can be values of `set`.
pub(super) fn attribute_values() -> impl Iterator<Item = &'static str> {
    let bodies = Body::ALL.map(Body::token).into_iter();
    let words = Response::ALL.map(Response::token).into_iter();
    let actions = OnEnter::ALL.map(OnEnter::token).into_iter();
    bodies.chain(words).chain(actions).chain(["true", "false", "on", "off", NONE])
}

/// `static|kinematic|dynamic`.
pub(super) fn body(args: &mut Args<'_>) -> Result<Body, CommandError> {
    args.one_by_token("static|kinematic|dynamic", &Body::ALL, Body::token)
}

/// `NAME.KEY VALUE|none`, if the next word names such a key.
pub(super) fn set(args: &mut Args<'_>) -> Result<Option<Command>, CommandError> {
    let dotted = args.next_text().and_then(|text| text.split_once('.'));
    let Some((name, key)) = dotted else { return Ok(None) };
    let is_body = key == "body";
    if !is_body && !Attribute::KEYS.contains(&key) {
        return Ok(None);
    }
    let word = args.need("NAME.FIELD")?;
    let name = Name::new(name).map_err(|why| {
        CommandError::at(word.span.clone(), format!("{}: {why}", shown(&word.text)))
    })?;
    Ok(Some(if is_body {
        Command::Body(name, body(args)?)
    } else {
        Command::SetAttribute(name, attribute(args, key)?)
    }))
}

fn attribute(args: &mut Args<'_>, key: &str) -> Result<Attribute, CommandError> {
    let is_none = args.next_text() == Some(NONE);
    let some = !is_none;
    if is_none {
        args.need(VALUE)?;
    }
    Ok(match key {
        "response" => {
            let response = || args.one_by_token(VALUE, &Response::ALL, Response::token);
            Attribute::Response(some.then(response).transpose()?)
        }
        "breaks_after" => Attribute::BreaksAfter(some.then(|| contacts(args)).transpose()?),
        "sensor" => Attribute::Sensor(some && args.one_of(VALUE, &YES_OR_NO)?),
        "name_shown" => Attribute::NameShown(is_none || args.one_of(VALUE, &YES_OR_NO)?),
        "on_enter" => {
            let action = || args.one_by_token(VALUE, &OnEnter::ALL, OnEnter::token);
            Attribute::OnEnter(some.then(action).transpose()?)
        }
        "message" => {
            let text = some.then(|| text(args)).transpose()?;
            Attribute::Message(text.map(Into::into))
        }
        "steer" => Attribute::Steer(some.then(|| speeds(args)).transpose()?),
        "tint" => Attribute::Tint(some.then(|| tint(args)).transpose()?),
        "beam" => Attribute::Beam(some && args.one_of(VALUE, &ON_OR_OFF)?),
        "one_way" if is_none => Attribute::OneWay(Sides::NONE),
        "one_way" => Attribute::OneWay(sides(args)?),
        _ => Attribute::Jump(some.then(|| jump(args)).transpose()?),
    })
}

/// `NAME top|left|right|bottom|off ...`.
pub(super) fn one_way(args: &mut Args<'_>) -> Result<Command, CommandError> {
    let name = args.name("NAME")?;
    Ok(Command::SetAttribute(name, Attribute::OneWay(sides(args)?)))
}

/// Sides up to the end of the line, or `off`.
fn sides(args: &mut Args<'_>) -> Result<Sides, CommandError> {
    const SIDES: &str = "top|left|right|bottom|off";
    let tokens: [(&str, Option<Side>); 5] = [
        ("top", Some(Side::Top)),
        ("left", Some(Side::Left)),
        ("right", Some(Side::Right)),
        ("bottom", Some(Side::Bottom)),
        ("off", None),
    ];
    let mut all = Sides::NONE;
    let mut next = args.one_of(SIDES, &tokens)?;
    while let Some(side) = next {
        all = all.with(side);
        if args.may_end(SIDES) {
            break;
        }
        next = args.one_of(SIDES, &tokens)?;
    }
    Ok(all)
}

fn contacts(args: &mut Args<'_>) -> Result<std::num::NonZeroU8, CommandError> {
    let word = args.need(VALUE)?;
    word.text.parse().ok().and_then(Behavior::contacts).ok_or_else(|| {
        let (fewest, most) = (Behavior::BREAKS_AFTER.start(), Behavior::BREAKS_AFTER.end());
        let found = shown(&word.text);
        let message = format!("{found}: a whole number of contacts, {fewest} to {most}, or none");
        CommandError::at(word.span.clone(), message)
    })
}

fn text(args: &mut Args<'_>) -> Result<String, CommandError> {
    let text = args.rest(VALUE)?;
    if text.contains(is_forbidden) || text.len() > Behavior::MAX_MESSAGE_BYTES {
        let most = Behavior::MAX_MESSAGE_BYTES;
        let message = format!("a message is one line of at most {most} bytes");
        return Err(CommandError::new(message));
    }
    Ok(text)
}

/// Two speeds, one per axis.
fn speeds(args: &mut Args<'_>) -> Result<Vector, CommandError> {
    let speeds = Vector::new(args.number(VALUE)?, args.number("VALUE")?);
    if speeds.x < Milli::ZERO || speeds.y < Milli::ZERO {
        return Err(CommandError::new("steer has two speeds of 0 or more, such as 2 0"));
    }
    Ok(speeds)
}

fn jump(args: &mut Args<'_>) -> Result<Milli, CommandError> {
    let speed = args.number(VALUE)?;
    if speed <= Milli::ZERO {
        return Err(CommandError::new("a jump is a speed above 0, or none"));
    }
    Ok(speed)
}

fn tint(args: &mut Args<'_>) -> Result<Tint, CommandError> {
    let word = args.need(VALUE)?;
    word.text.parse().ok().and_then(Tint::new).ok_or_else(|| {
        let (first, last) = (Tint::NUMBERS.start(), Tint::NUMBERS.end());
        let message = format!("{}: a tint is {first} to {last}, or none", shown(&word.text));
        CommandError::at(word.span.clone(), message)
    })
}

/// An object in exact numbers, and what it does on its own, in one line: `A box x 0..4 y 0..4 v 0,0
/// static breaks_after 1`.
pub fn described(object: &Object, settings: &Settings) -> String {
    let mut line = object_line(object, settings);
    for attribute in object.behavior.attributes().iter().filter(|it| !it.is_none()) {
        let _ = write!(line, " {} {}", attribute.key(), attribute_value(attribute));
    }
    line
}

/// The value of an attribute, as `set` accepts it.
pub fn attribute_value(attribute: &Attribute) -> String {
    match attribute {
        Attribute::Sensor(is_so) | Attribute::NameShown(is_so) => is_so.to_string(),
        Attribute::Response(Some(response)) => response.token().to_owned(),
        Attribute::BreaksAfter(Some(count)) => count.to_string(),
        Attribute::OnEnter(Some(action)) => action.token().to_owned(),
        Attribute::Message(Some(message)) => quoted(message),
        Attribute::Steer(Some(speeds)) => format!("{} {}", speeds.x, speeds.y),
        Attribute::Jump(Some(speed)) => speed.to_string(),
        Attribute::Tint(Some(tint)) => tint.number().to_string(),
        Attribute::Beam(is_so) => if *is_so { "on" } else { "off" }.to_owned(),
        Attribute::OneWay(sides) if !sides.is_empty() => {
            sides.iter().map(Side::token).collect::<Vec<_>>().join(" ")
        }
        Attribute::OneWay(_)
        | Attribute::Response(None)
        | Attribute::BreaksAfter(None)
        | Attribute::OnEnter(None)
        | Attribute::Message(None)
        | Attribute::Steer(None)
        | Attribute::Jump(None)
        | Attribute::Tint(None) => NONE.to_owned(),
    }
}

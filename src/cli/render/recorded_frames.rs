//! `--animate`: every frame of a recording, for one animated picture. How long each is shown is in
//! `host/pictures/svg/animation.rs`.

use super::{RenderArgs, arrange, refused, replay, unreplayed};
use crate::cli::CliError;
use crate::host::pictures::{Coloring, Format, animation as drawn, screen_of};
use hitscan_core::scene::SceneSource;

/// The most screens of an animation.
pub(in crate::cli) const MOST_SCREENS: usize = 500;

/// The picture, and the file that it shows.
///
/// # Errors
/// When the recording cannot be replayed or the options do not fit it.
pub(super) fn animation(
    args: &RenderArgs,
    coloring: Coloring,
) -> Result<(String, SceneSource), CliError> {
    if args.picture.methods.own().next().is_some() {
        return Err(refused("--method NAME=COMMAND: an animation cannot run programs"));
    }
    let mut app = unreplayed(args, Format::Svg)?;
    let mut screens = Vec::new();
    if let Some(path) = &args.replay {
        let mut look = |app: &crate::app::App| {
            let mut app = app.clone();
            arrange(&mut app, args)?;
            let screen = screen_of(&app, coloring);
            if screens.last() != Some(&screen) {
                screens.push(screen);
            }
            if screens.len() > MOST_SCREENS {
                let why = format!("over {MOST_SCREENS} screens; an animation may have no more");
                return Err(refused(why));
            }
            Ok(())
        };
        replay::go_through(&mut app, path, None, &mut look)?;
    }
    let title = app.engine.sandbox().world().title();
    let picture = drawn(&screens, title, args.ground(), coloring)
        .ok_or_else(|| refused("the recording shows nothing: it has no commands"))?;
    Ok((picture, app.engine.source().clone()))
}

//! `crowd`: parsing and writing.

use super::args::{Args, shown};
use super::written::WrittenWords;
use super::{Command, CommandError};
use crate::world::{Crowd, CrowdKind, CrowdLayout};
use hitscan_geom::{Aabb, Milli};

/// The options that may follow the area.
#[derive(Clone, Copy)]
enum Part {
    Size,
    Grid,
    Speed,
    Layout(CrowdLayout),
    Apart,
    Seed,
}

const PARTS: &str = "size|grid|speed|uniform|clusters|mixed-sizes|apart|seed";

/// `NAME COUNT [box|laser] X1 Y1 X2 Y2`, and the options in any order.
pub(super) fn parse(args: &mut Args<'_>) -> Result<Command, CommandError> {
    let name = args.name("NAME")?;
    let count = whole(args, "COUNT")?;
    let kinds = CrowdKind::ALL.map(|kind| (kind.token(), kind));
    let kind = args.optional_token(&kinds).unwrap_or_default();
    let area = Aabb::from_corners(args.point("X1", "Y1")?, args.point("X2", "Y2")?)?;
    let mut crowd = Crowd {
        name,
        count,
        kind,
        area,
        size: Crowd::SIZE,
        grid: Crowd::GRID,
        speed: [Milli::ZERO; 2],
        layout: CrowdLayout::default(),
        apart: false,
        seed: 0,
    };
    let parts = [
        ("size", Part::Size),
        ("grid", Part::Grid),
        ("speed", Part::Speed),
        ("uniform", Part::Layout(CrowdLayout::Uniform)),
        ("clusters", Part::Layout(CrowdLayout::Clusters)),
        ("mixed-sizes", Part::Layout(CrowdLayout::MixedSizes)),
        ("apart", Part::Apart),
        ("seed", Part::Seed),
    ];
    while !args.may_end(PARTS) {
        match args.one_of(PARTS, &parts)? {
            Part::Size => crowd.size = [args.size("MIN")?, args.size("MAX")?],
            Part::Grid => crowd.grid = args.size("G")?,
            Part::Speed => crowd.speed = [args.number("MIN")?, args.number("MAX")?],
            Part::Layout(layout) => crowd.layout = layout,
            Part::Apart => crowd.apart = true,
            Part::Seed => crowd.seed = whole(args, "N")?,
        }
    }
    crowd.check().map_err(|error| CommandError::new(error.to_string()))?;
    Ok(Command::Crowd(crowd))
}

fn whole(args: &mut Args<'_>, label: &'static str) -> Result<u32, CommandError> {
    let word = args.need(label)?;
    word.text.parse().map_err(|_| {
        let message =
            format!("{}: {label} is a whole number, at most {}", shown(&word.text), u32::MAX);
        CommandError::at(word.span.clone(), message)
    })
}

/// Writes a crowd with all its options.
pub(super) fn write(crowd: &Crowd, line: &mut WrittenWords<'_>) {
    let Crowd { name, count, kind, area, size, grid, speed, layout, apart, seed } = crowd;
    let [top, bottom] = [area.top(), area.bottom()].map(|y| line.axes.read_y(y));
    line.word(name).word(count).word(kind.token());
    line.word(area.left()).word(top).word(area.right()).word(bottom);
    line.word("size").word(size[0]).word(size[1]).word("grid").word(grid);
    line.word("speed").word(speed[0]).word(speed[1]).word(layout.token());
    line.optional(apart.then_some("apart")).word("seed").word(seed);
}

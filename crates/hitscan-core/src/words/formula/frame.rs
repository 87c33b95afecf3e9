//! The formulas of methods that look at two boxes within a frame.

use super::{Formula, both, formula};
use crate::methods::FrameStep;
use hitscan_geom::{Axis, Side};

pub(super) fn of_step(step: &FrameStep) -> Formula {
    match step {
        FrameStep::PartEnd { part, gaps, meet, .. } => {
            let text = format!("the four edge relations, at t = {part}/{}", FrameStep::PARTS);
            formula(text, *meet).with_all(["gap in x", "gap in y"], *gaps)
        }
        FrameStep::WaysOut { depths, claim } => formula("the least depth at the end", claim.label)
            .with_all(Side::ALL.map(Side::token), *depths),
        FrameStep::CentreAngle { offset, half_sizes, products, claim } => {
            formula("abs(d.x) * H against abs(d.y) * W", claim.label)
                .with_all(["d.x", "d.y"], *offset)
                .with_all(["W", "H"], *half_sizes)
                .with_all(["abs(d.x) * H", "abs(d.y) * W"], *products)
        }
        FrameStep::ApartAtStart { gaps, velocity, claim } => {
            formula("apart at the start", claim.label)
                .with_all(["gap in x", "gap in y"], *gaps)
                .with_all(["v.x", "v.y"], both(*velocity))
        }
        FrameStep::AxisMove { axis, way, gaps, side } => {
            let (text, name) = match axis {
                Axis::X => ("v.x != 0 and the interiors meet after (v.x, 0)", "v.x"),
                Axis::Y => ("v.y != 0 and the interiors meet after (0, v.y)", "v.y"),
            };
            formula(text, side.is_some())
                .with(name, *way)
                .with_all(["gap in x", "gap in y"], *gaps)
                .with_any("side", *side)
        }
    }
}

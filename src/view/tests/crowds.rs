//! Crowds: dots and densities, and what lies over them.

use super::app_of;
use super::cases::Cases;
use super::screens::dump_whole;

/// Far off they are fields of dots, near by boxes.
#[test]
fn crowds_far_off_and_near_by() {
    let mut cases = Cases::in_folder("view/crowds");
    for size in [(80, 24), (200, 60)] {
        for name in ["crowd", "crowd-clusters", "crowd-sizes"] {
            for (distance, keys) in [("far", "- - - ."), ("near", "z 1 .")] {
                let app = app_of(name, size, keys);
                let case = format!("{name} {distance} {}x{}", size.0, size.1);
                cases.check(&case, &dump_whole(&app));
            }
        }
    }
}

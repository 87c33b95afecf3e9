//! The default configuration as a commented file.

use std::fmt::Write;

use crate::app::{ACTIONS, ActionGroup};

const HEAD: &str = "\
# The configuration of hitscan. Every setting stands here as it is when nothing
# is said; take the # away to change it.
#
#   hitscan config --path    where this file is looked for
#   hitscan keys             the keys as they are now

# Colours: \"terminal\" (its own sixteen), \"light\" or \"dark\" (for such a
# background), \"high-contrast\", \"color-blind\", or \"auto\": as the
# terminal says its background is, which it is not asked over SSH.
#theme = \"auto\"

# true: bodies and the map are filled, in 256 colours and the themes dark and light.
# false: they are drawn in lines alone. \"auto\": lines alone over SSH.
#grounds = \"auto\"

# What lines are drawn with: \"lines\", \"braille\", \"ascii\", or \"auto\" by the locale.
#glyphs = \"auto\"

# How many colours: \"never\", \"16\", \"256\", \"true\", or \"auto\" by the environment.
#color = \"auto\"

# true: the mouse selects and drags, and marks text while Shift is held. false: it marks
# text, as in other programs. \"auto\": true, but false over SSH.
#mouse = \"auto\"

# What the log shows: \"changes\" (of an answer), \"hits\" (and touches), \"wrong\" (answers
# of the method in view), \"all\", \"selected\" (changes of the selected object), or
# \"auto\": \"changes\", and \"selected\" in scenes of more than 1000 objects.
#log = \"auto\"

# How far an arrow goes: \"cell\" (1 unit across, 2 down) or a number of units.
#nudge = \"cell\"

# A fine step is this part of a step: 10 is a tenth.
#fine = 10

# How much memory the scene and its history may take, in MB or GB.
#memory = \"256 MB\"

# How the pairs are found that can meet, in scenes that do not say it: \"all-pairs\",
# \"sweep\" or \"grid\". The results are the same.
#broad_phase = \"grid\"

# How far off a time may be that a program of yours says, as a part of a frame or of a
# laser.
#tolerance = 0.00001

# Programs of your own that answer beside the methods, four at most: words and quotes,
# no shell. They run with your rights. hitscan try shows what they are asked.
[own-methods]
#my_hit = \"python3 /home/anna/my_hit.py\"

# The keys of each action, one or several; [] for none. Two keys one after the
# other are written with a blank between them.
[keys]
";

/// The text of that file.
#[must_use]
pub fn template() -> String {
    let mut text = HEAD.to_owned();
    for group in ActionGroup::ALL {
        let _ = write!(text, "\n# {}\n", group.title());
        for spec in ACTIONS.iter().filter(|spec| spec.group == group) {
            let keys: Vec<_> = spec.keys.iter().map(|key| format!("\"{key}\"")).collect();
            let setting = format!("#{} = [{}]", spec.id, keys.join(", "));
            let _ = writeln!(text, "{setting:<44} # {}", spec.doc);
        }
    }
    text
}

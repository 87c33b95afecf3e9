//! Every store keeps the same promises: each case is tried on each store.

#[path = "store/cases.rs"]
mod cases;
#[path = "store/crashes.rs"]
mod crashes;

use std::path::Path;

use hitscan_serve::config::{Config, SyncPolicy};
use hitscan_serve::store::Store;
use hitscan_serve::store::files::FileStore;

/// A configuration that keeps everything in this folder.
fn config_in(folder: &Path) -> Config {
    Config { data: folder.join("data"), ..Config::default() }
}

/// Tries a case on every store.
fn on_every_store(case: impl Fn(&dyn Store)) {
    for sync in SyncPolicy::ALL {
        let folder = tempfile::tempdir().expect("a folder");
        let config = Config { sync, ..config_in(folder.path()) };
        case(&FileStore::open(&config).expect("it opens"));
    }
}

macro_rules! on_every_store {
    ($($case:ident)*) => { $(
        #[test]
        fn $case() {
            on_every_store(cases::$case);
        }
    )* };
}

on_every_store! {
    a_class_is_made_once_and_is_found_by_its_id
    the_record_of_a_class_is_replaced_whole
    a_code_opens_its_class_alone_until_there_is_another
    places_stand_in_the_order_of_the_roster
    a_place_is_claimed_once_by_many_at_the_same_time
    an_open_roster_has_room_for_so_many
    a_closed_roster_has_no_room_for_others
    a_key_enters_and_four_are_the_most
    an_own_code_enters_until_there_is_another
    a_freed_place_is_entered_by_nothing_of_before
    a_new_roster_leaves_taken_places_as_they_are
    work_is_kept_in_order_and_cut_where_it_is_told
    work_has_one_writer
    work_has_a_limit_and_what_is_over_it_is_not_kept
    work_that_is_replaced_or_freed_is_none_of_the_next
    when_steps_got_points_is_kept_as_long_as_the_work
    a_desk_has_plain_names_and_a_limit
    a_pack_that_fails_its_check_leaves_no_trace
    packs_stand_beside_each_other
    what_is_not_there_is_told
    a_class_that_was_used_is_not_removed
}

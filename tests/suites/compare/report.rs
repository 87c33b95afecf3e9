//! The counts of a report, and how it is printed.

use std::collections::BTreeMap;

use hitscan::tested::cli::compare::{compare, ndjson, table};
use hitscan_core::methods::{Agreement, Arithmetic, Reason};

use crate::compare::{KINDS, plan, report, threads};
use crate::printed::objects;
use crate::snapshots::assert_snapshot;

/// Threads compete for pairs; the report must not depend on the outcome.
#[test]
fn the_report_does_not_depend_on_the_number_of_threads() {
    for kind in KINDS {
        let plan = plan(&format!("--kind {kind} --pairs 2500 --seed 7 --span 6"));
        let alone = compare(&plan, threads(1), &mut |_| {});
        for count in [2, 7] {
            assert_eq!(compare(&plan, threads(count), &mut |_| {}), alone, "{kind}");
        }
    }
}

#[test]
fn another_seed_generates_other_pairs() {
    let rows = |seed| report(&format!("--pairs 2000 --span 3 --seed {seed}")).rows;
    assert_eq!(rows(3), rows(3));
    assert_ne!(rows(3), rows(4));
}

#[test]
fn every_method_is_counted_once_per_pair_and_arithmetic() {
    for (kind, groups) in KINDS.into_iter().zip([4, 2, 6, 2, 2, 4, 4, 2, 2]) {
        let report = report(&format!("--kind {kind} --pairs 1500"));
        let mut sums = BTreeMap::new();
        for row in &report.rows {
            let finding = row.finding;
            if finding.arithmetic == Arithmetic::F64 {
                assert_eq!(finding.reason, Some(Reason::Rounding), "only what differs is counted");
                continue;
            }
            *sums.entry((finding.method, finding.arithmetic)).or_insert(0) += row.pairs;
            let differs = matches!(finding.agreement, Agreement::Wrong | Agreement::Convention);
            assert!(finding.reason.is_some() || !differs, "{kind}: a difference has a reason");
        }
        assert_eq!(sums.len(), groups, "{kind}");
        assert!(sums.values().all(|&sum| sum == 1500), "{kind}: {sums:?}");
    }
}

#[test]
fn double_precision_has_a_row_only_where_it_differs() {
    let doubles = |options: &str| {
        let rows = report(options).rows.into_iter().map(|row| (row.finding, row.pairs));
        rows.filter(|(finding, _)| finding.arithmetic == Arithmetic::F64).collect::<Vec<_>>()
    };
    // Doubles represent multiples of 1 exactly, and not those of 0.1.
    assert_eq!(doubles("--kind box-box --step 1 --pairs 2000"), []);
    let rows = doubles("--kind box-box --step 0.1 --pairs 2000");
    assert!(rows.iter().any(|(finding, _)| finding.method.id() == "edge-relations"), "{rows:?}");
    assert!(rows.iter().all(|&(_, pairs)| pairs > 0), "{rows:?}");
}

#[test]
fn one_pair_is_a_report_too() {
    let text = table(&report("--kind box-box --pairs 1 --seed 2"));
    assert_snapshot!("compare", text);
}

#[test]
fn the_table_of_lasers() {
    assert_snapshot!("compare", table(&report("--pairs 20000 --span 6 --seed 1")));
}

#[test]
fn the_table_of_frames_at_45_degrees() {
    let options = "--kind frame --angle 45 --pairs 20000 --seed 1";
    assert_snapshot!("compare", table(&report(options)));
}

#[test]
fn json_agrees_with_the_table() {
    let report = report("--kind frame --pairs 4000 --velocity 3");
    let events = objects(&ndjson(&report));
    let of = |event: &str| events.iter().filter(|each| each["event"] == event).collect::<Vec<_>>();
    let [run] = of("run")[..] else { panic!("one run") };
    assert_eq!(
        run.to_string(),
        r#"{"angle":"any","event":"run","kind":"frame","pairs":4000,"seed":1,"span":"12","step":"0.6","velocity":"3"}"#
    );
    assert_eq!((of("row").len(), of("fact").len()), (report.rows.len(), 6));
    for (event, row) in of("row").into_iter().zip(&report.rows) {
        assert_eq!(event["method"], row.finding.method.id());
        assert_eq!(event["against"], row.finding.agreement.token());
        assert_eq!(event["pairs"], row.pairs);
    }
    assert_eq!(of("example").len(), report.examples.len());
    for (event, example) in of("example").into_iter().zip(&report.examples) {
        assert_eq!(event["query"]["id"], example.id());
        assert_eq!(event["reason"], example.reason.code());
    }
}

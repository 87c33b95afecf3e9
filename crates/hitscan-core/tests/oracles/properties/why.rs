//! The pages of the Why view for any pair: they fit, one line decides, and they agree with the
//! methods.

use hitscan_core::command::WhySubject as CommandPage;
use hitscan_core::methods::{Agreement, Arithmetic, BoundaryRule, Method};
use hitscan_core::words::why::{Mark, Medium, PageSubject, Role, WhyPage, page, pages};
use hitscan_core::world::{Axes, Name, Object, ObjectId, PairResult, Participant, Settings, World};
use hitscan_geom::{Moving, Point, Segment, Shape, Vector, swept};
use proptest::prelude::*;
use unicode_width::UnicodeWidthStr;

use crate::properties::generators::{
    far_frame, far_lasers, far_region, far_region_and_laser, near_frame, near_pair,
};

/// Two ids, from a world created for that purpose.
fn ids() -> [ObjectId; 2] {
    let object = |name: &str| {
        let segment = Segment::new(Point::default(), Point::default()).expect("in range");
        Object::new(Name::new(name).expect("a name"), Shape::Segment(segment))
    };
    let world = World::new(String::new(), Settings::default(), vec![object("A"), object("B")]);
    let ids: Vec<ObjectId> = world.expect("a world").objects().map(|(id, _)| id).collect();
    [ids[0], ids[1]]
}

pub(super) fn parties(
    names: [&str; 2],
    shapes: [&Shape; 2],
    motions: [Vector; 2],
) -> [Participant; 2] {
    let ids = ids();
    [0, 1].map(|index| Participant {
        id: ids[index],
        name: Name::new(names[index]).expect("a name"),
        shape: shapes[index].clone(),
        motion: motions[index],
        is_point: false,
    })
}

fn names() -> impl Strategy<Value = [&'static str; 2]> {
    prop::sample::select(vec![
        ["A", "B"],
        ["player", "tile"],
        ["abcdefghijklmnop", "ponmlkjihgfedcba"],
    ])
}

/// How a page is read: in which medium, by which rule, with which axes.
fn reading() -> impl Strategy<Value = (Medium, BoundaryRule, Axes)> {
    let contact = prop::sample::select(BoundaryRule::ALL.to_vec());
    let axes = prop::sample::select(Axes::ALL.to_vec());
    let panels = (32_usize..=56).prop_map(Medium::Panel);
    let lines = (32_usize..=80).prop_map(Medium::Lines);
    (prop_oneof![panels, lines], contact, axes)
}

pub(super) fn any_pair() -> impl Strategy<Value = (Shape, Shape)> {
    prop_oneof![
        4 => near_pair(),
        1 => far_lasers().prop_map(|(a, b)| (Shape::Segment(a), Shape::Segment(b))),
        1 => far_region_and_laser().prop_map(|(region, laser)| (region, Shape::Segment(laser))),
        1 => (far_region(), far_region()),
    ]
}

/// Two moving boxes that stay within the range of shapes.
fn any_frame() -> impl Strategy<Value = (Moving, Moving)> {
    prop_oneof![near_frame(), far_frame()]
}

/// Checks the properties of every page.
fn check_layout(page: &WhyPage, medium: Medium) {
    let width = match medium {
        Medium::Panel(cols) => cols - 2,
        Medium::Lines(cols) => cols - 1,
    };
    let text = || page.lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n");
    assert_eq!(page.lines[0].role, Role::Title);
    for line in &page.lines {
        assert!(line.text.width() <= width, "too long for {width}: {}\n{}", line.text, text());
        assert_eq!(line.text.trim_end(), line.text);
        assert!(!line.text.contains(['\u{a0}', '\n']), "{}", text());
        assert!(!line.text.contains("missing"), "a step lacks a value\n{}", text());
    }
    let decides = page.lines.iter().filter(|line| line.mark != Mark::None);
    assert!(decides.count() > 0, "nothing decides\n{}", text());
    let blank = |index: usize| page.lines[index].text.is_empty();
    assert!((1..page.lines.len()).all(|index| !(blank(index - 1) && blank(index))), "{}", text());
}

/// The page about these two, with a key that goes on to the next one.
pub(super) fn page_of(
    [a, b]: [&Participant; 2],
    pair_result: &PairResult,
    (about, arithmetic): (Option<Method>, Arithmetic),
    settings: &Settings,
    medium: Medium,
) -> WhyPage {
    let subject = PageSubject {
        a,
        b,
        pair_result,
        about,
        arithmetic,
        settings,
        answers_by: None,
        is_past: false,
        scene_source: "",
        is_ascii: false,
        next_key: Some('n'),
    };
    page(&subject, medium)
}

/// The two boxes at the end of their frame.
pub(super) fn moved_parties(names: [&str; 2], [a, b]: [&Moving; 2]) -> [Participant; 2] {
    let ends = [a.end(), b.end()].map(Shape::Box);
    parties(names, [&ends[0], &ends[1]], [a.motion(), b.motion()])
}

/// The word after `->`.
fn says(page: &WhyPage) -> Option<&str> {
    let mut said = page.lines.iter().filter_map(|line| line.text.strip_prefix("-> "));
    said.next().and_then(|said| said.split(' ').next())
}

fn check_agreement(page: &WhyPage, agreement: Agreement) {
    let has = |role| page.lines.iter().any(|line| line.role == role);
    assert_eq!(has(Role::Wrong), agreement == Agreement::Wrong, "{page:?}");
    assert_eq!(has(Role::Convention), agreement == Agreement::Convention, "{page:?}");
}

fn check_pages(
    [a, b]: &[Participant; 2],
    (medium, boundary_rule, axes): (Medium, BoundaryRule, Axes),
) {
    let pair_result = PairResult::of(a, b);
    let settings = Settings { boundary_rule, axes, ..Settings::default() };
    let frame = a.moving().zip(b.moving());
    for about in every_page(a, b, &pair_result) {
        for arithmetic in [Arithmetic::Exact, Arithmetic::F32] {
            let page = page_of([a, b], &pair_result, (about, arithmetic), &settings, medium);
            check_layout(&page, medium);
            match about {
                None => assert_eq!(says(&page), None),
                Some(method) if method.overlap_test().is_some() => {
                    let computes = method.computes_in(arithmetic);
                    let arithmetic = if computes { arithmetic } else { Arithmetic::Exact };
                    let verdict = method
                        .verdicts(&a.shape, &b.shape, &pair_result.meeting, boundary_rule)
                        .find(|verdict| verdict.arithmetic == arithmetic)
                        .expect("every page is about a method that speaks");
                    assert_eq!(says(&page), Some(if verdict.hit { "HIT" } else { "MISS" }));
                    check_agreement(&page, verdict.agreement);
                }
                Some(method) => {
                    let (a, b) = frame.as_ref().expect("boxes");
                    let swept = swept(a, b);
                    let verdict = method.side_verdict(a, b, &swept).expect("it has a page");
                    let (token, agreement) = if method == Method::SWEPT {
                        (swept.token(), Agreement::Agrees)
                    } else {
                        (verdict.claim.label, verdict.agreement)
                    };
                    assert_eq!(says(&page), Some(token));
                    check_agreement(&page, agreement);
                }
            }
        }
    }
}

/// Every page that a pair can have, including those of methods on request.
pub(super) fn every_page(
    a: &Participant,
    b: &Participant,
    pair_result: &PairResult,
) -> Vec<Option<Method>> {
    let all = CommandPage::catalogue().map(|(_, page)| page.method());
    all.filter(|page| pages(a, b, pair_result, *page).contains(page)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_page_of_a_pair_fits_and_says_what_the_methods_say(
        (a, b) in any_pair(),
        names in names(),
        reading in reading(),
    ) {
        check_pages(&parties(names, [&a, &b], [Vector::ZERO; 2]), reading);
    }

    #[test]
    fn every_page_of_a_frame_fits_and_says_what_the_methods_say(
        (a, b) in any_frame(),
        names in names(),
        reading in reading(),
    ) {
        check_pages(&moved_parties(names, [&a, &b]), reading);
    }

    /// Even a panel narrower than in any layout shows every line.
    #[test]
    fn no_width_is_too_narrow((a, b) in near_frame(), width in 0_usize..32) {
        let [a, b] = moved_parties(["A", "B"], [&a, &b]);
        let pair_result = PairResult::of(&a, &b);
        for about in every_page(&a, &b, &pair_result) {
            let (asked, settings) = ((about, Arithmetic::Exact), Settings::default());
            let page = page_of([&a, &b], &pair_result, asked, &settings, Medium::Panel(width));
            let room = width.saturating_sub(2).max(2);
            for line in page.lines {
                prop_assert!(line.text.width() <= room, "{} in {}", line.text, room);
            }
        }
    }
}

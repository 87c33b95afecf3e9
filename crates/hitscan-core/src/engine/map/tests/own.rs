//! Maps of own methods, compared with what the program says about the pair once the
//! object is there.

use super::*;
use crate::engine::map::First;
use crate::engine::{asked_rank, silent};
use crate::methods::{JudgingRules, OwnPair, OwnQuestion, OwnReply, question_line};
use hitscan_geom::Moving;

/// The reply of a made-up program: arbitrary, but always the same for the same line.
fn program(line: &str) -> OwnReply {
    const ANSWERS: [&str; 8] =
        ["hit", "miss", "miss", "?", "touch", "hit left 1/2", "hit corner", "hit inside 0"];
    let sum = line.bytes().fold(7_usize, |sum, byte| (sum * 31 + usize::from(byte)) % 104_729);
    OwnReply::from_text(ANSWERS[sum % ANSWERS.len()]).expect("an answer")
}

fn own(question: MapQuestion, engine: &Engine) -> MapQuestion {
    let name = Name::new("my_hit").expect("a name");
    let rank = |name: &str| {
        let name = Name::new(name).expect("a name");
        let id = engine.world().find(&name).expect("it is there");
        let kind = engine.world().object(id).expect("it is there").shape.kind();
        asked_rank(id, kind)
    };
    let first = if rank("A") < rank("B") { First::Object } else { First::Partner };
    let method = Some(MapMethod::Own { name, first, rules: JudgingRules::default() });
    MapQuestion { asked: MapQuery { layer: Layer::Method, method, ..question.asked }, ..question }
}

fn answer_all(map: &mut Map) -> usize {
    let lines = map.lines_to_ask().unwrap_or_default();
    assert_eq!(map.lines_to_ask(), None, "they are asked already");
    let replies: Vec<OwnReply> = lines.iter().map(|line| program(line)).collect();
    map.answered(&replies);
    lines.len()
}

/// The class of the program's answer for A and B, as in a row of Methods.
fn class_of_row(engine: &Engine, is_on_the_way: bool) -> String {
    let names = ["A", "B"].map(|name| Name::new(name).expect("a name"));
    let pair = engine.sandbox().found(Some(&names)).expect("a pair");
    let shapes = pair.asked_order().map(|each| each.shape.clone());
    let frame = || {
        let at_rest = |shape: &Shape| shape.as_box().copied().map(Moving::at_rest);
        let rest = || Some([at_rest(&pair.a.shape)?, at_rest(&pair.b.shape)?]);
        pair.pair_result.frame.or_else(rest)
    };
    let question = OwnQuestion::new(shapes, is_on_the_way.then(frame).flatten());
    let answered = question.pairs().filter_map(|asked| match program(&question_line(asked)) {
        OwnReply::Answer(answer) => Some((asked, answer)),
        OwnReply::Unknown => None,
    });
    let Some((asked, answer)) = answered.last() else { return "not-applicable".to_owned() };
    assert!(matches!(asked, OwnPair::Still(..)) || is_on_the_way);
    let judgement = asked.judge(&answer, JudgingRules::default());
    match (judgement.agreement.token(), judgement.cause) {
        ("agrees", _) if answer.says.is_contact() => "agrees-hit".to_owned(),
        ("agrees", _) => "agrees-miss".to_owned(),
        ("not-applicable", _) => "not-applicable".to_owned(),
        (word, None) => word.to_owned(),
        (_, Some(cause)) => cause.code().to_owned(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Each cell shows what the program says about the pair once the object is there.
    #[test]
    fn a_program_confirms_every_cell(
        lines in [shape_line(), shape_line()],
        velocities in [(-3_i32..3, -3_i32..3), (-3_i32..3, -3_i32..3)],
        handle in handle(),
        zoom in prop::sample::select(vec![1_i64, 2, 16]),
        shift in shift(),
    ) {
        let mut engine = engine_of([&lines[0], &lines[1]], velocities);
        shifted(&mut engine, shift);
        let subject = subject_of(&engine, handle);
        prop_assume!(subject.has_places());
        let question = own(question(subject.clone(), Layer::Method, None, zoom), &engine);
        let question = elsewhere(question, shift);
        let timing = question.timing();
        let mut map = Map::new(question);
        prop_assert!(map.advance(usize::MAX), "nothing is worked out here");
        answer_all(&mut map);
        prop_assert!(map.is_complete());
        for [column, row] in cells() {
            let class = map.class([column, row]).expect("it is complete");
            let place = map.place([column, row]).expect("cells are not that fine");
            let mut there = engine.clone();
            let commands = commands(&subject, timing, place);
            let went = commands.is_some_and(|commands| {
                commands.iter().all(|command| there.execute(command, &mut silent).is_ok())
            });
            if !went {
                prop_assert_eq!(class, CellClass::None, "{:?} at {:?}", subject, place);
                continue;
            }
            prop_assert_eq!(
                class.token(), class_of_row(&there, timing == MapTiming::OnTheWay),
                "at {:?} of {:?}, {:?}", place, subject, lines
            );
            let answer = map.answer(place).expect("it can be there");
            prop_assert_eq!(answer.class, Some(class));
        }
    }

    /// A map that follows the handle asks about two cells at most, and then equals a
    /// newly asked map.
    #[test]
    fn a_nudge_asks_two_cells(
        lines in [shape_line(), shape_line()],
        to in (-5_i64..5, -5_i64..5),
    ) {
        let mut engine = engine_of([&lines[0], &lines[1]], [(0, 0); 2]);
        let subject = subject_of(&engine, Handle::Move);
        let mut map = Map::new(own(question(subject.clone(), Layer::Method, None, 1), &engine));
        answer_all(&mut map);
        let commands = commands(&subject, MapTiming::AtTheEnd, [to.0 * 500, to.1 * 500]);
        prop_assume!(engine.execute(&commands.expect("it is near")[0], &mut silent).is_ok());
        let after = own(question(subject_of(&engine, Handle::Move), Layer::Method, None, 1), &engine);
        prop_assert!(map.follow(&after));
        prop_assert!(answer_all(&mut map) <= 2);
        let mut anew = Map::new(after);
        answer_all(&mut anew);
        for [column, row] in cells() {
            prop_assert_eq!(map.class([column, row]), anew.class([column, row]));
        }
        prop_assert!(map.counts().eq(anew.counts()));
    }
}

#[test]
fn unanswered_cells_have_no_class_and_can_be_asked_again() {
    let engine = engine_of(["box NAME 0 0 2 2", "laser NAME 3 0 5 2"], [(0, 0); 2]);
    let asked = own(question(subject_of(&engine, Handle::Move), Layer::Method, None, 1), &engine);
    let mut map = Map::new(asked);
    let lines = map.lines_to_ask().expect("nothing is answered");
    assert_eq!(lines.len(), 96);
    assert!(lines.iter().all(|line| line.starts_with("box ") && line.contains(" laser ")));
    let here = map.answer(map.present()).expect("it is there");
    assert_eq!((here.class, here.judged, map.class([0, 0])), (None, None, None));
    map.ask_again();
    assert_eq!(map.lines_to_ask(), Some(lines));
}

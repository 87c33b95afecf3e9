//! Shapes and answers to JSON and back.

use hitscan_geom::broad_phase::{BroadPhase, Index};
use hitscan_geom::{
    Aabb, Direction, Fraction, Meeting, Milli, Moving, Origin, Point, Polygon, Relation, Segment,
    Shape, Sides, Swept, Vector, closest, milli, pass, relate, swept,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{from_str, to_string};

fn written<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(of: &T) -> String {
    let text = to_string(of).expect("it is written");
    assert_eq!(&from_str::<T>(&text).expect(&text), of);
    text
}

fn aabb(edges: [f64; 4]) -> Aabb {
    Aabb::try_from(edges).expect("a box")
}

#[test]
fn shapes_are_lists_of_decimals() {
    let region = aabb([0.0, -0.5, 4.0, 2.125]);
    assert_eq!(written(&region), r#"["0","-0.5","4","2.125"]"#);
    assert_eq!(written(&Shape::from(region)), r#"{"box":["0","-0.5","4","2.125"]}"#);
    let segment = Segment::try_from([0.0, 0.0, 1.5, 0.0]).expect("in range");
    assert_eq!(written(&Shape::from(segment)), r#"{"laser":["0","0","1.5","0"]}"#);
    let polygon = Polygon::rounded(&[[0, 0], [4, 0], [0, 3]]).expect("a polygon").value;
    let text = r#"{"polygon":[["0","0"],["4","0"],["0","3"]]}"#;
    assert_eq!(written(&Shape::from(polygon)), text);
    let motion = Vector::new(milli!(500), Milli::ZERO);
    let moving = Moving::new(region, motion).expect("in range");
    assert_eq!(written(&moving), r#"{"start":["0","-0.5","4","2.125"],"motion":["0.5","0"]}"#);
    assert_eq!(written(&Point::new(Milli::MAX, -Milli::MAX)), r#"["67108.863","-67108.863"]"#);
}

#[test]
fn a_decimal_may_be_a_number_too() {
    for (text, thousandths) in [("12.345", 12_345), ("-3", -3000), ("0.1", 100), ("\"0.10\"", 100)]
    {
        assert_eq!(from_str::<Milli>(text).expect(text).thousandths(), thousandths, "{text}");
    }
    for length in (-67_108_863..=67_108_863).step_by(99_991) {
        let length = Milli::new(length).expect("in range");
        assert_eq!(from_str::<Milli>(&length.to_string()).expect("a number"), length);
    }
}

#[test]
fn bad_values_are_errors() {
    for text in
        ["0.1234", "1e9", "\"1e3\"", "\"0.1234\"", "true", "\"99999\"", "null", "70000", "-70000"]
    {
        assert!(from_str::<Milli>(text).is_err(), "{text}");
    }
    for text in ["[0,0,0,1]", "[0,0,1]", "[0,0,1,1,1]", "[0,0,40000,1]", "{}"] {
        assert!(from_str::<Aabb>(text).is_err(), "{text}");
    }
    assert!(from_str::<Segment>("[0,0,40000,1]").is_err());
    assert!(from_str::<Polygon>("[[0,0],[4,4],[4,0],[0,4]]").is_err());
    let many: Vec<[i32; 2]> = (0..1001).map(|k| [k, k * k % 7]).collect();
    let error = from_str::<Polygon>(&to_string(&many).expect("written")).expect_err("too many");
    assert!(error.to_string().contains("more than 1000 vertices"), "{error}");
    assert!(from_str::<Moving>(r#"{"start":[0,0,1,1],"motion":[33600,0]}"#).is_err());
    assert!(from_str::<Moving>(r#"{"start":[0,0,1,1],"motion":[1,0],"speed":1}"#).is_err());
    for text in ["\"1/0\"", "1", "\"a\"", "\"1/2/3\""] {
        assert!(from_str::<Fraction>(text).is_err(), "{text}");
    }
    let error = from_str::<Origin>("\"middle\"").expect_err("no origin").to_string();
    assert!(error.contains("not one of top-left, center, bottom-center"), "{error}");
}

#[test]
fn answers_are_written_with_fractions_and_words() {
    let region = aabb([0.0, 0.0, 3.0, 2.0]);
    let segment = Segment::try_from([-1.0, 1.0, 6.0, 1.0]).expect("in range");
    let found = pass(&segment, &region).expect("it enters");
    let text = r#"{"entry":{"t":"1/7","through":"left"},"exit":{"t":"4/7","through":"right"}}"#;
    assert_eq!(written(&found), text);
    let meeting: Meeting = relate(&segment, &region);
    assert!(written(&meeting).starts_with(r#"{"relation":"crosses","span":{"points":[{"x":"0","#));
    let near = closest(&region, &aabb([3.5, 0.0, 4.0, 2.0])).expect("apart");
    assert!(written(&near).ends_with(r#""squared":"1/4"}"#));
    let wall = Moving::at_rest(aabb([5.0, 0.0, 6.0, 2.0]));
    let run = Moving::new(region, Vector::new(milli!(4000), Milli::ZERO)).expect("in range");
    assert_eq!(written(&swept(&run, &wall)), r#"{"hit":{"t":"1/2","sides":"left"}}"#);
    assert_eq!(written(&Swept::<Fraction>::Miss), "\"miss\"");
    let index = Index::new(&[region]);
    let hit = index.first(&segment).expect("a hit");
    assert_eq!(written(&hit), r#"{"index":0,"entry":{"t":"1/7","through":"left"}}"#);
    assert_eq!(written(&(Relation::Equals, BroadPhase::Grid)), r#"["equals","grid"]"#);
    assert_eq!(written(&(Sides::NONE, Direction::Edges(0, Some(3)))), r#"["","edge-0+3"]"#);
}

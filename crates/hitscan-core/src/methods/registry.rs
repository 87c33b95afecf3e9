//! The registry: one row per method, in listing order.
//!
//! To add a method, write its file in `registry/` and name its row here. Everything else derives
//! from the rows.
//!
//! For overlap: `bounding_boxes`, `center_distance`, `corners_inside`, `edge_relations`, `edges`, `sat`,
//! `slab`, `proper` and `straddle`; for points: `even_odd` and `winding`; for frames with a
//! polygon: `bounds_swept`, `vertex_rays`, `sat_least` and `sampled`; for sides: `swept`, `sampled`, `substeps`, `axis_by_axis`,
//! `center_angle`, `least_overlap`, `predict_corner`, `previous_frame` and `relative_velocity`. This file
//! names each row, and no method calls back.

mod axis_by_axis;
mod bounding_boxes;
mod bounds_swept;
mod center_angle;
mod center_distance;
mod corners_inside;
mod edge_relations;
mod edges;
mod even_odd;
mod least_overlap;
mod predict_corner;
mod previous_frame;
mod proper;
mod relative_velocity;
mod sampled;
mod sat;
mod sat_least;
mod slab;
mod straddle;
mod substeps;
mod swept;
mod vertex_rays;
mod winding;

pub(super) use straddle::{Half, straddles};

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::agreement::Reason;
use super::row::{
    ArticleSource, ListedWhen, MethodQuestion, MethodRow, NormalsTest, OverlapTest, SideTest,
};
use hitscan_geom::ShapeKind;

static REGISTRY: &[&MethodRow] = &[
    &straddle::ROW,
    &proper::ROW,
    &center_distance::ROW,
    &edge_relations::ROW,
    &edges::ROW,
    &corners_inside::ROW,
    &bounding_boxes::ROW,
    &sat::ROW,
    &slab::ROW,
    &even_odd::ROW,
    &winding::ROW,
    &swept::ROW,
    &relative_velocity::ROW,
    &predict_corner::ROW,
    &sampled::ROW,
    &least_overlap::ROW,
    &center_angle::ROW,
    &previous_frame::ROW,
    &axis_by_axis::ROW,
    &substeps::ROW,
    &bounds_swept::ROW,
    &vertex_rays::ROW,
    &sat_least::ROW,
];

/// The readings of the articles, in the order of their methods.
static READINGS: &[&MethodRow] = &[
    &straddle::UNION,
    &straddle::PROSE,
    &proper::PRINTED,
    &center_distance::OVERVIEW,
    &center_distance::AT_MOST,
    &edge_relations::TABLE,
    &relative_velocity::PROSE,
    &relative_velocity::PRINTED,
    &relative_velocity::RECT,
    &predict_corner::INT,
    &predict_corner::FLAG,
];

/// A method, identified by its row. Methods are ordered as in the registry.
#[derive(Clone, Copy)]
pub struct Method(&'static MethodRow);

impl Method {
    /// Do both lasers straddle the line of the other?
    pub const STRADDLE: Self = Self(&straddle::ROW);
    /// Do two lasers cross properly?
    pub const PROPER: Self = Self(&proper::ROW);
    /// Are the centres of two boxes closer than half the sum of their sizes?
    pub const CENTER_DISTANCE: Self = Self(&center_distance::ROW);
    /// Do the four relations of two boxes' edges hold?
    pub const EDGE_RELATIONS: Self = Self(&edge_relations::ROW);
    /// Does an edge of a region straddle the other shape?
    pub const EDGES: Self = Self(&edges::ROW);
    /// Does an odd number of edges cross the level of a point to its right?
    pub const EVEN_ODD: Self = Self(&even_odd::ROW);
    /// The exact side method, which all other side methods are judged against.
    pub const SWEPT: Self = Self(&swept::ROW);
    /// The side, from the positions at the end of the frame.
    pub const RELATIVE_VELOCITY: Self = Self(&relative_velocity::ROW);
    /// The same with both vectors written y first, as in the article's prose.
    pub(crate) const RELATIVE_VELOCITY_PROSE: Self = Self(&relative_velocity::PROSE);
    /// The axis, from the depth before the frame begins.
    pub const PREDICT_CORNER: Self = Self(&predict_corner::ROW);
    /// The side of the least of the four depths at the end of the frame.
    pub const LEAST_OVERLAP: Self = Self(&least_overlap::ROW);
    /// The side that the line between the centres leaves through.
    pub const CENTER_ANGLE: Self = Self(&center_angle::ROW);
    /// The side on the axis along which the boxes were apart before the frame.
    pub const PREVIOUS_FRAME: Self = Self(&previous_frame::ROW);
    /// The side on the axis being moved along when they meet, x before y.
    pub const AXIS_BY_AXIS: Self = Self(&axis_by_axis::ROW);
    /// [`Self::RELATIVE_VELOCITY`] after each of four parts of the frame.
    pub const SUBSTEPS: Self = Self(&substeps::ROW);

    /// All methods, in registry order.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        REGISTRY.iter().map(|&row| Self(row))
    }

    /// The methods that are always listed for such a pair, except [`Self::SWEPT`].
    pub fn listed(a: ShapeKind, b: ShapeKind) -> impl Iterator<Item = Self> + Clone {
        Self::all().filter(move |method| {
            method.0.shown == ListedWhen::Always
                && *method != Self::SWEPT
                && method.applies_to(a, b)
        })
    }

    /// The readings of the articles, in the order of their methods.
    pub fn readings() -> impl Iterator<Item = Self> + Clone {
        READINGS.iter().map(|&row| Self(row))
    }

    /// The readings of this method, as its article prints it.
    pub fn readings_of_it(self) -> impl Iterator<Item = Self> {
        Self::readings().filter(move |reading| reading.as_coded() == self)
    }

    /// Whether it is a reading of an article.
    pub const fn is_reading(self) -> bool {
        self.0.reading.is_some()
    }

    /// The method that it is a reading of, in the form of the article's code; otherwise itself.
    pub fn as_coded(self) -> Self {
        let reading = self.0.reading;
        reading.and_then(|reading| Self::find(reading.of)).unwrap_or(self)
    }

    /// The methods that a box's response can use.
    pub fn side_methods() -> impl Iterator<Item = Self> + Clone {
        Self::all().filter(|method| method.side_test().is_some_and(|test| test.timing.is_some()))
    }

    /// The reasons that methods can have, in the order of the formats.
    pub fn reasons() -> Vec<Reason> {
        let all = REGISTRY.iter().flat_map(|row| row.reasons);
        let own = all.filter(|reason| matches!(reason, Reason::OfMethod(_)));
        let mut reasons = Vec::with_capacity(Reason::SHARED.len());
        for &reason in Reason::SHARED.iter().chain(own) {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        reasons
    }

    /// The method with this id.
    pub fn find(id: &str) -> Option<Self> {
        Self::all().chain(Self::readings()).find(|method| method.id() == id)
    }

    /// The id in every format.
    pub const fn id(self) -> &'static str {
        self.0.id
    }

    /// The article that it comes from, if any.
    pub const fn source(self) -> Option<ArticleSource> {
        self.0.source
    }

    /// Its row.
    pub const fn row(self) -> &'static MethodRow {
        self.0
    }

    /// The test, if the method answers whether two shapes meet.
    pub const fn overlap_test(self) -> Option<&'static OverlapTest> {
        match &self.0.question {
            MethodQuestion::DoTheyMeet(test) => Some(test),
            MethodQuestion::IsPointIn(_)
            | MethodQuestion::FromWhichSide(_)
            | MethodQuestion::AcrossWhichNormals(_) => None,
        }
    }

    /// The test, if the method answers whether a point lies in a region.
    pub const fn point_test(self) -> Option<&'static OverlapTest> {
        match &self.0.question {
            MethodQuestion::IsPointIn(test) => Some(test),
            MethodQuestion::DoTheyMeet(_)
            | MethodQuestion::FromWhichSide(_)
            | MethodQuestion::AcrossWhichNormals(_) => None,
        }
    }

    /// The test, if the method answers yes or no about two shapes, or about a point.
    pub(super) const fn yes_or_no(self) -> Option<&'static OverlapTest> {
        match &self.0.question {
            MethodQuestion::DoTheyMeet(test) | MethodQuestion::IsPointIn(test) => Some(test),
            MethodQuestion::FromWhichSide(_) | MethodQuestion::AcrossWhichNormals(_) => None,
        }
    }

    /// The test, if the method answers from which side.
    pub const fn side_test(self) -> Option<&'static SideTest> {
        match &self.0.question {
            MethodQuestion::FromWhichSide(test) => Some(test),
            MethodQuestion::DoTheyMeet(_)
            | MethodQuestion::IsPointIn(_)
            | MethodQuestion::AcrossWhichNormals(_) => None,
        }
    }

    /// The test of a frame with a polygon, if it has one.
    pub(super) const fn normals_test(self) -> Option<&'static NormalsTest> {
        match &self.0.question {
            MethodQuestion::AcrossWhichNormals(test) => Some(test),
            MethodQuestion::FromWhichSide(test) => test.normals,
            MethodQuestion::DoTheyMeet(_) | MethodQuestion::IsPointIn(_) => None,
        }
    }

    /// Whether it has an answer for such a pair. Side methods apply to two boxes; tests of a point,
    /// and of a frame with a polygon, to no two shapes at rest.
    pub fn applies_to(self, a: ShapeKind, b: ShapeKind) -> bool {
        match &self.0.question {
            MethodQuestion::DoTheyMeet(test) => {
                test.pairs.iter().any(|&pair| pair == [a, b] || pair == [b, a])
            }
            MethodQuestion::IsPointIn(_) | MethodQuestion::AcrossWhichNormals(_) => false,
            MethodQuestion::FromWhichSide(_) => [a, b] == [ShapeKind::Box; 2],
        }
    }
}

impl PartialEq for Method {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Method {}

impl Ord for Method {
    fn cmp(&self, other: &Self) -> Ordering {
        if self == other {
            return Ordering::Equal;
        }
        let mut all = Self::all().chain(Self::readings());
        let first = all.find(|method| method == self || method == other);
        if first == Some(*self) { Ordering::Less } else { Ordering::Greater }
    }
}

impl PartialOrd for Method {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Method {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.id.hash(state);
    }
}

impl fmt::Debug for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.id)
    }
}

// The articles that methods come from: titles and credits. Their formulas are in `registry`, one
// file per method.

/// An article that methods come from.
#[derive(Debug, PartialEq, Eq)]
pub struct Article {
    /// Its title in the author's own words, and its subject in English.
    pub headings: [&'static str; 2],
    /// What the article states about its author and its terms of use, and what it leaves unstated.
    pub credit: &'static str,
    /// Variables of its code, besides its functions.
    pub variables: &'static [&'static str],
    /// What it is about, in its own words: what its readers search for.
    pub ideas: &'static [&'static str],
}

static ARTICLES: [Article; 5] = [
    Article {
        headings: ["矩形と線分の当たり判定", "Rectangle and segment"],
        credit: "names no author, blog or terms",
        variables: &[],
        ideas: &[
            "外積",
            "線分",
            "直線",
            "交差",
            "符号",
            "反対側",
            "両方が成り立っていれば",
            "負になっていれば",
            "あらゆる多角形",
        ],
    },
    Article {
        headings: ["動的当たり判定", "Dynamic collision: from which side?"],
        credit: "names no author, blog or terms; says that its title is made up",
        variables: &["top1", "bottom2", "right1", "left2", "RECT"],
        ideas: &[
            "相対速度",
            "離散時間",
            "速度ベクトル",
            "外積",
            "ちょうど角",
            "右にすこし回っている",
            "どちら側から入ってきたか",
            "押し出し",
        ],
    },
    Article {
        headings: [
            "DirectX「線分と線分の交差判定」で外積を応用する",
            "Segments by the cross product",
        ],
        credit: "names no author or terms; its project IntersectLines is on GitHub; follows 「DirectXで内積と外積を探る」",
        variables: &["a1", "b1", "b2", "Cross", "IntersectLines"],
        ideas: &["外積", "交差判定", "左側にあれば", "平行な場合", "回転"],
    },
    Article {
        headings: ["矩形と矩形の当たり", "Rectangle and rectangle"],
        credit: "names no author, blog or terms; sample for Visual Studio 2019, DirectX 9",
        variables: &["center_a", "size_sum", "half_width", "is_bottom_greater_top"],
        ideas: &[
            "距離を使用する方法",
            "辺の位置関係を使用する方法",
            "中心座標",
            "サイズの和",
            "原点座標",
            "絶対値",
            "小さい or 以下",
            "ド・モルガンの法則",
        ],
    },
    Article {
        headings: ["矩形同士の当たり判定(角もあるよ!)", "With corners: breakout"],
        credit: "東雲楓, blog しののめん (忍者ブログ); may be changed and used freely: ご自由に改変して使ってくださって問題ないです; written with help (教えてもらいながら)",
        variables: &["BlockAYCenter", "HIT"],
        ideas: &[
            "未来予測",
            "斜め45度",
            "ちょっきり角",
            "接触している部分の形が正方形",
            "ブロック崩し",
        ],
    },
];

impl Article {
    /// All articles, in the order of the gallery.
    pub const fn all() -> &'static [Self] {
        &ARTICLES
    }

    /// Its title, in the author's own words.
    pub const fn title(&self) -> &'static str {
        self.headings[0]
    }

    /// The article with this title.
    pub fn with_title(title: &str) -> Option<&'static Self> {
        ARTICLES.iter().find(|article| article.title() == title)
    }

    /// The functions of its code: the pair that each is for, and the method that it belongs to.
    pub fn functions(&self) -> impl Iterator<Item = (&'static str, super::FunctionPair, Method)> {
        self.methods().flat_map(|method| {
            let functions = method.source().map_or(&[][..], |source| source.functions);
            functions.iter().map(move |&(name, pair)| (name, pair, method))
        })
    }

    /// The methods that come from it.
    pub fn methods(&self) -> impl Iterator<Item = Method> {
        Method::all()
            .filter(|method| method.source().is_some_and(|source| source.title == self.title()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_is_an_article_and_every_article_has_a_method() {
        for source in Method::all().filter_map(Method::source) {
            assert!(Article::with_title(source.title).is_some(), "{}", source.title);
        }
        for article in Article::all() {
            assert!(article.methods().next().is_some(), "{}", article.title());
        }
    }
}

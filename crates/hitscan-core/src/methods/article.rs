//! The articles that methods come from: titles and credits. Their formulas are in `registry`, one
//! file per method.

use super::Method;

/// An article that methods come from.
#[derive(Debug, PartialEq, Eq)]
pub struct Article {
    /// Its title in the author's own words, and its subject in English.
    pub headings: [&'static str; 2],
    /// What the article states about its author and its terms of use, and what it leaves unstated.
    pub credit: &'static str,
}

static ARTICLES: [Article; 5] = [
    Article {
        headings: ["矩形と線分の当たり判定", "Rectangle and segment"],
        credit: "names no author, blog or terms",
    },
    Article {
        headings: ["動的当たり判定", "Dynamic collision: from which side?"],
        credit: "names no author, blog or terms; says that its title is made up",
    },
    Article {
        headings: [
            "DirectX「線分と線分の交差判定」で外積を応用する",
            "Segments by the cross product",
        ],
        credit: "names no author or terms; its project IntersectLines is on GitHub; follows 「DirectXで内積と外積を探る」",
    },
    Article {
        headings: ["矩形と矩形の当たり", "Rectangle and rectangle"],
        credit: "names no author, blog or terms; sample for Visual Studio 2019, DirectX 9",
    },
    Article {
        headings: ["矩形同士の当たり判定(角もあるよ!)", "With corners: breakout"],
        credit: "東雲楓, blog しののめん (忍者ブログ); may be changed and used freely: ご自由に改変して使ってくださって問題ないです; written with help (教えてもらいながら)",
    },
];

impl Article {
    /// All articles, in the order of the gallery.
    #[must_use]
    pub const fn all() -> &'static [Self] {
        &ARTICLES
    }

    /// Its title, in the author's own words.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        self.headings[0]
    }

    /// The article with this title.
    #[must_use]
    pub fn with_title(title: &str) -> Option<&'static Self> {
        ARTICLES.iter().find(|article| article.title() == title)
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

//! The articles that methods come from.

use super::Method;

/// An article that methods come from.
#[derive(Debug, PartialEq, Eq)]
pub struct Article {
    /// Its title, as its author wrote it, and what it is about, in English.
    pub headings: [&'static str; 2],
}

static ARTICLES: [Article; 5] = [
    Article { headings: ["矩形と線分の当たり判定", "Rectangle and segment"] },
    Article { headings: ["動的当たり判定", "Dynamic collision: from which side?"] },
    Article {
        headings: [
            "DirectX「線分と線分の交差判定」で外積を応用する",
            "Segments by the cross product",
        ],
    },
    Article { headings: ["矩形と矩形の当たり", "Rectangle and rectangle"] },
    Article {
        headings: ["矩形同士の当たり判定(角もあるよ!)", "With corners: breakout"]
    },
];

impl Article {
    /// All of them, in the order of the gallery.
    #[must_use]
    pub const fn all() -> &'static [Self] {
        &ARTICLES
    }

    /// Its title, as its author wrote it.
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

//! Evaluations of goods, as visitors read them.

use actors::store::StoreError;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{int, opt_int};

/// One that is shown.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Evaluation {
    pub id: i64,
    pub star: i64,
    #[serde(default)]
    pub content: String,
    #[serde(default)]
    pub images: Vec<String>,
    #[serde(default)]
    pub sku_text: String,
    #[serde(default)]
    pub anonymous: i64,
    #[serde(default)]
    pub nickname: String,
    #[serde(default)]
    pub avatar: String,
    #[serde(default)]
    pub reply: String,
    #[serde(default)]
    pub reply_time: i64,
    pub create_time: i64,
}

/// A page of them, and how many of each number of stars there are.
#[derive(Clone, Debug, Default)]
pub struct Evaluations {
    pub list: Vec<Evaluation>,
    /// How many there are over all pages of those that are asked for.
    pub total: i64,
    pub stars: [i64; 5],
    pub with_images: i64,
}

/// Which are asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    /// So many stars.
    pub star: Option<i64>,
    /// Only those with pictures.
    pub images: bool,
}

#[derive(Deserialize)]
struct Stars {
    star: i64,
    n: i64,
}

impl Store {
    /// Those of goods that are shown, newest first.
    pub async fn evaluations(&self, goods: i64, asked: Asked, start: i64, limit: i64) -> Result<Evaluations, StoreError> {
        let shown = "goods_id = $goods AND status = 1";
        let mut wanted = shown.to_owned();
        if asked.star.is_some() {
            wanted.push_str(" AND star = $star");
        }
        if asked.images {
            wanted.push_str(" AND array::len(images) > 0");
        }
        let query = format!(
            "SELECT record::id(id) AS id, star, content, images, sku_text, anonymous, reply, reply_time, create_time,
               type::record('user', user_id).nickname ?? '' AS nickname, type::record('user', user_id).avatar ?? '' AS avatar
               FROM shop_evaluation WHERE {wanted} ORDER BY id DESC LIMIT $limit START $start;
             SELECT star, count() AS n FROM shop_evaluation WHERE {shown} GROUP BY star;
             RETURN array::len((SELECT VALUE id FROM shop_evaluation WHERE {wanted}));
             RETURN array::len((SELECT VALUE id FROM shop_evaluation WHERE {shown} AND array::len(images) > 0));"
        );
        let vars = vec![("goods", int(goods)), ("star", opt_int(asked.star)), ("limit", int(limit)), ("start", int(start))];
        let mut response = self.run(&query, vars).await?;
        let (list, counted): (Vec<Evaluation>, Vec<Stars>) = (take(&mut response, 0)?, take(&mut response, 1)?);
        let mut stars = [0; 5];
        for Stars { star, n } in counted {
            if let Some(place) = usize::try_from(star - 1).ok().and_then(|at| stars.get_mut(at)) {
                *place = n;
            }
        }
        Ok(Evaluations { list, total: take(&mut response, 2)?, stars, with_images: take(&mut response, 3)? })
    }
}

//! What a member has said of their orders, whose pictures they show, and of which batches the goods were.

use std::collections::BTreeMap;

use actors::store::StoreError;
use bus_schemas::shop::order::{ShopOrder, ShopParcel};
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{array, int, text};
use crate::listing::{ListQuery, Page};

/// Longest text of batches, in characters.
const BATCH_MAX: usize = 255;

/// An evaluation, as its member sees it.
#[derive(Clone, Debug, Deserialize)]
pub struct OwnEvaluation {
    pub id: i64,
    pub order_no: String,
    pub line: i64,
    pub goods_id: i64,
    pub goods_name: String,
    /// The goods' first picture now; empty where they are gone.
    pub goods_image: String,
    pub sku_text: String,
    pub star: i64,
    pub content: String,
    pub images: Vec<String>,
    pub anonymous: i64,
    pub reply: String,
    pub reply_time: i64,
    /// 0: not shown, or not yet.
    pub status: i64,
    pub create_time: i64,
}

impl Store {
    /// A member's evaluations, newest first; with an order number, those of it.
    pub async fn own_evaluations(&self, member: i64, order_no: &str, page: i64, limit: i64) -> Result<Page<OwnEvaluation>, StoreError> {
        let of_order = if order_no.is_empty() { "" } else { "AND order_no = $order_no" };
        let query = format!(
            "SELECT record::id(id) AS id, order_no, line, goods_id, goods_name, (type::record('shop_goods', goods_id).images ?? [])[0] ?? '' AS goods_image,
               sku_text, star, content, images, anonymous, reply, reply_time, status, create_time
               FROM shop_evaluation WHERE user_id = $member {of_order} ORDER BY id DESC LIMIT $limit START $start;
             RETURN array::len((SELECT VALUE id FROM shop_evaluation WHERE user_id = $member {of_order}));"
        );
        let paged = ListQuery { page, limit, ..ListQuery::default() };
        let vars = vec![("member", int(member)), ("order_no", text(order_no)), ("limit", int(paged.page_size())), ("start", int(paged.start()))];
        let mut response = self.run(&query, vars).await?;
        Ok(Page { list: take(&mut response, 0)?, total: take(&mut response, 1)? })
    }

    /// Which of these addresses are pictures that the member has uploaded.
    pub async fn own_pictures(&self, member: i64, urls: &[String]) -> Result<Vec<String>, StoreError> {
        if urls.is_empty() {
            return Ok(Vec::new());
        }
        let query = "SELECT VALUE url FROM attachment WHERE url IN $urls AND string::starts_with(mimetype, 'image/')
            AND (user_id = $member OR (users ?? []) CONTAINS $member)";
        self.rows(query, vec![("urls", array(urls.iter().map(|url| text(url)).collect())), ("member", int(member))]).await
    }

    /// The batches that were sent of each line of an order.
    pub async fn batches_of(&self, order: &ShopOrder) -> Result<BTreeMap<u32, String>, StoreError> {
        let mut of_line: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for outbound in order.parcels.iter().filter(|parcel| parcel.status == ShopParcel::SHIPPED).filter_map(|parcel| parcel.outbound) {
            for moved in self.moves_of(outbound).await? {
                let known = of_line.entry(moved.line).or_default();
                if !moved.place.batch.is_empty() && !known.contains(&moved.place.batch) {
                    known.push(moved.place.batch);
                }
            }
        }
        Ok(of_line.into_iter().map(|(line, batches)| (line, batches.join(", ").chars().take(BATCH_MAX).collect())).collect())
    }
}

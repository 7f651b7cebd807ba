//! The routes of members about their evaluations.

use bus_schemas::shop::evaluation::LineEvaluation;
use entrepot_store::shop::order::evaluations::OwnEvaluation;
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};

use super::evaluations;
use super::service::{self, Intention};
use super::views::{ShopChanged, ShopOrderView};
use crate::base::Base;
use crate::error::ServiceError;
use crate::http::body::Body;
use crate::http::body_fields::body;
use crate::http::envelope::{Answer, done, ok};
use crate::http::routes::Allow;
use crate::http::views::ListPage;
use crate::identity::member_request::caller;
use crate::shop::Shop;

/// Endpoints of members' evaluations.
pub struct OwnEvaluations {
    pub base: Base,
    pub shop: Shop,
}

body! {
    /// What is said of a line.
    pub struct EvaluationBody {
        line: integer,
        /// 1 to 5.
        star: integer,
        /// At most 500 characters, plain text.
        #[oai(default)]
        content: text,
        /// Addresses of at most 9 pictures that the member has uploaded.
        #[serde(default)]
        #[oai(default)]
        pub images: Vec<String>,
        /// The name is hidden in the middle.
        #[oai(default)]
        anonymous: switch,
    }

    /// What is said of lines of an order that was received.
    pub struct EvaluateBody {
        pub order_no: String,
        pub lines: Vec<EvaluationBody>,
        version: integer?,
        /// Names this intention: sent twice, it is done once.
        pub command_id: Option<String>,
    }
}

fn line_evaluation((at, body): (usize, EvaluationBody)) -> Result<LineEvaluation, ServiceError> {
    let EvaluationBody { line, star, content, images, anonymous } = body;
    let line = u32::try_from(line).map_err(|_| ServiceError::field(format!("lines[{at}].line"), "error.line.unknown"))?;
    let star = u8::try_from(star).map_err(|_| ServiceError::field(format!("lines[{at}].star"), "error.number.range"))?;
    Ok(LineEvaluation { line, star, content, images, anonymous, batch: String::new() })
}

/// One of one's evaluations.
#[derive(Object)]
pub struct OwnEvaluationRow {
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
    pub anonymous: bool,
    pub reply: String,
    /// Unix seconds; 0 without a reply.
    pub reply_time: i64,
    /// 0: others don't see it, or not yet. 1: they do.
    pub status: i64,
    pub create_time: i64,
}

impl From<OwnEvaluation> for OwnEvaluationRow {
    fn from(row: OwnEvaluation) -> Self {
        Self {
            id: row.id,
            order_no: row.order_no,
            line: row.line,
            goods_id: row.goods_id,
            goods_name: row.goods_name,
            goods_image: row.goods_image,
            sku_text: row.sku_text,
            star: row.star,
            content: row.content,
            images: row.images,
            anonymous: row.anonymous == 1,
            reply: row.reply,
            reply_time: row.reply_time,
            status: row.status,
            create_time: row.create_time,
        }
    }
}

#[OpenApi]
impl OwnEvaluations {
    /// Say something of lines of an order that was received; when all are evaluated, the order is complete
    #[oai(path = "/api/shop.Order/evaluate", method = "post", operation_id = "shopOrderEvaluate", tag = "Allow::LoggedIn")]
    async fn evaluate(&self, request: &Request, body: Body<EvaluateBody>) -> Answer<ShopChanged> {
        let (member, body) = (caller(request)?.member.id, body.0);
        let intention = Intention::read(body.command_id.as_ref(), body.version)?;
        let lines = body.lines.into_iter().enumerate().map(line_evaluation).collect::<Result<Vec<_>, _>>()?;
        let made = evaluations::evaluate(&self.shop, member, &body.order_no, lines, intention).await?;
        let (order, _) = service::own_detail(self.base.store(), member, &body.order_no).await?;
        Ok(done("ok", ShopChanged { row: ShopOrderView::own(&order, self.base.now()), repeated: made.repeated, refund: None }))
    }

    /// One's evaluations, newest first
    #[oai(path = "/api/shop.Evaluation/index", method = "get", operation_id = "shopEvaluationIndex", tag = "Allow::LoggedIn")]
    async fn index(
        &self,
        request: &Request,
        page: Query<Option<i64>>,
        limit: Query<Option<i64>>,
        /// Only those of this order.
        order_no: Query<Option<String>>,
    ) -> Answer<ListPage<OwnEvaluationRow>> {
        let (member, order_no) = (caller(request)?.member.id, order_no.0.unwrap_or_default());
        let found = self.base.store().own_evaluations(member, order_no.trim(), page.0.unwrap_or(1), limit.0.unwrap_or(10)).await?;
        Ok(ok(ListPage::new(found.list.into_iter().map(OwnEvaluationRow::from).collect(), found.total)))
    }
}

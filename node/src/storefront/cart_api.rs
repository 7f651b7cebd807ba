//! Routes of a member's cart.

use entrepot_store::storefront::cart::{FillLine, Join, LINES_MAX};
use poem::Request;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;
use std::sync::Arc;

use super::views::ShopCart;
use super::{cart, reading};
use crate::base::Base;
use crate::http::body::Body;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::lenient::{integer, some_integer};
use crate::http::routes::Allow;
use crate::identity::keyed_locks::KeyedLocks;
use crate::identity::member_request::caller;
use crate::storefront::reading::Storefront;

/// Endpoints of a member's cart.
pub struct Carts {
    pub base: Base,
    pub keyed_locks: Arc<KeyedLocks>,
    pub storefront: Storefront,
}

/// A number that may be 0, which elsewhere counts as nothing chosen.
fn given<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    integer(deserializer).map(Some)
}

/// A SKU and how many of it.
#[derive(Object, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewCartLine {
    #[serde(deserialize_with = "integer")]
    pub sku_id: i64,
    /// 1 without it; joins what is there.
    #[serde(default, deserialize_with = "given")]
    #[oai(default)]
    pub quantity: Option<i64>,
}

/// A change of a line; what is left out stays.
#[derive(Object, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CartLineChange {
    /// 0: `checked` of all lines.
    #[serde(deserialize_with = "integer")]
    pub id: i64,
    /// Another SKU of the same goods.
    #[serde(default, deserialize_with = "some_integer")]
    #[oai(default)]
    pub sku_id: Option<i64>,
    #[serde(default, deserialize_with = "given")]
    #[oai(default)]
    pub quantity: Option<i64>,
    /// 1: chosen for the checkout.
    #[serde(default, deserialize_with = "given")]
    #[oai(default)]
    pub checked: Option<i64>,
}

/// Lines that go.
#[derive(Object, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CartLinesGone {
    pub ids: Vec<i64>,
}

/// A line that a browser kept for a guest.
#[derive(Object, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuestCartLine {
    #[serde(deserialize_with = "integer")]
    pub sku_id: i64,
    /// 1 without it; of two quantities the larger holds, within what a line may hold.
    #[serde(default, deserialize_with = "given")]
    #[oai(default)]
    pub quantity: Option<i64>,
    /// 0: not chosen for the checkout. 1 without it.
    #[serde(default, deserialize_with = "given")]
    #[oai(default)]
    pub checked: Option<i64>,
}

/// The cart that a browser kept for a guest.
#[derive(Object, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuestCart {
    /// At most 100. What is not known is passed over.
    pub lines: Vec<GuestCartLine>,
}

/// Under which a member's writes wait for each other.
fn lock_key(member: i64) -> String {
    format!("cart {member}")
}

#[OpenApi]
impl Carts {
    /// My cart, with what its lines stand for now
    #[oai(path = "/api/shop.Cart/index", method = "get", operation_id = "shopCart", tag = "Allow::LoggedIn")]
    async fn index(&self, request: &Request) -> Answer<ShopCart> {
        Ok(ok(cart::of_member(&self.storefront, caller(request)?.member.id).await?))
    }

    /// Put a SKU into it
    #[oai(path = "/api/shop.Cart/add", method = "post", operation_id = "shopCartAdd", tag = "Allow::LoggedIn")]
    async fn add(&self, request: &Request, body: Body<NewCartLine>) -> Answer<ShopCart> {
        let member = caller(request)?.member.id;
        let settings = reading::open(&self.storefront).await?;
        let quantity = cart::checked_quantity(&settings, "quantity", body.0.quantity.unwrap_or(1))?;
        let offered = cart::load_skus(self.base.store(), &[body.0.sku_id])
            .await?
            .into_values()
            .any(|(sku, goods)| !sku.gone && goods.is_some_and(|goods| goods.shown));
        if !offered {
            return Err(ApiError::field("sku_id", "cart.gone"));
        }
        let _turn = self.keyed_locks.lock(&lock_key(member)).await;
        self.base
            .store()
            .fill_cart(member, &[FillLine { sku: body.0.sku_id, quantity, checked: 1 }], Join::Sum, settings.line_num_max, self.base.now())
            .await?;
        Ok(ok(cart::of_member(&self.storefront, member).await?))
    }

    /// Change a line
    #[oai(path = "/api/shop.Cart/edit", method = "post", operation_id = "shopCartEdit", tag = "Allow::LoggedIn")]
    async fn edit(&self, request: &Request, body: Body<CartLineChange>) -> Answer<ShopCart> {
        let member = caller(request)?.member.id;
        let CartLineChange { id, sku_id, quantity, checked } = body.0;
        let settings = reading::open(&self.storefront).await?;
        let (store, now) = (self.base.store(), self.base.now());
        let quantity = quantity.map(|quantity| cart::checked_quantity(&settings, "quantity", quantity)).transpose()?;
        if checked.is_some_and(|checked| !matches!(checked, 0 | 1)) {
            return Err(ApiError::field("checked", "error.choice"));
        }
        if id == 0 {
            store.check_cart(member, checked.ok_or_else(|| ApiError::field("checked", "error.required"))?, now).await?;
            return Ok(ok(cart::of_member(&self.storefront, member).await?));
        }
        if let Some(new) = sku_id {
            let lines = store.cart(member).await?;
            let line = lines.iter().find(|line| line.id == id).ok_or_else(|| ApiError::refused("error.not_found"))?;
            let known = cart::load_skus(self.base.store(), &[line.sku_id, new]).await?;
            let goods = |sku: i64| known.get(&sku).map(|(sku, _)| sku.goods_id);
            let offered = known.get(&new).is_some_and(|(sku, goods)| !sku.gone && goods.as_ref().is_some_and(|goods| goods.shown));
            if !offered || goods(new) != goods(line.sku_id) {
                return Err(ApiError::field("sku_id", "cart.gone"));
            }
        }
        let _turn = self.keyed_locks.lock(&lock_key(member)).await;
        store.edit_cart(member, id, sku_id, quantity, checked, now).await?;
        Ok(ok(cart::of_member(&self.storefront, member).await?))
    }

    /// Take lines out of it
    #[oai(path = "/api/shop.Cart/del", method = "post", operation_id = "shopCartDel", tag = "Allow::LoggedIn")]
    async fn del(&self, request: &Request, body: Body<CartLinesGone>) -> Answer<ShopCart> {
        let member = caller(request)?.member.id;
        reading::open(&self.storefront).await?;
        if i64::try_from(body.0.ids.len()).unwrap_or(i64::MAX) > LINES_MAX {
            return Err(ApiError::field("ids", "error.number.range"));
        }
        self.base.store().empty_cart(member, &body.0.ids).await?;
        Ok(ok(cart::of_member(&self.storefront, member).await?))
    }

    /// Bring the cart that the browser kept before the login; of two quantities the larger holds, and its choice of lines
    #[oai(path = "/api/shop.Cart/merge", method = "post", operation_id = "shopCartMerge", tag = "Allow::LoggedIn")]
    async fn merge(&self, request: &Request, body: Body<GuestCart>) -> Answer<ShopCart> {
        let member = caller(request)?.member.id;
        let settings = reading::open(&self.storefront).await?;
        let sent = body.0.lines;
        if i64::try_from(sent.len()).unwrap_or(i64::MAX) > LINES_MAX {
            return Err(ApiError::field("lines", "error.number.range"));
        }
        let known = cart::load_skus(self.base.store(), &sent.iter().map(|line| line.sku_id).collect::<Vec<_>>()).await?;
        let mut lines = Vec::new();
        for (at, line) in sent.iter().enumerate() {
            // One line too large must not keep the whole cart out.
            let quantity = cart::quantity(&settings, line.quantity.unwrap_or(1));
            let checked = line.checked.unwrap_or(1);
            if !matches!(checked, 0 | 1) {
                return Err(ApiError::field(format!("lines[{at}].checked"), "error.choice"));
            }
            if known.contains_key(&line.sku_id) {
                lines.push(FillLine { sku: line.sku_id, quantity, checked });
            }
        }
        let _turn = self.keyed_locks.lock(&lock_key(member)).await;
        // As many as fit: lines that are in the cart already need no new place.
        let there = self.base.store().cart(member).await?;
        let mut free = LINES_MAX - i64::try_from(there.len()).unwrap_or(LINES_MAX);
        lines.retain(|wanted| {
            let known = there.iter().any(|line| line.sku_id == wanted.sku);
            free -= i64::from(!known);
            known || free >= 0
        });
        if !lines.is_empty() {
            self.base.store().fill_cart(member, &lines, Join::Larger, settings.line_num_max, self.base.now()).await?;
        }
        Ok(ok(cart::of_member(&self.storefront, member).await?))
    }
}

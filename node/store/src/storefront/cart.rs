//! Carts of members. A line is a SKU and a quantity, never a price; a member's writes take turns by their own record.

use actors::store::StoreError;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, Vars};
use crate::engine::value::{array, int, object, opt_int};

/// Most lines of a cart.
pub const LINES_MAX: i64 = 100;

/// A line.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct CartLine {
    pub id: i64,
    pub sku_id: i64,
    pub quantity: i64,
    pub checked: i64,
    pub create_time: i64,
}

/// Why a cart is not changed.
#[derive(Debug, thiserror::Error)]
pub enum CartError {
    #[error("the cart is full")]
    Full,
    #[error("there is no such line")]
    NoLine,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TxError> for CartError {
    fn from(error: TxError) -> Self {
        match error {
            TxError::Thrown(code) if code == "FULL" => Self::Full,
            TxError::Thrown(code) if code == "GONE" => Self::NoLine,
            other => Self::Store(other.into()),
        }
    }
}

/// A line to be put into a cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FillLine {
    pub sku: i64,
    pub quantity: i64,
    /// 1: chosen for the checkout, also where the line was there and was not.
    pub checked: i64,
}

/// How a line's quantity joins one that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    Sum,
    Larger,
}

impl Store {
    /// A member's lines, newest first.
    pub async fn cart(&self, member: i64) -> Result<Vec<CartLine>, StoreError> {
        let query = "SELECT record::id(id) AS id, sku_id, quantity, checked, create_time FROM shop_cart WHERE user_id = $member
            ORDER BY create_time DESC, id DESC LIMIT $most";
        self.rows(query, vec![("member", int(member)), ("most", int(LINES_MAX))]).await
    }

    /// Puts SKUs with their quantities into a cart; no line gets more than `most` pieces.
    pub async fn fill_cart(&self, member: i64, lines: &[FillLine], join: Join, most: i64, now: i64) -> Result<(), CartError> {
        let joined = match join {
            Join::Sum => "$there.quantity + $line.quantity",
            Join::Larger => "math::max([$there.quantity, $line.quantity])",
        };
        let query = format!(
            "BEGIN; UPSERT type::record('shop_cart_turn', $member) SET at = $now RETURN NONE;
             FOR $line IN $lines {{
               LET $there = (SELECT * FROM shop_cart WHERE user_id = $member AND sku_id = $line.sku LIMIT 1)[0];
               IF $there {{
                 UPDATE $there.id SET quantity = math::min([$most, {joined}]), checked = $line.checked, update_time = $now RETURN NONE;
               }} ELSE {{
                 IF array::len(SELECT VALUE id FROM shop_cart WHERE user_id = $member) >= $lines_max {{ THROW 'FULL' }};
                 CREATE type::record('shop_cart', sequence::nextval('shop_cart')) SET user_id = $member, sku_id = $line.sku,
                   quantity = math::min([$most, $line.quantity]), checked = $line.checked, create_time = $now, update_time = $now RETURN NONE;
               }};
             }}; COMMIT;"
        );
        let line = |line: &FillLine| object([("sku", int(line.sku)), ("quantity", int(line.quantity)), ("checked", int(line.checked))]);
        let lines = lines.iter().map(line).collect();
        let vars: Vars =
            vec![("member", int(member)), ("now", int(now)), ("most", int(most)), ("lines_max", int(LINES_MAX)), ("lines", array(lines))];
        self.run(&query, vars).await?;
        Ok(())
    }

    /// Changes one line: another quantity, another SKU of the same goods, chosen or not. A line with that SKU joins it.
    pub async fn edit_cart(
        &self,
        member: i64,
        line: i64,
        sku: Option<i64>,
        quantity: Option<i64>,
        checked: Option<i64>,
        now: i64,
    ) -> Result<(), CartError> {
        let query = "BEGIN; UPSERT type::record('shop_cart_turn', $member) SET at = $now RETURN NONE;
            LET $key = type::record('shop_cart', $line);
            LET $there = (SELECT * FROM $key WHERE user_id = $member)[0];
            IF !$there { THROW 'GONE' };
            LET $other = (SELECT * FROM shop_cart WHERE user_id = $member AND sku_id = $sku AND id != $key LIMIT 1)[0];
            IF $other { DELETE $other.id RETURN NONE };
            UPDATE $key SET sku_id = $sku ?? sku_id, quantity = $quantity ?? quantity, checked = $checked ?? checked, update_time = $now RETURN NONE;
            COMMIT;";
        let vars: Vars = vec![
            ("member", int(member)),
            ("line", int(line)),
            ("sku", opt_int(sku)),
            ("quantity", opt_int(quantity)),
            ("checked", opt_int(checked)),
            ("now", int(now)),
        ];
        self.run(query, vars).await?;
        Ok(())
    }

    /// Marks all lines as chosen, or none.
    pub async fn check_cart(&self, member: i64, checked: i64, now: i64) -> Result<(), CartError> {
        let query = "UPDATE shop_cart SET checked = $checked, update_time = $now WHERE user_id = $member RETURN NONE";
        self.run(query, vec![("member", int(member)), ("checked", int(checked)), ("now", int(now))]).await?;
        Ok(())
    }

    /// Takes lines out; those of others stay.
    pub async fn empty_cart(&self, member: i64, lines: &[i64]) -> Result<(), CartError> {
        let query = "DELETE shop_cart WHERE user_id = $member AND record::id(id) IN $lines RETURN NONE";
        self.run(query, vec![("member", int(member)), ("lines", array(lines.iter().copied().map(int).collect()))]).await?;
        Ok(())
    }
}

//! The list of a kind's orders as a file: a row for each order, as the list shows it, or a row for each of their lines.

use std::vec;

use async_trait::async_trait;
use bus_schemas::ids::OrderId;
use bus_schemas::number::Quantity;
use bus_schemas::order::transfer::TransferPart;
use bus_schemas::order::{OrderKind, OrderType};
use entrepot_store::Store;
use entrepot_store::listing::ListQuery;
use entrepot_store::order::list::{ListedOrders, is_by_product};
use entrepot_store::order::rows::{LineRow, ListedOrder, Named, Nicknamed};

use super::papers::{hide_places, priced, shows_prices};
use super::service::readable;
use crate::data_exchange::error::ExchangeError;
use crate::data_exchange::list_export::{BLOCK, ListExport, Reader};
use crate::i18n::text;
use crate::identity::cost::CostMask;
use crate::print::orders::type_text;

/// Orders whose lines are read together: an order has thousands at most.
const ORDERS_WITH_LINES: i64 = 20;
/// The columns of prices.
const MONEY: [&str; 3] = ["amount", "price", "line_amount"];
/// The columns of numbers.
const FIGURES: [&str; 12] =
    ["lines", "quantity", "stocked", "on_road", "arrived", "lost", "amount", "line", "line_quantity", "line_stocked", "price", "line_amount"];

/// What a row of the file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    Orders,
    Lines,
}

impl Rows {
    /// As a request names it: `orders`, which is what no name means, or `lines`.
    #[must_use]
    pub fn parse(name: Option<&str>) -> Option<Self> {
        match name {
            None | Some("orders") => Some(Self::Orders),
            Some("lines") => Some(Self::Lines),
            Some(_) => None,
        }
    }
}

/// Orders of a kind, from the oldest on.
pub struct Orders {
    kind: OrderKind,
    query: ListQuery,
    rows: Rows,
    after: i64,
    /// Of a list by product: the orders that are left, once they are looked up.
    left: Option<vec::IntoIter<i64>>,
}

impl Orders {
    /// Those of a list.
    #[must_use]
    pub fn of(kind: OrderKind, query: ListQuery, rows: Rows) -> Self {
        Self { kind, query: readable(kind, query), rows, after: 0, left: None }
    }

    /// The next orders of the list; none after the last.
    async fn next_orders(&mut self, store: &Store, reader: &Reader, many: i64) -> Result<Vec<ListedOrder>, ExchangeError> {
        if !is_by_product(&self.query) {
            let rows = store.orders_after(self.kind, &self.query, &reader.scope, self.after, many).await?;
            self.after = rows.last().map_or(self.after, |last| last.head.id);
            return Ok(rows);
        }
        if self.left.is_none() {
            self.left = Some(store.order_ids(self.kind, &self.query, &reader.scope).await?.into_iter());
        }
        loop {
            let ids: Vec<i64> = self.left.iter_mut().flatten().take(usize::try_from(many).unwrap_or(usize::MAX)).collect();
            if ids.is_empty() {
                return Ok(vec![]);
            }
            let rows = store.orders_among(self.kind, &self.query, &reader.scope, &ids).await?;
            // Those of a part may all have changed meanwhile.
            if !rows.is_empty() {
                return Ok(rows);
            }
        }
    }

    fn cells(&self, row: &ListedOrder, reader: &Reader) -> Vec<String> {
        let (kind, head) = (self.kind, &row.head);
        let name = |row: Option<&Named>| row.and_then(|row| row.name.clone()).unwrap_or_default();
        let who = |row: Option<&Nicknamed>| row.and_then(|row| row.nickname.clone()).unwrap_or_default();
        let mut cells = vec![
            head.number.clone(),
            head.own_reference().to_owned(),
            kind.state(head.status).map(|state| text(state.text, &[])).unwrap_or_default(),
            type_text(kind, head.order_type),
            name(head.warehouse_row.as_ref()),
        ];
        if kind.transfers {
            cells.push(name(head.target_row.as_ref()));
        }
        if kind.partner.is_some() {
            cells.push(name(head.partner_row.as_ref()));
        }
        cells.extend([row.line_count.to_string(), head.total_quantity.to_string(), row.stocked_quantity.normalize().to_string()]);
        if kind.transfers {
            // A transfer has no prices.
            let figure = |of: fn(&TransferPart) -> Quantity| head.transfer.as_ref().map(of).unwrap_or_default().to_string();
            cells.extend([figure(|part| part.there + part.back), figure(|part| part.arrived), figure(|part| part.lost)]);
        } else {
            cells.push(if self.prices(head.order_type, reader) { head.total_amount.to_string() } else { String::new() });
        }
        if kind.ships {
            let shipment = head.shipment.clone().unwrap_or_default();
            let number = shipment.parcels.first().map_or(shipment.courier_number, |parcel| parcel.courier_number.clone());
            cells.extend([text(&format!("export.shipment.{}", shipment.status.code()), &[]), number]);
        }
        cells.extend([
            head.business_date.clone(),
            who(head.admin_row.as_ref()),
            who(head.created_by_row.as_ref()),
            who(head.audited_by_row.as_ref()),
            head.remark.clone(),
            reader.moment(head.created_at),
            reader.moment(head.updated_at),
        ]);
        cells
    }

    /// Whether prices of an order of a type are in the file.
    fn prices(&self, order_type: OrderType, reader: &Reader) -> bool {
        shows_prices(self.kind, order_type, CostMask::of(&reader.rights).sees())
    }

    fn line_cells(&self, line: &LineRow, shown: bool) -> Vec<String> {
        let name = |row: Option<&Named>| row.and_then(|row| row.name.clone()).unwrap_or_default();
        let product = line.product_row.as_ref();
        let mut cells = vec![
            line.line.to_string(),
            product.map(|product| product.product_no.clone()).unwrap_or_default(),
            product.map(|product| product.name.clone()).unwrap_or_default(),
            product.and_then(|product| product.spec.clone()).unwrap_or_default(),
            name(line.area_row.as_ref()),
            name(line.shelf_row.as_ref()),
        ];
        if self.kind.transfers {
            cells.extend([name(line.target_area_row.as_ref()), name(line.target_shelf_row.as_ref())]);
        }
        let figure = |figure: String| if shown { figure } else { String::new() };
        cells.extend([
            line.batch.clone().unwrap_or_default(),
            line.produce_date.clone().unwrap_or_default(),
            line.expiry_date.clone().unwrap_or_default(),
            line.quantity.to_string(),
            product.and_then(|product| product.unit.as_ref()).map(|unit| unit.name.clone()).unwrap_or_default(),
            line.stocked.to_string(),
        ]);
        if !self.kind.transfers {
            cells.extend([figure(line.price.to_string()), figure(line.total.to_string())]);
        }
        cells
    }

    /// The rows of an order's lines, each with what the order's own row says; places only of warehouses that the reader
    /// sees. Nothing where the order was deleted meanwhile.
    async fn lines_of(&self, store: &Store, row: &ListedOrder, reader: &Reader) -> Result<Vec<Vec<String>>, ExchangeError> {
        let Some(mut order) = store.order_detail(self.kind, OrderId(row.head.id), &reader.scope).await? else { return Ok(vec![]) };
        hide_places(&mut order, &reader.scope);
        let (head, shown) = (self.cells(row, reader), self.prices(row.head.order_type, reader));
        Ok(order.lines.iter().map(|line| [head.clone(), self.line_cells(line, shown)].concat()).collect())
    }
}

#[async_trait]
impl ListExport for Orders {
    fn controller(&self) -> &'static str {
        self.kind.controller
    }

    fn page(&self) -> &'static str {
        self.kind.page
    }

    fn columns(&self) -> Vec<&'static str> {
        let mut columns = vec!["number", "reference", "status", "type", "warehouse"];
        if self.kind.transfers {
            columns.push("target");
        }
        columns.extend(self.kind.partner.map(|partner| partner.table()));
        columns.extend(["lines", "quantity", "stocked"]);
        if self.kind.transfers {
            columns.extend(["on_road", "arrived", "lost"]);
        } else {
            columns.push("amount");
        }
        if self.kind.ships {
            columns.extend(["shipment", "courier_number"]);
        }
        columns.extend(["business_date", "in_charge", "created_by", "reviewed_by", "remark", "created", "updated"]);
        if self.rows == Rows::Lines {
            columns.extend(["line", "product_no", "product", "spec", "area", "shelf"]);
            if self.kind.transfers {
                columns.extend(["target_area", "target_shelf"]);
            }
            columns.extend(["batch", "produce_date", "expiry_date", "line_quantity", "unit", "line_stocked"]);
            if !self.kind.transfers {
                columns.extend(["price", "line_amount"]);
            }
        }
        columns
    }

    fn figures(&self) -> Vec<&'static str> {
        FIGURES.to_vec()
    }

    fn shows(&self, column: &str, reader: &Reader) -> bool {
        !MONEY.contains(&column) || priced(self.kind, &reader.rights)
    }

    async fn count(&self, store: &Store, reader: &Reader) -> Result<i64, ExchangeError> {
        if self.rows == Rows::Lines {
            return Ok(store.count_order_lines(self.kind, &self.query, &reader.scope).await?);
        }
        let query = ListQuery { page: 1, limit: 1, order: None, ..self.query.clone() };
        Ok(store.list_orders(self.kind, &query, ListedOrders::Present, &reader.scope).await?.total)
    }

    async fn next(&mut self, store: &Store, reader: &Reader) -> Result<Option<Vec<Vec<String>>>, ExchangeError> {
        let many = if self.rows == Rows::Lines { ORDERS_WITH_LINES } else { BLOCK };
        let rows = self.next_orders(store, reader, many).await?;
        if rows.is_empty() {
            return Ok(None);
        }
        if self.rows == Rows::Orders {
            return Ok(Some(rows.iter().map(|row| self.cells(row, reader)).collect()));
        }
        let mut lines = Vec::with_capacity(rows.len());
        for row in &rows {
            lines.extend(self.lines_of(store, row, reader).await?);
        }
        Ok(Some(lines))
    }
}

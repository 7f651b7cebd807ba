//! Lists of orders, and one order with the names of its related rows.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use actors::store::StoreError;
use bus_schemas::ids::OrderId;
use bus_schemas::order::OrderKind;
use bus_schemas::order::process::{Partner, TypeRow};

use crate::engine::connect::Store;
use crate::engine::transaction::{Vars, take};
use crate::engine::value::{array, id, int, text};
use crate::listing::columns::{ListFailure, Listed, conditions, order_by};
use crate::listing::{Compare, Filter, ListQuery};
use crate::order::product_units::ProductUnit;
use crate::order::rows::{ListedOrder, Names, OrderDetail, OrderPage, OrderSides, RelatedNames};
use crate::order::sought::{NamedRows, sought};
use crate::order::stored::events;
use crate::scope::Scope;

const COLUMNS: &[Listed] = &[
    Listed::new("id", "id", Compare::Key).key_of("stock_order"),
    Listed::new("inbound_order_no", "number", Compare::Text),
    Listed::new("outbound_order_no", "number", Compare::Text),
    Listed::new("adjustment_order_no", "number", Compare::Text),
    Listed::new("transfer_order_no", "number", Compare::Text),
    Listed::sought_in("order_no", "reference", REFERENCE),
    Listed::new("status", "status", Compare::Text),
    Listed::new("type", "order_type", Compare::Text),
    Listed::new("warehouses_id", "warehouse", Compare::Int),
    Listed::new("source_warehouses_id", "warehouse", Compare::Int),
    Listed::new("target_warehouses_id", "transfer.target", Compare::Int),
    Listed::new("transit_status", "transfer.transit", Compare::Text),
    Listed::new("supplier_id", SUPPLIER, Compare::Int).sorted_by("partner"),
    Listed::new("customer_id", CUSTOMER, Compare::Int).sorted_by("partner"),
    Listed::new("admin_id", "admin", Compare::Int),
    Listed::new("create_admin_id", "created_by", Compare::Int),
    Listed::new(TOTAL_AMOUNT, "total_amount", Compare::Decimal),
    Listed::new(SALES_AMOUNT, SALES_AMOUNT_OF, Compare::Decimal).sorted_by(SALES_AMOUNT),
    Listed::new("total_quantity", "total_quantity", Compare::Decimal),
    Listed::new("create_time", "created_at", Compare::Millis),
    Listed::new("update_time", "updated_at", Compare::Millis),
    Listed::new("business_date", "business_date", Compare::Date),
    Listed::new(PRODUCT_ID, "lines.product", Compare::Ints).sorted_by("id"),
    Listed::new("shipment_status", "(shipment.status ?? 'none')", Compare::Text).sorted_by("id"),
];

/// The partner's own number as it is written, and as it is compared: the last part of the key that keeps it unique.
pub(super) const REFERENCE: &str =
    "array::join([string::lowercase(reference ?? ''), array::last(string::split(reference_key ?? '', ':')) ?? ''], ' ')";

/// The column of what an order is worth by its prices.
pub const TOTAL_AMOUNT: &str = "total_amount";
/// The same column for who does not see what goods cost: orders with a supplier have nothing in it.
pub const SALES_AMOUNT: &str = "sales_amount";
/// The column of the products of an order's lines.
pub const PRODUCT_ID: &str = "product_id";

/// The types of orders that are with a supplier.
macro_rules! with_supplier {
    () => {
        "order_type IN ['purchase', 'production', 'supplier_return']"
    };
}

/// The partner of orders that are with a supplier, and of those with a customer.
pub(super) const SUPPLIER: &str = concat!("(IF ", with_supplier!(), " { partner } ELSE { NONE })");
pub(super) const CUSTOMER: &str = "(IF order_type IN ['customer_return', 'sales', 'transfer_out'] { partner } ELSE { NONE })";

/// What orders are worth by sales prices.
const SALES_AMOUNT_OF: &str = concat!("(IF ", with_supplier!(), " { NONE } ELSE { total_amount })");

/// Which orders a list has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListedOrders {
    #[default]
    Present,
    /// Those that were deleted while they were pending.
    Deleted,
}

/// Names beside the stored fields. Whom an order is with follows from its type.
fn names(kind: OrderKind) -> String {
    // A type whose partner is not the kind's stands in a branch of its own.
    let branch = |row: &TypeRow| {
        let partner = row.partner.filter(|_| row.partner != kind.partner)?;
        Some(format!("IF order_type = '{}' {{ '{}' }} ELSE ", row.order_type.as_str(), partner.table()))
    };
    let others: String = kind.types.iter().filter_map(branch).collect();
    let own = kind.partner.map_or("partner", Partner::table);
    let table = if others.is_empty() { format!("'{own}'") } else { format!("{others}{{ '{own}' }}") };
    format!(
        "type::record('warehouse', warehouse).{{ name }} AS warehouse_row, \
         (IF partner {{ type::record({table}, partner).{{ name }} }} ELSE {{ NONE }}) AS partner_row, \
         type::record('admin', admin).{{ nickname }} AS admin_row, \
         type::record('admin', created_by).{{ nickname }} AS created_by_row, \
         (IF audited_by {{ type::record('admin', audited_by).{{ nickname }} }} ELSE {{ NONE }}) AS audited_by_row{}",
        if kind.transfers { TARGET } else { "" }
    )
}

/// Names of where a transfer's goods go.
const TARGET: &str = ", type::record('warehouse', transfer.target).{ name } AS target_row, \
     (IF transfer.source_area { type::record('warehouse_area', transfer.source_area).{ name } } ELSE { NONE }) AS source_area_row, \
     (IF transfer.target_area { type::record('warehouse_area', transfer.target_area).{ name } } ELSE { NONE }) AS target_area_row";

/// The conditions that keep a query to the orders of a kind that a scope reaches. A transfer is in reach of both sides.
pub(crate) fn within(kind: OrderKind, scope: &Scope, vars: &mut Vars) -> Vec<String> {
    let one = only_warehouse(kind, scope).map(of_warehouse);
    let mut within: Vec<String> = one.or_else(|| scope.within_warehouses("warehouse", vars)).into_iter().collect();
    if kind.transfers {
        within = within.into_iter().map(|own| format!("({own} OR transfer.target IN $scope_warehouses)")).collect();
    }
    within.extend(scope.within_owners("created_by", vars));
    let sides: &[&str] = if kind.transfers { &["warehouse", "transfer.target"] } else { &["warehouse"] };
    within.extend(scope.within_shares(sides, "created_by"));
    within
}

/// Whether a list asks for orders by what they hold.
#[must_use]
pub fn is_by_product(query: &ListQuery) -> bool {
    query.asked().any(|filter| filter.field == PRODUCT_ID)
}

/// The one value that a list asks for in one of these fields, if `of` knows it; the condition is taken off the list.
fn take_one<T>(query: &mut Cow<'_, ListQuery>, fields: &[&str], of: impl Fn(&str) -> Option<T>) -> Option<T> {
    let asks = |filter: &Filter| fields.contains(&filter.field.as_str()) && !filter.datetime && filter.operator.eq_ignore_ascii_case("eq");
    let at = query.filters.iter().position(asks)?;
    let [value] = query.filters[at].values.as_slice() else { return None };
    let found = of(value)?;
    query.to_mut().filters.remove(at);
    Some(found)
}

/// The warehouse that a scope is confined to, if it is one. A transfer is also reached from its other side.
fn only_warehouse(kind: OrderKind, scope: &Scope) -> Option<i64> {
    match scope.only_warehouses() {
        Some([warehouse]) if !kind.transfers => Some(*warehouse),
        _ => None,
    }
}

/// Written, not bound: see [`listed`].
fn of_warehouse(warehouse: i64) -> String {
    format!("warehouse = {warehouse}")
}

/// What a list reads: an index finds the orders with a product. Left to itself, the database also reads all of the kind in
/// another index.
pub(super) fn source(query: &ListQuery) -> &'static str {
    if is_by_product(query) { "stock_order WITH INDEX stock_order_product" } else { "stock_order" }
}

/// The fields of a listed order, the conditions of a list, and their values.
pub(super) fn listed(
    kind: OrderKind,
    query: &ListQuery,
    named: &NamedRows,
    lives: ListedOrders,
    scope: &Scope,
) -> Result<(String, String, Vars), ListFailure> {
    let mut vars = Vars::new();
    let deleted = match lives {
        ListedOrders::Present => "deleted_at = NONE",
        ListedOrders::Deleted => "deleted_at != NONE",
    };
    // These are written, not bound: by an index alone the database counts only what is compared with written values.
    let mut base = vec![format!("kind = '{}' AND {deleted}", kind.as_str())];
    let mut rest = Cow::Borrowed(query);
    let state = take_one(&mut rest, &["status"], |value| kind.states.iter().map(|state| state.status.as_str()).find(|state| *state == value));
    base.extend(state.map(|state| format!("status = '{state}'")));
    let asked = take_one(&mut rest, &["warehouses_id", "source_warehouses_id"], |value| value.parse::<i64>().ok());
    // What the scope says is not said twice.
    base.extend(asked.filter(|asked| only_warehouse(kind, scope) != Some(*asked)).map(of_warehouse));
    base.extend(within(kind, scope, &mut vars));
    base.extend(sought(query, named, &mut vars));
    let conditions = conditions(&rest, COLUMNS, &[], &base.join(" AND "), &mut vars)?;
    let names = names(kind);
    let sorted = match &query.order {
        Some((column, _)) if column == SALES_AMOUNT => format!("{SALES_AMOUNT_OF} AS {SALES_AMOUNT}, "),
        _ => String::new(),
    };
    let fields = format!(
        "*, record::id(id) AS id, {sorted} array::len(lines) AS line_count, array::len(lines[WHERE stocked = quantity]) AS moved_lines, <decimal>math::sum(lines.stocked) AS stocked_quantity, \
           array::distinct(lines.unit) AS line_units, {names} \
           OMIT lines, entry, edited_by, reference_key, made, swaps, costs"
    );
    Ok((fields, conditions, vars))
}

impl Store {
    /// A page of orders of one kind, without their lines.
    pub async fn list_orders(&self, kind: OrderKind, query: &ListQuery, lives: ListedOrders, scope: &Scope) -> Result<OrderPage, ListFailure> {
        let named = self.named_in_orders(query).await?;
        let (fields, conditions, mut vars) = listed(kind, query, &named, lives, scope)?;
        let order = order_by(query, COLUMNS, "id DESC")?;
        let source = source(query);
        let query_text = format!(
            "SELECT {fields} FROM {source} {conditions} ORDER BY {order} LIMIT $limit START $start; \
             SELECT VALUE count FROM ONLY (SELECT count() FROM {source} {conditions} GROUP ALL) LIMIT 1;"
        );
        vars.push(("limit", int(query.page_size())));
        vars.push(("start", int(query.start())));
        let mut response = self.run(&query_text, vars).await.map_err(StoreError::from)?;
        let mut list: Vec<ListedOrder> = take(&mut response, 0)?;
        let total: Option<i64> = take(&mut response, 1)?;
        let unit = |row: &ListedOrder| if let [unit] = row.line_units.as_slice() { *unit } else { None };
        let names = self.names("unit", "name", list.iter().filter_map(unit).collect()).await?;
        for row in &mut list {
            row.unit = unit(row).and_then(|unit| names.get(&unit).cloned());
        }
        // Without a row there is no count.
        Ok(OrderPage { list, total: total.unwrap_or(0) })
    }

    /// One order with names for its lines and history, if it is within reach.
    pub async fn order_detail(&self, kind: OrderKind, order: OrderId, scope: &Scope) -> Result<Option<OrderDetail>, StoreError> {
        let names = names(kind);
        let query_text = format!(
            "SELECT *, record::id(id) AS id, {names}, \
               (SELECT * OMIT id FROM $events).map(|$h| object::extend($h, {{ nickname: type::record('admin', $h.admin).nickname }})) AS history \
             OMIT entry, reference_key FROM $order WHERE kind = $kind AND deleted_at = NONE"
        );
        let vars = vec![("order", id("stock_order", order.0)), ("kind", text(kind.as_str())), ("events", events(order))];
        let rows: Vec<OrderDetail> = self.rows(&query_text, vars).await?;
        let reached = |row: &OrderDetail| row.head.sides().any(|warehouse| scope.reaches(warehouse, row.head.created_by));
        let Some(mut order) = rows.into_iter().find(reached) else { return Ok(None) };
        self.name_lines(&mut order.lines).await?;
        let units = self.product_units(&order.lines.iter().map(|line| line.product).collect()).await?;
        let mut of_product: HashMap<i64, Vec<ProductUnit>> = HashMap::new();
        for unit in units {
            of_product.entry(unit.product_id).or_default().push(unit);
        }
        for line in &mut order.lines {
            line.units = of_product.get(&line.product).cloned().unwrap_or_default();
        }
        order.related = self.related_names(&order).await?;
        Ok(Some(order))
    }

    /// Names of what an order refers to beside its head and lines; most orders refer to nothing.
    async fn related_names(&self, order: &OrderDetail) -> Result<RelatedNames, StoreError> {
        let shipment = order.head.shipment.as_ref();
        let parcels = || shipment.into_iter().flat_map(|shipment| &shipment.parcels);
        let carriers = shipment.and_then(|shipment| shipment.carrier).into_iter().chain(parcels().filter_map(|parcel| parcel.carrier));
        let places = || order.swaps.iter().flat_map(|swap| [&swap.proposed, &swap.taken]);
        let admins = parcels().map(|parcel| parcel.admin.0).chain(order.swaps.iter().map(|swap| swap.admin.0));
        let admins = admins.chain(order.costs.iter().map(|cost| cost.admin.0));
        Ok(RelatedNames {
            orders: self.names("stock_order", "number", order.head.origin.iter().chain(&order.made).map(|link| link.order.0).collect()).await?,
            carriers: self.names("carrier", "name", carriers.map(|carrier| carrier.0).collect()).await?,
            areas: self.names("warehouse_area", "name", places().map(|place| place.area.0).collect()).await?,
            shelves: self.names("warehouse_shelf", "name", places().map(|place| place.shelf.0).collect()).await?,
            admins: self.names("admin", "nickname", admins.collect()).await?,
        })
    }

    /// The names of these rows.
    pub(crate) async fn names(&self, table: &'static str, field: &'static str, ids: BTreeSet<i64>) -> Result<Names, StoreError> {
        let ids: Vec<_> = ids.into_iter().filter(|key| *key > 0).map(|key| id(table, key)).collect();
        if ids.is_empty() {
            return Ok(Names::new());
        }
        let rows: Vec<(i64, String)> = self.rows(&format!("SELECT VALUE [record::id(id), {field}] FROM $ids"), vec![("ids", array(ids))]).await?;
        Ok(rows.into_iter().collect())
    }

    /// Whether an order exists within the scope: of a transfer, either side of it.
    pub async fn reaches_order(&self, order: OrderId, scope: &Scope) -> Result<bool, StoreError> {
        Ok(self.order_sides(order).await?.is_some_and(|sides| sides.reached(scope)))
    }

    /// The warehouses that an order concerns, if there is one.
    pub async fn order_sides(&self, order: OrderId) -> Result<Option<OrderSides>, StoreError> {
        let query = "SELECT warehouse, transfer.target AS target, created_by FROM $order";
        let rows: Vec<OrderSides> = self.rows(query, vec![("order", id("stock_order", order.0))]).await?;
        Ok(rows.into_iter().next())
    }
}

impl Store {
    /// The id of the order with that number, if there is one.
    pub async fn order_by_number(&self, number: &str) -> Result<Option<OrderId>, StoreError> {
        let query = "SELECT VALUE record::id(id) FROM stock_order WHERE number = $number";
        let rows: Vec<i64> = self.rows(query, vec![("number", text(number))]).await?;
        Ok(rows.first().copied().map(OrderId))
    }
}

#[cfg(test)]
mod tests {
    use bus_schemas::order::OrderStatus;
    use surrealdb::types::Value;

    use super::*;
    use crate::engine::connect::StoreConfig;

    #[tokio::test]
    async fn orders_with_a_product_are_found_by_an_index_alone() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap();
        let filter = |field: &str, value: &str| Filter { field: field.into(), operator: "eq".into(), values: vec![value.into()], datetime: false };
        let filters = vec![filter("status", "pending"), filter(PRODUCT_ID, "5")];
        let query = ListQuery { filters, ..ListQuery::default() };
        for kind in [OrderKind::INBOUND, OrderKind::TRANSFER] {
            let (_, conditions, vars) = listed(kind, &query, &NamedRows::default(), ListedOrders::Present, &Scope::system()).unwrap();
            let text = format!("EXPLAIN SELECT count() FROM {} {conditions} GROUP ALL", source(&query));
            let plan = format!("{:?}", store.run(&text, vars).await.unwrap().take::<Value>(0).unwrap());
            let found = plan.contains("IndexScan") && plan.contains("stock_order_product");
            assert!(found && !plan.contains("TableScan") && !plan.contains("stock_order_state"), "{plan}");
        }
    }

    #[tokio::test]
    async fn a_page_is_read_from_an_index_that_has_its_order() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap();
        let plan =
            async |text: String, vars: Vars| format!("{:?}", store.run(&format!("EXPLAIN {text}"), vars).await.unwrap().take::<Value>(0).unwrap());
        let of_state = Filter { field: "status".into(), operator: "eq".into(), values: vec!["pending".into()], datetime: false };
        let of_warehouse = Filter { field: "warehouses_id".into(), values: vec!["2".into()], ..of_state.clone() };
        let everything = Scope::system();
        let confined = Scope { everything: false, warehouses: Some(vec![2]), ..Scope::system() };
        let lists = [
            (vec![], &everything, "stock_order_listed"),
            (vec![of_state], &everything, "stock_order_state"),
            (vec![of_warehouse], &everything, "stock_order_warehouse"),
            (vec![], &confined, "stock_order_warehouse"),
        ];
        for (filters, scope, index) in lists {
            let query = ListQuery { filters, ..ListQuery::default() };
            let (_, conditions, vars) = listed(OrderKind::INBOUND, &query, &NamedRows::default(), ListedOrders::Present, scope).unwrap();
            let page = plan(format!("SELECT id FROM {} {conditions} ORDER BY id DESC LIMIT 10 START 0", source(&query)), vars.clone()).await;
            assert!(page.contains(index) && page.contains("limit: 10") && !page.contains("Sort"), "{page}");
            let count = plan(format!("SELECT count() FROM {} {conditions} GROUP ALL", source(&query)), vars).await;
            assert!(count.contains("IndexCountScan"), "{count}");
        }
        // Of a day on, the count reads what came since.
        let since = Filter {
            field: "business_date".into(),
            operator: "RANGE".into(),
            values: vec!["2026-11-01".into(), "2026-11-30".into()],
            datetime: false,
        };
        let query = ListQuery { filters: vec![since], ..ListQuery::default() };
        let (_, conditions, vars) = listed(OrderKind::INBOUND, &query, &NamedRows::default(), ListedOrders::Present, &everything).unwrap();
        let count = plan(format!("SELECT count() FROM {} {conditions} GROUP ALL", source(&query)), vars).await;
        assert!(count.contains("stock_order_day") && count.contains("MoreThanEqual"), "{count}");
        let open = crate::order::states::in_states(&[OrderKind::INBOUND, OrderKind::OUTBOUND], &[OrderStatus::PENDING, OrderStatus::REVIEWED]);
        let found = plan(format!("SELECT id FROM stock_order WHERE {open} AND total_amount > 0"), vec![]).await;
        assert!(found.matches("stock_order_state").count() == 4 && !found.contains("TableScan"), "{found}");
    }

    #[test]
    fn partners_are_looked_for_among_orders_that_are_with_their_sort() {
        use bus_schemas::order::kinds::KINDS;
        for row in KINDS.iter().flat_map(|kind| kind.types.iter()) {
            let name = format!("'{}'", row.order_type.as_str());
            let found = [SUPPLIER, CUSTOMER].map(|condition| condition.contains(&name));
            let with = [Partner::Supplier, Partner::Customer];
            assert_eq!(found, with.map(|partner| row.partner == Some(partner)), "{name}");
        }
    }
}

//! What happens around changes of products, their categories and warehouses.

use actors::clock::zone_named;
use actors::warehouse::expiry::alert_days;
use async_trait::async_trait;
use bus_schemas::ids::{AdminId, ProductId, WarehouseId};
use bus_schemas::live::Invalidation;
use bus_schemas::order::ExtraRights;
use entrepot_store::listing::{Filter, ListQuery};
use entrepot_store::resource::row;
use entrepot_store::resource::write::Written;
use entrepot_store::resource::{Field, TypedBody};
use entrepot_store::scope::rights::WarehouseSet;
use serde::Deserialize;
use serde_json::{Value, json};

use super::hold_service::{self, BatchHolds};
use super::unit_hooks;
use super::unit_views::ProductUnitView;
use crate::barcode;
use crate::barcode::hooks::Carrier;
use crate::error::ServiceError;
use crate::identity::order_rights::Person;
use crate::resource::Call;
use crate::resource::call::Hook;
use crate::resource::document::USABLE_FOR;

/// Products: their stock over all places, and the caches that know them.
pub struct Products;

#[async_trait]
impl Hook for Products {
    async fn prepare_rows(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        let ids: Vec<i64> = rows.iter().map(|row| row::integer(row, "id")).collect::<Result<_, _>>()?;
        let sums = call.store().total_stock(&ids, &call.act.scope).await?;
        let below = call.store().below_safety(ids.iter().copied().collect(), &call.act.scope).await?;
        let units = call.store().product_units(&ids.iter().copied().collect()).await?;
        for (row, id) in rows.iter_mut().zip(ids) {
            // A product without stock has no sum.
            let sum = sums.get(&id).copied().unwrap_or_default();
            row::set(row, "total_stock_num", sum.normalize().to_string());
            row::set(row, "below_safety", json!(below.contains(&id)));
            let own: Vec<ProductUnitView> = units.iter().filter(|unit| unit.product_id == id).map(ProductUnitView::from).collect();
            row::set(row, "units", json!(own));
        }
        Ok(())
    }

    fn compared(&self, field: &Field, text: &str) -> Option<String> {
        barcode::hooks::compared(field, text)
    }

    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        body.remove("total_stock_num");
        body.remove("below_safety");
        barcode::hooks::check(body, "barcode")?;
        barcode::hooks::check_free(call, body, Carrier::Product(None)).await
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        body.remove("total_stock_num");
        body.remove("below_safety");
        barcode::hooks::check(body, "barcode")?;
        barcode::hooks::check_free(call, body, Carrier::Product(Some(id))).await?;
        unit_hooks::keeps_base(call, id, body).await
    }

    async fn after_change(&self, call: &Call, written: &Written) -> Result<(), ServiceError> {
        for id in &written.ids {
            call.system().invalidate(Invalidation::Product { product: ProductId(*id) });
        }
        Ok(())
    }
}

/// Warehouses: their time zones, the choice of those where something may be done, and the caches that know them.
pub struct Warehouses;

impl Warehouses {
    /// A time zone has a name of the IANA database; without one, the site's counts.
    fn check(body: &TypedBody) -> Result<(), ServiceError> {
        match body.get("time_zone").and_then(Value::as_str) {
            Some(name) if !name.is_empty() && zone_named(name).is_none() => Err(ServiceError::field("time_zone", "error.time_zone")),
            _ => Ok(()),
        }
    }
}

#[async_trait]
impl Hook for Warehouses {
    async fn before_list(&self, call: &Call, query: &mut ListQuery) -> Result<(), ServiceError> {
        let asked = form_urlencoded::parse(call.params.as_bytes()).find(|(key, _)| key == USABLE_FOR);
        let Some((_, node)) = asked.filter(|(_, node)| !node.is_empty()) else { return Ok(()) };
        // The warehouse of a row that is shown already keeps its name.
        if query.init.is_some() {
            return Ok(());
        }
        let (operator, warehouses) = match call.rights.warehouses_for(&node.to_lowercase()) {
            WarehouseSet::Only(warehouses) => ("IN", warehouses),
            WarehouseSet::AllBut(warehouses) if warehouses.is_empty() => return Ok(()),
            WarehouseSet::AllBut(warehouses) => ("NOT IN", warehouses),
        };
        let values = warehouses.iter().map(ToString::to_string).collect();
        query.filters.push(Filter { field: "id".into(), operator: operator.into(), values, datetime: false });
        Ok(())
    }

    async fn before_add(&self, _: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(body)
    }

    async fn before_edit(&self, _: &mut Call, _: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(body)
    }

    async fn after_change(&self, call: &Call, written: &Written) -> Result<(), ServiceError> {
        for id in &written.ids {
            call.system().invalidate(Invalidation::Warehouse { warehouse: WarehouseId(*id) });
        }
        Ok(())
    }
}

/// Product categories: their level in the tree, and when people are notified that batches expire.
pub struct Categories;

impl Categories {
    fn check(body: &TypedBody) -> Result<(), ServiceError> {
        match body.get("expiry_alert_days").and_then(Value::as_str) {
            Some(days) if alert_days(days).is_none() => Err(ServiceError::field("expiry_alert_days", "error.alert_days")),
            _ => Ok(()),
        }
    }
}

#[async_trait]
impl Hook for Categories {
    async fn before_add(&self, _: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        body.remove("level");
        Self::check(body)
    }

    async fn before_edit(&self, _: &mut Call, _: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(body)
    }
}

/// Makes the warehouses of these areas or shelves read again in which order they are emptied.
async fn reload(call: &Call, written: &Written, table: &'static str) -> Result<(), ServiceError> {
    // A new one weighs something as well, and one that comes from another warehouse is new there.
    let weighs = |field: &&'static str| matches!(*field, "weigh" | "warehouses_id");
    if !written.fields.is_empty() && !written.fields.iter().any(weighs) {
        return Ok(());
    }
    for warehouse in call.store().warehouses_of(table, &written.ids).await? {
        call.system().invalidate(Invalidation::Warehouse { warehouse: WarehouseId(warehouse) });
    }
    Ok(())
}

/// Where an area or a shelf stands.
#[derive(Deserialize)]
struct StorageLocation {
    warehouses_id: i64,
    /// Of a shelf.
    #[serde(default)]
    warehouses_areas_id: i64,
}

impl StorageLocation {
    /// The columns that say so.
    const COLUMNS: [&str; 2] = ["warehouses_id", "warehouses_areas_id"];

    /// As stored, with what a change says laid over it; nothing where the change moves nothing. Something that goods, orders or
    /// other rows refer to stays where it is: what lies there would be in a warehouse that does not have the place.
    async fn moved(call: &Call, id: i64, body: &TypedBody) -> Result<Option<Self>, ServiceError> {
        if !Self::COLUMNS.iter().any(|column| body.contains_key(*column)) {
            return Ok(None);
        }
        let before: Self = call.store().record_as(call.resource, id, &call.act.scope).await?;
        let sent = |column: &str| body.get(column).and_then(Value::as_i64);
        let [warehouse, area] = Self::COLUMNS.map(sent);
        let (warehouse, area) = (warehouse.unwrap_or(before.warehouses_id), area.unwrap_or(before.warehouses_areas_id));
        if (warehouse, area) == (before.warehouses_id, before.warehouses_areas_id) {
            return Ok(None);
        }
        if call.store().is_in_use(call.resource, id, &call.act).await? {
            let column = if warehouse == before.warehouses_id { "warehouses_areas_id" } else { "warehouses_id" };
            return Err(ServiceError::field(column, "error.place.used"));
        }
        Ok(Some(Self { warehouses_id: warehouse, warehouses_areas_id: area }))
    }

    /// A shelf stands in an area of its own warehouse.
    async fn check_shelf(&self, call: &Call) -> Result<(), ServiceError> {
        let of_area = call.store().warehouses_of("warehouse_area", &[self.warehouses_areas_id]).await?;
        if of_area.contains(&self.warehouses_id) { Ok(()) } else { Err(ServiceError::field("warehouses_areas_id", "error.reference")) }
    }
}

/// Shelves: in the order of their weights they are emptied.
pub struct Shelves;

#[async_trait]
impl Hook for Shelves {
    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        let sent = |column: &str| body.get(column).and_then(Value::as_i64);
        match StorageLocation::COLUMNS.map(sent) {
            [Some(warehouses_id), Some(warehouses_areas_id)] => StorageLocation { warehouses_id, warehouses_areas_id }.check_shelf(call).await,
            // What is missing is refused when the row is written.
            _ => Ok(()),
        }
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        match StorageLocation::moved(call, id, body).await? {
            Some(stands) => stands.check_shelf(call).await,
            None => Ok(()),
        }
    }

    async fn after_change(&self, call: &Call, written: &Written) -> Result<(), ServiceError> {
        reload(call, written, "warehouse_shelf").await
    }
}

/// Areas: what lies in one that is not normal is not available, from the moment that its change is answered.
pub struct Areas {
    pub holds: BatchHolds,
}

#[async_trait]
impl Hook for Areas {
    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        StorageLocation::moved(call, id, body).await.map(drop)
    }

    async fn after_change(&self, call: &Call, written: &Written) -> Result<(), ServiceError> {
        reload(call, written, "warehouse_area").await?;
        let turned = written.fields.contains(&"purpose");
        let mut warehouses: Vec<i64> = Vec::new();
        for (warehouse, purpose) in call.store().area_purposes(&written.ids).await? {
            if (turned || purpose != 0) && !warehouses.contains(&warehouse) {
                warehouses.push(warehouse);
            }
        }
        let person = Person { admin: AdminId(call.act.scope.admin), scope: call.act.scope.clone(), may: ExtraRights::default() };
        for warehouse in warehouses {
            hold_service::enforce(&self.holds, &person, WarehouseId(warehouse)).await?;
        }
        Ok(())
    }
}

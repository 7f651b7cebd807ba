//! Facts about the rows an order refers to.

use std::collections::{BTreeSet, HashMap, HashSet};

use actors::dates::Month;
use actors::order::facts::{BatchRules, BatchUse, OrderFacts, StepNeeds, WarehouseRules};
use actors::order::units::UnitFacts;
use actors::store::StoreError;
use bus_schemas::hold::AreaPurpose;
use bus_schemas::ids::{AreaId, CarrierId, OrderId, PartnerId, ProductId, UnitId, WarehouseId};
use bus_schemas::number::{Amount, Price};
use bus_schemas::order::details::ReturnTarget;
use bus_schemas::order::kinds::AUDIT;
use bus_schemas::order::process::Partner;
use bus_schemas::order::{OrderDraft, OrderKind};
use rust_decimal::Decimal;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::engine::connect::Store;
use crate::engine::look_up::{look_up, take_parts};
use crate::engine::stored::month;
use crate::engine::value::{array, id, int};
use crate::listing::referred::Kind;
use crate::order::product_units::ProductUnit;
use crate::order::stored::ORDER_IDS;

const WAREHOUSES: Kind = Kind {
    name: "fact_warehouse",
    tables: &["warehouse"],
    fields: "status: status, four_eyes: four_eyes, four_eyes_auto: four_eyes_auto, four_eyes_from: four_eyes_from, \
             allow_negative: allow_negative ?? 0, over_receipt: over_receipt, backdate_days: backdate_days, closed_month: closed_month",
};
const CARRIERS: Kind = Kind { name: "fact_carrier", tables: &["carrier"], fields: "status: status" };
const SUPPLIERS: Kind = Kind { name: "fact_supplier", tables: &["supplier"], fields: "status: status" };
const CUSTOMERS: Kind = Kind { name: "fact_customer", tables: &["customer"], fields: "status: status" };
const ASKED_LIFE: Kind = Kind { name: "fact_asked_life", tables: &["customer"], fields: "life_days: life_days ?? 0" };
const UNITS: Kind = Kind { name: "fact_unit", tables: &["unit"], fields: "decimals: decimals" };
const ADMINS: Kind = Kind { name: "fact_admin", tables: &["admin"], fields: "status: status" };
const PRODUCTS: Kind = Kind {
    name: "fact_product",
    tables: &["product", "unit"],
    fields: "status: status, unit: unit_id, decimals: type::record('unit', unit_id).decimals, price: price, \
             batch_use: batch_use ?? 0, shelf_life_days: shelf_life_days ?? 0",
};
const AREAS: Kind =
    Kind { name: "fact_area", tables: &["warehouse_area"], fields: "status: status, warehouse: warehouses_id, purpose: purpose ?? 0" };
const SHELVES: Kind =
    Kind { name: "fact_shelf", tables: &["warehouse_shelf"], fields: "status: status, warehouse: warehouses_id, area: warehouses_areas_id" };

/// The status of a row in use.
const IN_USE: i64 = 1;

#[derive(Deserialize)]
struct Master {
    status: i64,
}

#[derive(Deserialize)]
struct AskedLife {
    life_days: u32,
}

#[derive(Deserialize)]
struct UnitDecimals {
    decimals: u32,
}

#[derive(Deserialize)]
struct WarehouseFacts {
    status: i64,
    four_eyes: i64,
    four_eyes_auto: i64,
    four_eyes_from: Decimal,
    allow_negative: i64,
    over_receipt: Decimal,
    backdate_days: u32,
    #[serde(default, deserialize_with = "month")]
    closed_month: Option<Month>,
}

impl WarehouseFacts {
    fn rules(&self) -> WarehouseRules {
        WarehouseRules {
            over_receipt: self.over_receipt,
            backdate_days: self.backdate_days,
            closed: self.closed_month,
            four_eyes_from: Some(Amount(self.four_eyes_from)).filter(|from| !from.0.is_zero()),
        }
    }
}

/// The use of batches of products that are kept in them.
const BATCH_REQUIRED: i64 = 1;

/// The purpose of areas where goods wait for inspection.
const TO_INSPECT: i64 = 1;

/// With so many people who may review, a warehouse asks for a second one by itself.
const REVIEWERS: usize = 2;

#[derive(Deserialize)]
struct Account {
    status: String,
}

#[derive(Deserialize)]
struct ProductFacts {
    status: i64,
    unit: i64,
    decimals: u32,
    price: Price,
    batch_use: i64,
    shelf_life_days: u32,
}

impl ProductFacts {
    const fn batches(&self) -> BatchRules {
        BatchRules { batch: BatchUse::from_code(self.batch_use), shelf_life_days: self.shelf_life_days }
    }
}

#[derive(Deserialize)]
struct AreaFacts {
    status: i64,
    warehouse: i64,
    purpose: i64,
}

impl AreaFacts {
    /// Whether goods in it are held.
    fn holds(&self) -> bool {
        AreaPurpose::from_code(self.purpose) != AreaPurpose::Normal
    }
}

#[derive(Deserialize)]
struct ShelfFacts {
    status: i64,
    warehouse: i64,
    area: i64,
}

fn typed<T: DeserializeOwned>(rows: HashMap<i64, Json>) -> Result<HashMap<i64, T>, StoreError> {
    let read = |(id, row): (i64, Json)| Ok((id, serde_json::from_value(row).map_err(|error| StoreError::Corrupt(error.to_string()))?));
    rows.into_iter().map(read).collect()
}

fn known_carriers(carriers: HashMap<i64, Json>) -> Result<HashSet<CarrierId>, StoreError> {
    Ok(typed::<Master>(carriers)?.into_iter().filter(|(_, row)| row.status == IN_USE).map(|(id, _)| CarrierId(id)).collect())
}

impl Store {
    /// Looks up what a step has to know.
    pub(super) async fn facts_of_step(&self, needs: &StepNeeds) -> Result<OrderFacts, StoreError> {
        let wanted = [
            (WAREHOUSES, needs.warehouse.iter().map(|warehouse| warehouse.0).collect()),
            (CARRIERS, needs.carriers.iter().map(|carrier| carrier.0).collect()),
            (UNITS, needs.units.iter().map(|unit| unit.0).collect()),
        ];
        let mut facts = match &needs.references {
            Some((kind, draft)) => self.order_facts(*kind, draft).await?,
            None => OrderFacts::default(),
        };
        let [warehouses, carriers, units] = self.referred(wanted).await?;
        let warehouse = typed::<WarehouseFacts>(warehouses)?.into_values().next();
        facts.carriers = known_carriers(carriers)?;
        facts.decimals = typed::<UnitDecimals>(units)?.into_iter().map(|(unit, row)| (UnitId(unit), row.decimals)).collect();
        if let (Some(row), Some(warehouse)) = (&warehouse, needs.warehouse) {
            facts.rules = row.rules();
            if let Some(kind) = needs.review {
                facts.four_eyes = row.four_eyes == 1 || (row.four_eyes_auto == 1 && self.reviewers(kind, warehouse).await? >= REVIEWERS);
            }
        }
        if let Some((warehouse, products)) = needs.costs.as_ref().filter(|_| facts.rules.four_eyes_from.is_some()) {
            facts.costs = self.costs_of(*warehouse, products).await?;
        }
        if let Some((warehouse, products)) = &needs.never_below_zero {
            facts.never_below_zero = self.never_below_zero(*warehouse, products).await?;
        }
        if let Some(customer) = needs.customer {
            facts.life_days = self.life_days_of(customer).await?;
        }
        if let Some(order) = needs.moves {
            facts.moves = self.moves_of(order).await?;
        }
        if let Some(warehouse) = needs.came {
            (facts.came, facts.as_of) = self.came_since(warehouse, &facts.moves).await?;
        }
        if let Some((order, number)) = needs.added {
            facts.added = self.added_cost(order, number).await?;
        }
        if let Some(warehouse) = needs.free {
            facts.free = self.free_where(warehouse, &facts.moves).await?;
        }
        if let Some(asked) = &needs.turns {
            facts.turns = self.turns_of(asked).await?;
        }
        if let Some(to) = needs.inspect {
            facts.inspect = self.area_to_inspect(to).await?;
        }
        if needs.creates {
            facts.next = Some(OrderId(self.next_of(ORDER_IDS).await?));
        }
        Ok(facts)
    }

    /// Days that goods for a customer must keep from the day on which they leave.
    pub(crate) async fn life_days_of(&self, customer: PartnerId) -> Result<u32, StoreError> {
        let [rows] = self.referred([(ASKED_LIFE, BTreeSet::from([customer.0]))]).await?;
        Ok(typed::<AskedLife>(rows)?.into_values().next().map_or(0, |row| row.life_days))
    }

    /// Of these products, those that the shop sells from a warehouse, and those kept in batches. Nothing goes below zero in
    /// a warehouse that does not allow it, so nothing is asked of one.
    pub async fn never_below_zero(&self, warehouse: WarehouseId, products: &BTreeSet<ProductId>) -> Result<HashSet<ProductId>, StoreError> {
        let [warehouses] = self.referred([(WAREHOUSES, BTreeSet::from([warehouse.0]))]).await?;
        let allowed = typed::<WarehouseFacts>(warehouses)?.values().any(|row| row.allow_negative == 1);
        if !allowed || products.is_empty() {
            return Ok(HashSet::new());
        }
        // A SKU that names no warehouse is sold from those of the shop's setting, which may be any.
        let mut query = "SELECT VALUE record::id(id) FROM $rows WHERE batch_use = $required;".to_owned();
        let mut vars = vec![
            ("rows", array(products.iter().map(|product| id("product", product.0)).collect())),
            ("warehouse", int(warehouse.0)),
            ("required", int(BATCH_REQUIRED)),
        ];
        let sold = |name: &str| {
            format!(
                "SELECT VALUE product_id FROM shop_sku WHERE product_id IN ${name} AND retired = 0
                   AND (warehouses_ids = [] OR warehouses_ids CONTAINS $warehouse);"
            )
        };
        let parts = look_up(products.iter().map(|product| int(product.0)).collect(), &mut query, &mut vars, sold);
        let mut response = self.run(&query, vars).await?;
        let found: Vec<i64> = take_parts(&mut response, 0, parts + 1)?;
        Ok(found.into_iter().map(ProductId).collect())
    }

    /// The area in use of a warehouse where goods wait for inspection: the one that is asked for, or the first.
    async fn area_to_inspect(&self, ReturnTarget { warehouse, area }: ReturnTarget) -> Result<Option<AreaId>, StoreError> {
        let query = "SELECT VALUE record::id(id) FROM warehouse_area WHERE warehouses_id = $w AND purpose = $purpose AND status = 1";
        let areas: Vec<i64> = self.rows(query, vec![("w", int(warehouse.0)), ("purpose", int(TO_INSPECT))]).await?;
        let asked = area.filter(|area| areas.contains(&area.0));
        Ok(asked.or_else(|| areas.into_iter().min().map(AreaId)))
    }

    /// How many people may review orders of a kind in a warehouse, without super administrators, who may everywhere.
    async fn reviewers(&self, kind: OrderKind, warehouse: WarehouseId) -> Result<usize, StoreError> {
        let directory = self.directory().await?;
        let node = kind.node(AUDIT);
        let holders = directory.holders(&node);
        Ok(holders.iter().filter(|(_, rights)| !rights.everything && rights.permits(&node, warehouse.0)).count())
    }

    /// Looks up the rows an order refers to, by id, as a warehouse may have thousands of shelves.
    pub async fn order_facts(&self, kind: OrderKind, draft: &OrderDraft) -> Result<OrderFacts, StoreError> {
        let partners = match kind.type_row(draft.order_type).and_then(|row| row.partner) {
            Some(Partner::Supplier) => SUPPLIERS,
            Some(Partner::Customer) | None => CUSTOMERS,
        };
        let lines = &draft.lines;
        let transfer = draft.transfer.unwrap_or_default();
        let given = |area: Option<AreaId>| area.map(|area| area.0).filter(|area| *area > 0);
        let ends = [transfer.source_area, transfer.target_area].into_iter().filter_map(given);
        let target = transfer.target.map_or(draft.warehouse.0, |target| target.0);
        let wanted = [
            (WAREHOUSES, BTreeSet::from([draft.warehouse.0, target])),
            (partners, draft.partner.iter().map(|partner| partner.0).collect()),
            (ADMINS, draft.admin.iter().map(|admin| admin.0).collect()),
            (PRODUCTS, lines.iter().map(|line| line.product.0).collect()),
            (AREAS, lines.iter().flat_map(|line| [line.area, line.target.area]).filter_map(given).chain(ends).collect()),
            (
                SHELVES,
                lines.iter().flat_map(|line| [line.shelf, line.target.shelf]).flatten().map(|shelf| shelf.0).filter(|shelf| *shelf > 0).collect(),
            ),
            (CARRIERS, draft.shipment.iter().filter_map(|shipment| shipment.carrier).map(|carrier| carrier.0).collect()),
        ];
        let [warehouses, partners, admins, products, areas, shelves, carriers] = self.referred(wanted).await?;
        let (warehouses, partners, admins) = (typed::<WarehouseFacts>(warehouses)?, typed::<Master>(partners)?, typed::<Account>(admins)?);
        let unit = |row: ProductFacts| UnitFacts { id: UnitId(row.unit), decimals: row.decimals };
        let at = |status: i64, warehouse: i64, end: i64| status == IN_USE && warehouse == end;
        let source = draft.warehouse.0;
        let products: Vec<(i64, ProductFacts)> = typed::<ProductFacts>(products)?.into_iter().filter(|(_, row)| row.status == IN_USE).collect();
        let in_others = lines.iter().filter(|line| line.unit.is_some_and(|unit| unit.factor.is_none()));
        let units = self.product_units(&in_others.map(|line| line.product.0).collect()).await?;
        let (areas, shelves) = (typed::<AreaFacts>(areas)?, typed::<ShelfFacts>(shelves)?);
        let areas_of = |end| areas.iter().filter(move |(_, row)| at(row.status, row.warehouse, end)).map(|(id, _)| *id);
        let shelves_of = |end| shelves.iter().filter(move |(_, row)| at(row.status, row.warehouse, end)).map(|(id, row)| (*id, row.area));
        let in_use = |warehouse: i64| warehouses.get(&warehouse).is_some_and(|row| row.status == IN_USE);
        Ok(OrderFacts {
            warehouse: in_use(source),
            partner: draft.partner.is_none() || partners.values().any(|row| row.status == IN_USE),
            admin: draft.admin.is_none() || admins.values().any(|row| row.status == "enable"),
            batches: products.iter().map(|(id, row)| (ProductId(*id), row.batches())).collect(),
            prices: products.iter().map(|(id, row)| (ProductId(*id), row.price)).collect(),
            products: products.into_iter().map(|(id, row)| (ProductId(id), unit(row))).collect(),
            units: units.iter().map(ProductUnit::facts).collect(),
            areas: areas_of(source).collect(),
            held_areas: areas.iter().filter(|(_, row)| row.warehouse == source && row.holds()).map(|(id, _)| *id).collect(),
            shelves: shelves_of(source).collect(),
            target: in_use(target),
            target_areas: areas_of(target).collect(),
            target_shelves: shelves_of(target).collect(),
            rules: warehouses.get(&source).map(WarehouseFacts::rules).unwrap_or_default(),
            carriers: known_carriers(carriers)?,
            ..OrderFacts::default()
        })
    }
}

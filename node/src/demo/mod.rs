//! A small company to look around in: made through the same actors as everything else, always the same.

mod company;
mod members;
mod site;
mod staff;

use std::fmt;

use actors::store::StoreError;
use actors::system::System;
use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, PartnerId, ProductId, ShelfId, WarehouseId};
use bus_schemas::order::kinds::{AUDIT, STOCK};
use bus_schemas::order::{DraftLine, OrderAction, OrderCommand, OrderDraft, OrderKind, OrderReply, OrderRequest, OrderType, TargetPlace};
use chrono::{Datelike, Months, NaiveDate};
use entrepot_store::Store;
use entrepot_store::resource::catalogue;
use entrepot_store::resource::{Act, RecordError};
use rust_decimal::Decimal;
use serde_json::{Value, json};

/// How long one step may take, in milliseconds.
const STEP_MS: i64 = 30_000;
/// Months of the past that have orders.
const MONTHS: u32 = 12;

/// Why the demo company is not there.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the demo company: {0}")]
    Step(String),
}

/// What was created.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub products: usize,
    pub orders: usize,
    /// Administrators that were made, with their passwords.
    pub staff: Vec<(String, String)>,
    /// The password made for the member who may be tried.
    pub member_password: String,
    /// There was something already: nothing was touched.
    pub kept: bool,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kept {
            write!(f, "the database is not empty: left as it is")
        } else {
            write!(f, "{} products, {} orders", self.products, self.orders)?;
            self.staff.iter().try_for_each(|(name, password)| write!(f, "\nadministrator {name}\npassword      {password}"))?;
            write!(f, "\nmember        {}\npassword      {}", members::FIRST, self.member_password)
        }
    }
}

struct Company<'a> {
    system: &'a System,
    admin: AdminId,
    today: NaiveDate,
    now: i64,
    warehouses: Vec<(WarehouseId, Vec<(AreaId, ShelfId)>)>,
    suppliers: Vec<PartnerId>,
    customers: Vec<PartnerId>,
    /// Product, unit, price.
    products: Vec<(ProductId, Decimal)>,
    orders: usize,
}

async fn insert(store: &Store, controller: &str, row: Value, now: i64) -> Result<i64, DemoError> {
    let resource = catalogue::find(controller).ok_or_else(|| DemoError::Step(format!("{controller} is not declared")))?;
    let row = row.as_object().cloned().unwrap_or_default();
    Ok(store.insert_record(resource, &row, &Act::system(now)).await?)
}

/// A category below another one; the server computes its level.
async fn insert_below(store: &Store, above: i64, name: &str, now: i64) -> Result<i64, DemoError> {
    let resource = catalogue::find("warehouse.ProductCategory").ok_or_else(|| DemoError::Step("categories are not declared".into()))?;
    let row = json!({ "name": name, "pid": above }).as_object().cloned().unwrap_or_default();
    let act = Act { set: serde_json::Map::from_iter([("level".to_owned(), json!(1))]), ..Act::system(now) };
    Ok(store.insert_record(resource, &row, &act).await?)
}

/// Master data that orders don't need, brands and categories. Returns the ids of the latter two.
async fn organisation(store: &Store, now: i64) -> Result<(Vec<i64>, Vec<i64>), DemoError> {
    let (mut brands, mut categories) = (Vec::new(), Vec::new());
    for (name, introduce) in company::BRANDS {
        brands.push(insert(store, "warehouse.Brand", json!({ "name": name, "introduce": introduce }), now).await?);
    }
    for (name, below) in company::CATEGORIES {
        let above = insert(store, "warehouse.ProductCategory", json!({ "name": name }), now).await?;
        for name in *below {
            categories.push(insert_below(store, above, name, now).await?);
        }
    }
    for (name, level, city, person, mobile) in company::CARRIERS {
        let row = json!({ "name": name, "level": level, "city": city, "contact_person": person, "mobile": mobile });
        insert(store, "warehouse.Carrier", row, now).await?;
    }
    for (name, responsible, below) in company::DEPARTMENTS {
        let above = insert(store, "company.Department", json!({ "name": name, "responsible": responsible }), now).await?;
        for (name, responsible) in *below {
            insert(store, "company.Department", json!({ "name": name, "responsible": responsible, "pid": above }), now).await?;
        }
    }
    for (name, code) in company::JOBS {
        insert(store, "company.Job", json!({ "name": name, "code": code }), now).await?;
    }
    for (title, code, entries) in company::DICTIONARIES {
        let dictionary = insert(store, "company.Dictionary", json!({ "title": title, "code": code }), now).await?;
        for (name, value) in *entries {
            insert(store, "company.DictionaryEntry", json!({ "dictionary_id": dictionary, "name": name, "value": value }), now).await?;
        }
    }
    Ok((brands, categories))
}

/// Fills an empty database.
pub async fn fill(system: &System, store: &Store, admin: AdminId, today: &str) -> Result<Summary, DemoError> {
    if !store.keys_of("product", "product_no").await?.is_empty() {
        return Ok(Summary { kept: true, ..Summary::default() });
    }
    let now = chrono::Utc::now().timestamp();
    let today = NaiveDate::parse_from_str(today, "%Y-%m-%d").map_err(|error| DemoError::Step(error.to_string()))?;
    let mut company = Company { system, admin, today, now, warehouses: vec![], suppliers: vec![], customers: vec![], products: vec![], orders: 0 };
    company.master_data(store).await?;
    let staff = match company.warehouses.first() {
        Some((warehouse, _)) => staff::hire(store, warehouse.0, now).await?,
        None => vec![],
    };
    company.history().await?;
    company.open_orders().await?;
    site::fill(store, now).await?;
    let member_password = members::fill(store, now).await?;
    Ok(Summary { products: company.products.len(), orders: company.orders, staff, member_password, kept: false })
}

impl Company<'_> {
    async fn master_data(&mut self, store: &Store) -> Result<(), DemoError> {
        let now = self.now;
        let mut units = Vec::new();
        for (name, description, decimals) in company::UNITS {
            units.push(insert(store, "warehouse.Unit", json!({ "name": name, "description": description, "decimals": decimals }), now).await?);
        }
        let (brands, categories) = organisation(store, now).await?;
        for warehouse in company::WAREHOUSES {
            let row = json!({
                "name": warehouse.name, "serial_no": warehouse.serial_no, "city": warehouse.city, "address": warehouse.address,
                "responsible_person": warehouse.person, "mobile": warehouse.mobile, "remark": warehouse.remark,
            });
            let id = insert(store, "warehouse.Warehouse", row, now).await?;
            let mut shelves = Vec::new();
            for (number, area_name) in warehouse.areas.iter().enumerate() {
                let serial = format!("{}-{}", warehouse.serial_no, char::from(b'A' + u8::try_from(number).unwrap_or(0)));
                let area =
                    insert(store, "warehouse.WarehouseArea", json!({ "warehouses_id": id, "name": area_name, "serial_no": serial }), now).await?;
                for shelf_number in 1..=3 {
                    let row = json!({
                        "warehouses_id": id, "warehouses_areas_id": area, "name": format!("{shelf_number} 号货架"), "serial_no": format!("{serial}-{shelf_number:02}"),
                    });
                    shelves.push((AreaId(area), ShelfId(insert(store, "warehouse.WarehouseShelf", row, now).await?)));
                }
            }
            self.warehouses.push((WarehouseId(id), shelves));
        }
        for (name, level, city, person, mobile) in company::SUPPLIERS {
            let row = json!({ "name": name, "level": level, "city": city, "contact_person": person, "mobile": mobile });
            self.suppliers.push(PartnerId(insert(store, "warehouse.Supplier", row, now).await?));
        }
        for (name, level, city, person, mobile) in company::CUSTOMERS {
            let row = json!({ "name": name, "level": level, "city": city, "contact_person": person, "mobile": mobile });
            self.customers.push(PartnerId(insert(store, "warehouse.Customer", row, now).await?));
        }
        for (number, (name, spec, unit, price, safety, brand, category)) in company::PRODUCTS.iter().enumerate() {
            let row = json!({
                "product_no": format!("SP{:04}", number + 1), "name": name, "spec": spec, "unit_id": units.get(*unit), "price": price, "safety_stock_num": safety,
                "brand_id": brands.get(*brand), "category_id": categories.get(*category),
            });
            let id = insert(store, "warehouse.Product", row, now).await?;
            let price = price.parse().unwrap_or(Decimal::ONE);
            self.products.push((ProductId(id), price));
        }
        for (product, unit, factor, barcode) in company::OTHER_UNITS {
            let row = json!({
                "product_id": self.products.get(*product).map(|(id, _)| id.0), "unit_id": units.get(*unit), "factor": factor, "barcode": barcode,
            });
            insert(store, "warehouse.ProductUnit", row, now).await?;
        }
        Ok(())
    }

    /// Twelve months: in each, goods come in to both warehouses and some go out, more towards the end of the year.
    async fn history(&mut self) -> Result<(), DemoError> {
        let first = self.today.with_day(1).unwrap_or(self.today);
        for back in (0..MONTHS).rev() {
            let month = first - Months::new(back);
            let season = Decimal::from(60 + 12 * (month.month0() as i64 % 6) + 15 * i64::from(MONTHS - back));
            for house in 0..self.warehouses.len() {
                let day = self.past(month, 3 + house as u32);
                let lines = self.lines(house, 12, back as usize * 5 + house, season, Decimal::new(72, 2));
                let supplier = self.suppliers[(back as usize + house) % self.suppliers.len()];
                self.carry(OrderKind::INBOUND, OrderType::PURCHASE, house, Some(supplier), &day, lines).await?;
            }
            for sale in 0..4_usize {
                let house = sale % self.warehouses.len();
                let day = self.past(month, 9 + 5 * sale as u32);
                let quantity = (season * Decimal::new(28 + 4 * (sale as i64 % 3), 2)).round();
                let lines = self.lines(house, 6, back as usize * 5 + house, quantity, Decimal::ONE);
                let customer = self.customers[(back as usize * 3 + sale) % self.customers.len()];
                self.carry(OrderKind::OUTBOUND, OrderType::SALES, house, Some(customer), &day, lines).await?;
            }
        }
        Ok(())
    }

    /// Pending orders.
    async fn open_orders(&mut self) -> Result<(), DemoError> {
        let today = self.today.format("%Y-%m-%d").to_string();
        for number in 0..4_usize {
            let house = number % self.warehouses.len();
            let lines = self.lines(house, 3 + number, number * 7, Decimal::from(40), Decimal::new(72, 2));
            let supplier = self.suppliers[number % self.suppliers.len()];
            let draft = self.draft(OrderType::PURCHASE, house, Some(supplier), &today, lines);
            let steps: Vec<OrderAction> = if number > 1 { vec![OrderAction::step(AUDIT)] } else { vec![] };
            self.steps(OrderKind::INBOUND, draft, steps, number > 1).await?;
        }
        for number in 0..3_usize {
            let house = number % self.warehouses.len();
            let lines = self.lines(house, 2 + number, house, Decimal::from(8), Decimal::ONE);
            let customer = self.customers[number % self.customers.len()];
            let draft = self.draft(OrderType::SALES, house, Some(customer), &today, lines);
            let steps = if number > 0 { vec![OrderAction::step(AUDIT)] } else { vec![] };
            self.steps(OrderKind::OUTBOUND, draft, steps, number > 0).await?;
        }
        Ok(())
    }

    /// A day of a month, but never later than today.
    fn past(&self, month: NaiveDate, day: u32) -> String {
        month.with_day(day).unwrap_or(month).min(self.today).format("%Y-%m-%d").to_string()
    }

    /// Lines of a stretch of products, so that the same stretch comes in and goes out.
    fn lines(&self, house: usize, count: usize, from: usize, quantity: Decimal, share: Decimal) -> Vec<DraftLine> {
        let shelves = &self.warehouses[house].1;
        let line = |number: usize| {
            let position = (from + number) % self.products.len();
            let (product, price) = self.products[position];
            let (area, shelf) = shelves[position % shelves.len()];
            let inbound = share < Decimal::ONE;
            DraftLine {
                product,
                area: inbound.then_some(area),
                shelf: inbound.then_some(shelf),
                quantity: (quantity + Decimal::from(number as i64 * 3)).round(),
                unit: None,
                price: (price * share).round_dp(2),
                batch: None,
                produce_date: None,
                expiry_date: None,
                reason: None,
                target: TargetPlace::default(),
            }
        };
        (0..count).map(line).collect()
    }

    fn draft(&self, order_type: OrderType, house: usize, partner: Option<PartnerId>, day: &str, lines: Vec<DraftLine>) -> OrderDraft {
        OrderDraft {
            warehouse: self.warehouses[house].0,
            partner,
            order_type,
            reference: None,
            remark: String::new(),
            business_date: day.to_owned(),
            admin: None,
            lines,
            transfer: None,
        }
    }

    async fn carry(
        &mut self,
        kind: OrderKind,
        order_type: OrderType,
        house: usize,
        partner: Option<PartnerId>,
        day: &str,
        lines: Vec<DraftLine>,
    ) -> Result<(), DemoError> {
        let draft = self.draft(order_type, house, partner, day, lines);
        self.steps(kind, draft, vec![OrderAction::step(AUDIT), OrderAction::step(STOCK)], true).await
    }

    async fn steps(&mut self, kind: OrderKind, draft: OrderDraft, then: Vec<OrderAction>, quiet: bool) -> Result<(), DemoError> {
        let orders = self.system.orders();
        let (number, today) = (uuid::Uuid::now_v7().simple(), self.today.format("%Y-%m-%d").to_string());
        let command = |action: OrderAction| {
            let id = CommandId::new(format!("demo-{number}-{}", action.name()));
            let id = id.map(CommandKey::system).map_err(|error| DemoError::Step(error.to_string()))?;
            Ok::<_, DemoError>(OrderCommand { id, admin: self.admin, version: None, action, quiet, today: today.clone() })
        };
        let deadline = || chrono::Utc::now().timestamp_millis() + STEP_MS;
        let order = match orders.create(kind, command(OrderAction::Create { draft })?, deadline()).await {
            OrderReply::Done(done) => done.id,
            other => return Err(DemoError::Step(format!("{other:?}"))),
        };
        for action in then {
            match orders.ask(OrderRequest { kind, order, command: command(action)?, deadline: deadline() }).await {
                OrderReply::Done(_) => {}
                // A sale of more than is available stays a pending order.
                OrderReply::Refused(bus_schemas::order::OrderRefusal::Stock { .. }) => break,
                other => return Err(DemoError::Step(format!("{other:?}"))),
            }
        }
        self.orders += 1;
        Ok(())
    }
}

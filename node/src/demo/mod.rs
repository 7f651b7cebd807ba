//! A small company to look around in: made through the same actors as everything else, always the same.

mod calendar;
mod company;
mod members;
mod orders;
mod site;
mod staff;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use actors::clock::Clock;
use actors::store::StoreError;
use actors::system::{Ports, System, SystemError};
use bus_schemas::ids::{AdminId, AreaId, PartnerId, ProductId, ShelfId, WarehouseId};
use chrono::NaiveDate;
use chrono_tz::Tz;
use entrepot_store::Store;
use entrepot_store::resource::catalogue;
use entrepot_store::resource::{Act, RecordError};
use rust_decimal::Decimal;
use serde_json::{Value, json};

use self::calendar::Calendar;

/// How long the company's actors may take to stop.
const DRAIN_LIMIT: Duration = Duration::from_secs(20);

/// Why the demo company is not there.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    System(#[from] SystemError),
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
    /// Actors of its own, by whose clock the past is written.
    system: &'a System,
    calendar: &'a Calendar,
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
pub async fn fill(store: &Store, environment: &str, zone: Tz, admin: AdminId) -> Result<Summary, DemoError> {
    if !store.keys_of("product", "product_no").await?.is_empty() {
        return Ok(Summary { kept: true, ..Summary::default() });
    }
    let calendar = Arc::new(Calendar::new(zone));
    let ports = Ports { warehouses: Arc::new(store.clone()), orders: Arc::new(store.clone()), notifications: Arc::new(store.clone()) };
    let name = format!("d{}", uuid::Uuid::new_v4().simple());
    let system = System::start(name, environment, ports, None, calendar.clone()).await?;
    let filled = found(store, &system, &calendar, admin).await;
    system.drain(DRAIN_LIMIT).await;
    filled
}

async fn found(store: &Store, system: &System, calendar: &Calendar, admin: AdminId) -> Result<Summary, DemoError> {
    let now = calendar.now_ms() / 1_000;
    let today = NaiveDate::parse_from_str(&calendar.today(), "%Y-%m-%d").map_err(|error| DemoError::Step(error.to_string()))?;
    let mut company =
        Company { system, calendar, admin, today, now, warehouses: vec![], suppliers: vec![], customers: vec![], products: vec![], orders: 0 };
    company.master_data(store).await?;
    let staff = match company.warehouses.first() {
        Some((warehouse, _)) => staff::hire(store, warehouse.0, now).await?,
        None => vec![],
    };
    company.history().await?;
    calendar.set_to_present();
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
}

//! A small company to look around in: made through the same actors as everything else, always the same.

mod calendar;
mod company;
mod members;
mod orders;
mod pictures;
mod plan;
mod shop;
mod shop_goods;
mod shop_orders;
mod shop_stories;
mod site;
mod staff;
mod stock;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use actors::clock::Clock;
use actors::notification::port::NotificationStore;
use actors::store::StoreError;
use actors::system::{Ports, System, SystemError};
use bus_schemas::ids::{AdminId, AreaId, OrderId, PartnerId, ProductId, ShelfId, WarehouseId};
use chrono::NaiveDate;
use entrepot_store::Store;
use entrepot_store::resource::catalogue;
use entrepot_store::resource::{Act, RecordError};
use rust_decimal::Decimal;
use serde_json::{Value, json};

use self::calendar::Calendar;
use self::plan::Event;
use crate::node::Node;

/// How long the company's actors may take to stop.
const DRAIN_LIMIT: Duration = Duration::from_secs(20);

/// Seconds ago that the shop was opened.
const OPENED_AGO: i64 = 28 * 86_400;

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
    /// Goods of the shop.
    pub goods: usize,
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
            write!(f, "{} products, {} goods in the shop, {} orders", self.products, self.goods, self.orders)?;
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
    /// Counts.
    clerk: AdminId,
    houses: Vec<House>,
    suppliers: Vec<PartnerId>,
    customers: Vec<PartnerId>,
    /// Product, unit, price.
    products: Vec<(ProductId, Decimal)>,
    /// Cartons: product (position), unit, how many of the product's own are in one.
    boxes: Vec<(usize, i64, Decimal)>,
    /// Transfers that have left, by the number of their journey.
    journeys: HashMap<usize, OrderId>,
    /// What the shop's orders are made of.
    trade: shop_orders::Opened,
    /// Of the next order.
    remark: &'static str,
    orders: usize,
}

/// A warehouse of the company.
struct House {
    id: WarehouseId,
    /// Where goods are kept.
    shelves: Vec<(AreaId, ShelfId)>,
    inspect: Option<AreaId>,
    damaged: Option<AreaId>,
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
pub async fn fill(node: &Node, admin: AdminId) -> Result<Summary, DemoError> {
    let store = node.store();
    if !store.keys_of("product", "product_no").await?.is_empty() {
        return Ok(Summary { kept: true, ..Summary::default() });
    }
    let calendar = Arc::new(Calendar::new(node.config().time_zone));
    let ports = Ports {
        warehouses: Arc::new(store.clone()),
        orders: Arc::new(store.clone()),
        notifications: Arc::new(store.clone()),
        shop: Arc::new(store.clone()),
    };
    let name = format!("d{}", uuid::Uuid::new_v4().simple());
    let system = System::start(name, &node.config().environment, ports, None, calendar.clone()).await?;
    let filled = found(node, &system, &calendar, admin).await;
    system.drain(DRAIN_LIMIT).await;
    filled
}

async fn found(node: &Node, system: &System, calendar: &Calendar, admin: AdminId) -> Result<Summary, DemoError> {
    let store = node.store();
    let now = calendar.now_ms() / 1_000;
    let today = NaiveDate::parse_from_str(&calendar.today(), "%Y-%m-%d").map_err(|error| DemoError::Step(error.to_string()))?;
    let mut company = Company {
        system,
        calendar,
        admin,
        today,
        now,
        clerk: admin,
        houses: vec![],
        suppliers: vec![],
        customers: vec![],
        products: vec![],
        boxes: vec![],
        journeys: HashMap::new(),
        trade: shop_orders::Opened::default(),
        remark: "",
        orders: 0,
    };
    let pictures = pictures::hang(node, admin.0, now).await?;
    company.master_data(store, &pictures).await?;
    let staff = match company.houses.first() {
        Some(house) => staff::hire(store, house.id.0, now).await?,
        None => vec![],
    };
    company.clerk = staff.last().map_or(admin, |clerk| AdminId(clerk.id));
    // The shop was there before the orders of its members.
    company.now = now - OPENED_AGO;
    let goods = company.open_shop(node).await?;
    let (member_password, members) = members::fill(store, now).await?;
    company.open_trade(node, &goods, &members).await?;
    company.now = now;
    company.history(node).await?;
    // Notifications about the past are marked as read.
    for person in &store.directory().await?.administrators {
        store.read_all(AdminId(person.id), i64::MAX).await?;
    }
    calendar.set_to_present();
    company.open_orders().await?;
    company.recharge(node, admin).await?;
    site::fill(store, now).await?;
    store.add_up_sales().await?;
    let staff = staff.into_iter().map(|hired| (hired.username, hired.password)).collect();
    Ok(Summary {
        products: company.products.len(),
        goods: goods.len(),
        orders: company.orders + company.trade.orders.len(),
        staff,
        member_password,
        kept: false,
    })
}

impl Company<'_> {
    /// Does what was planned, day by day.
    async fn history(&mut self, node: &Node) -> Result<(), DemoError> {
        let store = node.store();
        let plan = plan::plan(self.today);
        if let Some((first, _)) = plan.first() {
            self.calendar.set(*first, 8 * 60);
        }
        for (day, event) in plan {
            // People come at different hours of the morning.
            self.calendar.go_on_to(day, 8 * 60 + 35 + self.orders as u32 * 37 % 190);
            match event {
                Event::Buy { house, back } => self.buy(house, back).await?,
                Event::Sell { sale, back } => self.sell(sale, back).await?,
                Event::SellFar { back } => self.sell_far(back).await?,
                Event::Ship(journey) => self.ship(journey).await?,
                Event::Arrive(journey, ending) => self.arrive(journey, ending).await?,
                Event::ComeBack(journey) => self.come_back(journey).await?,
                Event::Return { back } => self.take_return(back).await?,
                Event::Inspect => self.inspect().await?,
                Event::Break { back } => self.put_aside(back).await?,
                Event::Adjust { back } => self.adjust(back).await?,
                Event::Move { back } => self.shift(back).await?,
                Event::Late => self.receive_late().await?,
                Event::Hold => self.hold().await?,
                Event::Count => self.count(store).await?,
                Event::BeginCount => self.begin_count(store).await?,
                Event::Trade { story, step } => self.trade(node, story, step).await,
            }
        }
        Ok(())
    }

    /// Where a product is kept.
    fn shelf_of(&self, house: usize, product: ProductId) -> (AreaId, ShelfId) {
        let position = self.products.iter().position(|(known, _)| *known == product).unwrap_or(0);
        let shelves = &self.houses[house].shelves;
        shelves[position % shelves.len()]
    }

    async fn master_data(&mut self, store: &Store, pictures: &[String]) -> Result<(), DemoError> {
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
            let mut house = House { id: WarehouseId(id), shelves: vec![], inspect: None, damaged: None };
            for (number, (area_name, purpose)) in warehouse.areas.iter().enumerate() {
                let serial = format!("{}-{}", warehouse.serial_no, char::from(b'A' + u8::try_from(number).unwrap_or(0)));
                let row = json!({ "warehouses_id": id, "name": area_name, "serial_no": serial, "purpose": purpose });
                let area = insert(store, "warehouse.WarehouseArea", row, now).await?;
                match *purpose {
                    company::TO_INSPECT => house.inspect = Some(AreaId(area)),
                    company::DAMAGED => house.damaged = Some(AreaId(area)),
                    _ => {}
                }
                for shelf_number in 1..=3 {
                    let row = json!({
                        "warehouses_id": id, "warehouses_areas_id": area, "name": format!("{shelf_number} 号货架"), "serial_no": format!("{serial}-{shelf_number:02}"),
                    });
                    let shelf = ShelfId(insert(store, "warehouse.WarehouseShelf", row, now).await?);
                    if *purpose == company::NORMAL {
                        house.shelves.push((AreaId(area), shelf));
                    }
                }
            }
            self.houses.push(house);
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
                "barcode": company::barcode(number), "images": pictures.get(number),
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
            if let (Some(unit), Ok(factor)) = (units.get(*unit), factor.parse()) {
                self.boxes.push((*product, *unit, factor));
            }
        }
        for (house, product, quantity) in company::SAFETY {
            let row = json!({
                "warehouses_id": self.houses[*house].id.0, "product_id": self.products.get(*product).map(|(id, _)| id.0), "quantity": quantity,
            });
            insert(store, "warehouse.SafetyStock", row, now).await?;
        }
        Ok(())
    }
}

//! A small company to look around in: made through the same actors as everything else, always the same.

mod ads;
mod api_keys;
mod api_log;
mod articles;
mod articles_help;
mod articles_site;
mod calendar;
mod company;
pub mod error;
mod export_templates;
mod master_data;
mod members;
mod orders;
mod outside;
mod people;
mod pictures;
mod plan;
mod platform;
mod rows;
mod shop;
mod shop_goods;
mod shop_orders;
mod shop_stories;
mod site;
mod staff;
mod state;
mod stock;
mod trade;
mod words;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use actors::clock::Clock;
use actors::notification::port::NotificationStore;
use actors::system::{Ports, System};
use bus_schemas::ids::AdminId;
use chrono::{NaiveDate, Offset, TimeZone};

use self::calendar::Calendar;
use self::error::DemoError;
use self::plan::Event;
use self::state::{Company, OpenShop};
use self::words::Words;
use crate::i18n::Language;
use crate::node::Node;

/// How long the company's actors may take to stop.
const DRAIN_LIMIT: Duration = Duration::from_secs(20);

/// Seconds ago that the shop was opened.
const OPENED_AGO: i64 = 28 * 86_400;

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

/// Fills an empty database with a story in that language.
pub async fn fill(node: &Node, admin: AdminId, language: Language) -> Result<Summary, DemoError> {
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
    let filled = build(node, &system, &calendar, admin, Words(language)).await;
    system.drain(DRAIN_LIMIT).await;
    filled
}

async fn build(node: &Node, system: &System, calendar: &Calendar, admin: AdminId, words: Words) -> Result<Summary, DemoError> {
    let store = node.store();
    let now = calendar.now_ms() / 1_000;
    let today = NaiveDate::parse_from_str(&calendar.today(), "%Y-%m-%d").map_err(|error| DemoError::Step(error.to_string()))?;
    let mut company = Company {
        system,
        calendar,
        words,
        admin,
        today,
        now,
        clerk: admin,
        warehouses: vec![],
        suppliers: vec![],
        customers: vec![],
        products: vec![],
        boxes: vec![],
        transfers: HashMap::new(),
        shop: OpenShop::default(),
        remark: "",
        orders: 0,
    };
    let pictures = pictures::upload_products(node, admin.0, now).await?;
    company.master_data(store, &pictures).await?;
    let staff = match company.warehouses.first() {
        Some(warehouse) => staff::create(store, words, warehouse.id.0, now).await?,
        None => vec![],
    };
    company.clerk = staff.last().map_or(admin, |clerk| AdminId(clerk.id));
    // The shop was there before the orders of its members.
    company.now = now - OPENED_AGO;
    let goods = company.open_shop(node).await?;
    let (member_password, members) = members::fill(store, words, now).await?;
    company.prepare_shop(node, &goods, &members).await?;
    company.now = now;
    company.history(node).await?;
    company.people(node, &members).await?;
    // Notifications about the past are marked as read.
    for person in &store.directory().await?.administrators {
        store.read_all(AdminId(person.id), i64::MAX).await?;
    }
    calendar.set_to_present();
    company.open_orders().await?;
    company.recharge(node, admin).await?;
    site::fill(store, words, &pictures.company_logo, now).await?;
    ads::fill(node, store, admin.0, (now, today, node.config().time_zone)).await?;
    articles::fill(node, admin.0, now).await?;
    company.platform(node, &members).await?;
    trade::fill(store, words, admin.0, now).await?;
    api_keys::fill(store, words, node.api_keys(), &staff, now).await?;
    outside::fill(&node.accounts().codes.mailer.opener, words, now).await?;
    export_templates::fill(store, words, admin.0, &staff, (now, node.config().time_zone)).await?;
    let offset = node.config().time_zone.offset_from_utc_datetime(&today.and_hms_opt(0, 0, 0).unwrap_or_default()).fix().local_minus_utc();
    api_log::fill(store, now, offset.into()).await?;
    store.add_up_sales().await?;
    let staff = staff.into_iter().map(|account| (account.username, account.password)).collect();
    Ok(Summary {
        products: company.products.len(),
        goods: goods.len(),
        orders: company.orders + company.shop.orders.len(),
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
            self.calendar.advance_to(day, 8 * 60 + 35 + self.orders as u32 * 37 % 190);
            match event {
                Event::Buy { warehouse, back } => self.buy(warehouse, back).await?,
                Event::Sell { sale, back } => self.sell(sale, back).await?,
                Event::SellTransferred { back } => self.sell_transferred(back).await?,
                Event::Ship(planned) => self.ship(planned).await?,
                Event::Withdraw(planned) => self.withdraw(planned).await?,
                Event::Arrive(planned, ending) => self.arrive(planned, ending).await?,
                Event::ReceiveBack(planned) => self.receive_back(planned).await?,
                Event::Return { back } => self.take_return(back).await?,
                Event::Inspect => self.inspect().await?,
                Event::Damage { back } => self.set_damaged_aside(back).await?,
                Event::Adjust { back } => self.adjust(back).await?,
                Event::Move { back } => self.shift(back).await?,
                Event::ReceiveExpiring => self.receive_expiring().await?,
                Event::Hold => self.hold().await?,
                Event::Count => self.count(store).await?,
                Event::BeginCount => self.begin_count(store).await?,
                Event::ShopStep { story, step } => self.shop_step(node, story, step).await,
            }
        }
        Ok(())
    }
}

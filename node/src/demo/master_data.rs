//! Adds the company's master data, which [`super::company`] lists.

use bus_schemas::ids::{AreaId, PartnerId, ProductId, ShelfId, WarehouseId};
use entrepot_store::Store;
use entrepot_store::resource::{Act, catalogue};
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::company;
use super::error::DemoError;
use super::pictures::ProductPictures;
use super::rows::insert;
use super::state::{Company, DemoWarehouse};
use super::words::{Pair, Words};

/// Shelves of each area.
const SHELVES: [Pair; 3] = [("1 号货架", "Shelf 1"), ("2 号货架", "Shelf 2"), ("3 号货架", "Shelf 3")];

/// A category below another one; the server computes its level.
async fn insert_below(store: &Store, above: i64, name: &str, now: i64) -> Result<i64, DemoError> {
    let resource = catalogue::find("warehouse.ProductCategory").ok_or_else(|| DemoError::Step("categories are not declared".into()))?;
    let row = json!({ "name": name, "pid": above }).as_object().cloned().unwrap_or_default();
    let act = Act { set: serde_json::Map::from_iter([("level".to_owned(), json!(1))]), ..Act::system(now) };
    Ok(store.insert_record(resource, &row, &act).await?)
}

/// What products belong to: ids of brands and of lower categories.
struct Belongings {
    brands: Vec<i64>,
    categories: Vec<i64>,
}

async fn add_brands_and_categories(store: &Store, words: Words, logos: &[String], now: i64) -> Result<Belongings, DemoError> {
    let (mut brands, mut categories) = (Vec::new(), Vec::new());
    for ((name, introduce, _), logo) in company::BRANDS.iter().zip(logos) {
        let row = json!({ "name": words.pick(*name), "introduce": words.pick(*introduce), "image": logo });
        brands.push(insert(store, "warehouse.Brand", row, now).await?);
    }
    for (name, below) in company::CATEGORIES {
        let above = insert(store, "warehouse.ProductCategory", json!({ "name": words.pick(*name) }), now).await?;
        for name in *below {
            categories.push(insert_below(store, above, words.pick(*name), now).await?);
        }
    }
    Ok(Belongings { brands, categories })
}

/// Master data that orders don't need.
async fn add_other_master_data(store: &Store, words: Words, now: i64) -> Result<(), DemoError> {
    for carrier in company::CARRIERS {
        insert(store, "warehouse.Carrier", partner_row(carrier, words), now).await?;
    }
    for ((name, responsible), below) in company::DEPARTMENTS {
        let row = json!({ "name": words.pick(*name), "responsible": words.pick(*responsible) });
        let above = insert(store, "company.Department", row, now).await?;
        for (name, responsible) in *below {
            let row = json!({ "name": words.pick(*name), "responsible": words.pick(*responsible), "pid": above });
            insert(store, "company.Department", row, now).await?;
        }
    }
    for (name, code) in company::JOBS {
        insert(store, "company.Job", json!({ "name": words.pick(*name), "code": code }), now).await?;
    }
    for (title, code, entries) in company::DICTIONARIES {
        let dictionary = insert(store, "company.Dictionary", json!({ "title": words.pick(*title), "code": code }), now).await?;
        for (name, value) in *entries {
            let row = json!({ "dictionary_id": dictionary, "name": words.pick(*name), "value": value });
            insert(store, "company.DictionaryEntry", row, now).await?;
        }
    }
    Ok(())
}

/// A supplier, a customer or a carrier.
fn partner_row((name, level, city, person, mobile): &company::Partner, words: Words) -> Value {
    json!({ "name": words.pick(*name), "level": level, "city": words.pick(*city), "contact_person": words.pick(*person), "mobile": mobile })
}

impl Company<'_> {
    /// Adds what orders refer to: warehouses, partners and products. Each product gets its picture, and each brand its logo.
    pub(super) async fn master_data(&mut self, store: &Store, pictures: &ProductPictures) -> Result<(), DemoError> {
        let (now, words) = (self.now, self.words);
        let mut units = Vec::new();
        for (name, description, decimals) in company::UNITS {
            let row = json!({ "name": words.pick(*name), "description": words.pick(*description), "decimals": decimals });
            units.push(insert(store, "warehouse.Unit", row, now).await?);
        }
        let belongings = add_brands_and_categories(store, words, &pictures.logos, now).await?;
        add_other_master_data(store, words, now).await?;
        self.add_warehouses(store).await?;
        for supplier in company::SUPPLIERS {
            self.suppliers.push(PartnerId(insert(store, "warehouse.Supplier", partner_row(supplier, words), now).await?));
        }
        for customer in company::CUSTOMERS {
            self.customers.push(PartnerId(insert(store, "warehouse.Customer", partner_row(customer, words), now).await?));
        }
        for (number, product) in company::PRODUCTS.iter().enumerate() {
            let (hs_code, elements) = super::trade::customs_of(product.name.0, words);
            let row = json!({
                "hs_code": hs_code, "customs_elements": elements, "product_no": format!("SP{:04}", number + 1),
                "name": words.pick(product.name), "spec": words.pick(product.spec), "unit_id": units.get(product.unit), "price": product.price,
                "safety_stock_num": product.safety, "brand_id": belongings.brands.get(product.brand),
                "category_id": belongings.categories.get(product.category), "barcode": company::barcode(number),
                "images": pictures.products.get(number),
            });
            let id = insert(store, "warehouse.Product", row, now).await?;
            let price = product.price.parse().unwrap_or(Decimal::ONE);
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
        for (warehouse, product, quantity) in company::SAFETY {
            let row = json!({
                "warehouses_id": self.warehouses[*warehouse].id.0, "product_id": self.products.get(*product).map(|(id, _)| id.0), "quantity": quantity,
            });
            insert(store, "warehouse.SafetyStock", row, now).await?;
        }
        Ok(())
    }

    async fn add_warehouses(&mut self, store: &Store) -> Result<(), DemoError> {
        let (now, words) = (self.now, self.words);
        for warehouse in company::WAREHOUSES {
            let row = json!({
                "name": words.pick(warehouse.name), "serial_no": warehouse.serial_no, "city": words.pick(warehouse.city),
                "address": words.pick(warehouse.address), "responsible_person": words.pick(warehouse.person), "mobile": warehouse.mobile,
                "remark": words.pick(warehouse.remark),
            });
            let id = insert(store, "warehouse.Warehouse", row, now).await?;
            let mut made = DemoWarehouse { id: WarehouseId(id), shelves: vec![], inspect: None, damaged: None };
            for (number, (area_name, purpose)) in warehouse.areas.iter().enumerate() {
                let serial = format!("{}-{}", warehouse.serial_no, char::from(b'A' + u8::try_from(number).unwrap_or(0)));
                let row = json!({ "warehouses_id": id, "name": words.pick(*area_name), "serial_no": serial, "purpose": purpose });
                let area = insert(store, "warehouse.WarehouseArea", row, now).await?;
                match *purpose {
                    company::TO_INSPECT => made.inspect = Some(AreaId(area)),
                    company::DAMAGED => made.damaged = Some(AreaId(area)),
                    _ => {}
                }
                for (shelf_number, name) in (1..).zip(SHELVES) {
                    let name = words.pick(name);
                    let row = json!({
                        "warehouses_id": id, "warehouses_areas_id": area, "name": name, "serial_no": format!("{serial}-{shelf_number:02}"),
                    });
                    let shelf = ShelfId(insert(store, "warehouse.WarehouseShelf", row, now).await?);
                    if *purpose == company::NORMAL {
                        made.shelves.push((AreaId(area), shelf));
                    }
                }
            }
            self.warehouses.push(made);
        }
        Ok(())
    }
}

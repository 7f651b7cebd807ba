//! Adds the company's master data, which [`super::company`] lists.

use bus_schemas::ids::{AreaId, PartnerId, ProductId, ShelfId, WarehouseId};
use entrepot_store::Store;
use entrepot_store::resource::{Act, catalogue};
use rust_decimal::Decimal;
use serde_json::json;

use super::company;
use super::error::DemoError;
use super::rows::insert;
use super::state::{Company, DemoWarehouse};

/// A category below another one; the server computes its level.
async fn insert_below(store: &Store, above: i64, name: &str, now: i64) -> Result<i64, DemoError> {
    let resource = catalogue::find("warehouse.ProductCategory").ok_or_else(|| DemoError::Step("categories are not declared".into()))?;
    let row = json!({ "name": name, "pid": above }).as_object().cloned().unwrap_or_default();
    let act = Act { set: serde_json::Map::from_iter([("level".to_owned(), json!(1))]), ..Act::system(now) };
    Ok(store.insert_record(resource, &row, &act).await?)
}

/// Master data that orders don't need, brands and categories. Returns the ids of the latter two.
async fn add_other_master_data(store: &Store, now: i64) -> Result<(Vec<i64>, Vec<i64>), DemoError> {
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

impl Company<'_> {
    /// Adds what orders refer to: warehouses, partners and products. Each product gets its picture.
    pub(super) async fn master_data(&mut self, store: &Store, pictures: &[String]) -> Result<(), DemoError> {
        let now = self.now;
        let mut units = Vec::new();
        for (name, description, decimals) in company::UNITS {
            units.push(insert(store, "warehouse.Unit", json!({ "name": name, "description": description, "decimals": decimals }), now).await?);
        }
        let (brands, categories) = add_other_master_data(store, now).await?;
        for warehouse in company::WAREHOUSES {
            let row = json!({
                "name": warehouse.name, "serial_no": warehouse.serial_no, "city": warehouse.city, "address": warehouse.address,
                "responsible_person": warehouse.person, "mobile": warehouse.mobile, "remark": warehouse.remark,
            });
            let id = insert(store, "warehouse.Warehouse", row, now).await?;
            let mut made = DemoWarehouse { id: WarehouseId(id), shelves: vec![], inspect: None, damaged: None };
            for (number, (area_name, purpose)) in warehouse.areas.iter().enumerate() {
                let serial = format!("{}-{}", warehouse.serial_no, char::from(b'A' + u8::try_from(number).unwrap_or(0)));
                let row = json!({ "warehouses_id": id, "name": area_name, "serial_no": serial, "purpose": purpose });
                let area = insert(store, "warehouse.WarehouseArea", row, now).await?;
                match *purpose {
                    company::TO_INSPECT => made.inspect = Some(AreaId(area)),
                    company::DAMAGED => made.damaged = Some(AreaId(area)),
                    _ => {}
                }
                for shelf_number in 1..=3 {
                    let row = json!({
                        "warehouses_id": id, "warehouses_areas_id": area, "name": format!("{shelf_number} 号货架"), "serial_no": format!("{serial}-{shelf_number:02}"),
                    });
                    let shelf = ShelfId(insert(store, "warehouse.WarehouseShelf", row, now).await?);
                    if *purpose == company::NORMAL {
                        made.shelves.push((AreaId(area), shelf));
                    }
                }
            }
            self.warehouses.push(made);
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
            let (hs_code, elements) = super::trade::customs_of(name);
            let row = json!({
                "hs_code": hs_code, "customs_elements": elements,
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
        for (warehouse, product, quantity) in company::SAFETY {
            let row = json!({
                "warehouses_id": self.warehouses[*warehouse].id.0, "product_id": self.products.get(*product).map(|(id, _)| id.0), "quantity": quantity,
            });
            insert(store, "warehouse.SafetyStock", row, now).await?;
        }
        Ok(())
    }
}

//! Products and stock as well known shops and ERPs export them. The files are samples that we made in the form of those exports: their
//! columns, separators, encodings and ways to write numbers, days and codes.

use encoding_rs::{GB18030, WINDOWS_1252};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::data_exchange::import;
use crate::foreign_files::{heads, legacy, names, product, wide};
use crate::stock_count::from_file;
use crate::support::{Client, Node, admins};

/// An export of products.
struct Products {
    program: &'static str,
    file: Vec<u8>,
    mapping: Value,
    /// Number, name, price and bar code of one of its products.
    product: [&'static str; 4],
    count: i64,
    /// The unit of all its products, where it has none.
    unit: Option<&'static str>,
}

const SHOPIFY: &str = "Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Status,Cost per item\n\
    mug-blue,Blue mug,\"<p>A mug,\nblue</p>\",Acme,Home > Kitchen,Mug,\"blue, mug\",TRUE,Title,Default Title,MUG-1,350.0,shopify,12,9.90,12.00,'00012911,,active,4.10\n\
    mug-red,Red mug,,Acme,,Mug,,TRUE,Title,Default Title,MUG-2,350.0,shopify,3,9.90,,,,draft,4.10\n";
const WOOCOMMERCE: &str = "ID,Type,SKU,\"GTIN, UPC, EAN, or ISBN\",Name,Published,\"Is featured?\",\"Short description\",\"In stock?\",Stock,\"Regular price\",\"Sale price\",Categories,Images,Position\n\
    274,simple,WOO-1,6901234567892,\"Chair, oak\",1,0,\"A chair\",1,5,\"1,249.00\",,\"Home, Chairs\",,0\n\
    275,simple,WOO-2,,Table,1,0,,0,0,349,,Home,,0\n";
const ODOO: &str = "\"Internal Reference\",\"Name\",\"Sales Price\",\"Cost\",\"Unit of Measure\",\"Barcode\",\"Quantity On Hand\"\n\
    \"ODO-1\",\"Desk (black)\",\"450.00\",\"300.0\",\"Units\",\"601647855642\",\"4.00\"\n\
    \"ODO-2\",\"Cable\",\"1.2\",\"0.5\",\"m\",False,\"100.00\"\n";
const ERPNEXT: &str = "ID,Item Code,Item Name,Item Group,Default Unit of Measure,Standard Selling Rate,Barcode (Barcodes),Disabled\n\
    ERP-1,ERP-1,Bolt M8,Raw Material,Nos,0.35,,0\n\
    ERP-2,ERP-2,Sheet steel,Raw Material,Kg,12.5,8901234567890,0\n";
const SQUARE: &str = "Token,Item Name,Variation Name,SKU,Description,Category,Price,GTIN,Enabled Main,Current Quantity Main\n\
    ABC2XYZ,Espresso,Regular,SQ-1,,Coffee,\"$1,003.50\",,Y,\n\
    ABC3XYZ,Beans 1 kg,Regular,SQ-2,,Coffee,$14.00,850012345671,Y,20\n";
const AMAZON: &str = "item-name\titem-description\tlisting-id\tseller-sku\tprice\tquantity\topen-date\tproduct-id-type\tasin1\tproduct-id\tstatus\n\
    Café press – 1 L\tMakes café\t0105A\tAMZ-1\t24.99\t7\t2026-01-05 10:12:33 PST\t1\tB00AAAAAA1\tB00AAAAAA1\tActive\n\
    Filter, paper\t\t0105B\tAMZ-2\t3.50\t40\t2026-02-05 10:12:33 PST\t1\tB00AAAAAA2\tB00AAAAAA2\tActive\n";
const TALLY: &str =
    "Acme Traders;;;;\n\nName of Item;Part No.;Units;Standard Price;HSN/SAC\n\"Valve; brass\";TAL-1;Nos;1,250.00;8481\nHose;TAL-2;Mtr;85.5;4009\n";
const GERMAN_SHOP: &str = "sep=;\nArtikelnummer;Bezeichnung;Einheit;VK-Preis brutto;EAN\nWAW-1;Schlüssel groß;Stück;1.234,50 €;4006381333931\nWAW-2;Gerät für Öl;Stück;0,99 €;\n";
const KINGDEE: &str = "物料列表\n\n编码,名称,规格型号,基本单位,参考价,条形码,禁用状态\nJD-001,不锈钢螺丝,M8×20,个,0.50,6901234567892,否\nJD-002,电缆,2.5平方,米,\"1,280.00\",,否\n";
const YOUZAN: &str = "商品名称,商品编码,规格,条码,销售价（元）,库存,商品状态\n手工曲奇,YZ-001,500g,=\"06923456789012\",39.90,100,销售中\n红茶,YZ-002,,,128,20,销售中\n";
const TAOBAO: &str =
    "宝贝标题\t宝贝价格\t宝贝数量\t商家编码\t商品条形码\n纯棉毛巾 三条装\t29.90\t300\tTB-001\t6901234567892\n浴巾\t59\t120\tTB-002\t\n";

fn products() -> Vec<Products> {
    let of = |program, file: Vec<u8>, mapping: Value, product: [&'static str; 4]| Products { program, file, mapping, product, count: 2, unit: None };
    let in_pieces = |products: Products| Products { unit: Some("piece"), ..products };
    vec![
        in_pieces(of(
            "Shopify",
            SHOPIFY.into(),
            json!({ "Variant SKU": "product_no", "Title": "name", "Variant Price": "price", "Variant Barcode": "barcode", "Status": "" }),
            ["MUG-1", "Blue mug", "9.90", "00012911"],
        )),
        in_pieces(of(
            "WooCommerce",
            format!("\u{feff}{WOOCOMMERCE}").into(),
            json!({ "ID": "", "SKU": "product_no", "Regular price": "price", "GTIN, UPC, EAN, or ISBN": "barcode", "Images": "" }),
            ["WOO-1", "Chair, oak", "1249.00", "6901234567892"],
        )),
        of(
            "Odoo",
            ODOO.into(),
            json!({ "Internal Reference": "product_no", "Sales Price": "price", "Unit of Measure": "unit_id", "Barcode": "" }),
            ["ODO-1", "Desk (black)", "450.00", ""],
        ),
        of(
            "ERPNext",
            ERPNEXT.into(),
            json!({ "ID": "", "Item Code": "product_no", "Item Name": "name", "Default Unit of Measure": "unit_id", "Standard Selling Rate": "price", "Barcode (Barcodes)": "barcode" }),
            ["ERP-2", "Sheet steel", "12.5", "8901234567890"],
        ),
        in_pieces(of(
            "Square",
            SQUARE.into(),
            json!({ "SKU": "product_no", "Item Name": "name", "GTIN": "barcode", "Category": "" }),
            ["SQ-1", "Espresso", "1003.50", ""],
        )),
        in_pieces(of(
            "Amazon",
            legacy(WINDOWS_1252, AMAZON),
            json!({ "seller-sku": "product_no", "item-name": "name", "status": "" }),
            ["AMZ-1", "Café press – 1 L", "24.99", ""],
        )),
        of(
            "Tally",
            TALLY.into(),
            json!({ "Part No.": "product_no", "Name of Item": "name", "Units": "unit_id", "Standard Price": "price" }),
            ["TAL-1", "Valve; brass", "1250.00", ""],
        ),
        of(
            "a German shop",
            legacy(WINDOWS_1252, GERMAN_SHOP),
            json!({ "Artikelnummer": "product_no", "Bezeichnung": "name", "Einheit": "unit_id", "VK-Preis brutto": "price", "EAN": "barcode" }),
            ["WAW-1", "Schlüssel groß", "1234.50", "4006381333931"],
        ),
        of(
            "Kingdee",
            legacy(GB18030, KINGDEE),
            json!({ "编码": "product_no", "名称": "name", "规格型号": "spec", "基本单位": "unit_id", "参考价": "price", "条形码": "" }),
            ["JD-002", "电缆", "1280.00", ""],
        ),
        in_pieces(of(
            "Youzan",
            legacy(GB18030, YOUZAN),
            json!({ "商品名称": "name", "商品编码": "product_no", "条码": "barcode", "销售价（元）": "price" }),
            ["YZ-001", "手工曲奇", "39.90", "06923456789012"],
        )),
        in_pieces(of(
            "Taobao",
            wide(TAOBAO),
            json!({ "宝贝标题": "name", "商家编码": "product_no", "宝贝价格": "price", "商品条形码": "" }),
            ["TB-001", "纯棉毛巾 三条装", "29.90", ""],
        )),
    ]
}

/// A node with its directory, and a clerk who works on it.
async fn started() -> (TempDir, Node, Client) {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let clerk = node.login("clerk").await;
    (dir, node, clerk)
}

async fn check_products(client: &Client, export: Products) {
    let Products { program, file, mapping, product: [number, name, price, barcode], count, unit } = export;
    let answer = heads(client, file.clone()).await;
    for column in mapping.as_object().expect("a mapping").keys() {
        assert!(names(&answer).contains(&column.as_str()), "{program}: {column} in {answer}");
    }
    let mapping = mapping.to_string();
    let constants = unit.map_or_else(|| json!({}), |unit| json!({ "unit_id": unit })).to_string();
    let more = [("mapping", mapping.as_str()), ("create", "unit_id"), ("mode", "add"), ("constants", constants.as_str())];
    if unit.is_some() {
        let dry = import(client, "warehouse.Product", file.clone(), &[("mapping", mapping.as_str()), ("dry", "1")]).await;
        let errors = dry["report"]["errors"].as_array().cloned().unwrap_or_default();
        assert!(errors.len() == 2 && errors.iter().all(|error| error["column"] == "Unit"), "{program}: nothing but the unit is missing: {dry}");
    }
    let done = import(client, "warehouse.Product", file, &more).await;
    assert_eq!((&done["state"], &done["report"]["new"]), (&json!("done"), &json!(count)), "{program}: {done}");
    let row = product(client, number).await;
    let found = ["name", "price", "barcode"].map(|field| row[field].as_str().unwrap_or_default().to_owned());
    assert_eq!(found, [name, price, barcode], "{program}");
}

#[tokio::test]
async fn products_of_shops_and_erps_come_in_with_a_mapping() {
    let (_dir, node, client) = started().await;
    for export in products() {
        check_products(&client, export).await;
    }
    node.kill().await;
}

const SHOPIFY_STOCK: &str = "Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Bin name,Incoming (not editable),Unavailable (not editable),Committed (not editable),Available (not editable),On hand (current),On hand (new)\n\
    mug-blue,Blue mug,Title,Default Title,P1,,,Main,A-1,0,0,0,12,12,\n";
const AMAZON_STOCK: &str = "sku\tfnsku\tasin\tproduct-name\tcondition\tyour-price\tafn-warehouse-quantity\tafn-fulfillable-quantity\n\
    P1\tX0001\tB00AAAAAA1\tCafé press\tNew\t24.99\t1,200\t1,200\n";
const ODOO_STOCK: &str = "\"Product/Internal Reference\",\"Location\",\"Lot/Serial Number\",\"Quantity\",\"Unit of Measure\",\"Unit Cost\"\n\"P1\",\"WH/Stock\",\"LOT-7\",\"40.000\",\"piece\",\"2.50\"\n";
const KINGDEE_STOCK: &str =
    "即时库存\n物料编码,物料名称,批号,单位,库存量,单位成本,生产日期,有效期至\nP1,中性笔,B-0007,,\"1,000.00\",2.50,2026/1/5,2027年1月5日\n";
const DATEV_STOCK: &str = "Artikel;Menge;EK;Lagerplatz\nP1;1.000,00;2,50;\n";

#[tokio::test]
async fn stock_of_shops_and_erps_comes_in_as_an_order_with_a_mapping() {
    let (_dir, node, clerk) = started().await;
    let ids = clerk.master_data().await;
    for (program, file, mapping, line) in [
        ("Shopify", SHOPIFY_STOCK, json!({ "SKU": "product_no", "On hand (current)": "quantity" }), ["12", "", ""]),
        ("Amazon", AMAZON_STOCK, json!({ "sku": "product_no", "afn-fulfillable-quantity": "quantity" }), ["1200", "", ""]),
        (
            "Odoo",
            ODOO_STOCK,
            json!({ "Product/Internal Reference": "product_no", "Lot/Serial Number": "batch_number", "Unit of Measure": "unit_id", "Unit Cost": "unit_price" }),
            ["40", "LOT-7", ""],
        ),
        (
            "Kingdee",
            KINGDEE_STOCK,
            json!({ "物料编码": "product_no", "批号": "batch_number", "库存量": "quantity", "单位成本": "unit_price" }),
            ["1000", "B-0007", "2027-01-05"],
        ),
        (
            "a German ERP",
            DATEV_STOCK,
            json!({ "Artikel": "product_no", "Menge": "quantity", "EK": "unit_price", "Lagerplatz": "" }),
            ["1000", "", ""],
        ),
    ] {
        let fields = [("warehouses_id", ids.warehouse.to_string()), ("type", "50".to_owned()), ("mapping", mapping.to_string())];
        let made = from_file(&clerk, "warehouse.AdjustmentOrder", file, &fields).await;
        assert_eq!(made["data"]["written"], true, "{program}: {made}");
        let order = clerk.get(&format!("/admin/warehouse.AdjustmentOrder/edit?id={}", made["data"]["id"])).await["data"]["row"].clone();
        let found = ["quantity", "batch_number", "expiry_date"].map(|field| order["lines"][0][field].as_str().unwrap_or_default().to_owned());
        assert_eq!(found, line, "{program}");
    }
    node.kill().await;
}

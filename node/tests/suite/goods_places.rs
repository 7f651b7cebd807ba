//! What orders tell of their goods: prices of purchases, places for what comes, how far an order is, numbers of new products,
//! and how many base units a piece of the shop takes.

use serde_json::{Value, json};

use crate::order_steps::{Shop, field, shop};
use crate::shop_orders::trade;

const INBOUND: &str = "/admin/warehouse.InboundOrder";
const OUTBOUND: &str = "/admin/warehouse.OutboundOrder";
const PRODUCT: &str = "/admin/warehouse.Product";

/// A purchase of the product that was reviewed, not stocked.
async fn bought(shop: &Shop, supplier: i64, price: &str) {
    let mut body = shop.inbound(1);
    (body["supplier_id"], body["lines"][0]["unit_price"]) = (supplier.into(), price.into());
    let order = shop.clerk.done(&format!("{INBOUND}/add"), body).await;
    shop.clerk.done(&format!("{INBOUND}/audit"), json!({ "id": order["id"] })).await;
}

#[tokio::test]
async fn a_purchase_proposes_what_it_cost_last_to_who_sees_costs() {
    let shop = shop(json!({})).await;
    let other = shop.clerk.done("/admin/warehouse.Supplier/add", json!({ "name": "Other" })).await["id"].as_i64().expect("an id");
    let asked = format!("{INBOUND}/lastPrices?ids[]={}", shop.product);
    assert_eq!(shop.clerk.got(&asked).await["list"], json!([]), "never bought");
    // A return and an order that nobody has reviewed are no purchases.
    let mut pending = shop.inbound(1);
    pending["lines"][0]["unit_price"] = "99".into();
    shop.clerk.done(&format!("{INBOUND}/add"), pending).await;
    let back = json!({ "warehouses_id": shop.warehouse, "customer_id": shop.customer, "type": 30,
        "lines": [{ "product_id": shop.product, "quantity": 1, "unit_price": "77" }] });
    let back = shop.clerk.done(&format!("{INBOUND}/add"), back).await;
    shop.clerk.done(&format!("{INBOUND}/audit"), json!({ "id": back["id"] })).await;
    assert_eq!(shop.clerk.got(&asked).await["list"], json!([]));
    bought(&shop, shop.supplier, "6.40").await;
    bought(&shop, other, "7.77").await;
    let last = shop.clerk.got(&asked).await["list"][0].clone();
    assert_eq!((&last["unit_price"], &last["supplier_id"], &last["product_id"]), (&json!("7.77"), &json!(other), &json!(shop.product)), "{last}");
    let own = shop.clerk.got(&format!("{asked}&supplier_id={}", shop.supplier)).await["list"][0].clone();
    assert_eq!((&own["unit_price"], &own["supplier_id"]), (&json!("6.40"), &json!(shop.supplier)), "{own}");
    // From whom it was never bought, it is what it cost elsewhere.
    let third = shop.clerk.done("/admin/warehouse.Supplier/add", json!({ "name": "Third" })).await["id"].clone();
    assert_eq!(shop.clerk.got(&format!("{asked}&supplier_id={third}")).await["list"][0]["unit_price"], "7.77");
    let clerk = shop.person("clerk", &["warehouse/inboundOrder/index", "warehouse/inboundOrder/add"]).await;
    assert_eq!(clerk.got(&asked).await["list"], json!([]), "who does not see costs");
    let buyer = shop.person("buyer", &["warehouse/inboundOrder/index", "warehouse/inboundOrder/add", "warehouse/inventory/cost"]).await;
    assert_eq!(buyer.got(&asked).await["list"][0]["unit_price"], "7.77");
    let stranger = shop.person("stranger", &["warehouse/brand/index"]).await;
    assert_eq!(stranger.get(&asked).await["code"], 401);
    let many: String = (1..=101).map(|id| format!("&ids[]={id}")).collect();
    assert_eq!(field(&shop.clerk.get(&format!("{INBOUND}/lastPrices?x=1{many}")).await).0, "ids");
}

#[tokio::test]
async fn goods_are_put_where_they_lie_else_on_a_free_shelf() {
    let shop = shop(json!({})).await;
    let clerk = &shop.clerk;
    let add = async |controller: &str, body: Value| clerk.done(&format!("/admin/{controller}/add"), body).await["id"].as_i64().expect("an id");
    let area = async |name: &str, purpose: i64| {
        add("warehouse.WarehouseArea", json!({ "warehouses_id": shop.warehouse, "name": name, "serial_no": name, "purpose": purpose })).await
    };
    let (broken, normal) = (area("Broken", 2).await, area("A", 0).await);
    let shelf = async |area: i64, name: &str, weigh: i64| {
        let body = json!({ "warehouses_id": shop.warehouse, "warehouses_areas_id": area, "name": name, "serial_no": name, "weigh": weigh });
        add("warehouse.WarehouseShelf", body).await
    };
    shelf(broken, "B1", 99).await;
    let (first, second, third) = (shelf(normal, "A1", 9).await, shelf(normal, "A2", 8).await, shelf(normal, "A3", 7).await);
    let spots = async |product: i64, batch: &str| {
        let list =
            clerk.got(&format!("/admin/warehouse.Inventory/spots?warehouses_id={}&ids[]={product}&batch_number={batch}", shop.warehouse)).await;
        let found = list["list"][0].clone();
        (found["warehouses_shelves_id"].as_i64(), found["why"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(spots(shop.product, "").await, (Some(first), "free".to_owned()));
    let put = async |batch: &str, shelf: i64| {
        let mut body = shop.inbound(5);
        body["lines"][0]["batch_number"] = batch.into();
        body["lines"][0]["warehouses_areas_id"] = normal.into();
        body["lines"][0]["warehouses_shelves_id"] = shelf.into();
        let order = clerk.done(&format!("{INBOUND}/add"), body).await;
        clerk.done(&format!("{INBOUND}/reviewStock"), json!({ "id": order["id"] })).await;
    };
    put("OLD", first).await;
    put("NEW", second).await;
    assert_eq!(spots(shop.product, "OLD").await, (Some(first), "batch".to_owned()));
    assert_eq!(spots(shop.product, "NEXT").await, (Some(second), "product".to_owned()), "where some of it came last");
    let unit = clerk.got("/admin/warehouse.Unit/index").await["list"][0]["id"].clone();
    let other = add("warehouse.Product", json!({ "product_no": "P2", "name": "Ink", "unit_id": unit })).await;
    assert_eq!(spots(other, "").await, (Some(third), "free".to_owned()));
    // Several products get shelves of their own, as far as there are any.
    let more = add("warehouse.Product", json!({ "product_no": "P3", "name": "Cap", "unit_id": unit })).await;
    let both = clerk.got(&format!("/admin/warehouse.Inventory/spots?warehouses_id={}&ids[]={other}&ids[]={more}", shop.warehouse)).await;
    assert_eq!(both["list"].as_array().map(Vec::len), Some(1), "{both}");
    assert_eq!(field(&clerk.get(&format!("/admin/warehouse.Inventory/spots?warehouses_id=999&ids[]={other}")).await).0, "warehouses_id");
}

#[tokio::test]
async fn orders_tell_how_far_they_are_and_where_their_goods_are() {
    let shop = shop(json!({})).await;
    shop.arrived(5, "1", "SOON", "2999-02-01").await;
    shop.arrived(5, "1", "LATE", "2999-09-01").await;
    let clerk = &shop.clerk;
    let unit = clerk.got("/admin/warehouse.Unit/index").await["list"][0]["id"].clone();
    let other = clerk.done(&format!("{PRODUCT}/add"), json!({ "product_no": "P2", "name": "Ink", "unit_id": unit })).await["id"].clone();
    let mut body = shop.inbound(50);
    let second = json!({ "product_id": other, "quantity": 4, "unit_price": "1" });
    body["lines"].as_array_mut().expect("lines").push(second);
    let order = clerk.done(&format!("{INBOUND}/add"), body).await;
    clerk.done(&format!("{INBOUND}/audit"), json!({ "id": order["id"] })).await;
    let listed = async || {
        let list = clerk.got(&format!("{INBOUND}/index?search[0][field]=id&search[0][operator]=IN&search[0][val]={}", order["id"])).await;
        let row = list["list"][0].clone();
        (list["total"].clone(), row["stocked_quantity"].clone(), row["moved_lines"].clone(), row["line_count"].clone())
    };
    assert_eq!(listed().await, (json!(1), json!("0"), json!(0), json!(2)));
    let part = json!([{ "line": 1, "quantity": "30" }, { "line": 2, "quantity": "4" }]);
    clerk.done(&format!("{INBOUND}/stock"), json!({ "id": order["id"], "lines": part })).await;
    assert_eq!(listed().await, (json!(1), json!("34"), json!(1), json!(2)));
    let row = shop.row(INBOUND, &order).await;
    assert_eq!(row["moved_lines"], 1, "{row}");
    // A review reserves places, which the order tells.
    let sale = clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(7)).await;
    clerk.done(&format!("{OUTBOUND}/audit"), json!({ "id": sale["id"] })).await;
    let picks = clerk.got(&format!("{OUTBOUND}/picks?id={}", sale["id"])).await;
    let batches: Vec<_> =
        picks["picks"].as_array().expect("picks").iter().map(|pick| (pick["batch_number"].clone(), pick["quantity"].clone())).collect();
    assert_eq!(batches[..2], [(json!("SOON"), json!("5")), (json!("LATE"), json!("2"))], "{picks}");
    // An empty reference is answered as the order's number, and stays empty when an edit empties it.
    let named = json!({ "order_no": "THEIRS" });
    let mut body = shop.inbound(1);
    body["order_no"] = named["order_no"].clone();
    let theirs = clerk.done(&format!("{INBOUND}/add"), body).await;
    assert_eq!(shop.row(INBOUND, &theirs).await["order_no"], "THEIRS");
    clerk.done(&format!("{INBOUND}/edit"), json!({ "id": theirs["id"], "order_no": "" })).await;
    let row = shop.row(INBOUND, &theirs).await;
    assert_eq!(row["order_no"], row["inbound_order_no"], "{row}");
}

#[tokio::test]
async fn each_of_several_orders_is_reviewed_on_its_own() {
    let shop = shop(json!({})).await;
    shop.arrived(10, "1", "", "").await;
    let clerk = &shop.clerk;
    let order = async |quantity: i64| clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(quantity)).await["id"].clone();
    let orders = [order(6).await, order(6).await, order(4).await];
    let mut went = Vec::new();
    for id in &orders {
        let answer = clerk.post(&format!("{OUTBOUND}/audit"), &json!({ "id": id })).await;
        went.push((answer["code"].clone(), answer["data"]["key"].clone()));
    }
    assert_eq!(went[0].0, 1);
    assert_eq!(went[1], (json!(0), json!("stock.short")), "refused alone, and says why");
    assert_eq!(went[2].0, 1, "what comes after it goes on");
}

#[tokio::test]
async fn products_get_the_next_number_of_a_pattern() {
    let shop = shop(json!({})).await;
    let clerk = &shop.clerk;
    let unit = clerk.got("/admin/warehouse.Unit/index").await["list"][0]["id"].clone();
    let body = |name: &str| json!({ "name": name, "unit_id": unit });
    let set = async |pattern: &str| clerk.post("/admin/routine.Config/edit", &json!({ "product_no_pattern": pattern })).await;
    let number = async |added: &Value| clerk.got(&format!("{PRODUCT}/edit?id={}", added["id"])).await["row"]["product_no"].clone();
    assert_eq!(field(&clerk.post(&format!("{PRODUCT}/add"), &body("No number")).await), ("product_no", "error.required"));
    for wrong in ["P", "P{}", "P{00", "{00}{00}"] {
        assert_eq!(field(&set(wrong).await), ("product_no_pattern", "error.number_pattern"), "{wrong}");
    }
    assert_eq!(set("P{0000}").await["code"], 1);
    // P1 is there, so numbers begin after it.
    let first = clerk.done(&format!("{PRODUCT}/add"), body("First")).await;
    assert_eq!(number(&first).await, "P0002");
    let mut typed = body("Typed");
    typed["product_no"] = "p0003".into();
    clerk.done(&format!("{PRODUCT}/add"), typed).await;
    let mut blank = body("After a typed one");
    blank["product_no"] = " ".into();
    let after = clerk.done(&format!("{PRODUCT}/add"), blank).await;
    assert_eq!(number(&after).await, "P0004", "numbers that look alike are the same");
    // What was refused takes none.
    let mut refused = body("Refused");
    refused["barcode"] = "12345670".into();
    clerk.done(&format!("{PRODUCT}/add"), refused.clone()).await;
    assert_eq!(clerk.post(&format!("{PRODUCT}/add"), &refused).await["code"], 0);
    let many = futures::future::join_all((0..12).map(|at| {
        let body = body(&format!("Of many {at}"));
        async move { clerk.done(&format!("{PRODUCT}/add"), body).await }
    }))
    .await;
    let mut numbers = Vec::new();
    for added in &many {
        numbers.push(number(added).await.as_str().unwrap_or_default().to_owned());
    }
    numbers.sort();
    assert_eq!(numbers, (6..18).map(|place| format!("P{place:04}")).collect::<Vec<_>>());
    // A number that is there can't be emptied.
    assert_eq!(
        field(&clerk.post(&format!("{PRODUCT}/edit"), &json!({ "id": first["id"], "product_no": "" })).await),
        ("product_no", "error.required")
    );
    assert_eq!(set("").await["code"], 1);
    assert_eq!(field(&clerk.post(&format!("{PRODUCT}/add"), &body("Typed again")).await), ("product_no", "error.required"));
}

#[tokio::test]
async fn a_sale_takes_the_base_units_of_its_pieces() {
    let trade = trade(108, "10.00", json!({})).await;
    let clerk = &trade.shop.clerk;
    let sku = clerk.got(&format!("/admin/shop.goods.Goods/edit?id={}", trade.goods)).await["row"]["skus"][0].clone();
    let mut packed = sku.clone();
    packed["ratio"] = "6".into();
    clerk.done("/admin/shop.goods.Goods/edit", json!({ "id": trade.goods, "skus": [packed] })).await;
    let row = clerk.got(&format!("/admin/shop.goods.Goods/edit?id={}", trade.goods)).await["row"].clone();
    assert_eq!((&row["skus"][0]["stock"], &row["skus"][0]["ratio"]), (&json!(18), &json!("6")), "{row}");
    let list = clerk.got("/admin/shop.goods.Goods/index").await["list"][0].clone();
    let packs = json!([{ "pieces": 18, "ratio": "6", "unit": null }]);
    let said = json!([{ "quantity": "108", "unit": "piece", "packs": packs }]);
    assert_eq!((&list["stock"], &list["stock_base"]), (&json!(18), &said), "{list}");
    let ann = trade.buyer("ann", "100").await;
    let paid = trade.paid(&ann, 2, "20.00", "one").await;
    assert_eq!(trade.available().await, "96", "two packs of six are promised");
    clerk.done("/admin/shop.order.Order/delivery", trade.parcel(&paid, "SF1")).await;
    let left = clerk.got("/admin/warehouse.Inventory/index").await["list"][0]["total_quantity"].clone();
    assert_eq!(left, "96");
    let list = clerk.got("/admin/shop.goods.Goods/index").await["list"][0].clone();
    assert_eq!((&list["stock"], &list["stock_base"][0]["quantity"]), (&json!(16), &json!("96")), "{list}");
}

#[tokio::test]
async fn two_paid_orders_become_a_notification_of_both() {
    let trade = trade(9, "10.00", json!({})).await;
    let clerk = &trade.shop.clerk;
    let ann = trade.buyer("ann", "100").await;
    let (one, two) = (trade.paid(&ann, 1, "10.00", "one").await, trade.paid(&ann, 1, "10.00", "two").await);
    let list = clerk.got("/admin/notification.Index/index?limit=100").await["list"].clone();
    let said = list.as_array().expect("rows").iter().find(|row| row["message_type"] == "shop.new_order").expect("it is told").clone();
    let numbers = [&one, &two].map(|row| row["order_no"].as_str().expect("a number"));
    assert_eq!(said["message"], format!("2 new orders to ship: {}, {}", numbers[0], numbers[1]), "{said}");
    assert_eq!((&said["count"], &said["things"]), (&json!(2), &json!(2)), "{said}");
    let link = format!("/admin/shop/order/order?only=id:{},{}", one["id"], two["id"]);
    assert_eq!(said["message_data"]["link"], link, "{said}");
    trade.paid(&ann, 1, "10.00", "three").await;
    let these = format!("search[0][field]=id&search[0][operator]=IN&search[0][val]={},{}", one["id"], two["id"]);
    let rows = clerk.got(&format!("/admin/shop.order.Order/index?{these}")).await;
    assert_eq!((&rows["total"], &rows["list"][0]["id"], &rows["list"][1]["id"]), (&json!(2), &two["id"], &one["id"]), "exactly these");
}

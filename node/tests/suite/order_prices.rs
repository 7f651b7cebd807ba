//! What goods cost when they came is seen by those who may see cost, and by nobody else: in lists, on an order's page, in
//! files, and by no filter or order of a list.

use serde_json::{Value, json};

use crate::order_steps::{field, shop};

const INBOUND: &str = "/admin/warehouse.InboundOrder";
const OUTBOUND: &str = "/admin/warehouse.OutboundOrder";

#[tokio::test]
async fn prices_of_goods_that_come_in_need_the_right_to_see_cost() {
    let shop = shop(json!({})).await;
    let first = shop.arrived(10, "2.25", "A", "2999-01-01").await;
    let draft = shop.clerk.done(&format!("{INBOUND}/add"), shop.inbound(4)).await;
    let rights = ["index", "edit", "export", "returnGoods"].map(|right| format!("warehouse/inboundOrder/{right}"));
    let sells = ["warehouse/outboundOrder/index", "warehouse/outboundOrder/edit"];
    let rights: Vec<&str> = rights.iter().map(String::as_str).chain(sells).collect();
    let clerk = shop.person("clerk", &rights).await;
    let buyer = shop.person("buyer", &[rights.as_slice(), &["warehouse/inventory/cost"]].concat()).await;

    let seen = async |who: &crate::world::Visitor, order: &Value| {
        let row = who.got(&format!("{INBOUND}/edit?id={}", order["id"])).await["row"].clone();
        let listed = who.got(&format!("{INBOUND}/index?limit=50")).await["list"].clone();
        let listed = listed.as_array().expect("rows").iter().find(|listed| listed["id"] == order["id"]).cloned().expect("it is listed");
        [row["total_amount"].clone(), row["lines"][0]["unit_price"].clone(), row["lines"][0]["total_price"].clone(), listed["total_amount"].clone()]
    };
    assert_eq!(seen(&clerk, &first).await, [Value::Null, Value::Null, Value::Null, Value::Null]);
    assert_eq!(seen(&buyer, &first).await, ["22.50", "2.25", "22.50", "22.50"].map(|figure| json!(figure)));

    // Nothing is learnt from where a row stands, nor from whether it is there.
    let filter = "search[0][field]=total_amount&search[0][operator]=GT&search[0][val]=20";
    for query in ["order=total_amount,desc", filter] {
        let path = format!("{INBOUND}/index?{query}");
        assert_eq!(clerk.get(&path).await["code"], 0, "{query}");
        assert_eq!(buyer.get(&path).await["code"], 1, "{query}");
        assert_eq!(clerk.post(&format!("{INBOUND}/export?{query}"), &json!({})).await["code"], 0, "{query}");
    }
    for rows in ["orders", "lines"] {
        let columns = clerk.got(&format!("{INBOUND}/exportColumns?rows={rows}")).await["list"].clone();
        let named = |name: &str| columns.as_array().expect("columns").iter().any(|column| column["name"] == name);
        assert!(named("quantity") && !["amount", "price", "line_amount"].into_iter().any(named), "{columns}");
    }

    // Who does not see them may send a row back as it was shown; a new price counts.
    let row = clerk.got(&format!("{INBOUND}/edit?id={}", draft["id"])).await["row"].clone();
    let mut line = row["lines"][0].clone();
    line["quantity"] = "6".into();
    let body = json!({ "id": draft["id"], "version": row["version"], "total_amount": row["total_amount"], "lines": [line] });
    clerk.done(&format!("{INBOUND}/edit"), body).await;
    assert_eq!(seen(&buyer, &draft).await, ["15.00", "2.50", "15.00", "15.00"].map(|figure| json!(figure)));
    let typed = json!({ "id": draft["id"], "lines": [{ "product_id": shop.product, "quantity": 6, "unit_price": "3" }] });
    clerk.done(&format!("{INBOUND}/edit"), typed).await;
    assert_eq!(seen(&buyer, &draft).await[0], json!("18.00"));
    let unpriced = json!({ "warehouses_id": shop.warehouse, "supplier_id": shop.inbound(1)["supplier_id"], "type": 10,
                           "lines": [{ "product_id": shop.product, "quantity": 1 }] });
    assert_eq!(field(&shop.clerk.post(&format!("{INBOUND}/add"), &unpriced).await), ("lines[0].unit_price", "error.required"));
    // Somebody else's change is told without them.
    let stale = json!({ "id": draft["id"], "version": 1, "remark": "mine" });
    let refused = buyer.post(&format!("{INBOUND}/edit"), &stale).await;
    let current = &refused["data"]["current"]["row"];
    assert_eq!(
        (&current["id"], &current["total_amount"], &current["lines"][0]["unit_price"]),
        (&draft["id"], &Value::Null, &Value::Null),
        "{refused}"
    );

    // What goes back to the supplier leaves at the same prices; what is sold has prices of its own.
    let back = json!({ "id": first["id"], "reason": "broken", "lines": [{ "line": 1, "quantity": 2 }] });
    clerk.done(&format!("{INBOUND}/returnGoods"), back).await;
    let made = shop.row(INBOUND, &first).await["made"][0]["id"].clone();
    let sale = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(1)).await["id"].clone();
    let price =
        async |who: &crate::world::Visitor, id: &Value| who.got(&format!("{OUTBOUND}/edit?id={id}")).await["row"]["lines"][0]["unit_price"].clone();
    assert_eq!([price(&clerk, &made).await, price(&clerk, &sale).await], [Value::Null, json!("4.00")]);
    assert_eq!(price(&buyer, &made).await, json!("2.25"));

    // In a list of both, those that they don't see are neither found nor sorted by their price.
    let listed = async |who: &crate::world::Visitor, query: &str| {
        let list = who.got(&format!("{OUTBOUND}/index?{query}")).await["list"].clone();
        list.as_array().expect("rows").iter().map(|row| row["id"].clone()).collect::<Vec<_>>()
    };
    let above = "search[0][field]=total_amount&search[0][operator]=GT&search[0][val]=4.2";
    assert_eq!(listed(&clerk, "order=total_amount,desc").await, [sale.clone(), made.clone()]);
    assert_eq!(listed(&buyer, "order=total_amount,desc").await, [made.clone(), sale]);
    assert_eq!(listed(&clerk, above).await, [json!(null); 0]);
    assert_eq!(listed(&buyer, above).await, [made]);
}

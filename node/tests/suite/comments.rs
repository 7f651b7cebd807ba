//! What administrators say of rows and documents: who may see them may read it, and who is named is notified.

use serde_json::{Value, json};

use crate::permissions::{group, member, picked, rules};
use crate::support::{Client, Node, admins};

const COMMENTS: &str = "/admin/routine.Comment";

async fn read(client: &Client, page: &str, id: i64) -> Value {
    client.get(&format!("{COMMENTS}/index?page={page}&id={id}")).await
}

#[tokio::test]
async fn who_may_see_a_row_may_speak_of_it() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let ids = chief.master_data().await;
    let may = |what: &'static [&'static str]| {
        let chief = &chief;
        async move { group(chief, json!({ "name": what[0], "pid": 0, "rules": picked(&rules(chief).await, what) })).await }
    };
    let products = may(&["warehouse/product"]).await;
    let brands = may(&["warehouse/brand"]).await;
    let clerk = member(&node, &chief, "clerk", &[products]).await;
    let stranger = member(&node, &chief, "stranger", &[brands]).await;
    let of = async |name: &str| {
        let list = chief.get("/admin/auth.Admin/index?limit=50").await["data"]["list"].clone();
        list.as_array().expect("rows").iter().find(|row| row["username"] == name).expect("an account")["id"].clone()
    };
    let (clerk_id, stranger_id) = (of("clerk").await, of("stranger").await);

    let (page, id) = ("warehouse/product", ids.product);
    assert_eq!(read(&clerk, page, id).await["data"]["list"], json!([]));
    let said = json!({ "page": page, "id": id, "text": " Is this the new colour? ", "files": ["/storage/x/a.pdf"], "mentions": [clerk_id] });
    let list = chief.done(&format!("{COMMENTS}/add"), said.clone()).await["list"].clone();
    assert_eq!((&list[0]["text"], &list[0]["own"], &list[0]["mentions"][0]["id"]), (&json!("Is this the new colour?"), &json!(true), &clerk_id));
    // Who is named is notified, and led to the row.
    let told = clerk.get("/admin/notification.Index/index").await["data"]["list"][0].clone();
    assert_eq!(told["message_type"], "comment.mention", "{told}");
    assert!(told.to_string().contains("/admin/warehouse/product?id="), "{told}");
    let read_by_clerk = read(&clerk, "Warehouse/Product", id).await["data"]["list"].clone();
    assert_eq!((&read_by_clerk[0]["text"], &read_by_clerk[0]["own"]), (&json!("Is this the new colour?"), &json!(false)));
    // Others neither read nor write, and are not named where they can't follow.
    assert_eq!(read(&stranger, page, id).await["code"], 401);
    assert_eq!(stranger.post(&format!("{COMMENTS}/add"), &said).await["code"], 401);
    let mut named = said.clone();
    named["mentions"] = json!([stranger_id]);
    let refused = chief.post(&format!("{COMMENTS}/add"), &named).await;
    assert_eq!((&refused["code"], &refused["data"]["field"]), (&json!(0), &json!("mentions")), "{refused}");
    // Only one's own is deleted, and only with its row.
    let gone = |client: &Client, row: i64| {
        let body = json!({ "page": page, "id": row, "comment": list[0]["id"] });
        let client = client.clone();
        async move { client.post(&format!("{COMMENTS}/del"), &body).await["code"].clone() }
    };
    assert_eq!(gone(&clerk, id).await, 0);
    assert_eq!(gone(&chief, id).await, 1);
    assert_eq!(read(&clerk, page, id).await["data"]["list"], json!([]));
    for (field, value) in
        [("text", json!("")), ("text", json!("x".repeat(2_001))), ("files", json!(["https://evil.example/a"])), ("page", json!("nothing"))]
    {
        let mut bad = json!({ "page": page, "id": id, "text": "x" });
        bad[field] = value;
        let refused = chief.post(&format!("{COMMENTS}/add"), &bad).await;
        assert_eq!((&refused["code"], &refused["data"]["field"]), (&json!(0), &json!(field)), "{refused}");
    }
    // Members' rows go with the person: nothing is said of them.
    assert_eq!(read(&chief, "user/user", 1).await["data"]["field"], "page");
    assert_eq!(read(&chief, page, 999_999).await["code"], 0, "there is no such row");

    let order = chief.done("/admin/warehouse.InboundOrder/add", ids.inbound(2)).await["id"].as_i64().expect("an id");
    chief.done(&format!("{COMMENTS}/add"), json!({ "page": "warehouse/inboundOrder", "id": order, "text": "Late" })).await;
    assert_eq!(read(&chief, "warehouse/inboundOrder", order).await["data"]["list"][0]["text"], "Late");
    assert_eq!(read(&clerk, "warehouse/inboundOrder", order).await["code"], 401);
    assert_eq!(read(&chief, "warehouse/outboundOrder", order).await["code"], 0, "of another kind");
    // The page alone is not enough: who has it for another warehouse is not named here.
    let other = chief.done("/admin/warehouse.Warehouse/add", json!({ "name": "Far", "serial_no": "W9" })).await["id"].clone();
    let orders = picked(&rules(&chief).await, &["warehouse/inboundorder"]);
    let far = group(&chief, json!({ "name": "far", "pid": 0, "rules": orders, "warehouses": [other] })).await;
    let _far = member(&node, &chief, "fara", &[far]).await;
    let named = json!({ "page": "warehouse/inboundOrder", "id": order, "text": "Late", "mentions": [of("fara").await] });
    let refused = chief.post(&format!("{COMMENTS}/add"), &named).await;
    assert_eq!((&refused["code"], &refused["data"]["field"]), (&json!(0), &json!("mentions")), "{refused}");
    node.kill().await;
}

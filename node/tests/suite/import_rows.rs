//! Importing rows: by which of their values they are matched, what two rows may not share, whom they refer to, and where they
//! hang. A trial run and the import say the same.

use serde_json::{Value, json};

use crate::data_exchange::{finished, import};
use crate::permissions::{group, member, picked, rules};
use crate::support::{Client, Node, admins};

async fn add(client: &Client, controller: &str, body: Value) -> i64 {
    client.done(&format!("/admin/{controller}/add"), body).await["id"].as_i64().expect("an id")
}

async fn rows(client: &Client, controller: &str) -> Vec<Value> {
    client.get(&format!("/admin/{controller}/index?limit=100&order=id,asc")).await["data"]["list"].as_array().cloned().expect("rows")
}

fn counts(task: &Value) -> [i64; 4] {
    ["new", "changed", "same", "bad"].map(|name| task["report"][name].as_i64().unwrap_or(-1))
}

/// The faults of a task: row, column and reason.
fn faults(task: &Value) -> Vec<(i64, String, String)> {
    let errors = task["report"]["errors"].as_array().cloned().unwrap_or_default();
    let text = |error: &Value, name: &str| error[name].as_str().unwrap_or_default().to_owned();
    errors.iter().map(|error| (error["row"].as_i64().unwrap_or(0), text(error, "column"), text(error, "reason"))).collect()
}

/// Tries a file out and imports it: both say the same. Answers the import's task.
async fn both(client: &Client, controller: &str, file: &str, more: &[(&'static str, &str)]) -> Value {
    let dry = import(client, controller, file.into(), &[more, &[("dry", "1")]].concat()).await;
    assert_eq!(dry["report"]["written"], false, "{dry}");
    let done = import(client, controller, file.into(), more).await;
    assert_eq!((counts(&dry), faults(&dry)), (counts(&done), faults(&done)), "{file}: {dry} {done}");
    let good = faults(&done).is_empty();
    assert_eq!((&done["report"]["written"], &done["state"]), (&json!(good), &json!(if good { "done" } else { "failed" })), "{file}: {done}");
    done
}

async fn taken_back(client: &Client, task: &Value) -> Value {
    let answer = client.post("/admin/routine.Transfer/takeBack", &json!({ "id": task["id"] })).await;
    assert_eq!(answer["code"], 1, "{answer}");
    finished(client, &answer["data"]["task"]).await
}

struct Site {
    _dir: tempfile::TempDir,
    node: Node,
    client: Client,
    /// The warehouses W1 and W2.
    one: i64,
    two: i64,
    unit: i64,
}

async fn site() -> Site {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    let one = add(&client, "warehouse.Warehouse", json!({ "name": "W1", "serial_no": "N1" })).await;
    let two = add(&client, "warehouse.Warehouse", json!({ "name": "W2", "serial_no": "N2" })).await;
    let unit = add(&client, "warehouse.Unit", json!({ "name": "piece" })).await;
    Site { _dir: dir, node, client, one, two, unit }
}

impl Site {
    async fn product(&self, number: &str, barcode: &str) -> i64 {
        add(&self.client, "warehouse.Product", json!({ "product_no": number, "name": number, "unit_id": self.unit, "barcode": barcode })).await
    }

    async fn products(&self) -> Vec<(String, String)> {
        let text = |row: &Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
        rows(&self.client, "warehouse.Product").await.iter().map(|row| (text(row, "product_no"), text(row, "barcode"))).collect()
    }
}

#[tokio::test]
async fn rows_without_a_number_get_the_next_of_the_pattern() {
    let site = site().await;
    let client = &site.client;
    site.product("A0007", "").await;
    let file = "product_no,name,unit_id\n,One,piece\nA0009,Two,piece\n,Three,piece\n";
    let dry = import(client, "warehouse.Product", file.into(), &[("dry", "1")]).await;
    assert_eq!(counts(&dry)[3], 2, "without a pattern they need one: {dry}");
    let set = client.post("/admin/routine.Config/edit", &json!({ "product_no_pattern": "A{0000}" })).await;
    assert_eq!(set["code"], 1, "{set}");
    let done = both(client, "warehouse.Product", file, &[]).await;
    assert_eq!(counts(&done), [3, 0, 0, 0], "{done}");
    let numbers: Vec<String> = rows(client, "warehouse.Product").await.iter().map(|row| row["product_no"].to_string()).collect();
    assert_eq!(numbers, ["A0007", "A0008", "A0009", "A0010"].map(|number| format!("\"{number}\"")));
}

#[tokio::test]
async fn a_number_of_one_warehouse_is_matched_in_that_warehouse() {
    let site = site().await;
    let client = &site.client;
    for (controller, head) in [
        ("warehouse.WarehouseArea", "warehouses_id,name,serial_no"),
        ("warehouse.WarehouseShelf", "warehouses_id,name,serial_no,warehouses_areas_id"),
    ] {
        let shelf = controller.ends_with("Shelf");
        let area = |name: &str| if shelf { format!(",{name}") } else { String::new() };
        let own = if shelf { rows(client, "warehouse.WarehouseArea").await[0]["id"].clone() } else { Value::Null };
        let mut body = json!({ "warehouses_id": site.one, "name": "Cold room", "serial_no": "S" });
        if shelf {
            body["warehouses_areas_id"] = own;
        }
        let cold = add(client, controller, body).await;
        let (first, second) = (area("Cold room"), area("Dry room"));
        let done = both(client, controller, &format!("{head}\nW2,Dry room,S{second}\n"), &[]).await;
        assert_eq!(counts(&done), [1, 0, 0, 0], "{done}");
        let list = rows(client, controller).await;
        let said: Vec<_> = list.iter().map(|row| (row["name"].clone(), row["warehouses_id"].clone(), row["serial_no"].clone())).collect();
        let expected = [("Cold room", site.one), ("Dry room", site.two)].map(|(name, warehouse)| (json!(name), json!(warehouse), json!("S")));
        assert_eq!(said, expected, "{controller}");

        // Whatever the order of the columns, and its letters' width or case.
        let done = both(client, controller, &format!("{head}\nＷ1,Cold 1,ｓ{first}\nw2,Dry 1,s{second}\n"), &[]).await;
        assert_eq!(counts(&done), [0, 2, 0, 0], "{done}");
        let row = client.get(&format!("/admin/{controller}/edit?id={cold}")).await["data"]["row"].clone();
        assert_eq!((&row["name"], &row["serial_no"], &row["warehouses_id"]), (&json!("Cold 1"), &json!("S"), &json!(site.one)), "{row}");
        let back = taken_back(client, &done).await;
        assert_eq!((&back["report"]["put_back"], &back["report"]["bad"]), (&json!(2), &json!(0)), "{back}");

        // Without the warehouse nothing says which is meant.
        let done = both(client, controller, "serial_no,name\nS,Mine\n", &[("mode", "update")]).await;
        assert_eq!(counts(&done), [0, 0, 0, 1], "{done}");
        // The same number twice in one warehouse.
        let done = both(client, controller, &format!("{head}\nW1,a,X{first}\nW1,b,x{first}\nW2,c,X{second}\n"), &[]).await;
        assert_eq!((counts(&done), faults(&done)[0].0), ([2, 0, 0, 1], 3), "{done}");
        // By its id a row goes to the other warehouse, unless its number is taken there.
        let mapping = [("mapping", r#"{"id":"id"}"#)];
        let move_to = if shelf { "id,warehouses_id,warehouses_areas_id" } else { "id,warehouses_id" };
        let done = both(client, controller, &format!("{move_to}\n{cold},W2{second}\n"), &mapping).await;
        assert_eq!((counts(&done), faults(&done)[0].2.as_str()), ([0, 0, 0, 1], "already exists"), "{done}");
    }
    site.node.kill().await;
}

#[tokio::test]
async fn a_constant_fills_a_column_that_the_file_lacks() {
    let site = site().await;
    let client = &site.client;
    let constants = |value: Value| value.to_string();
    let one = constants(json!({ "warehouses_id": site.one, "remark": "by file" }));
    let done = both(client, "warehouse.WarehouseArea", "name,serial_no\nCold,S\nDry,T\n", &[("constants", &one)]).await;
    assert_eq!(counts(&done), [2, 0, 0, 0], "{done}");
    let two = constants(json!({ "warehouses_id": "W2" }));
    let done = both(client, "warehouse.WarehouseArea", "name,serial_no\nCold,S\n", &[("constants", &two)]).await;
    assert_eq!(counts(&done), [1, 0, 0, 0], "the number is looked for in the constant's warehouse: {done}");
    let done = both(client, "warehouse.WarehouseArea", "name,serial_no\nColder,S\n", &[("constants", &two)]).await;
    assert_eq!(counts(&done), [0, 1, 0, 0], "{done}");
    let list = rows(client, "warehouse.WarehouseArea").await;
    let said: Vec<_> = list.iter().map(|row| (row["name"].clone(), row["warehouses_id"].clone(), row["remark"].clone())).collect();
    assert_eq!(said[0], (json!("Cold"), json!(site.one), json!("by file")));
    assert_eq!((said.len(), &said[2]), (3, &(json!("Colder"), json!(site.two), json!(""))));

    // Names are made of constants as well; a wrong one is refused by its name.
    let unit = constants(json!({ "unit_id": "carton" }));
    let file = "product_no,name\nA,a\nB,b\n";
    let done = import(client, "warehouse.Product", file.into(), &[("constants", &unit)]).await;
    assert_eq!((counts(&done), done["report"]["unknown"][0]["examples"].clone()), ([0, 0, 0, 2], json!(["carton"])), "{done}");
    let done = both(client, "warehouse.Product", file, &[("constants", &unit), ("create", "unit_id")]).await;
    assert_eq!(counts(&done), [2, 0, 0, 0], "{done}");
    for (wrong, name) in [(json!({ "name": "x" }), "Name"), (json!({ "nothing": 1 }), "constants"), (json!({ "id": 1 }), "constants")] {
        let done = import(client, "warehouse.Product", file.into(), &[("constants", &constants(wrong))]).await;
        assert!(done["state"] == "failed" && done["message"].as_str().is_some_and(|message| message.contains(name)), "{done}");
    }
    site.node.kill().await;
}

#[tokio::test]
async fn no_two_rows_get_one_unique_value_and_nothing_is_written_of_a_wrong_file() {
    let site = site().await;
    let client = &site.client;
    site.product("P1", "X1").await;
    site.product("P2", "X2").await;
    let before = site.products().await;
    let pen = rows(client, "warehouse.Product").await[0]["id"].clone();
    for (file, row, column) in [
        ("product_no,name,unit_id,barcode\nN1,a,piece,B1\nN2,b,piece,B2\nN3,c,piece,B2\n", 4, "Bar code"),
        ("barcode,product_no,name,unit_id\nB1,P1,a,piece\nX1,N2,b,piece\nX2,N3,c,piece\n", 4, "Bar code"),
        ("product_no,name,unit_id,barcode\nN1,a,piece,x2\n", 2, "Bar code"),
        ("product_no,name,unit_id,barcode\nN1,a,piece,0690123456789\nN2,b,piece,690123456789\n", 3, "Bar code"),
        ("product_no,name,unit_id\nN1,a,piece\nＮ１,b,piece\n", 3, "Product no."),
        ("product_no,name,unit_id\nP1,a,piece\np1,b,piece\n", 3, "Product no."),
        ("product_no,barcode\nP1,X2\n", 2, "Bar code"),
    ] {
        let done = both(client, "warehouse.Product", file, &[]).await;
        let faults = faults(&done);
        assert!(faults.iter().any(|(at, of, _)| *at == row && of == column), "{file}: {done}");
        assert_eq!(site.products().await, before, "{file}");
    }
    // A pair, in the data and in the file.
    let units = "product_id,unit_id,factor\n";
    add(client, "warehouse.Unit", json!({ "name": "box" })).await;
    let done = both(client, "warehouse.ProductUnit", &format!("{units}P1,box,6\nP1,box,12\n"), &[]).await;
    assert_eq!((counts(&done), faults(&done)[0].0), ([1, 0, 0, 1], 3), "{done}");
    assert_eq!(rows(client, "warehouse.ProductUnit").await.len(), 0);
    let done = both(client, "warehouse.ProductUnit", &format!("{units}P1,box,6\nP2,box,12\n"), &[]).await;
    assert_eq!(counts(&done), [2, 0, 0, 0], "{done}");
    // The same pair again is a change of its row, whatever column comes first.
    let done = both(client, "warehouse.ProductUnit", "barcode,factor,unit_id,product_id\nU1,8,box,P1\n", &[]).await;
    assert_eq!(counts(&done), [0, 1, 0, 0], "{done}");
    let done = both(client, "warehouse.ProductUnit", "product_id,unit_id,barcode\nP2,box,u1\n", &[]).await;
    assert_eq!((counts(&done), faults(&done)[0].1.as_str()), ([0, 0, 0, 1], "Bar code"), "{done}");
    let minimum = "warehouses_id,product_id,quantity\n";
    let done = both(client, "warehouse.SafetyStock", &format!("{minimum}W1,P1,6\nW1,P1,7\n"), &[]).await;
    assert_eq!(counts(&done), [1, 0, 0, 1], "{done}");
    let done = both(client, "warehouse.SafetyStock", &format!("{minimum}W1,P1,6\nW2,P1,7\nW1,P2,8\n"), &[]).await;
    assert_eq!(counts(&done), [3, 0, 0, 0], "{done}");
    let done = both(client, "warehouse.SafetyStock", "quantity,product_id,warehouses_id\n9,P1,W1\n", &[]).await;
    assert_eq!(counts(&done), [0, 1, 0, 0], "{done}");
    assert_eq!(rows(client, "warehouse.Product").await[0]["id"], pen);
    site.node.kill().await;
}

#[tokio::test]
async fn rows_hand_unique_values_on_to_each_other_and_back() {
    let site = site().await;
    let client = &site.client;
    for (number, code) in [("P1", "A"), ("P2", "B"), ("P3", "C"), ("P4", "")] {
        site.product(number, code).await;
    }
    let before = site.products().await;
    // Two change places, a third gives its own to a new one, and a fourth takes one that is free.
    let file = "product_no,name,unit_id,barcode\nP1,one,piece,B\nP2,two,piece,A\nN1,new,piece,C\nP3,three,piece,D\n";
    let done = both(client, "warehouse.Product", file, &[]).await;
    assert_eq!((counts(&done), &done["changed_count"]), ([1, 3, 0, 0], &json!(3)), "{done}");
    let text = |pairs: &[(&str, &str)]| pairs.iter().map(|(one, other)| ((*one).to_owned(), (*other).to_owned())).collect::<Vec<_>>();
    assert_eq!(site.products().await, text(&[("P1", "B"), ("P2", "A"), ("P3", "D"), ("P4", ""), ("N1", "C")]));
    let id = rows(client, "warehouse.Product").await[0]["id"].clone();
    let history = client.get(&format!("/admin/resource/history?controller=warehouse.Product&id={id}")).await["data"]["list"].clone();
    let changed: Vec<_> =
        history[0]["changes"].as_array().expect("changes").iter().map(|change| (change["before"].clone(), change["after"].clone())).collect();
    assert!(changed.contains(&(json!("A"), json!("B"))), "{history}");
    let back = taken_back(client, &done).await;
    let figures = ["deleted", "put_back", "bad"].map(|name| back["report"][name].clone());
    assert_eq!(figures, [json!(1), json!(3), json!(0)], "{back}");
    assert_eq!(site.products().await, before);

    // A chain.
    let done = both(client, "warehouse.Product", "product_no,barcode\nP4,A\nP1,B\nP2,C\nP3,\n", &[]).await;
    assert_eq!(counts(&done), [0, 4, 0, 0], "{done}");
    assert_eq!(site.products().await, text(&[("P1", "B"), ("P2", "C"), ("P3", ""), ("P4", "A")]));
    // One that is kept is not free.
    let done = both(client, "warehouse.Product", "product_no,barcode\nP3,B\nP1,B\n", &[]).await;
    assert_eq!((counts(&done), faults(&done)[0].0), ([0, 0, 1, 1], 2), "{done}");

    // Pairs, and numbers of a warehouse.
    add(client, "warehouse.Unit", json!({ "name": "box" })).await;
    add(client, "warehouse.Unit", json!({ "name": "pallet" })).await;
    let done = both(client, "warehouse.ProductUnit", "product_id,unit_id,factor\nP1,box,6\nP1,pallet,60\n", &[]).await;
    assert_eq!(counts(&done), [2, 0, 0, 0], "{done}");
    let ids: Vec<Value> = rows(client, "warehouse.ProductUnit").await.iter().map(|row| row["id"].clone()).collect();
    let file = format!("id,factor,barcode\n{},60,U1\n{},6,U2\n", ids[0], ids[1]);
    let chosen = [("mapping", r#"{"id":"id"}"#)];
    assert_eq!(counts(&both(client, "warehouse.ProductUnit", &file, &chosen).await), [0, 2, 0, 0]);
    let file = format!("id,barcode\n{},U2\n{},U1\n", ids[0], ids[1]);
    assert_eq!(counts(&both(client, "warehouse.ProductUnit", &file, &chosen).await), [0, 2, 0, 0]);
    let areas = "warehouses_id,name,serial_no\nW1,a,1\nW1,b,2\nW2,c,1\n";
    both(client, "warehouse.WarehouseArea", areas, &[]).await;
    let ids: Vec<Value> = rows(client, "warehouse.WarehouseArea").await.iter().map(|row| row["id"].clone()).collect();
    let file = format!("id,warehouses_id\n{},W2\n{},W1\n", ids[0], ids[2]);
    let done = both(client, "warehouse.WarehouseArea", &file, &chosen).await;
    assert_eq!(counts(&done), [0, 2, 0, 0], "{done}");
    let lie: Vec<Value> = rows(client, "warehouse.WarehouseArea").await.iter().map(|row| json!([row["warehouses_id"], row["serial_no"]])).collect();
    assert_eq!(lie, [json!([site.two, "1"]), json!([site.one, "2"]), json!([site.one, "1"])]);
    site.node.kill().await;
}

#[tokio::test]
async fn ids_of_another_list_are_no_key_unless_they_are_chosen() {
    let site = site().await;
    let client = &site.client;
    let own = site.product("OWN-1", "").await;
    let other = site.product("OWN-2", "").await;
    for head in ["ID", "id", "Id"] {
        let done = both(client, "warehouse.Product", &format!("{head},product_no,name,unit_id\n{own},SUP-{head},Foreign,piece\n"), &[]).await;
        // Product numbers have no case.
        assert_eq!(counts(&done)[3], 0, "{done}");
        let row = client.get(&format!("/admin/warehouse.Product/edit?id={own}")).await["data"]["row"].clone();
        assert_eq!((&row["product_no"], &row["name"]), (&json!("OWN-1"), &json!("OWN-1")), "{head}");
    }
    let chosen = [("mapping", r#"{"ID":"id"}"#)];
    let done = both(client, "warehouse.Product", &format!("ID,product_no,name\n{own},OWN-2,x\n"), &chosen).await;
    assert_eq!((counts(&done), faults(&done)[0].1.as_str()), ([0, 0, 0, 1], "Product no."), "{done}");
    let done = both(client, "warehouse.Product", &format!("product_no,ID,name\nown-2,{own},x\n"), &chosen).await;
    assert_eq!(counts(&done), [0, 0, 0, 1], "{done}");
    let done = both(client, "warehouse.Product", &format!("ID,product_no,name\n{own},OWN-1b,Renumbered\n{other},own-2,Same number\n"), &chosen).await;
    assert_eq!(counts(&done), [0, 2, 0, 0], "{done}");
    for (id, key) in [("99999", "record"), ("x", "number")] {
        let done = both(client, "warehouse.Product", &format!("ID,name\n{id},x\n"), &chosen).await;
        assert_eq!(counts(&done), [0, 0, 0, 1], "{key}: {done}");
    }
    let done = both(client, "warehouse.Product", &format!("ID,name\n{own},x\n{own},y\n"), &chosen).await;
    assert_eq!((counts(&done), faults(&done)[0].0), ([0, 1, 0, 1], 3), "{done}");

    // Suppliers have nothing else by which they are known: another list's are new ones.
    let supplier = add(client, "warehouse.Supplier", json!({ "name": "Mine" })).await;
    let done = both(client, "warehouse.Supplier", &format!("ID,name\n{supplier},Theirs\n"), &[]).await;
    assert_eq!(counts(&done), [1, 0, 0, 0], "{done}");
    let row = client.get(&format!("/admin/warehouse.Supplier/edit?id={supplier}")).await["data"]["row"].clone();
    assert_eq!(row["name"], "Mine");
    site.node.kill().await;
}

#[tokio::test]
async fn a_name_that_is_a_number_is_a_name() {
    let site = site().await;
    let client = &site.client;
    let acme = add(client, "warehouse.Brand", json!({ "name": "Acme" })).await;
    let brand = async |number: &str| {
        let list = rows(client, "warehouse.Product").await;
        list.iter().find(|row| row["product_no"] == number).expect("a product")["brand"]["name"].clone()
    };
    let file = |head: &str, cell: &str| format!("product_no,name,unit_id,{head}\nP,a,piece,{cell}\n");
    for head in ["Brand", "品牌"] {
        let done = both(client, "warehouse.Product", &file(head, &acme.to_string()), &[]).await;
        assert_eq!((counts(&done), faults(&done)[0].1.as_str()), ([0, 0, 0, 1], "Brand"), "{done}");
        assert!(faults(&done)[0].2.contains("unknown"), "{done}");
    }
    let mapped = [("mapping", r#"{"Marke":"brand_id"}"#)];
    assert_eq!(counts(&both(client, "warehouse.Product", &file("Marke", &acme.to_string()), &mapped).await), [0, 0, 0, 1]);
    // In a column of ids it is one, and a name comes first.
    let ids = [("mapping", r#"{"Marke":"brand_id.id"}"#)];
    assert_eq!(counts(&both(client, "warehouse.Product", &file("Marke", &acme.to_string()), &ids).await), [1, 0, 0, 0]);
    assert_eq!(brand("P").await, "Acme");
    let seven = add(client, "warehouse.Brand", json!({ "name": acme.to_string() })).await;
    for head in ["Brand", "brand_id"] {
        assert_eq!(counts(&both(client, "warehouse.Product", &file(head, &acme.to_string()), &[]).await)[3], 0);
        assert_eq!(brand("P").await, json!(acme.to_string()), "{head}");
    }
    assert_eq!(counts(&both(client, "warehouse.Product", &file("brand_id", &seven.to_string()), &[]).await)[3], 0);
    assert_eq!(brand("P").await, json!(acme.to_string()), "the brand of this id");
    // A number becomes a brand of that name where it was ticked.
    let ticked = [("create", "brand_id")];
    let done = both(client, "warehouse.Product", &file("Brand", "4711"), &ticked).await;
    assert_eq!((counts(&done)[3], brand("P").await), (0, json!("4711")), "{done}");
    // Two rows of one name: neither is meant.
    site.product("Q1", "").await;
    add(client, "warehouse.Product", json!({ "product_no": "Q2", "name": "Q1", "unit_id": site.unit })).await;
    add(client, "warehouse.Unit", json!({ "name": "box" })).await;
    let done = both(client, "warehouse.ProductUnit", "product_id,unit_id,factor\nQ1,box,2\n", &[]).await;
    assert!(faults(&done)[0].2.contains("several"), "{done}");
    assert_eq!(counts(&both(client, "warehouse.ProductUnit", "product_id,unit_id,factor\nQ2,box,2\n", &[]).await), [1, 0, 0, 0]);
    site.node.kill().await;
}

#[tokio::test]
async fn names_are_looked_for_in_the_rows_own_warehouse() {
    let site = site().await;
    let client = &site.client;
    for warehouse in [site.one, site.two] {
        add(client, "warehouse.WarehouseArea", json!({ "warehouses_id": warehouse, "name": "Cold" })).await;
    }
    add(client, "warehouse.WarehouseArea", json!({ "warehouses_id": site.two, "name": "Dry" })).await;
    let head = "warehouses_areas_id,warehouses_id,name,serial_no\n";
    let done = both(client, "warehouse.WarehouseShelf", &format!("{head}Cold,W1,a,1\nCold,W2,b,1\n"), &[]).await;
    assert_eq!(counts(&done), [2, 0, 0, 0], "{done}");
    let lie: Vec<Value> = rows(client, "warehouse.WarehouseShelf").await.iter().map(|row| row["warehouses_areas_id"].clone()).collect();
    assert_ne!(lie[0], lie[1]);
    let done = both(client, "warehouse.WarehouseShelf", &format!("{head}Dry,W1,c,2\n"), &[]).await;
    assert_eq!((counts(&done), faults(&done)[0].0), ([0, 0, 0, 1], 2), "{done}");
    site.node.kill().await;
}

#[tokio::test]
async fn parents_stand_in_the_same_file() {
    let site = site().await;
    let client = &site.client;
    let tree = async || {
        let list = client.get("/admin/warehouse.ProductCategory/index?limit=100").await["data"]["list"].clone();
        fn walk(rows: &Value, above: &str, into: &mut Vec<String>) {
            for row in rows.as_array().into_iter().flatten() {
                let path = format!("{above}/{}:{}", row["name"].as_str().unwrap_or_default(), row["level"]);
                walk(&row["children"], &path, into);
                into.push(path);
            }
        }
        let mut paths = Vec::new();
        walk(&list, "", &mut paths);
        paths.sort();
        paths
    };
    let file = "name,Parent\nApple,Fruit\nFruit,Food\nFood,\nPear,fruit\nOffice,\n";
    let done = both(client, "warehouse.ProductCategory", file, &[]).await;
    assert_eq!((counts(&done), &done["made_count"]), ([5, 0, 0, 0], &json!(5)), "{done}");
    let whole = ["/Food:0", "/Food:0/Fruit:1", "/Food:0/Fruit:1/Apple:2", "/Food:0/Fruit:1/Pear:2", "/Office:0"];
    assert_eq!(tree().await, whole);
    // An existing one, by its name and by its path; a wrong one is told, and nothing is written.
    let done = both(client, "warehouse.ProductCategory", "name,上级\nInk,Office\nOther,Office\nOther,Food\nx,Food / Other\n", &[]).await;
    assert_eq!(counts(&done), [4, 0, 0, 0], "{done}");
    assert!(tree().await.contains(&"/Food:0/Other:1/x:2".to_owned()));
    for (file, row, reason) in [
        ("name,pid\na,\nb,Nowhere\n", 3, "unknown"),
        ("name,pid\na,b\nb,a\n", 2, "below itself"),
        ("name,pid\na,a\n", 2, "below itself"),
        ("name,pid\na,Other\n", 2, "several"),
        ("name,Parent\na,1\n", 2, "unknown"),
    ] {
        let before = tree().await;
        let done = both(client, "warehouse.ProductCategory", file, &[]).await;
        assert!(faults(&done)[0].0 == row && faults(&done)[0].2.contains(reason), "{file}: {done}");
        assert_eq!(tree().await, before, "{file}");
    }
    // Rows change places by their ids; a branch never hangs below itself.
    let id = async |name: &str| {
        let list = client.get("/admin/warehouse.ProductCategory/index?select=1&limit=100").await["data"].clone();
        let all = list["list"].as_array().or(list["options"].as_array()).cloned().expect("rows");
        all.iter().find(|row| row["name"].as_str().is_some_and(|own| own.ends_with(name))).expect("a row")["id"].as_i64().expect("an id")
    };
    let (fruit, food) = (id("Fruit").await, id("Food").await);
    let chosen = [("mapping", r#"{"id":"id"}"#)];
    let done = both(client, "warehouse.ProductCategory", &format!("id,pid\n{food},Fruit\n"), &chosen).await;
    assert!(faults(&done)[0].2.contains("below itself"), "{done}");
    let before = tree().await;
    let done = both(client, "warehouse.ProductCategory", &format!("id,name,Parent\n{food},Food,Fruit\n{fruit},Fruit,New\n,New,\n"), &chosen).await;
    assert_eq!(counts(&done), [1, 2, 0, 0], "{done}");
    assert!(tree().await.iter().any(|path| path.starts_with("/New:0/Fruit:1/Food:2")), "{:?}", tree().await);
    let back = taken_back(client, &done).await;
    let figures = ["deleted", "put_back", "bad"].map(|name| back["report"][name].clone());
    assert_eq!(figures, [json!(1), json!(2), json!(0)], "{back}");
    assert_eq!(tree().await, before);

    // The shop's tree has three levels at most, in the file as well.
    let done = both(client, "shop.goods.Classify", "name,pid\nd,c\nc,b\nb,a\na,\n", &[]).await;
    assert_eq!((counts(&done), faults(&done)[0].0), ([3, 0, 0, 1], 2), "{done}");
    let done = both(client, "shop.goods.Classify", "name,pid\nc,b\nb,a\na,\n", &[]).await;
    assert_eq!(counts(&done), [3, 0, 0, 0], "{done}");
    let done = both(client, "company.Department", "name,pid\nSales,Head office\nHead office,\n", &[]).await;
    assert_eq!(counts(&done), [2, 0, 0, 0], "{done}");
    site.node.kill().await;
}

#[tokio::test]
async fn who_works_in_one_warehouse_imports_nothing_into_another() {
    let site = site().await;
    let client = &site.client;
    for warehouse in [site.one, site.two] {
        add(client, "warehouse.WarehouseArea", json!({ "warehouses_id": warehouse, "name": "Cold room", "serial_no": "S" })).await;
    }
    let all = rules(client).await;
    let held = picked(&all, &["dashboard", "warehouse", "routine/transfer"]);
    let own = group(client, json!({ "name": "w1", "pid": 0, "rules": held, "warehouses": [site.one] })).await;
    let ann = member(&site.node, client, "ann", &[own]).await;
    let areas = async || {
        rows(client, "warehouse.WarehouseArea").await.iter().map(|row| (row["name"].clone(), row["warehouses_id"].clone())).collect::<Vec<_>>()
    };
    let before = areas().await;
    let head = "warehouses_id,name,serial_no";
    for line in ["W2,Dry room,S", "W2,Dry room,T", &format!("{},Dry room,S", site.two), &format!("{},Dry room,T", site.two)] {
        let done = both(&ann, "warehouse.WarehouseArea", &format!("{head}\nW1,Mine,S\n{line}\n"), &[]).await;
        assert_eq!((counts(&done)[3], faults(&done)[0].0), (1, 3), "{line}: {done}");
        assert_eq!(areas().await, before, "{line}");
    }
    let theirs = rows(client, "warehouse.WarehouseArea").await[1]["id"].clone();
    let chosen = [("mapping", r#"{"id":"id"}"#)];
    for file in [format!("id,name\n{theirs},Mine\n"), format!("id,warehouses_id,name\n{theirs},W1,Mine\n")] {
        assert_eq!(counts(&both(&ann, "warehouse.WarehouseArea", &file, &chosen).await), [0, 0, 0, 1], "{file}");
    }
    assert_eq!(areas().await, before);
    let done = both(&ann, "warehouse.WarehouseArea", &format!("{head}\nW1,Mine,s\nW1,New,N\n"), &[]).await;
    assert_eq!(counts(&done), [1, 1, 0, 0], "{done}");

    // To import in both warehouses is not to add or to change in both.
    let without = |taken: &[&str]| -> Vec<i64> {
        all.iter().filter(|(id, name)| held.contains(id) && !taken.contains(&name.to_lowercase().as_str())).map(|(id, _)| *id).collect()
    };
    let writes = ["warehouse/warehousearea/add", "warehouse/warehousearea/edit"];
    let reads = group(client, json!({ "name": "imports", "pid": 0, "rules": without(&writes), "warehouses": [site.one, site.two] })).await;
    let ben = member(&site.node, client, "ben", &[own, reads]).await;
    for line in ["W2,Dry room,S", "W2,Dry room,T"] {
        let done = both(&ben, "warehouse.WarehouseArea", &format!("{head}\n{line}\n"), &[]).await;
        assert_eq!(counts(&done)[3], 1, "{line}: {done}");
    }
    let done = both(&ben, "warehouse.WarehouseArea", &format!("{head}\nW1,Ben's,B\n"), &[]).await;
    assert_eq!(counts(&done), [1, 0, 0, 0], "{done}");
    site.node.kill().await;
}

#[tokio::test]
async fn an_exported_tree_comes_in_again() {
    let site = site().await;
    let client = &site.client;
    both(client, "warehouse.ProductCategory", "name,pid\nFruit,Food\nFood,\nOther,Food\nOffice,\nOther,Office\nx,Office / Other\n", &[]).await;
    let answer = client.post("/admin/warehouse.ProductCategory/export?format=csv", &json!({})).await;
    let task = finished(client, &answer["data"]["task"]).await;
    let asked = client.http.get(format!("{}/admin/routine.Transfer/download?id={}", client.url, task["id"])).header("batoken", &client.token);
    let text = asked.send().await.expect("an answer").text().await.expect("text");
    assert!(text.contains(",Office / Other,x,"), "{text}");
    let list = client.get("/admin/warehouse.ProductCategory/index?limit=100").await["data"]["list"].clone();
    let ids: Vec<Value> = list.as_array().expect("rows").iter().map(|row| row["id"].clone()).collect();
    let chosen = [("mapping", r#"{"id":"id"}"#)];
    let done = both(client, "warehouse.ProductCategory", &text, &chosen).await;
    assert_eq!(counts(&done), [0, 0, 6, 0], "{done}");
    assert!(!ids.is_empty());
    let done = both(client, "warehouse.ProductCategory", &text, &[]).await;
    assert_eq!(counts(&done), [6, 0, 0, 0], "a copy of the whole tree: {done}");
    site.node.kill().await;
}

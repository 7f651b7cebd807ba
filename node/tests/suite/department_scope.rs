//! Departments as a scope: who sees whose rows, at once, and that nobody gives themselves or others more of it than they have.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::data_exchange::{finished, import};
use crate::permissions::{group, picked, rules};
use crate::support::{Client, Ids, Node, PASSWORD, admins};

const ORDERS: &str = "/admin/warehouse.InboundOrder";
/// Rows of files are matched by their ids.
const BY_ID: [(&str, &str); 1] = [("mapping", r#"{"id":"id"}"#)];
/// What a head of a department holds; their people hold the first alone.
const RULES: &[&str] =
    &["warehouse/inboundOrder", "routine/transfer", "notification", "auth", "company/department", "security/dataRecycleLog", "routine/dataImport"];

struct Site {
    _dir: tempfile::TempDir,
    node: Node,
    chief: Client,
    ids: Ids,
    all: Vec<(i64, String)>,
    /// The whole, Sales in it, the North in Sales, and Stores beside Sales.
    whole: i64,
    sales: i64,
    north: i64,
    stores: i64,
}

async fn add(client: &Client, controller: &str, body: Value) -> i64 {
    client.done(&format!("/admin/{controller}/add"), body).await["id"].as_i64().expect("an id")
}

async fn site() -> Site {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let ids = chief.master_data().await;
    let all = rules(&chief).await;
    let department = async |name: &str, pid: i64| add(&chief, "company.Department", json!({ "name": name, "pid": pid })).await;
    let whole = department("Whole", 0).await;
    let sales = department("Sales", whole).await;
    let north = department("North", sales).await;
    let stores = department("Stores", whole).await;
    Site { _dir: dir, node, chief, ids, all, whole, sales, north, stores }
}

impl Site {
    async fn group(&self, name: &str, pid: i64, prefixes: &[&str], scope: &str) -> i64 {
        group(&self.chief, json!({ "name": name, "pid": pid, "rules": picked(&self.all, prefixes), "scope": scope })).await
    }

    /// Makes an administrator and logs them in; answers their id too.
    async fn person(&self, name: &str, group: i64, department: Option<i64>) -> (Client, i64) {
        let id = add(&self.chief, "auth.Admin", person(name, group, department)).await;
        (self.node.login(name).await, id)
    }

    async fn order(&self, client: &Client) -> i64 {
        client.done(&format!("{ORDERS}/add"), self.ids.inbound(1)).await["id"].as_i64().expect("an id")
    }

    async fn change(&self, controller: &str, body: Value) {
        self.chief.done(&format!("/admin/{controller}/edit"), body).await;
    }
}

fn person(name: &str, group: i64, department: Option<i64>) -> Value {
    json!({ "username": name, "nickname": name, "password": PASSWORD, "group_arr": [group], "department_id": department })
}

async fn seen(client: &Client) -> BTreeSet<i64> {
    let answer = client.get(&format!("{ORDERS}/index?limit=100")).await;
    answer["data"]["list"].as_array().unwrap_or_else(|| panic!("{answer}")).iter().filter_map(|row| row["id"].as_i64()).collect()
}

fn field(answer: &Value) -> (Value, Value) {
    (answer["data"]["field"].clone(), answer["data"]["key"].clone())
}

fn refused() -> (Value, Value) {
    (json!("department_id"), json!("error.department.give"))
}

#[tokio::test]
async fn rows_of_a_department_and_of_those_below_it_are_seen() {
    let site = site().await;
    let clerks = site.group("clerks", 0, &RULES[..3], "department").await;
    let heads = site.group("heads", 0, &RULES[..3], "departments").await;
    let (ann, _) = site.person("ann01", clerks, Some(site.sales)).await;
    let (bob, bob_id) = site.person("bob01", clerks, Some(site.sales)).await;
    let (nora, _) = site.person("nora01", clerks, Some(site.north)).await;
    let (stan, _) = site.person("stan01", clerks, Some(site.stores)).await;
    let (lost, _) = site.person("lost01", clerks, None).await;
    let (head, _) = site.person("head01", heads, Some(site.sales)).await;
    let mut orders = Vec::new();
    for client in [&ann, &bob, &nora, &stan, &lost, &head] {
        orders.push(site.order(client).await);
    }
    let some = |places: &[usize]| places.iter().map(|place| orders[*place]).collect::<BTreeSet<i64>>();
    assert_eq!(seen(&ann).await, some(&[0, 1, 5]));
    assert_eq!(seen(&nora).await, some(&[2]), "not of the department above");
    assert_eq!(seen(&head).await, some(&[0, 1, 2, 5]), "and of the department below");
    assert_eq!(seen(&lost).await, some(&[4]), "without a department one's own");

    // By id and by every action, what is out of reach answers as if it were not there.
    let absent = ann.get(&format!("{ORDERS}/edit?id=99999")).await;
    let hidden = ann.get(&format!("{ORDERS}/edit?id={}", orders[3])).await;
    assert_eq!((&hidden["code"], &hidden["msg"]), (&json!(0), &absent["msg"]));
    for action in ["audit", "takeBack", "stock", "close", "void"] {
        let answers = [orders[3], orders[2], 99_999].map(|id| (action, id));
        for (action, id) in answers {
            let answer = ann.post(&format!("{ORDERS}/{action}"), &json!({ "id": id })).await;
            assert_eq!(answer["data"]["key"], "error.not_found", "{action} {id}: {answer}");
        }
    }
    let mut body = site.ids.inbound(2);
    body["id"] = json!(orders[3]);
    assert_eq!(ann.post(&format!("{ORDERS}/edit"), &body).await["data"]["key"], "error.not_found");
    body["id"] = json!(orders[1]);
    assert_eq!(ann.post(&format!("{ORDERS}/edit"), &body).await["code"], 1, "of the own department it is edited");

    // So do exports.
    let answer = head.post(&format!("{ORDERS}/export?format=csv"), &json!({})).await;
    let task = finished(&head, &answer["data"]["task"]).await;
    assert_eq!(task["state"], "done", "{task}");
    let asked = head.http.get(format!("{}/admin/routine.Transfer/download?id={}", head.url, task["id"])).header("batoken", &head.token);
    let text = asked.send().await.expect("an answer").text().await.expect("a text");
    let numbers = site.chief.get(&format!("{ORDERS}/index?limit=100")).await["data"]["list"].clone();
    for row in numbers.as_array().expect("orders") {
        let number = ["order_number", "inbound_order_number", "number", "order_no"].iter().find_map(|name| row[*name].as_str()).expect("a number");
        let id = row["id"].as_i64().expect("an id");
        assert_eq!(text.contains(number), some(&[0, 1, 2, 5]).contains(&id), "{number}: {text}");
    }

    // A moved person is seen otherwise at once, and sees otherwise.
    site.change("auth.Admin", json!({ "id": bob_id, "department_id": site.stores })).await;
    assert_eq!((seen(&ann).await, seen(&bob).await), (some(&[0, 5]), some(&[1, 3])));
    assert_eq!(seen(&stan).await, some(&[1, 3]));
    // So is a moved department, and one that is disabled.
    site.change("company.Department", json!({ "id": site.north, "pid": site.whole })).await;
    assert_eq!(seen(&head).await, some(&[0, 5]));
    site.change("company.Department", json!({ "id": site.sales, "status": 0 })).await;
    assert_eq!((seen(&head).await, seen(&ann).await), (some(&[5]), some(&[0])));
    let used = site.chief.post("/admin/company.Department/del", &json!({ "ids": [site.stores] })).await;
    assert_eq!(used["data"]["key"], "error.in_use", "{used}");
    let row = site.chief.get(&format!("/admin/auth.Admin/index?search[0][field]=id&search[0][operator]=eq&search[0][val]={bob_id}")).await;
    assert_eq!(row["data"]["list"][0]["department"]["name"], "Stores", "{row}");
    site.node.kill().await;
}

#[tokio::test]
async fn nobody_puts_others_where_they_see_nothing_themselves() {
    let site = site().await;
    let bosses = site.group("bosses", 0, RULES, "departments").await;
    let hands = site.group("hands", bosses, &RULES[..1], "department").await;
    let (boss, boss_id) = site.person("boss01", bosses, Some(site.sales)).await;
    let new = async |name: &str, department: Option<i64>| boss.post("/admin/auth.Admin/add", &person(name, hands, department)).await;
    for department in [site.stores, site.whole, 99_999] {
        assert_eq!(field(&new("zed01", Some(department)).await), refused(), "{department}");
    }
    assert_eq!(new("zoe01", None).await["code"], 1);
    let mia = new("mia01", Some(site.north)).await["data"]["id"].as_i64().expect("an id");
    let edit = async |id: i64, department: i64| boss.post("/admin/auth.Admin/edit", &json!({ "id": id, "department_id": department })).await;
    assert_eq!(field(&edit(mia, site.stores).await), refused());
    assert_eq!(field(&edit(boss_id, site.whole).await), refused(), "nor themselves");
    assert_eq!(edit(mia, site.sales).await["code"], 1);
    assert_eq!(edit(mia, site.north).await["code"], 1);

    // Files give no more than forms.
    for file in [
        format!("id,department_id\n{mia},{}\n", site.stores),
        format!("username,nickname,password,group_arr,department_id\nzed01,Zed,{PASSWORD},hands,Stores\n"),
    ] {
        let answer = import(&boss, "auth.Admin", file.clone().into(), &BY_ID).await;
        assert!(answer["state"] == "failed" || answer["bad"] == 1, "{file}: {answer}");
    }

    // An account that was deleted comes back with what may be given now.
    boss.done("/admin/auth.Admin/del", json!({ "ids": [mia] })).await;
    site.change("company.Department", json!({ "id": site.north, "pid": site.stores })).await;
    let copies = boss.get("/admin/security.DataRecycleLog/index").await["data"]["list"].clone();
    let copy = copies.as_array().and_then(|rows| rows.iter().find(|row| row["row_id"] == mia)).unwrap_or_else(|| panic!("{copies}"))["id"].clone();
    let answer = boss.post("/admin/security.DataRecycleLog/restore", &json!({ "ids": [copy] })).await;
    assert_eq!(field(&answer), refused(), "{answer}");
    site.change("company.Department", json!({ "id": site.north, "pid": site.sales })).await;
    assert_eq!(boss.post("/admin/security.DataRecycleLog/restore", &json!({ "ids": [copy] })).await["code"], 1);

    // What an import changed goes back only where it may be given now.
    let task = import(&boss, "auth.Admin", format!("id,department_id\n{mia},{}\n", site.sales).into(), &BY_ID).await;
    assert_eq!((&task["state"], &task["report"]["changed"]), (&json!("done"), &json!(1)), "{task}");
    site.change("company.Department", json!({ "id": site.north, "pid": site.stores })).await;
    let taking = boss.post("/admin/routine.Transfer/takeBack", &json!({ "id": task["id"] })).await;
    assert_eq!(taking["code"], 1, "{taking}");
    finished(&boss, &taking["data"]["task"]).await;
    let row = site.chief.get(&format!("/admin/auth.Admin/edit?id={mia}")).await["data"]["row"].clone();
    assert_eq!(row["department"]["name"], "Sales", "{row}");

    // Somebody who sees another department's rows is not theirs to change, though their group is.
    let (_, stan) = site.person("stan01", hands, Some(site.stores)).await;
    assert_eq!(boss.get(&format!("/admin/auth.Admin/edit?id={stan}")).await["data"]["key"], "error.not_found");
    assert_eq!(edit(stan, site.sales).await["data"]["key"], "error.not_found");
    // Nor is a group raised that has such people.
    let quiet = site.group("quiet", bosses, &RULES[..1], "own").await;
    site.person("sten01", quiet, Some(site.stores)).await;
    let raised = boss.post("/admin/auth.Group/edit", &json!({ "id": quiet, "scope": "department" })).await;
    assert_eq!(field(&raised), (json!("scope"), json!("error.group.sight")), "{raised}");
    for scope in ["all", "subgroups", "group"] {
        let wider = json!({ "name": scope, "pid": bosses, "rules": picked(&site.all, &RULES[..1]), "scope": scope });
        let id = boss.done("/admin/auth.Group/add", wider).await["id"].as_i64().expect("an id");
        let lists = boss.get(&format!("/admin/auth.Group/edit?id={id}")).await;
        assert_eq!(lists["code"], 1, "below their own it is confined: {lists}");
    }
    site.node.kill().await;
}

#[tokio::test]
async fn departments_are_moved_by_those_who_see_all_rows() {
    let site = site().await;
    let bosses = site.group("bosses", 0, RULES, "departments").await;
    let (boss, _) = site.person("boss01", bosses, Some(site.sales)).await;
    let key = json!("error.department.scope");
    for (name, value) in [("pid", json!(site.sales)), ("status", json!(0))] {
        let answer = boss.post("/admin/company.Department/edit", &json!({ "id": site.stores, name: value })).await;
        assert_eq!(field(&answer), (json!(name), key.clone()), "{answer}");
    }
    assert_eq!(boss.post("/admin/company.Department/del", &json!({ "ids": [site.stores] })).await["data"]["key"], key);
    let file = format!("id,pid\n{},{}\n", site.stores, site.sales);
    let answer = import(&boss, "company.Department", file.into(), &BY_ID).await;
    assert!(answer["state"] == "failed" || answer["bad"] == 1, "{answer}");
    // What shows nobody anything is theirs to change.
    let same = json!({ "id": site.stores, "name": "Shops", "pid": site.whole, "status": 1 });
    assert_eq!(boss.post("/admin/company.Department/edit", &same).await["code"], 1);
    assert_eq!(boss.post("/admin/company.Department/add", &json!({ "name": "South", "pid": site.sales })).await["code"], 1);
    // Where no group sees by departments, they are a table like any other.
    site.change("auth.Group", json!({ "id": bosses, "scope": "own" })).await;
    assert_eq!(boss.post("/admin/company.Department/edit", &json!({ "id": site.stores, "pid": site.sales })).await["code"], 1);
    site.node.kill().await;
}

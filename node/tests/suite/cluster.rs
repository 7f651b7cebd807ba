//! Two nodes on one SurrealDB server and one NATS server serve the same company.

use std::process::Stdio;
use std::time::Duration;

use serde_json::json;
use tokio::process::{Child, Command};

use crate::permissions::{group, member, picked, rules};
use crate::support::{Client, Node, admins, free_port};

/// What nodes join the bus with.
const BUS_PASSWORD: &str = "bus-secret";

struct Servers {
    _surreal: Child,
    nats: Child,
    database: String,
    bus: String,
}

/// The servers whose paths the environment names, or nothing where it names none.
async fn servers(dir: &std::path::Path) -> Option<Servers> {
    let surreal = std::env::var("ENTREPOT_TEST_SURREAL_SERVER").ok().filter(|path| std::path::Path::new(path).exists());
    let nats = std::env::var("ENTREPOT_TEST_NATS_SERVER").ok().filter(|path| std::path::Path::new(path).exists());
    let (Some(surreal), Some(nats)) = (surreal, nats) else {
        assert!(std::env::var("ENTREPOT_REQUIRE_CLUSTER").is_err(), "no SurrealDB or NATS server: run ops/test");
        println!("skipped: ENTREPOT_TEST_SURREAL_SERVER and ENTREPOT_TEST_NATS_SERVER name no servers; ops/test does");
        return None;
    };
    let (database, bus) = (free_port(), free_port());
    let start = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.env("ENTREPOT_BUS_PASSWORD", BUS_PASSWORD).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
        // Where the configuration's directories are.
        command.current_dir(dir);
        command.args(arguments).spawn().expect("a server")
    };
    let bind = format!("127.0.0.1:{database}");
    let surreal = start(&surreal, &["start", "--bind", &bind, "--user", "root", "--pass", "root", "memory"]);
    // As the cluster's files configure it, on ports of this test.
    let configured = concat!(env!("CARGO_MANIFEST_DIR"), "/../ops/nats/nats.conf");
    let nats = start(&nats, &["-c", configured, "-p", &bus.to_string(), "-m", &free_port().to_string()]);
    let client = reqwest::Client::new();
    for () in crate::support::turns() {
        if client.get(format!("http://{bind}/health")).send().await.is_ok() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let define = "DEFINE NAMESPACE entrepot; USE NS entrepot; DEFINE DATABASE entrepot; USE DB entrepot; DEFINE USER node ON DATABASE PASSWORD 'node-secret' ROLES OWNER;";
    let answer =
        client.post(format!("http://{bind}/sql")).basic_auth("root", Some("root")).header("accept", "application/json").body(define).send().await;
    assert!(answer.expect("an answer").status().is_success());
    std::fs::write(dir.join("database-password"), "node-secret").expect("written");
    std::fs::write(dir.join("bus-password"), BUS_PASSWORD).expect("written");
    Some(Servers { _surreal: surreal, nats, database: format!("ws://{bind}"), bus: format!("nats://127.0.0.1:{bus}") })
}

#[tokio::test]
async fn an_administrator_on_one_node_sees_what_a_clerk_posts_on_another() {
    let dir = tempfile::tempdir().expect("a directory");
    let Some(mut servers) = servers(dir.path()).await else { return };
    let password = dir.path().join("database-password").display().to_string();
    let database = ["--database", &servers.database, "--database-user", "node", "--database-password-file", &password];
    admins(dir.path(), &database, &["clerk", "boss"]).await;
    let mut more = database.to_vec();
    more.extend(["--bus", servers.bus.as_str()]);
    let (let_in, said) =
        crate::support::run(&[&["import", "orders", "/dev/null", "--data-dir", &dir.path().display().to_string()], more.as_slice()].concat()).await;
    assert!(!let_in && said.contains("NATS"), "nobody joins the bus without its password: {said}");
    let bus_password = dir.path().join("bus-password").display().to_string();
    more.extend(["--bus-user", "node", "--bus-password-file", &bus_password]);
    let (a, b) = (Node::start(dir.path(), &more).await, Node::start(dir.path(), &more).await);
    let (clerk, boss) = (a.login("clerk").await, b.login("boss").await);
    let ids = clerk.master_data().await;
    let mut seen = boss.socket(None).await;
    seen.next("bind").await;
    let order = clerk.done("/admin/warehouse.InboundOrder/add", ids.inbound(100)).await;
    assert_eq!(seen.next("notify").await["message"]["message_type"], "order.review");
    boss.done("/admin/warehouse.InboundOrder/audit", json!({ "id": order["id"] })).await;
    clerk.done("/admin/warehouse.InboundOrder/stock", json!({ "id": order["id"] })).await;
    assert_eq!(seen.next("notify").await["message"]["message_type"], "order.stocked");

    // A right that is taken away on one node is gone on the other, before anything is read again by the clock.
    let all = rules(&clerk).await;
    let group = group(&clerk, json!({ "name": "buyers", "pid": 0, "rules": picked(&all, &["warehouse/supplier", "notification/index"]) })).await;
    let buyer = member(&b, &clerk, "buyer", &[group]).await;
    assert_eq!(buyer.get("/admin/warehouse.Supplier/index").await["code"], 1);
    clerk.done("/admin/auth.Group/edit", json!({ "id": group, "rules": picked(&all, &["notification/index"]) })).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(buyer.get("/admin/warehouse.Supplier/index").await["code"], 401);

    // Both nodes post to the same warehouse at once: the ledger lets one in at a time.
    let sell = async |client: Client, node: &str| {
        for number in 0..6 {
            let mut body = ids.outbound(2);
            body["command_id"] = format!("{node}-{number}").into();
            let sale = client.done("/admin/warehouse.OutboundOrder/add", body).await;
            for step in ["audit", "stock"] {
                client
                    .done(
                        &format!("/admin/warehouse.OutboundOrder/{step}"),
                        json!({ "id": sale["id"], "command_id": format!("{node}-{number}-{step}") }),
                    )
                    .await;
            }
        }
    };
    tokio::join!(sell(clerk.clone(), "a"), sell(boss.clone(), "b"));
    let left = boss.get("/admin/warehouse.Inventory/index").await;
    assert_eq!(left["data"]["list"][0]["total_quantity"], "76", "{left}");
    a.kill().await;
    sell(boss.clone(), "c").await;
    let mut arguments = vec!["check"];
    arguments.extend(database);
    let (ok, text) = crate::support::run(&arguments).await;
    assert!(ok, "{text}");
    // A node without its bus is still a node: load balancers leave it where it is.
    servers.nats.kill().await.expect("killed");
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert!(reqwest::get(format!("{}/readyz", b.url)).await.expect("an answer").status().is_success());
    assert_eq!(boss.get("/admin/warehouse.Inventory/index").await["code"], 1);
    assert!(b.stop().await);
}

//! Declared commands of rows: their route, their permission, what they ask and write, and what two at once do.

use entrepot::config::Settings;
use entrepot::resource::added::publish;
use entrepot_store::resource::declaration::Kind::{Choice as OneOf, Integer, Reference, Text, Timestamp};
use entrepot_store::resource::declaration::{Choice, Command, Field, Label, Picker, Resource, Target, choice, label};
use serde_json::{Value, json};

use crate::world::{Visitor, World};

const STATES: &[Choice] = &[choice("waiting", "待审核", "Waiting"), choice("passed", "已通过", "Passed"), choice("refused", "未通过", "Refused")];
const BY: Target = Target { table: "admin", relation: "reviewer", shows: &["nickname"] };
const REASON: Field = Field::new("reason", Text(20));
const PASS: Command =
    Command::new("pass", label("通过", "Approve")).from("state", &["waiting", "refused"]).to("passed").by("admin_id").at("at").many();
const REFUSE: Command = Command::new("refuse", label("拒绝", "Refuse"))
    .from("state", &["waiting"])
    .to("refused")
    .asks(&[Field { required: true, ..REASON }, Field::new("days", Integer(1, 9)).required()]);
static CLAIM: Resource = Resource::new(
    "app.Claim",
    "u_claim",
    Label { zh: "申请", en: "Claims" },
    &[
        Field::new("name", Text(20)).required(),
        Field::new("state", OneOf(Picker::Radio, STATES)).default("waiting").read_only(),
        REASON.read_only(),
        Field::new("admin_id", Reference(BY)).read_only(),
        Field::new("at", Timestamp).read_only(),
    ],
)
.order("id", true)
.commands(&[PASS, REFUSE])
.history();

async fn world() -> (World, Visitor) {
    let world = World::start_with(Default::default(), Settings::default()).await;
    publish(world.node.store(), world.node.system(), world.node.now(), &CLAIM).await.expect("a resource");
    let chief = world.admin().await;
    (world, chief)
}

async fn add(chief: &Visitor, name: &str) -> i64 {
    chief.done("/admin/app.Claim/add", json!({ "name": name })).await["id"].as_i64().expect("an id")
}

async fn row(chief: &Visitor, id: i64) -> Value {
    chief.got(&format!("/admin/app.Claim/edit?id={id}")).await["row"].clone()
}

#[tokio::test]
async fn a_command_asks_checks_and_writes_what_is_declared() {
    let (_world, chief) = world().await;
    let id = add(&chief, "one").await;
    let refuse = "/admin/app.Claim/refuse";
    for (body, field, key) in [
        (json!({ "id": id, "days": 3 }), "reason", "error.required"),
        (json!({ "id": id, "reason": "late", "days": 10 }), "days", "error.number.range"),
        (json!({ "id": id, "reason": ["late"], "days": 3 }), "reason", "error.type"),
        (json!({ "id": id, "reason": "late", "days": 3, "state": "passed" }), "state", "error.field.unknown"),
        (json!({ "reason": "late", "days": 3 }), "id", "error.required"),
        // It is for one row.
        (json!({ "ids": [id], "reason": "late", "days": 3 }), "id", "error.required"),
    ] {
        let refused = chief.post(refuse, &body).await;
        assert_eq!((&refused["code"], &refused["data"]["field"], &refused["data"]["key"]), (&json!(0), &json!(field), &json!(key)), "{body}");
    }
    assert_eq!(row(&chief, id).await["state"], "waiting");
    chief.done(refuse, json!({ "id": id, "reason": " late ", "days": "3", "version": 1 })).await;
    let refused = row(&chief, id).await;
    assert_eq!((&refused["state"], &refused["reason"], &refused["version"]), (&json!("refused"), &json!("late"), &json!(2)));
    // Not from this state, and not against an older version.
    let again = chief.post(refuse, &json!({ "id": id, "reason": "late", "days": 3 })).await;
    assert_eq!((&again["data"]["key"], &again["data"]["ids"]), (&json!("error.other_state"), &json!([id])));
    assert_eq!(chief.post("/admin/app.Claim/pass", &json!({ "id": id, "version": 1 })).await["data"]["key"], "error.changed");
    chief.done("/admin/app.claim/PASS", json!({ "id": id })).await;
    let passed = row(&chief, id).await;
    assert_eq!((&passed["state"], &passed["admin_id"]), (&json!("passed"), &json!(1)), "{passed}");
    assert!(passed["at"].as_i64().is_some_and(|at| at > 1_700_000_000), "{passed}");
    assert_eq!(chief.post("/admin/app.Claim/pass", &json!({ "id": 999 })).await["data"]["key"], "error.not_found");
}

#[tokio::test]
async fn a_command_for_several_rows_is_given_for_all_or_none() {
    let (_world, chief) = world().await;
    let (one, two, three) = (add(&chief, "one").await, add(&chief, "two").await, add(&chief, "three").await);
    chief.done("/admin/app.Claim/pass", json!({ "id": two })).await;
    let refused = chief.post("/admin/app.Claim/pass", &json!({ "ids": [one, two, three] })).await;
    assert_eq!((&refused["data"]["key"], &refused["data"]["ids"]), (&json!("error.other_state"), &json!([two])));
    assert_eq!(row(&chief, one).await["state"], "waiting");
    chief.done("/admin/app.Claim/pass", json!({ "ids": [one, three] })).await;
    assert_eq!((&row(&chief, one).await["state"], &row(&chief, three).await["state"]), (&json!("passed"), &json!("passed")));
}

#[tokio::test]
async fn of_two_commands_at_once_one_finds_the_other_state() {
    let (_world, chief) = world().await;
    for turn in 0..8 {
        let id = add(&chief, &format!("claim {turn}")).await;
        let (pass, refuse) = (json!({ "id": id }), json!({ "id": id, "reason": "late", "days": 1 }));
        let answers = tokio::join!(
            chief.post("/admin/app.Claim/refuse", &refuse),
            chief.post("/admin/app.Claim/refuse", &refuse),
            chief.post("/admin/app.Claim/pass", &pass)
        );
        let refusals = [&answers.0, &answers.1].into_iter().filter(|answer| answer["code"] == 1).count();
        assert!(refusals <= 1, "{answers:?}");
        assert_eq!(row(&chief, id).await["state"], "passed", "a refused one may be passed, a passed one not refused: {answers:?}");
    }
}

#[tokio::test]
async fn the_schema_tells_of_the_commands_that_the_caller_may_give() {
    let (_world, chief) = world().await;
    let schema = chief.got("/admin/resource/schema").await;
    let claim = schema["resources"].as_array().expect("resources").iter().find(|one| one["controller"] == "app.Claim").expect("claims").clone();
    assert_eq!(claim["commands"][0]["from"], json!({ "field": "state", "values": ["waiting", "refused"] }));
    assert_eq!((&claim["commands"][1]["fields"][1]["max"], &claim["commands"][0]["many"]), (&json!(9), &json!(true)));
}

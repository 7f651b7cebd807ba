//! The wire contract, line by line: what a front end written for BuildAdmin sends and expects, asked of
//! a node as that front end asks. A file a part of the contract.

mod clients;
mod helpers;
mod lists;
mod members;
mod people;
mod securities;
mod session;
mod settings;
mod writes;

use std::collections::BTreeSet;

use entrepot::config::Settings;
use entrepot::config::services::ServiceSettings;
use entrepot::http::routes::Routes;
use entrepot::server::endpoints::Families;
use form_urlencoded::Serializer;
use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{Visitor, World};

/// A site as it is after its first start, and its administrator.
async fn site() -> (World, Visitor) {
    site_with(ServiceSettings::default(), Settings::default()).await
}

/// The same, configured otherwise.
async fn site_with(services: ServiceSettings, settings: Settings) -> (World, Visitor) {
    let services = ServiceSettings { member_captcha: Some("off".into()), ..services };
    let world = World::start_with(services, settings).await;
    let rules = entrepot::identity::rule_seeds::seeds(&Routes::of::<Families>().accesses());
    world.node.store().seed_rules(&rules, world.node.now()).await.expect("rules");
    let admin = world.admin().await;
    (world, admin)
}

/// The keys of an object.
fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap_or_else(|| panic!("no object: {value}")).keys().map(String::as_str).collect()
}

fn set(names: &str) -> BTreeSet<&str> {
    names.split_whitespace().collect()
}

/// Asserts that an answer is a refusal of this field.
#[track_caller]
fn refuses(answer: &Value, field: &str) {
    assert_eq!((answer["code"].as_i64(), answer["data"]["field"].as_str()), (Some(0), Some(field)), "{answer}");
}

/// One condition of a list, in the client's bracket style: field, operator, values, render.
fn search(field: &str, operator: &str, values: &[&str], render: &str) -> String {
    let mut query = Serializer::new(String::new());
    query.append_pair("search[0][field]", field).append_pair("search[0][operator]", operator);
    if let [one] = values {
        query.append_pair("search[0][val]", one);
    } else {
        for (at, value) in values.iter().enumerate() {
            query.append_pair(&format!("search[0][val][{at}]"), value);
        }
    }
    if !render.is_empty() {
        query.append_pair("search[0][render]", render);
    }
    query.finish()
}

impl Visitor {
    /// A row as the form gets it.
    async fn row(&self, controller: &str, id: i64) -> Value {
        self.got(&format!("/admin/{controller}/edit?id={id}")).await["row"].clone()
    }

    /// The rows of a list.
    async fn rows(&self, controller: &str, query: &str) -> Vec<Value> {
        let answer = self.got(&format!("/admin/{controller}/index?limit=100&{query}")).await;
        answer["list"].as_array().unwrap_or_else(|| panic!("no list: {answer}")).clone()
    }

    async fn added(&self, controller: &str, body: Value) -> i64 {
        self.done(&format!("/admin/{controller}/add"), body).await["id"].as_i64().expect("an id")
    }

    async fn edited(&self, controller: &str, body: Value) -> Value {
        self.post(&format!("/admin/{controller}/edit"), &body).await
    }

    async fn deleted(&self, controller: &str, ids: &[i64]) -> Value {
        let query = ids.iter().map(|id| format!("ids[]={id}")).collect::<Vec<_>>().join("&");
        self.ask(Method::DELETE, &format!("/admin/{controller}/del?{query}")).send().await.expect("an answer").json().await.expect("JSON")
    }

    /// The newest line of the administrators' log whose address ends so: lines are written behind the answers.
    async fn logged(&self, query: &str, end: &str) -> Value {
        for () in crate::support::turns() {
            let rows = self.rows("auth.AdminLog", query).await;
            if let Some(row) = rows.into_iter().find(|row| row["url"].as_str().is_some_and(|url| url.ends_with(end))) {
                return row;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("nothing of {end} is in the log");
    }

    /// Makes a member; returns their id.
    async fn member(&self, name: &str) -> i64 {
        let row = json!({
            "username": name, "nickname": name, "password": crate::world::PASSWORD, "group_id": "1", "gender": "1", "birthday": null,
            "email": "", "mobile": "", "avatar": "", "motto": "", "status": "enable",
        });
        self.added("user.User", row).await
    }
}

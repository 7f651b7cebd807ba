//! Groups of a site that is older than the permission to be notified.

use entrepot_store::identity::seed::RuleSeed;
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::{Store, StoreConfig};
use serde_json::json;

fn seed(name: &str, parent: &str, kind: &'static str) -> RuleSeed {
    RuleSeed {
        name: name.into(),
        parent: parent.into(),
        kind,
        title: name.into(),
        icon: String::new(),
        component: String::new(),
        keepalive: false,
        weigh: 0,
    }
}

#[tokio::test]
async fn groups_keep_their_notifications_once() {
    let store = Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap();
    let chief = store.seed_super_group(0).await.unwrap();
    store.seed_rules(&[seed("told", "", "menu_dir"), seed("told/bell", "told", "menu"), seed("other", "", "menu")], 0).await.unwrap();
    let rules = store.directory().await.unwrap();
    let of = |name: &str| rules.rules.iter().find(|rule| rule.name == name).unwrap().id;
    let (above, bell, other) = (of("told"), of("told/bell"), of("other"));
    let group = async |rules: String| {
        let row = json!({ "name": "g", "pid": 0, "rules": rules, "scope": "all", "status": 1 });
        store.insert_record(catalogue::find("auth.Group").unwrap(), row.as_object().unwrap(), &Act::system(0)).await.unwrap()
    };
    let (clerks, empty) = (group(other.to_string()).await, group(String::new()).await);
    let bell_readers = group(format!("{above},{bell}")).await;
    store.forget_directory();
    assert_eq!(store.keep_notified("Told/Bell", 9).await.unwrap(), 1);
    let held = async |id: i64| store.directory().await.unwrap().group(id).unwrap().rules.clone();
    let mut wanted = [above, bell, other];
    wanted.sort_unstable();
    assert_eq!(held(clerks).await, wanted.iter().map(ToString::to_string).collect::<Vec<_>>().join(","));
    assert_eq!((held(empty).await, held(chief).await, held(bell_readers).await), (String::new(), "*".into(), format!("{above},{bell}")));
    // Whoever is taken the permission from after that stays without it.
    let late = group(other.to_string()).await;
    store.forget_directory();
    assert_eq!(store.keep_notified("told/bell", 9).await.unwrap(), 0);
    assert_eq!(held(late).await, other.to_string());
}

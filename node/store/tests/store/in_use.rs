//! What others refer to is not deleted, also when the reference comes at the same moment, and a super administrator stays.

use entrepot_store::identity::chiefs::one_chief_stays;
use entrepot_store::resource::{Act, RecordError, catalogue};
use entrepot_store::{Store, StoreConfig};
use futures::future::join_all;
use serde_json::{Map, Value, json};

const ROUNDS: usize = 20;

async fn store(dir: &std::path::Path) -> Store {
    Store::connect(&StoreConfig::new(format!("rocksdb:{}", dir.join("db").display()), "test")).await.unwrap()
}

fn fields(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

/// The tables that refuse to delete a row.
async fn used_by(store: &Store, controller: &str, id: i64) -> Vec<&'static str> {
    match store.delete_records(catalogue::find(controller).unwrap(), &[id], &Act::system(0)).await {
        Err(RecordError::InUse(usages)) => usages.iter().map(|usage| usage.table).collect(),
        Err(error) => panic!("{controller}: {error:?}"),
        Ok(_) => vec![],
    }
}

#[tokio::test]
async fn every_reference_keeps_its_row() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path()).await;
    let rows = "FOR $n IN 1..=20 {
          CREATE type::record('user', $n) SET username = 'm' + <string>$n, nickname = 'M', status = 'enable', money = 0dec, score = 0;
        };
        CREATE shop_delivery_company:1 SET name = 'Fast', code = 'F', carrier_id = 0;
        CREATE shop_delivery_address:1 SET name = 'Back', mobile = '1', city = [], address = 'x';
        CREATE shop_recharge:1 SET name = 'Hundred', money = 100dec; CREATE unit:1 SET name = 'pc'; CREATE unit:2 SET name = 'box';
        CREATE shop_goods:1 SET name = 'Pen', images = []; CREATE shop_goods:2 SET name = 'Ink', images = [];
        CREATE shop_goods:3 SET name = 'Cap', images = []; CREATE shop_classify:1 SET name = 'All'; CREATE shop_classify:2 SET name = 'Some';
        CREATE warehouse:1 SET name = 'W', serial_no = 'W1', status = 1;

        CREATE shop_order:1 SET order_no = 'S1', user_id = 1, parcels = [{ company_id: 0 }, { company_id: 1 }], lines = [{ goods_id: 1 }];
        CREATE shop_refund:[1, 1] SET return_address_id = 1;
        CREATE shop_recharge_order:1 SET recharge_no = 'R1', user_id = 2, recharge_id = 1, admin_id = 8, money = 1dec;
        CREATE shop_placing:2 SET open = true, order = { user_id: 3 }; CREATE shop_placing:3 SET open = false, order = { user_id: 4 };
        CREATE shop_banner:1 SET name = 'b', image = 'x', link_type = 1, link_value = '2';
        CREATE shop_banner:2 SET name = 'b', image = 'x', link_type = 2, link_value = '1';
        CREATE shop_coupon:1 SET name = 'c', scope = 1, scope_ids = '[7,2]'; CREATE shop_coupon:2 SET name = 'd', scope = 2, scope_ids = '[3]';
        CREATE shop_user_coupon:1 SET coupon_id = 1, user_id = 20, status = 2;
        CREATE shop_sku:1 SET goods_id = 9, warehouses_ids = [1];
        CREATE stock_order:1 SET kind = 'inbound', number = 'RK1', admin = 1, lines = [{ unit: 1, entered: { unit: 2 } }];
        CREATE order_event:[1, 1] SET admin = 2; CREATE count_event:[1, 1] SET admin = 3; CREATE shop_event:[1, 1] SET by = { who: 'staff', id: 4 };
        CREATE shop_event:[1, 2] SET by = { who: 'member', id: 5 }; CREATE record_history:1 SET admin = 6; CREATE month_closing:1 SET admin = 7;
        CREATE user_money_log:1 SET user_id = 20, admin_id = 9, money = 0dec; CREATE balance_request:1 SET user_id = 20, admin_id = 10, decided_by = 11;";
    store.run(rows, vec![]).await.unwrap();
    let (group, people) = (store.seed_super_group(0).await.unwrap(), catalogue::find("auth.Admin").unwrap());
    for number in 1..=12 {
        let person = json!({ "username": format!("adm{number}"), "nickname": "A", "group_arr": [group], "password": "x" });
        assert_eq!(store.insert_record(people, &fields(person), &Act::system(0)).await.unwrap(), number);
    }
    for (controller, id, by) in [
        ("user.User", 1, "shop_order"),
        ("user.User", 2, "shop_recharge_order"),
        ("user.User", 3, "shop_placing"),
        ("shop.delivery.Company", 1, "shop_order"),
        ("shop.delivery.Address", 1, "shop_refund"),
        ("shop.marketing.Recharge", 1, "shop_recharge_order"),
        ("shop.goods.Goods", 1, "shop_order"),
        ("shop.goods.Goods", 2, "shop_banner"),
        ("shop.goods.Goods", 3, "shop_coupon"),
        ("shop.marketing.Coupon", 1, "shop_user_coupon"),
        ("shop.goods.Classify", 1, "shop_banner"),
        ("shop.goods.Classify", 2, "shop_coupon"),
        ("warehouse.Warehouse", 1, "shop_sku"),
        ("warehouse.Unit", 1, "stock_order"),
        ("warehouse.Unit", 2, "stock_order"),
        ("auth.Admin", 1, "stock_order"),
        ("auth.Admin", 2, "order_event"),
        ("auth.Admin", 3, "count_event"),
        ("auth.Admin", 4, "shop_event"),
        ("auth.Admin", 6, "record_history"),
        ("auth.Admin", 7, "month_closing"),
        ("auth.Admin", 8, "shop_recharge_order"),
        ("auth.Admin", 9, "user_money_log"),
        ("auth.Admin", 10, "balance_request"),
        ("auth.Admin", 11, "balance_request"),
    ] {
        assert!(used_by(&store, controller, id).await.contains(&by), "{controller} {id}: {by}");
    }
    // Nobody refers to these; the member of an event is no administrator.
    for (controller, id) in [("user.User", 4), ("auth.Admin", 5), ("auth.Admin", 12)] {
        assert_eq!(used_by(&store, controller, id).await, Vec::<&str>::new(), "{controller} {id}");
    }
    // Of several, all or none.
    let members = catalogue::find("user.User").unwrap();
    assert!(matches!(store.delete_records(members, &[6, 1, 7], &Act::system(0)).await, Err(RecordError::InUse(_))));
    assert_eq!(store.count_rows("user", &[6, 1, 7]).await.unwrap(), 3);
}

#[tokio::test]
async fn what_is_deleted_goes_to_the_bin_by_default() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path()).await;
    let brands = catalogue::find("warehouse.Brand").unwrap();
    let kept = async || store.rows::<i64>("SELECT VALUE row_id FROM data_recycle_log ORDER BY id", vec![]).await.unwrap();
    let mut ids = Vec::new();
    for name in ["a", "b", "c"] {
        ids.push(store.insert_record(brands, &fields(json!({ "name": name })), &Act::system(0)).await.unwrap());
    }
    store.delete_records(brands, &ids[..1], &Act::system(0)).await.unwrap();
    store.delete_records(brands, &ids[1..2], &Act::system(0)).await.unwrap();
    assert_eq!(kept().await, ids[..2]);
    let rules: Vec<(String, i64)> = store.rows("SELECT VALUE [controller_as, status] FROM data_recycle", vec![]).await.unwrap();
    assert_eq!(rules, [("warehouse/brand".to_owned(), 1)], "one rule, which people see");
    store.run("UPDATE data_recycle SET status = 0", vec![]).await.unwrap();
    store.delete_records(brands, &ids[2..], &Act::system(0)).await.unwrap();
    assert_eq!(kept().await, ids[..2], "switched off");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_the_last_two_chiefs_stays() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path()).await;
    let group = store.seed_super_group(0).await.unwrap();
    let people = catalogue::find("auth.Admin").unwrap();
    let groups = catalogue::find("auth.Group").unwrap();
    let act = || Act { extra: one_chief_stays(), ..Act::system(0) };
    let other = store.insert_record(groups, &fields(json!({ "name": "all", "rules": "*" })), &Act::system(0)).await.unwrap();
    let plain = store.insert_record(groups, &fields(json!({ "name": "few", "rules": "1" })), &Act::system(0)).await.unwrap();
    for round in 0..ROUNDS {
        let mut ids = Vec::new();
        for (name, of) in [("one", group), ("two", other)] {
            let person = json!({ "username": format!("{name}{round}"), "nickname": name, "group_arr": [of], "password": "x" });
            ids.push(store.insert_record(people, &fields(person), &Act::system(0)).await.unwrap());
        }
        // Of what takes their rights away, two at once: disabled, another group, deleted, a group that may less.
        let take = |id: i64, of: i64, how: usize| {
            let (store, act) = (store.clone(), act());
            async move {
                match how % 4 {
                    0 => store.update_record(people, id, &fields(json!({ "status": "disable" })), &act).await.map(drop),
                    1 => store.update_record(people, id, &fields(json!({ "group_arr": [plain] })), &act).await.map(drop),
                    2 => store.delete_records(people, &[id], &act).await.map(drop),
                    _ => store.update_record(groups, of, &fields(json!({ "rules": "1" })), &act).await.map(drop),
                }
            }
        };
        let answers = join_all([tokio::spawn(take(ids[0], group, round)), tokio::spawn(take(ids[1], other, round / 4))]).await;
        let answers: Vec<Result<(), RecordError>> = answers.into_iter().map(Result::unwrap).collect();
        let chiefs = store.directory().await.unwrap().chiefs();
        assert!(!chiefs.is_empty(), "{round}: {answers:?}");
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{round}: {answers:?}");
        assert!(answers.iter().any(|answer| matches!(answer, Err(RecordError::LastChief))), "{round}: {answers:?}");
        for id in [group, other] {
            store.update_record(groups, id, &fields(json!({ "rules": "*" })), &Act::system(0)).await.unwrap();
        }
        store.run("DELETE admin", vec![]).await.unwrap();
        store.forget_directory();
    }
}

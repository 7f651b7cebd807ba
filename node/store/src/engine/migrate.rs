//! The schema, in ordered steps. A step runs once, in one transaction with the note that it ran.

use actors::store::StoreError;
use serde::Deserialize;

use crate::engine::connect::{ConnectError, Store};
use crate::engine::transaction::{TxError, Vars};
use crate::engine::value::int;

/// The step from which on balances have counted all of their ledger rows.
const BALANCES_WITH_MOVEMENTS: &str = include_str!("migrations/0014_balances_with_their_movements.surql");

/// The step from which on coupons have what they cost.
const COUPON_COSTS: &str = include_str!("migrations/0030_score_and_coupon_costs.surql");

/// The step from which on a product has one minimum in a warehouse.
const ONE_MINIMUM: &str = include_str!("migrations/0041_one_minimum.surql");

/// The step from which on coupons are found by their folded code.
const FOLDED_CODES: &str = include_str!("migrations/0044_folded_coupon_codes.surql");

/// The steps. Never change one that has been released: add another.
const STEPS: &[&str] = &[
    include_str!("migrations/0001_begin.surql"),
    include_str!("migrations/0002_lean_ledger.surql"),
    include_str!("migrations/0003_lean_orders.surql"),
    include_str!("migrations/0004_members.surql"),
    include_str!("migrations/0005_member_notices.surql"),
    include_str!("migrations/0006_without_deletions.surql"),
    include_str!("migrations/0007_lean_sums.surql"),
    include_str!("migrations/0008_lean_notifications.surql"),
    include_str!("migrations/0009_sums_behind.surql"),
    include_str!("migrations/0010_places_behind.surql"),
    include_str!("migrations/0011_logins.surql"),
    include_str!("migrations/0012_optional_dictionary_code.surql"),
    include_str!("migrations/0013_views_of_one_file.surql"),
    BALANCES_WITH_MOVEMENTS,
    include_str!("migrations/0015_ledger_blocks.surql"),
    include_str!("migrations/0016_notification_mutes.surql"),
    include_str!("migrations/0017_digests.surql"),
    include_str!("migrations/0018_batch_holds.surql"),
    include_str!("migrations/0019_count_sheets.surql"),
    include_str!("migrations/0020_month_closings.surql"),
    include_str!("migrations/0021_members_of_the_shop.surql"),
    include_str!("migrations/0022_shop_coupons.surql"),
    include_str!("migrations/0023_shop_carts.surql"),
    include_str!("migrations/0024_shop_orders.surql"),
    include_str!("migrations/0025_unpaid_orders.surql"),
    include_str!("migrations/0026_shop_sales.surql"),
    include_str!("migrations/0027_shop_payments.surql"),
    include_str!("migrations/0028_id_blocks.surql"),
    include_str!("migrations/0029_minimum_alerts.surql"),
    COUPON_COSTS,
    include_str!("migrations/0031_record_history.surql"),
    include_str!("migrations/0035_cleaned_pictures.surql"),
    include_str!("migrations/0036_import_changes.surql"),
    include_str!("migrations/0038_sign_ins.surql"),
    include_str!("migrations/0039_what_places_had.surql"),
    include_str!("migrations/0040_audit_seals.surql"),
    ONE_MINIMUM,
    include_str!("migrations/0042_products_of_orders.surql"),
    include_str!("migrations/0043_lists_of_orders.surql"),
    FOLDED_CODES,
    include_str!("migrations/0045_orders_of_warehouses.surql"),
    include_str!("migrations/0046_saved_filters.surql"),
    include_str!("migrations/0047_members_of_orders.surql"),
    include_str!("migrations/0048_limits_of_strangers_and_members.surql"),
    include_str!("migrations/0049_own_members.surql"),
    include_str!("migrations/0050_reversals.surql"),
    include_str!("migrations/0051_kept_forms.surql"),
    include_str!("migrations/0052_closed_accounts.surql"),
    include_str!("migrations/0053_task_steps.surql"),
    include_str!("migrations/0054_list_views.surql"),
    include_str!("migrations/0055_row_comments.surql"),
    include_str!("migrations/0056_addresses_abroad.surql"),
    include_str!("migrations/0057_sealed_secrets.surql"),
    include_str!("migrations/0058_events.surql"),
    include_str!("migrations/0059_mails_of_notifications.surql"),
];

/// How many steps this program knows.
pub(crate) fn known_steps() -> i64 {
    i64::try_from(STEPS.len()).unwrap_or(i64::MAX)
}

/// Whether a database of this schema version has not run a step.
fn is_before(schema_version: i64, step: &str) -> bool {
    STEPS.iter().zip(1_i64..).any(|(known, number)| *known == step && schema_version < number)
}

/// Another node has run the step first.
const RAN: &str = "ran";

#[derive(Deserialize)]
struct Version {
    version: i64,
}

impl Store {
    /// Runs the steps that have not run yet. Answers the number of the last step that had run before.
    pub(crate) async fn run_missing_steps(&self) -> Result<i64, ConnectError> {
        self.run_steps(STEPS).await
    }

    async fn run_steps(&self, steps: &[&str]) -> Result<i64, ConnectError> {
        let known = i64::try_from(steps.len()).unwrap_or(i64::MAX);
        self.run("DEFINE TABLE IF NOT EXISTS schema_version SCHEMAFULL; DEFINE FIELD IF NOT EXISTS version ON schema_version TYPE int;", vec![])
            .await
            .map_err(StoreError::from)?;
        let found = self.schema_version().await?;
        if found > known {
            return Err(ConnectError::Newer { found, known });
        }
        let mut ran = 0;
        for (step, number) in
            steps.iter().zip(1_i64..).skip(usize::try_from(found).map_err(|_| StoreError::Corrupt(format!("schema version {found}")))?)
        {
            let guard =
                format!("LET $before = (SELECT VALUE version FROM ONLY schema_version:now) ?? 0; IF $before != $number - 1 {{ THROW '{RAN}' }};");
            let query = format!("BEGIN; {guard} {step} UPSERT schema_version:now SET version = $number; COMMIT;");
            let vars: Vars = vec![("number", int(number))];
            match self.run(&query, vars).await {
                Ok(_) => ran += 1,
                // Another node was quicker.
                Err(TxError::Thrown(code)) if code == RAN => {}
                Err(error) => return Err(StoreError::from(error).into()),
            }
        }
        if ran > 0 {
            tracing::info!(from = found, to = known, "the schema was brought up to date");
        }
        Ok(found)
    }

    /// Takes away the index that would refuse rows of a backup with this schema version: an older one may have several minimums of
    /// a product in a warehouse. Answers whether it did; then the declaration has to be defined again.
    pub(crate) async fn admit_older_rows(&self, schema_version: i64) -> Result<bool, StoreError> {
        let older = is_before(schema_version, ONE_MINIMUM);
        if older {
            self.run("REMOVE INDEX IF EXISTS warehouse_safety_pair ON warehouse_safety", vec![]).await?;
        }
        Ok(older)
    }

    /// Makes of the rows of a backup with this schema version what this program keeps: sums that they lack, one minimum of
    /// several, and codes that are found without regard to case.
    pub(crate) async fn complete_older_rows(&self, schema_version: i64) -> Result<(), StoreError> {
        for step in [BALANCES_WITH_MOVEMENTS, COUPON_COSTS, ONE_MINIMUM, FOLDED_CODES] {
            if is_before(schema_version, step) {
                self.run(&format!("BEGIN; {step} COMMIT;"), vec![]).await?;
            }
        }
        Ok(())
    }

    /// The number of the last step that ran, 0 in an empty database.
    pub async fn schema_version(&self) -> Result<i64, StoreError> {
        let found: Vec<Version> = self.rows("SELECT version FROM schema_version:now", vec![]).await?;
        Ok(found.first().map_or(0, |row| row.version))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::engine::connect::StoreConfig;
    use crate::engine::transaction::take;
    use crate::resource::Resource;

    async fn empty() -> Store {
        let config = StoreConfig::new("mem://", "test");
        Store::open(&config).await.unwrap()
    }

    async fn all(store: &Store, query: &str) -> Vec<Json> {
        store.rows(query, vec![]).await.unwrap()
    }

    #[tokio::test]
    async fn an_older_database_keeps_what_it_has() {
        let store = empty().await;
        store.run_steps(&STEPS[..1]).await.unwrap();
        let order = "CREATE stock_order:7 SET kind = 'inbound', number = 'IN1', reference = '', warehouse = 1, order_type = 'purchase',
            status = 'reviewed', total_amount = 3dec, total_quantity = 1dec, remark = '', business_date = '2026-01-02', admin = 1, created_by = 1,
            edited_by = [], version = 2, created_at = 5, updated_at = 6,
            lines = [{ line: 1, product: 1, unit: 1, quantity: 1dec, price: 3dec, total: 3dec, stocked: 0dec }],
            history = [{ at: 5, admin: 1, action: 'create', to: 'pending' }, { at: 6, admin: 2, action: 'audit', from: 'pending', to: 'reviewed' }];
            CREATE movement:[1, 1] SET warehouse = 1, sequence = 1, unit = 1, business_date = '2026-01-02', operation = 10;
            CREATE movement:[1, 2] SET warehouse = 1, sequence = 2, unit = 1, business_date = '2026-01-03', operation = 10;
            CREATE movement:[1, 3] SET warehouse = 1, sequence = 3, unit = 1, business_date = '2026-01-03';
            CREATE place:[1, 0, 0, 5, ''] SET warehouse = 1, product = 5, on_hand = 2dec; CREATE place:[1, 0, 0, 6, ''] SET warehouse = 1, product = 6;
            CREATE place:[2, 0, 0, 5, ''] SET warehouse = 2, product = 5;";
        store.run(order, vec![]).await.unwrap();
        store.migrate().await.unwrap();
        assert_eq!(store.schema_version().await.unwrap(), i64::try_from(STEPS.len()).unwrap());
        assert_eq!(
            all(&store, "SELECT record::id(id) AS id, number, version, entry.admin AS by, history = NONE AS moved FROM stock_order").await,
            [json!({ "id": 7, "number": "IN1", "version": 2, "by": 2, "moved": true })]
        );
        let events = all(&store, "SELECT VALUE [record::id(id), action] FROM order_event").await;
        assert_eq!(events, [json!([[7, 1], "create"]), json!([[7, 2], "audit"])]);
        assert_eq!(all(&store, "SELECT month, records, last FROM flow").await, [json!({ "month": "2026-01", "records": 2, "last": 2 })]);
        // Balances had counted all that there was.
        assert_eq!(
            all(&store, "SELECT VALUE [warehouse, on_hand, last] FROM place").await,
            [json!([1, "2", null]), json!([1, null, null]), json!([2, null, null])]
        );
        // Running it again changes nothing.
        store.migrate().await.unwrap();
        assert_eq!(all(&store, "SELECT VALUE records FROM flow").await, [json!(2)]);
    }

    #[tokio::test]
    async fn dictionary_types_of_an_older_database_need_no_code_either() {
        let store = empty().await;
        store.run_steps(&STEPS[..11]).await.unwrap();
        let older = "DEFINE TABLE dictionary SCHEMAFULL; DEFINE FIELD code ON dictionary TYPE string;
            DEFINE INDEX dictionary_code ON dictionary FIELDS code UNIQUE; CREATE dictionary:1 SET code = '';";
        store.run(older, vec![]).await.unwrap();
        assert!(store.run("CREATE dictionary:2 SET code = ''", vec![]).await.is_err());
        store.migrate().await.unwrap();
        store.run("CREATE dictionary:2 SET code = ''", vec![]).await.unwrap();
        assert_eq!(all(&store, "SELECT VALUE record::id(id) FROM dictionary").await, [json!(1), json!(2)]);
    }

    #[tokio::test]
    async fn rules_and_settings_that_nobody_edited_suit_clients_written_for_buildadmin() {
        let step = STEPS.iter().position(|step| step.contains("views/backend")).unwrap();
        let store = empty().await;
        store.run_steps(&STEPS[..step]).await.unwrap();
        let definitions: String = crate::resource::catalogue::compiled().map(|resource| resource.definitions()).collect();
        store.run(&definitions, vec![]).await.unwrap();
        let rows = "
            CREATE admin_rule:1 SET name = 'dashboard', component = '/src/views/backend/dashboard/index.vue';
            CREATE admin_rule:2 SET name = 'routine/adminInfo', component = '/src/views/backend/routine/adminInfo/index.vue';
            CREATE admin_rule:3 SET name = 'auth/admin', component = '/src/views/backend/auth/admin/index.vue';
            CREATE config:1 SET name = 'smtp_port', type = 'string', rule = 'integer', value = '465';
            CREATE config:2 SET name = 'own_number', type = 'number', rule = 'integer', value = '4';";
        store.run(rows, vec![]).await.unwrap();
        store.run_steps(&STEPS[..=step]).await.unwrap();
        assert_eq!(
            all(&store, "SELECT VALUE component FROM admin_rule").await,
            [
                json!("/src/views/backend/dashboard.vue"),
                json!("/src/views/backend/routine/adminInfo.vue"),
                json!("/src/views/backend/auth/admin/index.vue")
            ]
        );
        assert_eq!(all(&store, "SELECT VALUE [rule, value] FROM config").await, [json!(["", "465"]), json!(["integer", "4"])]);
        // Edited values stay.
        let store = empty().await;
        store.run_steps(&STEPS[..step]).await.unwrap();
        store.run(&definitions, vec![]).await.unwrap();
        store
            .run(
                "CREATE admin_rule:1 SET name = 'dashboard', component = '/src/views/backend/mine.vue';
                 CREATE config:1 SET name = 'smtp_port', type = 'string', rule = 'required,integer'",
                vec![],
            )
            .await
            .unwrap();
        store.run_steps(&STEPS[..=step]).await.unwrap();
        assert_eq!(all(&store, "SELECT VALUE component FROM admin_rule").await, [json!("/src/views/backend/mine.vue")]);
        assert_eq!(all(&store, "SELECT VALUE rule FROM config").await, [json!("required,integer")]);
    }

    #[tokio::test]
    async fn what_coupons_have_cost_is_added_up_of_older_orders() {
        let step = STEPS.iter().position(|step| *step == COUPON_COSTS).unwrap();
        assert!(is_before(29, COUPON_COSTS) && !is_before(30, COUPON_COSTS), "the number is that of its place");
        let store = empty().await;
        store.run_steps(&STEPS[..step]).await.unwrap();
        let definitions: String = crate::resource::catalogue::compiled().map(|resource| resource.definitions()).collect();
        store.run(&definitions, vec![]).await.unwrap();
        let rows = "
            CREATE shop_coupon:1 SET name = 'one'; CREATE shop_coupon:2 SET name = 'two';
            CREATE shop_order:7 SET coupon_amount = 2.50dec, freight_off = 0dec; CREATE shop_order:8 SET coupon_amount = 0dec, freight_off = 8dec;
            CREATE shop_order:9 SET coupon_amount = 1dec, freight_off = 0dec;
            CREATE shop_user_coupon:1 SET coupon_id = 1, status = 2, order_id = 7; CREATE shop_user_coupon:2 SET coupon_id = 1, status = 2, order_id = 8;
            CREATE shop_user_coupon:3 SET coupon_id = 1, status = 1, order_id = 9; CREATE shop_user_coupon:4 SET coupon_id = 2, status = 0, order_id = 0;";
        store.run(rows, vec![]).await.unwrap();
        store.run_steps(&STEPS[..=step]).await.unwrap();
        assert_eq!(all(&store, "SELECT VALUE <string>cost FROM shop_coupon").await, [json!("10.5"), json!("0")]);
        let of_tickets = all(&store, "SELECT VALUE <string>(cost ?? 0dec) FROM shop_user_coupon").await;
        assert_eq!(of_tickets, [json!("2.5"), json!("8"), json!("0"), json!("0")]);
    }

    #[tokio::test]
    async fn older_coupons_are_found_by_their_folded_code() {
        let step = STEPS.iter().position(|step| *step == FOLDED_CODES).unwrap();
        let store = empty().await;
        store.run_steps(&STEPS[..step]).await.unwrap();
        let older = "DEFINE FIELD name ON shop_coupon TYPE string; DEFINE FIELD code ON shop_coupon TYPE string DEFAULT ALWAYS '';
            CREATE shop_coupon:1 SET name = 'by code', code = 'Spring24'; CREATE shop_coupon:2 SET name = 'taken';";
        store.run(older, vec![]).await.unwrap();
        store.run_steps(&STEPS[..=step]).await.unwrap();
        assert_eq!(all(&store, "SELECT VALUE code_key FROM shop_coupon").await, [json!("spring24"), json!("")]);
    }

    #[tokio::test]
    async fn of_several_minimums_of_a_product_in_a_warehouse_the_largest_stays() {
        let step = STEPS.iter().position(|step| *step == ONE_MINIMUM).unwrap();
        let store = empty().await;
        store.run_steps(&STEPS[..step]).await.unwrap();
        let older: String = crate::resource::catalogue::compiled().map(|resource| Resource { pair: None, ..*resource }.definitions()).collect();
        store.run(&older, vec![]).await.unwrap();
        let rows = "
            CREATE warehouse_safety:1 SET warehouses_id = 1, product_id = 5, quantity = 3dec, remark = 'few';
            CREATE warehouse_safety:2 SET warehouses_id = 1, product_id = 5, quantity = 8dec, remark = 'many';
            CREATE warehouse_safety:3 SET warehouses_id = 1, product_id = 5, quantity = 8dec, remark = 'few';
            CREATE warehouse_safety:4 SET warehouses_id = 2, product_id = 5, quantity = 1dec;
            CREATE warehouse_safety:5 SET warehouses_id = 1, product_id = 6, quantity = 1dec, remark = 'own';";
        store.run(rows, vec![]).await.unwrap();
        store.migrate().await.unwrap();
        assert_eq!(
            all(&store, "SELECT VALUE [record::id(id), <string>quantity, remark] FROM warehouse_safety").await,
            [json!([2, "8", "many; few"]), json!([4, "1", ""]), json!([5, "1", "own"])]
        );
        let twice = store.run("CREATE warehouse_safety:9 SET warehouses_id = 1, product_id = 5, quantity = 1dec", vec![]).await;
        assert!(matches!(twice, Err(TxError::NotUnique(index)) if index == "warehouse_safety_pair"));
    }

    #[tokio::test]
    async fn orders_of_an_older_database_are_found_by_their_products() {
        let step = STEPS.iter().position(|step| step.contains("stock_order_product")).unwrap();
        let store = empty().await;
        store.run_steps(&STEPS[..step]).await.unwrap();
        let orders = "
            CREATE stock_order:1 SET kind = 'inbound', number = 'A', lines = [{ product: 5 }, { product: 6 }, { product: 5 }];
            CREATE stock_order:2 SET kind = 'outbound', number = 'B', lines = [{ product: 5 }];
            CREATE stock_order:3 SET kind = 'inbound', number = 'C', lines = [];";
        store.run(orders, vec![]).await.unwrap();
        store.run_steps(&STEPS[..=step]).await.unwrap();
        let of = "FROM stock_order WITH INDEX stock_order_product WHERE kind = 'inbound' AND lines.product CONTAINS";
        assert_eq!(all(&store, &format!("SELECT VALUE record::id(id) {of} 5")).await, [json!(1)]);
        store.run("UPDATE stock_order:1 SET lines = [{ product: 6 }]; UPDATE stock_order:3 SET lines = [{ product: 5 }]", vec![]).await.unwrap();
        assert_eq!(all(&store, &format!("SELECT VALUE record::id(id) {of} 5")).await, [json!(3)]);
    }

    #[tokio::test]
    async fn a_step_that_fails_leaves_the_database_as_it_was() {
        let store = empty().await;
        let first = "DEFINE TABLE kept SCHEMALESS; CREATE kept:1 SET name = 'one';";
        let broken = "UPDATE kept:1 SET name = 'two'; DEFINE TABLE half SCHEMAFULL; CREATE half:1; UPDATE kept:1 SET n = 1 + 'x';";
        let error = store.run_steps(&[first, broken]).await.unwrap_err();
        assert!(!error.to_string().is_empty());
        assert_eq!(store.schema_version().await.unwrap(), 1);
        assert_eq!(all(&store, "SELECT VALUE name FROM kept").await, [json!("one")]);
        let mut known = store.run("INFO FOR DB", vec![]).await.unwrap();
        let known: Json = take(&mut known, 0).unwrap();
        assert!(!known["tables"].as_object().unwrap().contains_key("half"), "{known}");
        // A guard of a step that throws is a failure as well, not another node that was quicker.
        assert!(store.run_steps(&[first, "THROW 'wrong';"]).await.is_err());
        store.run_steps(&[first, "UPDATE kept:1 SET name = 'three';"]).await.unwrap();
        assert_eq!(all(&store, "SELECT VALUE name FROM kept").await, [json!("three")]);
    }

    #[tokio::test]
    async fn a_newer_database_is_refused_and_told_why() {
        let store = empty().await;
        store.migrate().await.unwrap();
        store.run("UPSERT schema_version:now SET version = 99", vec![]).await.unwrap();
        let error = store.migrate().await.unwrap_err().to_string();
        assert!(error.contains("99") && error.contains("newer program"), "{error}");
    }
}

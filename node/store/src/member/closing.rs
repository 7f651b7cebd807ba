//! Closing of member accounts: in one transaction, what tells of a person goes; orders and money stay, and with them the row
//! of the account, which has no name any more.

use actors::store::StoreError;
use serde_json::{Map, Value as Json, json};

use crate::engine::connect::Store;
use crate::engine::transaction::TxError;
use crate::engine::value::{array, id, int, text};
use crate::resource::Act;
use crate::resource::write::{ExtraStatements, LAST_OWNER, MONEY_LEFT, ORDERS_OPEN};

/// Orders and recharges that are placed meanwhile meet the end of the account here.
const TURNS: &str = "
    UPSERT type::record('shop_member_turn', $owner) SET last = (last ?? 0) + 1 RETURN NONE;
    UPSERT type::record('shop_recharge_book', $owner) SET changes = (changes ?? 0) + 1 RETURN NONE;";

/// What refuses: orders and recharges that are not at their end, money that is left, a company that others belong to.
fn refusals() -> String {
    format!(
        "IF array::len((SELECT VALUE id FROM shop_order WHERE user_id = $owner \
             AND (status IN [1, 2, 3, 7] OR refunds.any(|$refund| $refund.status < 2)) LIMIT 1)) > 0 {{ THROW '{ORDERS_OPEN}' }}; \
         IF array::len((SELECT VALUE id FROM shop_placing WHERE open = true AND order.user_id = $owner LIMIT 1)) > 0 {{ THROW '{ORDERS_OPEN}' }}; \
         IF array::len((SELECT VALUE id FROM shop_recharge_order WHERE user_id = $owner AND status = 1 LIMIT 1)) > 0 {{ THROW '{ORDERS_OPEN}' }}; \
         IF (SELECT VALUE money FROM ONLY type::record('user', $owner)) > 0 \
             OR array::len((SELECT VALUE id FROM balance_request WHERE user_id = $owner AND status = 1 LIMIT 1)) > 0 {{ THROW '{MONEY_LEFT}' }}; \
         FOR $of IN (SELECT VALUE company_id FROM company_user WHERE user_id = $owner AND role = 'owner' AND state = 'active') {{ \
           UPSERT type::record('counter', string::concat('company_owners_', <string> $of)) SET last = (last ?? 0) + 1 RETURN NONE; \
           LET $others = (SELECT VALUE role FROM company_user WHERE company_id = $of AND state = 'active' AND user_id != $owner); \
           IF array::len($others) > 0 AND !($others CONTAINS 'owner') {{ THROW '{LAST_OWNER}' }}; \
         }};"
    )
}

/// What goes, and what loses the person's name. A former order keeps its goods and its money. `{now}` is the time, in Unix seconds.
const FORGOTTEN: &str = "
    DELETE shop_address WHERE user_id = $owner RETURN NONE;
    DELETE shop_cart WHERE user_id = $owner RETURN NONE;
    UPDATE verify_person SET real_name = '', id_number = '', number_secret = '', number_secret_hash = '', state = 'withdrawn',
      review_time = {now}, version += 1 WHERE user_id = $owner RETURN NONE;
    DELETE announcement_read WHERE user_id = $owner RETURN NONE;
    DELETE member_notice WHERE member = $owner RETURN NONE;
    DELETE own_member WHERE member = $owner RETURN NONE;
    UPDATE member_session SET revoked = true WHERE member = $owner RETURN NONE;
    UPDATE company_user SET state = 'left', position = '', version += 1 WHERE user_id = $owner AND state != 'left' RETURN NONE;
    UPDATE site_message SET name = '', company = '', mobile = '', email = '', ip = '' WHERE user_id = $owner RETURN NONE;
    FOR $order IN (SELECT id, version, entry FROM shop_order WHERE user_id = $owner) {
      LET $entry = object::extend($order.entry, { at: {now}, by: { who: 'system' }, action: 'anonymised', from: $order.entry.to, reason: '' });
      CREATE type::record('shop_event', [record::id($order.id), $order.version + 1]) CONTENT $entry RETURN NONE;
      UPDATE $order.id SET name = '', mobile = '', area = [], area_text = '', address = '', remark = '', entry = $entry,
        version = $order.version + 1 RETURN NONE;
      UPDATE type::record('shop_placing', record::id($order.id)) SET order.name = '', order.mobile = '', order.area = [],
        order.area_text = '', order.address = '', order.remark = '' RETURN NONE;
    };
    DELETE data_recycle_log WHERE data_table = 'user' AND row_id = $owner RETURN NONE;
    DELETE data_recycle_log WHERE data_table IN ['shop_address', 'verify_person', 'company_user', 'site_message', 'shop_evaluation']
      AND row.user_id = $owner RETURN NONE;
    UPDATE sensitive_data_log SET before = '', after = '', stored = NONE WHERE data_table = 'user' AND id_value = $owner RETURN NONE;
    LET $imports = (SELECT VALUE record::id(id) FROM transfer_task WHERE controller = 'user.User');
    UPDATE import_change SET former = {}, given = {} WHERE key = $owner AND record::id(id)[0] IN $imports RETURN NONE;
    UPSERT type::record('closed_account', $owner) SET at = {now} RETURN NONE;";

/// What the account's own row holds afterwards. Its name can't be registered, as it has a sign that names lack.
fn closed_row(member: i64, now: i64) -> Map<String, Json> {
    let name = format!("closed-{member}");
    let row = json!({
        "username": name, "nickname": name, "email": "", "mobile": "", "avatar": "", "gender": 0, "birthday": null, "last_login_ip": "",
        "join_ip": "", "password": "", "motto": "", "status": "disable", "closed_time": now,
    });
    row.as_object().cloned().unwrap_or_default()
}

/// The act that closes a member's account: what its row holds then, and what is written beside it. Forced, nothing refuses: a
/// restore closes again what was closed. There are no values to be bound, so that several accounts are closed together.
#[must_use]
pub fn closing(member: i64, act: Act, forced: bool) -> Act {
    let refusals = if forced { String::new() } else { refusals() };
    let extra = ExtraStatements {
        query: format!("{TURNS} {refusals} {}", FORGOTTEN.replace("{now}", &act.now.to_string())),
        vars: vec![],
        tables: vec!["shop_address", "shop_cart", "verify_person", "announcement_read", "company_user", "site_message", "data_recycle_log"],
        only_guards: false,
    };
    Act { set: closed_row(member, act.now), extra, ..act }
}

/// Thrown where nothing refuses.
const NOTHING_OPEN: &str = "NOTHING_OPEN";

impl Store {
    /// Those of some members whose accounts can't be closed.
    pub async fn not_to_be_closed(&self, members: &[i64]) -> Result<Vec<i64>, StoreError> {
        let query = format!("BEGIN; LET $owner = $member; {} THROW '{NOTHING_OPEN}'; COMMIT;", refusals());
        let mut open = Vec::new();
        for member in members {
            match self.run(&query, vec![("member", int(*member))]).await {
                Err(TxError::Thrown(code)) if code == NOTHING_OPEN => {}
                Err(TxError::Thrown(_)) => open.push(*member),
                Err(error) => return Err(error.into()),
                Ok(_) => {}
            }
        }
        Ok(open)
    }

    /// Removes a closed account's names from what was told to administrators and from their log.
    pub async fn forget_names(&self, names: &[String]) -> Result<(), StoreError> {
        let texts = array(names.iter().map(|name| text(name)).collect());
        self.run("UPDATE notification SET data.name = '' WHERE data.name IN $names RETURN NONE", vec![("names", texts)]).await?;
        self.remove_from_admin_log(names).await.map(|_| ())
    }

    /// Removes the proofs of a member whose account is closed; their pictures are gone before.
    pub async fn remove_proofs_of_closed(&self, member: i64) -> Result<(), StoreError> {
        self.delete_where(
            "verify_person",
            "user_id = $member AND record::exists(type::record('closed_account', $member))",
            vec![("member", int(member))],
        )
        .await
        .map(|_| ())
    }

    /// When the member of a closed account joined, and when it was closed, in Unix seconds.
    pub async fn closed_account(&self, member: i64) -> Result<Option<(i64, i64)>, StoreError> {
        let query = "SELECT VALUE [$user.join_time ?? 0, at] FROM $closed";
        Ok(self.rows(query, vec![("closed", id("closed_account", member)), ("user", id("user", member))]).await?.into_iter().next())
    }

    /// The accounts that were closed: the member's id, when they joined, and when it was closed, in Unix seconds.
    pub async fn closed_accounts(&self) -> Result<Vec<(i64, i64, i64)>, StoreError> {
        self.rows("SELECT VALUE [record::id(id), type::record('user', record::id(id)).join_time ?? 0, at] FROM closed_account", vec![]).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::connect::StoreConfig;

    #[tokio::test]
    async fn of_several_members_those_are_named_who_have_something_open() {
        let store = Store::connect(&StoreConfig::new("mem://", "closing")).await.expect("a store");
        let query = "CREATE shop_placing:a CONTENT { open: true, order: { user_id: 5 } } RETURN NONE";
        store.run(query, vec![]).await.expect("an order that is being placed");
        assert_eq!(store.not_to_be_closed(&[4, 5, 6]).await.expect("looked over"), [5]);
        let left: Vec<String> = store.rows("SELECT VALUE <string> id FROM counter", vec![]).await.expect("rows");
        assert!(!left.iter().any(|id| id.contains("company_owners")), "it only looks: {left:?}");
    }
}

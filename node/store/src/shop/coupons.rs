//! Coupons and those that members have claimed. A claim creates the records of its ticket and of the member's turn in
//! the transaction of the coupon itself: whoever comes second is refused by the database, on whichever node.

use std::collections::{BTreeSet, HashMap, HashSet};

use actors::folding::folded;
use actors::shop::claim::{Offered, Validity};
use actors::store::StoreError;
use bus_schemas::shop::Cents;
use bus_schemas::shop::coupon::{CouponGet, CouponKind, CouponScope, CouponTerms};
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::stored::json_text;
use crate::engine::transaction::{TxError, take};
use crate::engine::value::{array, array_id, from_json, id, int, object, text};
use crate::listing::{ListQuery, Page};
use crate::member::notices::{NOTICE_IDS, NoticeKind, notice_id};
use crate::resource::write::ExtraStatements;

/// Most rows that a batch changes.
const BATCH: usize = 500;
/// Most batches of a call: more is left to the next one.
const BATCHES: usize = 200;

/// How long before its end a member is notified of a coupon, in seconds.
const ENDING_SECONDS: i64 = 2 * 86_400;

/// A coupon as it is stored.
#[derive(Clone, Debug, Deserialize)]
pub struct CouponRow {
    pub id: i64,
    pub name: String,
    #[serde(default)]
    pub name_en: String,
    #[serde(rename = "type")]
    kind: i64,
    amount: Decimal,
    percent: i64,
    max_amount: Decimal,
    min_amount: Decimal,
    scope: i64,
    #[serde(deserialize_with = "json_text")]
    scope_ids: Vec<i64>,
    exclude_goods_ids: Vec<i64>,
    pub total_num: i64,
    pub limit_num: i64,
    get_type: i64,
    get_start: i64,
    get_end: i64,
    valid_type: i64,
    valid_start: i64,
    valid_end: i64,
    valid_days: i64,
    received_num: i64,
    status: i64,
    version: i64,
}

const COUPON: &str = "record::id(id) AS id, name, name_en ?? '' AS name_en, `type`, amount ?? 0dec AS amount, percent ?? 0 AS percent, max_amount ?? 0dec AS max_amount,
    min_amount ?? 0dec AS min_amount, scope ?? 0 AS scope, scope_ids ?? [] AS scope_ids, exclude_goods_ids ?? [] AS exclude_goods_ids,
    total_num ?? 0 AS total_num, limit_num ?? 0 AS limit_num, get_type ?? 1 AS get_type, get_start ?? 0 AS get_start, get_end ?? 0 AS get_end,
    valid_type ?? 1 AS valid_type, valid_start ?? 0 AS valid_start, valid_end ?? 0 AS valid_end, valid_days ?? 0 AS valid_days,
    received_num ?? 0 AS received_num, status ?? 0 AS status, version ?? 1 AS version, weigh ?? 0 AS weigh";

impl CouponRow {
    /// What it is good for and how it is given out.
    pub fn offered(&self) -> Result<Offered, StoreError> {
        let wrong = |column: &str| StoreError::Corrupt(format!("{column} of coupon {} makes no sense", self.id));
        let cents = |amount: Decimal, column: &str| Cents::of(amount).map_err(|_| wrong(column));
        let terms = CouponTerms {
            kind: CouponKind::of_code(self.kind).ok_or_else(|| wrong("type"))?,
            amount: cents(self.amount, "amount")?,
            percent: u8::try_from(self.percent).map_err(|_| wrong("percent"))?,
            max_amount: cents(self.max_amount, "max_amount")?,
            min_amount: cents(self.min_amount, "min_amount")?,
            scope: CouponScope::of_code(self.scope).ok_or_else(|| wrong("scope"))?,
            scope_ids: self.scope_ids.clone(),
            exclude_goods_ids: self.exclude_goods_ids.clone(),
        };
        let valid =
            if self.valid_type == 2 { Validity::Days(self.valid_days) } else { Validity::Dates { start: self.valid_start, end: self.valid_end } };
        Ok(Offered {
            enabled: self.status == 1,
            get: CouponGet::of_code(self.get_type).ok_or_else(|| wrong("get_type"))?,
            terms,
            get_start: self.get_start,
            get_end: self.get_end,
            valid,
            total: self.total_num,
            received: self.received_num,
            limit: self.limit_num,
        })
    }
}

/// One claim of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    pub member: i64,
    /// The how manieth of this member, from 1.
    pub turn: i64,
}

/// Why claims were not written. Nothing was.
#[derive(Debug, thiserror::Error)]
pub enum ClaimError {
    /// Somebody else was quicker, or the coupon was changed: read it again.
    #[error("the coupon has moved on")]
    Moved,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A claimed coupon.
#[derive(Clone, Debug, Deserialize)]
pub struct UserCoupon {
    pub id: i64,
    pub coupon_id: i64,
    pub name: String,
    /// Of its coupon as it is now.
    #[serde(default)]
    pub name_en: String,
    pub ticket: i64,
    pub status: i64,
    /// 0: of no order.
    pub order_id: i64,
    /// Unix seconds.
    pub start_time: i64,
    pub end_time: i64,
    pub create_time: i64,
    pub terms: CouponTerms,
}

const CLAIMED: &str = "record::id(id) AS id, coupon_id, name,
    type::record('shop_coupon', coupon_id).name_en ?? '' AS name_en, ticket, status, order_id ?? 0 AS order_id, start_time, end_time, create_time,
    terms";

/// Claimed coupons by what their member can do with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CouponState {
    /// Free, and not too late.
    Free,
    Held,
    Used,
    /// Expired or withdrawn.
    Over,
}

impl CouponState {
    /// Every one, in the order of their codes.
    pub const ALL: [Self; 4] = [Self::Free, Self::Held, Self::Used, Self::Over];

    const fn condition(self) -> &'static str {
        match self {
            Self::Free => "status = 0 AND end_time > $now",
            Self::Held => "status = 1",
            Self::Used => "status = 2",
            Self::Over => "(status IN [3, 4] OR (status = 0 AND end_time <= $now))",
        }
    }
}

/// Which members are meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberFilter {
    /// These alone.
    pub ids: Option<Vec<i64>>,
    pub group: Option<i64>,
    /// Unix seconds: joined from then on.
    pub join_from: Option<i64>,
    /// Unix seconds: joined before.
    pub join_until: Option<i64>,
}

/// Members who are given a coupon get a notice in the same transaction.
const NOTICES: &str = "INSERT INTO member_notice $notices RETURN NONE;";

/// Beside an edit of a coupon's terms: refused when one has been taken since they were read, as any other change of the
/// row would be.
#[must_use]
pub fn unless_taken() -> ExtraStatements {
    let query = "IF ((SELECT VALUE received_num FROM ONLY type::record('shop_coupon', $owner)) ?? 0) > 0 { THROW 'RACE' };";
    ExtraStatements { query: query.to_owned(), ..ExtraStatements::default() }
}

/// Beside the deletion of coupons: refused when somebody has claimed one since the tickets were counted.
#[must_use]
pub fn unless_held() -> ExtraStatements {
    let query = "FOR $coupon IN $keys {
        IF array::len((SELECT VALUE id FROM shop_user_coupon WHERE coupon_id = $coupon AND (status = 0 OR status = 1) LIMIT 1)) > 0 { THROW 'USED' }
    };";
    ExtraStatements { query: query.to_owned(), ..ExtraStatements::default() }
}

impl Store {
    /// How many tickets of each of these coupons members hold, free or in an order that is not paid. Coupons without are left
    /// out.
    pub async fn held_tickets(&self, coupons: &[i64]) -> Result<Vec<(i64, i64)>, StoreError> {
        let held = |name: &str| {
            format!(
                "SELECT VALUE [coupon_id, count] FROM (SELECT coupon_id, count() AS count FROM shop_user_coupon
                   WHERE coupon_id IN ${name} AND (status = 0 OR status = 1) GROUP BY coupon_id);"
            )
        };
        self.look_up(coupons.iter().copied().map(int).collect(), vec![], held).await
    }

    /// A coupon.
    pub async fn coupon(&self, coupon: i64) -> Result<Option<CouponRow>, StoreError> {
        Ok(self.rows(&format!("SELECT {COUPON} FROM $id"), vec![("id", id("shop_coupon", coupon))]).await?.into_iter().next())
    }

    /// The coupon that a code stands for, whatever its case. Of older coupons whose codes differ in case alone, the one that is
    /// written like it.
    pub async fn coupon_by_code(&self, code: &str) -> Result<Option<CouponRow>, StoreError> {
        let query = format!(
            "SELECT {COUPON}, (code = $code) AS alike FROM shop_coupon WHERE code_key = $key AND get_type = $get ORDER BY alike DESC LIMIT 1"
        );
        let vars = vec![("code", text(code.trim())), ("key", text(&folded(code))), ("get", int(CouponGet::Code.code()))];
        Ok(self.rows(&query, vars).await?.into_iter().next())
    }

    /// Whether a coupon other than this one has a code, whatever its case.
    pub async fn is_code_taken(&self, code: &str, own: Option<i64>) -> Result<bool, StoreError> {
        let query = "SELECT VALUE record::id(id) FROM shop_coupon WHERE code_key = $key LIMIT 2";
        let found: Vec<i64> = self.rows(query, vec![("key", text(&folded(code)))]).await?;
        Ok(found.into_iter().any(|coupon| Some(coupon) != own))
    }

    /// Coupons in use that are got in a way and are given out now, a page of them by weight.
    pub async fn coupons_given_out(&self, get: CouponGet, now: i64, query: &ListQuery) -> Result<Page<CouponRow>, StoreError> {
        let window = "status = 1 AND get_type = $get AND (get_start ?? 0) <= $now AND ((get_end ?? 0) = 0 OR get_end > $now)
            AND (valid_type = 2 OR valid_end > $now)";
        let text = format!(
            "SELECT {COUPON} FROM shop_coupon WHERE {window} ORDER BY weigh DESC, id DESC LIMIT $limit START $start;
             SELECT VALUE count FROM ONLY (SELECT count() FROM shop_coupon WHERE {window} GROUP ALL) LIMIT 1;"
        );
        let vars = vec![("get", int(get.code())), ("now", int(now)), ("limit", int(query.page_size())), ("start", int(query.start()))];
        let mut response = self.run(&text, vars).await?;
        let list = take(&mut response, 0)?;
        let total: Option<i64> = take(&mut response, 1)?;
        Ok(Page { list, total: total.unwrap_or(0) })
    }

    /// How many of a coupon members have claimed.
    pub async fn coupons_had(&self, coupon: i64, members: &[i64]) -> Result<HashMap<i64, i64>, StoreError> {
        let had = |name: &str| {
            format!(
                "SELECT VALUE [user_id, count] FROM (SELECT user_id, count() AS count FROM shop_user_coupon
                   WHERE coupon_id = $coupon AND user_id IN ${name} GROUP BY user_id);"
            )
        };
        let rows: Vec<(i64, i64)> = self.look_up(members.iter().copied().map(int).collect(), vec![("coupon", int(coupon))], had).await?;
        Ok(rows.into_iter().collect())
    }

    /// How many of each coupon a member has claimed.
    pub async fn claims_of(&self, member: i64, coupons: &[i64]) -> Result<HashMap<i64, i64>, StoreError> {
        let claimed = |name: &str| {
            format!(
                "SELECT VALUE [coupon_id, count] FROM (SELECT coupon_id, count() AS count FROM shop_user_coupon
                   WHERE user_id = $member AND coupon_id IN ${name} GROUP BY coupon_id);"
            )
        };
        let rows: Vec<(i64, i64)> = self.look_up(coupons.iter().copied().map(int).collect(), vec![("member", int(member))], claimed).await?;
        Ok(rows.into_iter().collect())
    }

    /// Which of these members a gift has reached.
    pub async fn gifts_given(&self, coupon: i64, gift: &str, members: &[i64]) -> Result<HashSet<i64>, StoreError> {
        let key = |member: &i64| array_id("shop_coupon_gift", vec![int(coupon), text(gift), int(*member)]);
        let ids = array(members.iter().map(key).collect());
        let found: Vec<i64> = self.rows("SELECT VALUE record::id(id)[2] FROM $ids", vec![("ids", ids)]).await?;
        Ok(found.into_iter().collect())
    }

    /// Gives out tickets of a coupon as it was read, from the next number on. All or none; answers the ids of the
    /// claimed coupons.
    pub async fn claim_coupons(&self, coupon: &CouponRow, claims: &[Claim], gift: Option<&str>, now: i64) -> Result<Vec<i64>, ClaimError> {
        let offered = coupon.offered()?;
        let (start, end) = offered.window(now);
        let terms = serde_json::to_value(&offered.terms).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let (mut ids, mut tickets, mut turns, mut gifts, mut rows) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let count = i64::try_from(claims.len()).map_err(|_| StoreError::Corrupt("too many claims".into()))?;
        let first = self.next_ids("shop_user_coupon", count).await?;
        let first_notice = if gift.is_some() { self.next_ids(NOTICE_IDS, count).await? } else { 0 };
        let mut notices = Vec::new();
        for ((claim, ticket), at) in claims.iter().zip(coupon.received_num + 1..).zip(0..) {
            let own = first + at;
            let noted = |key| object([("id", key), ("claimed", int(own))]);
            tickets.push(noted(array_id("shop_coupon_ticket", vec![int(coupon.id), int(ticket)])));
            turns.push(noted(array_id("shop_coupon_turn", vec![int(coupon.id), int(claim.member), int(claim.turn)])));
            if let Some(gift) = gift {
                gifts.push(noted(array_id("shop_coupon_gift", vec![int(coupon.id), text(gift), int(claim.member)])));
                notices.push(object([
                    ("id", notice_id(first_notice + at)),
                    ("member", int(claim.member)),
                    ("kind", text(NoticeKind::Coupon.name())),
                    ("data", object([("name", text(&coupon.name))])),
                    ("created_at", int(now)),
                ]));
            }
            rows.push(object([
                ("id", id("shop_user_coupon", own)),
                ("coupon_id", int(coupon.id)),
                ("user_id", int(claim.member)),
                ("name", text(&coupon.name)),
                ("ticket", int(ticket)),
                ("status", int(0)),
                ("order_id", int(0)),
                ("start_time", int(start)),
                ("end_time", int(end)),
                ("terms", from_json(terms.clone(), &[])),
                ("create_time", int(now)),
                ("update_time", int(now)),
                ("version", int(1)),
            ]));
            ids.push(own);
        }
        let given = if gifts.is_empty() { String::new() } else { format!("INSERT INTO shop_coupon_gift $gifts RETURN NONE; {NOTICES}") };
        let query = format!(
            "BEGIN;
            LET $now_is = (SELECT received_num ?? 0 AS received_num, version ?? 1 AS version FROM ONLY $coupon);
            IF $now_is = NONE OR $now_is.received_num != $received OR $now_is.version != $version {{ THROW 'MOVED' }};
            UPDATE $coupon SET received_num = $received + $count RETURN NONE;
            INSERT INTO shop_coupon_ticket $tickets RETURN NONE;
            INSERT INTO shop_coupon_turn $turns RETURN NONE;
            {given}
            INSERT INTO shop_user_coupon $rows RETURN NONE;
            COMMIT;"
        );
        let vars = vec![
            ("coupon", id("shop_coupon", coupon.id)),
            ("received", int(coupon.received_num)),
            ("version", int(coupon.version)),
            ("count", int(count)),
            ("tickets", array(tickets)),
            ("turns", array(turns)),
            ("gifts", array(gifts)),
            ("rows", array(rows)),
            ("notices", array(notices)),
        ];
        let mut writing = self.writes().writing("shop_coupon");
        let written = self.run(&query, vars).await;
        writing.touched(&[coupon.id]);
        match written {
            Ok(_) => Ok(ids),
            Err(TxError::Thrown(code)) if code == "MOVED" => Err(ClaimError::Moved),
            Err(TxError::Exists(_) | TxError::Conflict) => Err(ClaimError::Moved),
            Err(error) => Err(StoreError::from(error).into()),
        }
    }

    /// A page of a member's coupons: those that end first where they can be used, else the newest.
    pub async fn member_coupons(&self, member: i64, state: CouponState, now: i64, query: &ListQuery) -> Result<Page<UserCoupon>, StoreError> {
        let order = if state == CouponState::Free { "end_time, id" } else { "id DESC" };
        let condition = state.condition();
        let text = format!(
            "SELECT {CLAIMED} FROM shop_user_coupon WHERE user_id = $member AND {condition} ORDER BY {order} LIMIT $limit START $start;
             SELECT VALUE count FROM ONLY (SELECT count() FROM shop_user_coupon WHERE user_id = $member AND {condition} GROUP ALL) LIMIT 1;"
        );
        let vars = vec![("member", int(member)), ("now", int(now)), ("limit", int(query.page_size())), ("start", int(query.start()))];
        let mut response = self.run(&text, vars).await?;
        let list = take(&mut response, 0)?;
        let total: Option<i64> = take(&mut response, 1)?;
        Ok(Page { list, total: total.unwrap_or(0) })
    }

    /// How many coupons of each state a member has, in the order of [`CouponState::ALL`].
    pub async fn member_coupon_counts(&self, member: i64, now: i64) -> Result<[i64; 4], StoreError> {
        let rows: Vec<(i64, i64, i64)> = self
            .rows(
                "SELECT VALUE [status, late, count] FROM (SELECT status, late, count() AS count FROM
                   (SELECT status, (IF end_time <= $now { 1 } ELSE { 0 }) AS late FROM shop_user_coupon WHERE user_id = $member)
                 GROUP BY status, late)",
                vec![("member", int(member)), ("now", int(now))],
            )
            .await?;
        let mut counts = [0; 4];
        for (status, late, count) in rows {
            let place = match (status, late) {
                (0, 0) => 0,
                (1, _) => 1,
                (2, _) => 2,
                _ => 3,
            };
            counts[place] += count;
        }
        Ok(counts)
    }

    /// Free coupons whose time is over expire. Answers how many.
    pub async fn expire_coupons(&self, now: i64) -> Result<usize, StoreError> {
        let query = "UPDATE (SELECT VALUE id FROM shop_user_coupon WHERE status = 0 AND end_time <= $now LIMIT $batch)
            SET status = 3, update_time = $now WHERE status = 0 RETURN VALUE 1";
        self.in_batches(query, vec![("now", int(now))]).await
    }

    /// Notifies members once of free coupons that end soon, unless they have claimed them just before. Answers how many.
    pub async fn notify_ending_coupons(&self, now: i64) -> Result<usize, StoreError> {
        const ENDING: &str = "SELECT VALUE id FROM shop_user_coupon WHERE status = 0 AND end_time > $now AND end_time <= $now + $ahead
            AND warned = NONE AND end_time - create_time > $ahead LIMIT $batch";
        let query = format!(
            "BEGIN;
            LET $ending = (UPDATE ({ENDING}) SET warned = $now WHERE status = 0 AND warned = NONE RETURN AFTER);
            FOR $at IN <array> 0..array::len($ending) {{
                LET $coupon = $ending[$at];
                CREATE type::record('member_notice', $first + $at) SET member = $coupon.user_id, kind = $kind,
                  data = {{ name: $coupon.name }}, created_at = $now RETURN NONE;
            }};
            COMMIT;"
        );
        let vars = |batch: i64| vec![("now", int(now)), ("ahead", int(ENDING_SECONDS)), ("batch", int(batch))];
        let mut all = 0;
        for _ in 0..BATCHES {
            let mut response = self.run(&format!("RETURN array::len(({ENDING}))"), vars(i64::try_from(BATCH).unwrap_or(1))).await?;
            let many: i64 = take(&mut response, 0)?;
            if many == 0 {
                break;
            }
            let mut vars = vars(many);
            vars.push(("kind", text(NoticeKind::CouponEnding.name())));
            vars.push(("first", int(self.next_ids(NOTICE_IDS, many).await?)));
            self.run(&query, vars).await?;
            let notified = usize::try_from(many).unwrap_or(0);
            all += notified;
            if notified < BATCH {
                break;
            }
        }
        Ok(all)
    }

    /// Free ones of a coupon are withdrawn, of some members or of all. Answers how many.
    pub async fn withdraw_coupons(&self, coupon: i64, members: Option<&[i64]>, now: i64) -> Result<usize, StoreError> {
        const WITHDRAWN: &str = "SET status = 4, update_time = $now WHERE status = 0 RETURN VALUE 1";
        let vars = vec![("now", int(now)), ("coupon", int(coupon))];
        let Some(members) = members else {
            let free = "SELECT VALUE id FROM shop_user_coupon WHERE coupon_id = $coupon AND status = 0 LIMIT $batch";
            return self.in_batches(&format!("UPDATE ({free}) {WITHDRAWN}"), vars).await;
        };
        let free = |name: &str| {
            format!("SELECT VALUE record::id(id) FROM shop_user_coupon WHERE coupon_id = $coupon AND user_id IN ${name} AND status = 0;")
        };
        let members: BTreeSet<i64> = members.iter().copied().collect();
        let free: Vec<i64> = self.look_up(members.into_iter().map(int).collect(), vars, free).await?;
        let mut all = 0;
        for some in free.chunks(BATCH) {
            let ids = array(some.iter().map(|claimed| id("shop_user_coupon", *claimed)).collect());
            let changed: Vec<i64> = self.rows(&format!("UPDATE $ids {WITHDRAWN}"), vec![("ids", ids), ("now", int(now))]).await?;
            all += changed.len();
        }
        Ok(all)
    }

    async fn in_batches(&self, query: &str, mut vars: crate::engine::transaction::Vars) -> Result<usize, StoreError> {
        vars.push(("batch", int(i64::try_from(BATCH).unwrap_or(1))));
        let mut all = 0;
        for _ in 0..BATCHES {
            let changed: Vec<i64> = self.rows(query, vars.clone()).await?;
            all += changed.len();
            if changed.len() < BATCH {
                break;
            }
        }
        Ok(all)
    }

    /// Ids of members in use that a filter means, `most` and one more.
    pub async fn matching_members(&self, filter: &MemberFilter, most: usize) -> Result<Vec<i64>, StoreError> {
        let mut conditions = vec!["status = 'enable'"];
        let mut vars = vec![("most", int(i64::try_from(most.saturating_add(1)).unwrap_or(i64::MAX)))];
        let mut of = |condition, name, value: Option<i64>| {
            if let Some(value) = value {
                conditions.push(condition);
                vars.push((name, int(value)));
            }
        };
        of("group_id = $group", "group", filter.group);
        of("join_time >= $join_from", "join_from", filter.join_from);
        of("join_time < $join_until", "join_until", filter.join_until);
        let from = match &filter.ids {
            Some(ids) => {
                vars.push(("ids", array(ids.iter().map(|member| id("user", *member)).collect())));
                "$ids"
            }
            None => "user",
        };
        let query = format!("SELECT VALUE record::id(id) FROM (SELECT id FROM {from} WHERE {} ORDER BY id LIMIT $most)", conditions.join(" AND "));
        self.rows(&query, vars).await
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    fn row(column: &str, value: Json) -> Result<CouponRow, serde_json::Error> {
        let mut row = json!({
            "id": 7, "name": "Ten off", "type": 1, "amount": "10", "percent": 0, "max_amount": "0", "min_amount": "0", "scope": 0, "scope_ids": "[3]",
            "exclude_goods_ids": [], "total_num": 0, "limit_num": 0, "get_type": 1, "get_start": 0, "get_end": 0, "valid_type": 1, "valid_start": 0,
            "valid_end": 0, "valid_days": 0, "received_num": 0, "status": 1, "version": 1
        });
        row[column] = value;
        serde_json::from_value(row)
    }

    #[test]
    fn a_coupon_that_cannot_be_read_is_an_error_that_names_the_column() {
        let terms = row("name", json!("Ten off")).unwrap().offered().unwrap().terms;
        assert_eq!((terms.amount, terms.scope_ids), (Cents(1_000), vec![3]));
        for (column, odd) in [("type", json!(99)), ("amount", json!("0.001")), ("percent", json!(256)), ("scope", json!(99)), ("get_type", json!(99))]
        {
            let error = row(column, odd).unwrap().offered().unwrap_err();
            assert!(error.to_string().contains(&format!("{column} of coupon 7")), "{error}");
        }
        assert!(row("scope_ids", json!("[3")).is_err() && row("scope_ids", json!("")).is_ok_and(|row| row.scope_ids.is_empty()));
    }
}

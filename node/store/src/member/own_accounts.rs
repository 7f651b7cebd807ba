//! Which member accounts are an administrator's own. A super administrator can say so (the field `members` of an
//! administrator); beside that, an account is theirs once it has had a number or an address that they have or had: what
//! was found stays known when they change or empty it.

use std::collections::BTreeSet;

use actors::store::StoreError;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{array_id, id, int};

/// Most accounts that are looked at as somebody's own.
const OWN_MAX: i64 = 1_000;

/// After administrators were written: keeps their numbers and addresses, and which members have one of them.
pub(crate) const ADMINISTRATORS_WRITTEN: &str =
    "FOR $person IN (SELECT record::id(id) AS key, [mobile ?? '', string::lowercase(email ?? '')] AS contacts FROM $written) {
       FOR $contact IN array::distinct($person.contacts) { IF $contact != '' {
         UPSERT type::record('admin_contact', [$person.key, $contact]) SET admin = $person.key, contact = $contact RETURN NONE;
         FOR $theirs IN array::union((SELECT VALUE record::id(id) FROM user WHERE email = $contact),
             (SELECT VALUE record::id(id) FROM user WHERE mobile = $contact)) {
           UPSERT type::record('own_member', [$person.key, $theirs]) SET admin = $person.key, member = $theirs RETURN NONE;
         };
       } };
     };";

/// After members were written: keeps whose number or address they have.
pub(crate) const MEMBERS_WRITTEN: &str =
    "FOR $person IN (SELECT record::id(id) AS key, [mobile ?? '', string::lowercase(email ?? '')] AS contacts FROM $written) {
       FOR $contact IN array::distinct($person.contacts) { IF $contact != '' {
         FOR $theirs IN (SELECT VALUE admin FROM admin_contact WHERE contact = $contact) {
           UPSERT type::record('own_member', [$theirs, $person.key]) SET admin = $theirs, member = $person.key RETURN NONE;
         };
       } };
     };";

/// What is known of an administrator and a member.
#[derive(Deserialize)]
struct Known {
    linked: bool,
    administrators: BTreeSet<String>,
    members: Vec<String>,
}

impl Store {
    /// Whether a member account is an administrator's own, as far as is known. What their contacts tell now is kept.
    pub async fn is_member(&self, admin: i64, member: i64) -> Result<bool, StoreError> {
        let query = "SELECT VALUE {
               linked: record::exists($link) OR $member_id IN ($admin.members ?? []),
               administrators: array::union([$admin.mobile ?? '', string::lowercase($admin.email ?? '')],
                 (SELECT VALUE contact FROM admin_contact WHERE admin = $admin_id)),
               members: [$member.mobile ?? '', string::lowercase($member.email ?? '')]
             } FROM ONLY [1]";
        let link = array_id("own_member", vec![int(admin), int(member)]);
        let vars = vec![
            ("link", link.clone()),
            ("admin", id("admin", admin)),
            ("member", id("user", member)),
            ("admin_id", int(admin)),
            ("member_id", int(member)),
        ];
        let known: Known = take(&mut self.run(query, vars).await?, 0)?;
        if known.linked {
            return Ok(true);
        }
        let same = known.members.iter().any(|contact| !contact.is_empty() && known.administrators.contains(contact));
        if same {
            let vars = vec![("link", link), ("admin_id", int(admin)), ("member_id", int(member))];
            self.run("UPSERT $link SET admin = $admin_id, member = $member_id RETURN NONE", vars).await?;
        }
        Ok(same)
    }

    /// The member accounts that are an administrator's own, as far as is known.
    pub async fn own_members(&self, admin: i64) -> Result<BTreeSet<i64>, StoreError> {
        let query = format!(
            "LET $contacts = array::filter(array::union([$admin.mobile ?? '', string::lowercase($admin.email ?? '')],
               (SELECT VALUE contact FROM admin_contact WHERE admin = $admin_id)), |$contact| $contact != '');
             RETURN array::flatten([$admin.members ?? [], (SELECT VALUE member FROM own_member WHERE admin = $admin_id LIMIT {OWN_MAX}),
               (SELECT VALUE record::id(id) FROM user WHERE email IN $contacts), (SELECT VALUE record::id(id) FROM user WHERE mobile IN $contacts)]);"
        );
        let mut response = self.run(&query, vec![("admin", id("admin", admin)), ("admin_id", int(admin))]).await?;
        take(&mut response, 1)
    }
}

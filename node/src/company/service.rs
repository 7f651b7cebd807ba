//! What members do with companies: make one, invite people, accept, leave, ask for verification.

use actors::system::System;
use bus_schemas::notification::{Fact, NotificationKind};
use entrepot_store::Store;
use entrepot_store::companies::{Company, Membership};
use entrepot_store::member::accounts::MemberName;
use entrepot_store::member::notices::NoticeKind;
use entrepot_store::resource::write::ExtraStatements;
use serde_json::{Map, Value, json};

use super::uscc;
use crate::email::is_email;
use crate::error::ServiceError;

/// What the use cases need.
pub struct Companies<'a> {
    pub store: &'a Store,
    pub system: &'a System,
    /// Unix seconds.
    pub now: i64,
}

/// Digits of a number that the customs gave.
const CUSTOMS_CODE: usize = 10;

/// What a change of name or number does to the verification: it ends.
pub const ENDED: [(&str, &str); 2] = [("verify", "none"), ("verify_reason", "")];

/// Checks the numbers among a company's fields and normalises them; answers what the server sets with them.
pub fn checked_numbers(fields: &mut Map<String, Value>) -> Result<Map<String, Value>, ServiceError> {
    let mut set = Map::new();
    if let Some(code) = fields.get("uscc").and_then(Value::as_str).map(uscc::normal) {
        if !code.is_empty() && !uscc::is_code(&code) {
            return Err(ServiceError::field("uscc", "company.uscc"));
        }
        set.insert("uscc_check".into(), json!(uscc::verdict(&code)));
        fields.insert("uscc".into(), json!(code));
    }
    if let Some(code) = fields.get("customs_code").and_then(Value::as_str).map(str::trim)
        && !code.is_empty()
        && (code.len() != CUSTOMS_CODE || !code.chars().all(|sign| sign.is_ascii_alphanumeric()))
    {
        return Err(ServiceError::field("customs_code", "company.customs_code"));
    }
    Ok(set)
}

/// Whether a change takes what the verification was about.
#[must_use]
pub fn ends_verification(fields: &Map<String, Value>, name: &str, code: &str) -> bool {
    let differs = |field: &str, stored: &str| fields.get(field).and_then(Value::as_str).is_some_and(|sent| sent.trim() != stored);
    differs("name", name) || differs("uscc", code)
}

/// The part of a notice that says what happened.
fn told(what: &str, company: &str, reason: &str) -> Map<String, Value> {
    Map::from_iter([("what".to_owned(), json!(what)), ("company".to_owned(), json!(company)), ("reason".to_owned(), json!(reason))])
}

/// Notices to the owners of a company, for the transaction of what they are about.
pub async fn tell_owners(store: &Store, company: &Company, what: &str, reason: &str, now: i64) -> Result<ExtraStatements, ServiceError> {
    let people = store.people_of(company.id).await?;
    let owners: Vec<i64> = people.iter().filter(|person| person.owns()).map(|person| person.user_id).collect();
    Ok(store.member_notice_statements(&owners, NoticeKind::Company, told(what, &company.name, reason), now).await?)
}

/// Notices to those who look after a company, for the transaction of what they are about.
pub async fn tell_managers(store: &Store, company: &Company, what: &str, reason: &str, now: i64) -> Result<ExtraStatements, ServiceError> {
    let people = store.people_of(company.id).await?;
    let managers: Vec<i64> = people.iter().filter(|person| person.manages()).map(|person| person.user_id).collect();
    Ok(store.member_notice_statements(&managers, NoticeKind::Company, told(what, &company.name, reason), now).await?)
}

impl Companies<'_> {
    /// A company and one's membership in it. Another's answers as one that does not exist.
    pub async fn own(&self, member: i64, company: i64) -> Result<(Company, Membership), ServiceError> {
        let gone = || ServiceError::refused("error.not_found");
        let membership = self.store.membership(company, member).await?.filter(|membership| membership.state != "left").ok_or_else(gone)?;
        Ok((self.store.company(company).await?.ok_or_else(gone)?, membership))
    }

    /// The same for those who look after it.
    async fn managed(&self, member: i64, company: i64) -> Result<(Company, Membership), ServiceError> {
        let (company, membership) = self.own(member, company).await?;
        if !membership.manages() {
            return Err(ServiceError::NoPermission);
        }
        if company.status == 0 {
            return Err(ServiceError::refused("company.disabled"));
        }
        Ok((company, membership))
    }

    /// Makes a company, of which the member is the owner. The same command makes it once.
    pub async fn add(&self, member: i64, mut fields: Map<String, Value>, command: Option<&str>) -> Result<i64, ServiceError> {
        if let Some(command) = command
            && let Some(known) = self.store.company_of_command(member, command).await?
        {
            return Ok(known);
        }
        let set = checked_numbers(&mut fields)?;
        Ok(self.store.add_company(member, &fields, set, command, self.now).await?)
    }

    /// Changes a company. Another name or number ends its verification.
    pub async fn edit(&self, member: i64, company: i64, mut fields: Map<String, Value>) -> Result<(), ServiceError> {
        let (stored, _) = self.managed(member, company).await?;
        let mut set = checked_numbers(&mut fields)?;
        if ends_verification(&fields, &stored.name, &stored.uscc) {
            set.extend(ENDED.iter().map(|(field, value)| ((*field).to_owned(), json!(value))));
        }
        Ok(self.store.change_company(company, &fields, set, self.now).await?)
    }

    /// Asks the administrators to verify a company: it needs its number and a picture of its licence.
    pub async fn ask_verification(&self, member: i64, company: i64) -> Result<(), ServiceError> {
        let (stored, _) = self.managed(member, company).await?;
        if stored.uscc.is_empty() {
            return Err(ServiceError::field("uscc", "error.required"));
        }
        if stored.licence_images.is_empty() {
            return Err(ServiceError::field("licence_images", "company.licence"));
        }
        let data = Map::from_iter([("name".to_owned(), json!(stored.name))]);
        let draft = NotificationKind::COMPANY_VERIFY.draft(Fact { id: company, data, ..Fact::default() });
        let announcements = self.store.ask_company_verification(company, draft, self.now).await?;
        self.system.announce(announcements);
        Ok(())
    }

    /// Invites a member by user name, mobile or e-mail. Managers invite staff; owners whomever they like.
    pub async fn invite(&self, member: i64, company: i64, account: &str, (role, position): (&str, &str)) -> Result<(), ServiceError> {
        let (stored, membership) = self.managed(member, company).await?;
        check_role(role)?;
        if role != "staff" && !membership.owns() {
            return Err(ServiceError::NoPermission);
        }
        let account = account.trim();
        if account.is_empty() {
            return Err(ServiceError::field("account", "error.required"));
        }
        let by = match account {
            account if is_email(account) => MemberName::Email,
            account if account.chars().all(|sign| sign.is_ascii_digit()) => MemberName::Mobile,
            _ => MemberName::Username,
        };
        let found = self.store.member_by(by, account).await?.filter(|found| found.status == "enable");
        let invited = found.ok_or_else(|| ServiceError::field("account", "company.no_member"))?;
        let before = self.store.membership(company, invited.id).await?;
        if before.as_ref().is_some_and(|before| before.state != "left") {
            return Err(ServiceError::field("account", "company.there"));
        }
        let notice = self.store.member_notice_statements(&[invited.id], NoticeKind::Company, told("invited", &stored.name, ""), self.now).await?;
        Ok(self.store.invite(company, before.as_ref(), invited.id, (role, position), notice, self.now).await?)
    }

    /// Accepts an invitation.
    pub async fn accept(&self, member: i64, company: i64) -> Result<(), ServiceError> {
        let (stored, membership) = self.own(member, company).await?;
        if membership.state != "invited" {
            return Err(ServiceError::refused("company.not_invited"));
        }
        let notice = tell_managers(self.store, &stored, "joined", &membership.nickname, self.now).await?;
        Ok(self.store.change_membership(&membership, Map::from_iter([("state".to_owned(), json!("active"))]), notice, self.now).await?)
    }

    /// Leaves a company, or declines its invitation. The last owner stays.
    pub async fn leave(&self, member: i64, company: i64) -> Result<(), ServiceError> {
        let (stored, membership) = self.own(member, company).await?;
        let what = if membership.state == "invited" { "declined" } else { "left" };
        let notice = tell_managers(self.store, &stored, what, &membership.nickname, self.now).await?;
        Ok(self.store.change_membership(&membership, Map::from_iter([("state".to_owned(), json!("left"))]), notice, self.now).await?)
    }

    /// Changes what somebody is in a company, or with `out` takes them out of it. Managers do so with staff, owners with all.
    pub async fn change_person(&self, member: i64, company: i64, person: i64, (role, position): (&str, &str), out: bool) -> Result<(), ServiceError> {
        let (stored, own) = self.managed(member, company).await?;
        let gone = || ServiceError::refused("error.not_found");
        let membership = self.store.membership(company, person).await?.filter(|membership| membership.state != "left").ok_or_else(gone)?;
        check_role(role)?;
        if !own.owns() && (membership.role != "staff" || role != "staff") {
            return Err(ServiceError::NoPermission);
        }
        let (change, what) = if out {
            (Map::from_iter([("state".to_owned(), json!("left"))]), "removed")
        } else {
            (Map::from_iter([("role".to_owned(), json!(role)), ("position".to_owned(), json!(position))]), "role")
        };
        let told_person = if out || membership.role != role { vec![person] } else { vec![] };
        let notice = self.store.member_notice_statements(&told_person, NoticeKind::Company, told(what, &stored.name, ""), self.now).await?;
        Ok(self.store.change_membership(&membership, change, notice, self.now).await?)
    }
}

fn check_role(role: &str) -> Result<(), ServiceError> {
    if ["owner", "manager", "staff"].contains(&role) { Ok(()) } else { Err(ServiceError::field("role", "error.choice")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(pairs: &[(&str, &str)]) -> Map<String, Value> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect()
    }

    #[test]
    fn a_wrong_number_is_refused_and_a_doubtful_one_marked() {
        let mut good = fields(&[("uscc", " 91440300192203821 7")]);
        assert_eq!(checked_numbers(&mut good).expect("a form")["uscc_check"], "doubtful");
        assert_eq!(good["uscc"], "914403001922038217");
        for bad in [("uscc", "123"), ("customs_code", "12"), ("customs_code", "12345678-0")] {
            assert!(matches!(checked_numbers(&mut fields(&[bad])), Err(ServiceError::Field { field, .. }) if field == bad.0));
        }
        assert!(checked_numbers(&mut fields(&[("uscc", ""), ("customs_code", "3100000000")])).is_ok());
    }

    #[test]
    fn another_name_or_number_ends_the_verification() {
        assert!(ends_verification(&fields(&[("name", "B")]), "A", "1"));
        assert!(ends_verification(&fields(&[("uscc", "")]), "A", "1"));
        assert!(!ends_verification(&fields(&[("name", " A "), ("city", "X")]), "A", "1"));
    }
}

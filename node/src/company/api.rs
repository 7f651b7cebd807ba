//! A member's companies over HTTP. Another's company answers as one that does not exist.

use bus_schemas::ids::CommandId;
use entrepot_store::companies::{Company, Industry, Membership};
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::service::Companies;
use crate::base::Base;
use crate::error::ServiceError;
use crate::http::body::Body;
use crate::http::body_fields::body;
use crate::http::envelope::{Answer, Nothing, done, ok};
use crate::http::error::ApiError;
use crate::http::lenient::some_integer;
use crate::http::routes::Allow;
use crate::i18n::localized;
use crate::identity::member_request::caller;

/// Endpoints of members' companies.
pub struct CompanyApi(pub Base);

/// A company that is made, or the fields of one that are changed: what is left out stays.
#[derive(Object, Deserialize, Default)]
#[serde(default)]
#[oai(default)]
pub struct CompanyBody {
    /// The company that is changed.
    #[serde(deserialize_with = "some_integer")]
    pub id: Option<i64>,
    /// The version of it that was shown.
    #[serde(deserialize_with = "some_integer")]
    pub version: Option<i64>,
    /// Names the intention to make one: sent twice, it is made once.
    pub command_id: Option<String>,
    /// 1 to 100 characters.
    pub name: Option<String>,
    pub short_name: Option<String>,
    /// Unified social credit code: 18 signs. Another one ends the verification, as another name does.
    pub uscc: Option<String>,
    /// 10 signs.
    pub customs_code: Option<String>,
    #[serde(deserialize_with = "some_integer")]
    pub industry_id: Option<i64>,
    /// Empty, `20`, `100`, `500` or `more`.
    pub scale: Option<String>,
    pub city: Option<String>,
    pub address: Option<String>,
    pub contact: Option<String>,
    pub mobile: Option<String>,
    pub email: Option<String>,
    pub website: Option<String>,
    /// Address of an uploaded picture.
    pub logo: Option<String>,
    /// Addresses of uploaded pictures.
    pub licence_images: Option<Vec<String>>,
    pub introduce: Option<String>,
}

impl CompanyBody {
    fn fields(self) -> Map<String, Value> {
        let texts = [
            ("name", self.name),
            ("short_name", self.short_name),
            ("uscc", self.uscc),
            ("customs_code", self.customs_code),
            ("scale", self.scale),
            ("city", self.city),
            ("address", self.address),
            ("contact", self.contact),
            ("mobile", self.mobile),
            ("email", self.email),
            ("website", self.website),
            ("logo", self.logo),
            ("introduce", self.introduce),
        ];
        let mut fields: Map<String, Value> = texts.into_iter().filter_map(|(name, text)| Some((name.to_owned(), json!(text?)))).collect();
        fields.extend(self.licence_images.map(|images| ("licence_images".to_owned(), json!(images))));
        fields.extend(self.industry_id.map(|industry| ("industry_id".to_owned(), json!(industry))));
        fields.extend(self.version.map(|version| ("version".to_owned(), json!(version))));
        fields
    }
}

body! {
    /// Which company.
    pub struct ChosenCompany {
        id: integer,
    }

    /// Who is invited into a company.
    pub struct InviteBody {
        id: integer,
        /// User name, mobile or e-mail of a member.
        account: text,
        /// `owner`, `manager` or `staff`.
        role: text,
        /// At most 50 characters.
        position: text,
    }

    /// What somebody becomes in a company, or that they leave it.
    pub struct CompanyPersonBody {
        id: integer,
        user_id: integer,
        /// `owner`, `manager` or `staff`.
        role: text,
        position: text,
        /// They are taken out of it.
        out: switch,
    }
}

/// Somebody who belongs to a company.
#[derive(Object)]
pub struct CompanyPerson {
    pub user_id: i64,
    pub nickname: String,
    pub avatar: String,
    /// `owner`, `manager` or `staff`.
    pub role: String,
    pub position: String,
    /// `invited` or `active`.
    pub state: String,
    /// Unix seconds; 0 before they joined.
    pub joined: i64,
}

impl From<Membership> for CompanyPerson {
    fn from(membership: Membership) -> Self {
        let Membership { user_id, nickname, avatar, role, position, state, joined, .. } = membership;
        Self { user_id, nickname, avatar: entrepot_store::resource::identity::picture(&avatar).to_owned(), role, position, state, joined }
    }
}

/// A company as its people see it.
#[derive(Object)]
pub struct OwnCompany {
    pub id: i64,
    pub name: String,
    pub short_name: String,
    pub uscc: String,
    pub customs_code: String,
    #[oai(nullable)]
    pub industry_id: Option<i64>,
    pub scale: String,
    pub city: String,
    pub address: String,
    pub contact: String,
    pub mobile: String,
    pub email: String,
    pub website: String,
    pub logo: String,
    pub licence_images: Vec<String>,
    pub introduce: String,
    /// `none`, `waiting`, `passed` or `refused`.
    pub verify: String,
    /// What the reviewer said.
    pub verify_reason: String,
    /// Unix seconds.
    pub verify_time: i64,
    /// It was disabled: nothing may be changed.
    pub disabled: bool,
    pub version: i64,
    /// One's own role in it.
    pub role: String,
    /// One's own state: `invited` or `active`.
    pub state: String,
    /// Its people; empty for those who are invited only.
    pub people: Vec<CompanyPerson>,
}

fn company_view(company: Company, membership: Membership, people: Vec<Membership>) -> OwnCompany {
    OwnCompany {
        id: company.id,
        name: company.name,
        short_name: company.short_name,
        uscc: company.uscc,
        customs_code: company.customs_code,
        industry_id: company.industry_id,
        scale: company.scale,
        city: company.city,
        address: company.address,
        contact: company.contact,
        mobile: company.mobile,
        email: company.email,
        website: company.website,
        logo: company.logo,
        licence_images: company.licence_images,
        introduce: company.introduce,
        verify: company.verify,
        verify_reason: company.verify_reason,
        verify_time: company.verify_time,
        disabled: company.status == 0,
        version: company.version,
        role: membership.role,
        state: membership.state,
        people: people.into_iter().map(CompanyPerson::from).collect(),
    }
}

/// Who is invited only learns the name: nothing else of the company is theirs yet.
fn invited(company: Company) -> Company {
    let Company { id, name, short_name, logo, verify, status, version, .. } = company;
    Company { id, name, short_name, logo, verify, status, version, ..Company::default() }
}

/// An industry, in the request's language.
#[derive(Object)]
pub struct IndustryOption {
    pub id: i64,
    /// The industry above; 0 for none.
    pub pid: i64,
    pub name: String,
    pub icon: String,
}

impl From<Industry> for IndustryOption {
    fn from(industry: Industry) -> Self {
        Self { id: industry.id, pid: industry.pid, name: localized(&industry.name, &industry.name_en), icon: industry.icon }
    }
}

/// One's companies.
#[derive(Object)]
pub struct OwnCompanies {
    pub list: Vec<OwnCompany>,
    pub industries: Vec<IndustryOption>,
    /// How many there may be.
    pub most: i64,
}

/// The company as it is now.
#[derive(Object)]
pub struct CompanyMade {
    pub id: i64,
}

impl CompanyApi {
    fn companies(&self) -> Companies<'_> {
        Companies { store: self.0.store(), system: self.0.system(), now: self.0.now() }
    }
}

#[OpenApi]
impl CompanyApi {
    /// One's companies with their people, and invitations
    #[oai(path = "/api/company/index", method = "get", operation_id = "companyIndex", tag = "Allow::LoggedIn")]
    async fn index(&self, request: &Request) -> Answer<OwnCompanies> {
        let (store, member) = (self.0.store(), caller(request)?.member.id);
        let mut list = Vec::new();
        for membership in store.memberships_of(member).await? {
            let Some(company) = store.company(membership.company_id).await? else { continue };
            list.push(if membership.state == "active" {
                let people = store.people_of(company.id).await?;
                company_view(company, membership, people)
            } else {
                company_view(invited(company), membership, vec![])
            });
        }
        let industries = store.industries().await?.into_iter().map(IndustryOption::from).collect();
        Ok(ok(OwnCompanies { list, industries, most: entrepot_store::companies::COMPANIES_MAX }))
    }

    /// The industries that a company can name
    #[oai(path = "/api/company/industries", method = "get", operation_id = "companyIndustries", tag = "Allow::Everyone")]
    async fn industries(
        &self,
        /// Only those right below this one; all without it.
        pid: Query<Option<i64>>,
    ) -> Answer<Vec<IndustryOption>> {
        let all = self.0.store().industries().await?.into_iter();
        Ok(ok(all.filter(|industry| pid.0.is_none_or(|pid| industry.pid == pid)).map(IndustryOption::from).collect()))
    }

    /// Make a company; the member is its owner
    #[oai(path = "/api/company/add", method = "post", operation_id = "companyAdd", tag = "Allow::LoggedIn")]
    async fn add(&self, request: &Request, body: Body<CompanyBody>) -> Answer<CompanyMade> {
        let (member, mut body) = (caller(request)?.member.id, body.0);
        let command = body.command_id.take().map(CommandId::new).transpose().map_err(|_| ApiError::field("command_id", "error.command_id"))?;
        let id = self.companies().add(member, body.fields(), command.as_ref().map(CommandId::as_str)).await?;
        Ok(done("saved", CompanyMade { id }))
    }

    /// Change a company
    #[oai(path = "/api/company/edit", method = "post", operation_id = "companyEdit", tag = "Allow::LoggedIn")]
    async fn edit(&self, request: &Request, body: Body<CompanyBody>) -> Answer<CompanyMade> {
        let (member, id) = (caller(request)?.member.id, body.0.id.ok_or_else(|| ServiceError::field("id", "error.required"))?);
        self.companies().edit(member, id, body.0.fields()).await?;
        Ok(done("saved", CompanyMade { id }))
    }

    /// Ask the administrators to verify a company
    #[oai(path = "/api/company/verify", method = "post", operation_id = "companyVerify", tag = "Allow::LoggedIn")]
    async fn verify(&self, request: &Request, body: Body<ChosenCompany>) -> Answer<Nothing> {
        self.companies().ask_verification(caller(request)?.member.id, body.0.id).await?;
        Ok(done("company.asked", Nothing))
    }

    /// Invite a member into a company
    #[oai(path = "/api/company/invite", method = "post", operation_id = "companyInvite", tag = "Allow::LoggedIn")]
    async fn invite(&self, request: &Request, body: Body<InviteBody>) -> Answer<Nothing> {
        let (member, InviteBody { id, account, role, position }) = (caller(request)?.member.id, body.0);
        self.companies().invite(member, id, &account, (&role, &position)).await?;
        Ok(done("company.invited", Nothing))
    }

    /// Accept an invitation
    #[oai(path = "/api/company/accept", method = "post", operation_id = "companyAccept", tag = "Allow::LoggedIn")]
    async fn accept(&self, request: &Request, body: Body<ChosenCompany>) -> Answer<Nothing> {
        self.companies().accept(caller(request)?.member.id, body.0.id).await?;
        Ok(done("ok", Nothing))
    }

    /// Leave a company, or decline an invitation; the last owner can't
    #[oai(path = "/api/company/leave", method = "post", operation_id = "companyLeave", tag = "Allow::LoggedIn")]
    async fn leave(&self, request: &Request, body: Body<ChosenCompany>) -> Answer<Nothing> {
        self.companies().leave(caller(request)?.member.id, body.0.id).await?;
        Ok(done("ok", Nothing))
    }

    /// Change what somebody is in a company, or take them out of it
    #[oai(path = "/api/company/person", method = "post", operation_id = "companyPerson", tag = "Allow::LoggedIn")]
    async fn person(&self, request: &Request, body: Body<CompanyPersonBody>) -> Answer<Nothing> {
        let (member, CompanyPersonBody { id, user_id, role, position, out }) = (caller(request)?.member.id, body.0);
        self.companies().change_person(member, id, user_id, (&role, &position), out).await?;
        Ok(done("saved", Nothing))
    }
}

//! Proofs of who a member is, over HTTP: sent in by members, opened by reviewers. Decisions are commands of the declared rows.

use entrepot_store::people::{PersonProof, TRIES_MAX};
use poem::http::header;
use poem::{IntoResponse, Request, Response};
use poem_openapi::param::Query;
use poem_openapi::registry::{MetaResponses, Registry};
use poem_openapi::types::Type;
use poem_openapi::{ApiResponse, Object, OpenApi};
use std::sync::Arc;

use super::papers::{PaperOf, Papers, Side};
use super::service::{LINK_SECONDS, NewProof, Proofs};
use crate::base::Base;
use crate::error::ServiceError;
use crate::file::Storage;
use crate::file::upload_api::UploadForm;
use crate::http::address;
use crate::http::body::Body;
use crate::http::body_fields::body;
use crate::http::envelope::{Answer, Envelope, Nothing, done, ok};
use crate::http::error::ApiError;
use crate::http::file_answer::file_answers;
use crate::http::routes::{Allow, Takes};
use crate::identity::{admin_request, member_request};
use crate::secrets::Secrets;

/// Endpoints of proofs.
pub struct PersonApi {
    pub base: Base,
    pub secrets: Arc<Secrets>,
    pub storage: Arc<Storage>,
}

body! {
    /// A proof; its pictures were uploaded before.
    pub struct ProofBody {
        /// 1 to 50 characters.
        real_name: text,
        /// `id_card`, `passport` or `other`.
        id_type: text,
        id_number: text,
    }

    /// Which proof.
    pub struct ChosenProof {
        id: integer,
    }
}

/// A proof as its member sees it.
#[derive(Object)]
pub struct ProofView {
    pub id: i64,
    pub real_name: String,
    /// `id_card`, `passport` or `other`.
    pub id_type: String,
    /// Its ends only.
    pub id_number: String,
    /// `waiting`, `passed`, `refused` or `withdrawn`.
    pub state: String,
    /// What the reviewer said.
    pub reason: String,
    /// Unix seconds; 0 before.
    pub review_time: i64,
    /// Unix seconds.
    pub create_time: i64,
}

impl From<PersonProof> for ProofView {
    fn from(proof: PersonProof) -> Self {
        let PersonProof { id, real_name, id_type, id_number, state, reason, review_time, create_time, .. } = proof;
        Self { id, real_name, id_type, id_number, state, reason, review_time, create_time }
    }
}

/// Where one's proof of identity stands.
#[derive(Object)]
pub struct OwnProof {
    /// What waits or has passed, else the newest.
    #[oai(nullable)]
    pub proof: Option<ProofView>,
    /// A picture of the front was uploaded and not sent in yet.
    pub front: bool,
    /// The same of the back.
    pub back: bool,
    /// How often one may send one in within a day.
    pub tries: i64,
}

/// A picture was kept.
#[derive(Object)]
pub struct PictureKept {
    pub side: String,
}

/// A link to a picture.
#[derive(Object)]
pub struct PictureLink {
    /// `front` or `back`.
    pub side: String,
    /// Path on this site.
    pub url: String,
}

/// The whole of a paper.
#[derive(Object)]
pub struct PaperView {
    pub real_name: String,
    pub id_number: String,
    pub pictures: Vec<PictureLink>,
    /// Seconds that the links are good for.
    pub seconds: i64,
}

/// A picture that carries the name of who looks at it.
pub struct MarkedPicture(Response);

impl IntoResponse for MarkedPicture {
    fn into_response(self) -> Response {
        self.0
    }
}

impl ApiResponse for MarkedPicture {
    fn meta() -> MetaResponses {
        file_answers(&["image/jpeg"])
    }

    fn register(registry: &mut Registry) {
        <Envelope>::register(registry);
    }
}

impl PersonApi {
    fn proofs(&self) -> Proofs<'_> {
        let papers = Papers { storage: &self.storage, secrets: &self.secrets };
        Proofs { store: self.base.store(), system: self.base.system(), secrets: &self.secrets, papers, now: self.base.now() }
    }
}

#[OpenApi]
impl PersonApi {
    /// Where one's proof of identity stands
    #[oai(path = "/api/account/verifyPerson", method = "get", operation_id = "accountVerifyPerson", tag = "Allow::LoggedIn")]
    async fn own(&self, request: &Request) -> Answer<OwnProof> {
        let (proofs, member) = (self.proofs(), member_request::caller(request)?.member.id);
        let [front, back] = proofs.drafted(member).await?;
        Ok(ok(OwnProof { proof: proofs.current(member).await?.map(ProofView::from), front, back, tries: TRIES_MAX }))
    }

    /// Upload a side of a paper: sealed, and shown to reviewers alone
    #[oai(
        path = "/api/account/verifyPerson/picture",
        method = "post",
        operation_id = "accountVerifyPersonPicture",
        tag = "Allow::LoggedIn",
        tag = "Takes::File"
    )]
    async fn picture(
        &self,
        request: &Request,
        /// `front` or `back`.
        side: Query<String>,
        form: UploadForm,
    ) -> Answer<PictureKept> {
        let member = member_request::caller(request)?.member.id;
        let side = Side::named(&side.0).ok_or_else(|| ApiError::field("side", "error.choice"))?;
        let network = address::origin(request, &self.base).network;
        let picture = form.picture(&self.storage, &self.base.config().services.upload, member, &network).await?;
        self.proofs().papers.keep(PaperOf::Draft(member), side, &picture).await?;
        Ok(done("upload.done", PictureKept { side: side.name().to_owned() }))
    }

    /// Send a proof of one's identity in; three times a day at most
    #[oai(path = "/api/account/verifyPerson", method = "post", operation_id = "accountVerifyPersonSend", tag = "Allow::LoggedIn")]
    async fn send(&self, request: &Request, body: Body<ProofBody>) -> Answer<Nothing> {
        let (member, ProofBody { real_name, id_type, id_number }) = (member_request::caller(request)?.member.id, body.0);
        let new = NewProof { real_name: &real_name, id_type: &id_type, id_number: &id_number };
        self.proofs().send(member, &new, &self.base.today()).await?;
        Ok(done("person.asked", Nothing))
    }

    /// Take back what waits
    #[oai(path = "/api/account/verifyPerson/withdraw", method = "post", operation_id = "accountVerifyPersonWithdraw", tag = "Allow::LoggedIn")]
    async fn withdraw(&self, request: &Request) -> Answer<Nothing> {
        let member = member_request::caller(request)?.member.id;
        if !self.base.store().withdraw_proof(member, self.base.now()).await? {
            return Err(ServiceError::refused("error.not_found"));
        }
        Ok(done("person.withdrawn", Nothing))
    }

    /// The whole number of a paper and links to its pictures; every reading is logged
    #[oai(path = "/admin/user.VerifyPerson/see_id_number", method = "post", operation_id = "verifyPersonSeeIdNumber")]
    async fn see_id_number(&self, request: &Request, body: Body<ChosenProof>) -> Answer<PaperView> {
        let viewer = admin_request::caller(request)?.admin.username.clone();
        let paper = self.proofs().open_paper(body.0.id, &viewer).await?;
        let link =
            |(side, link): (Side, String)| PictureLink { side: side.name().to_owned(), url: format!("/api/account/verifyPicture?link={link}") };
        let pictures = paper.links.into_iter().map(link).collect();
        Ok(ok(PaperView { real_name: paper.real_name, id_number: paper.number, pictures, seconds: LINK_SECONDS }))
    }

    /// A picture of a paper, by a link that is good for a minute
    #[oai(path = "/api/account/verifyPicture", method = "get", operation_id = "verifyPicture", tag = "Allow::Everyone")]
    async fn marked(&self, link: Query<String>) -> Result<MarkedPicture, ApiError> {
        let when = self.base.site_time().chars().take(16).collect::<String>();
        let picture = self.proofs().picture(&link.0, &when).await?;
        Ok(MarkedPicture(Response::builder().content_type("image/jpeg").header(header::CACHE_CONTROL, "no-store").body(picture)))
    }
}

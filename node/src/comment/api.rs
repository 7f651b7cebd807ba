//! Routes of comments (wire contract 9.9).

use std::collections::BTreeSet;

use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Fact, NotificationKind};
use entrepot_store::comments::{COMMENTS_MAX, Comment, CommentError, NewComment};
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;
use serde_json::{Map, json};

use super::subject::Subject;
use crate::base::Base;
use crate::error::ServiceError;
use crate::http::body::Body;
use crate::http::envelope::{Answer, done, ok};
use crate::http::error::ApiError;
use crate::http::parameters::Whole;
use crate::http::routes::Allow;
use crate::identity::admin_request::caller;
use crate::settings::address::is_own;

/// Longest comment, in characters.
const TEXT_MAX: usize = 2_000;
/// Most files of a comment, and most colleagues that it names.
const FILES_MAX: usize = 10;
const MENTIONS_MAX: usize = 20;
/// Where uploads have their addresses.
const UPLOADS: &str = "/storage/";
/// How much of it a notification says, in characters.
const SAID_MAX: usize = 80;

/// Endpoints of comments.
pub struct Comments(pub Base);

/// Whom a comment names.
#[derive(Object)]
pub struct MentionView {
    pub id: i64,
    /// Empty where the account is gone.
    pub name: String,
}

/// A comment.
#[derive(Object)]
pub struct CommentView {
    pub id: i64,
    pub admin_id: i64,
    /// Empty where the account is gone.
    pub admin_name: String,
    pub avatar: String,
    pub text: String,
    /// Addresses of uploads.
    pub files: Vec<String>,
    pub mentions: Vec<MentionView>,
    /// Unix seconds.
    pub create_time: i64,
    /// The caller has written it, and may delete it.
    pub own: bool,
}

/// What is said of a row, oldest first.
#[derive(Object)]
pub struct CommentList {
    pub list: Vec<CommentView>,
}

/// A comment to be written.
#[derive(Object, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddCommentBody {
    /// The page of the row's list: `warehouse/product`, `warehouse/inboundOrder`.
    pub page: String,
    pub id: i64,
    /// At most 2,000 characters; may be empty beside files.
    #[serde(default)]
    pub text: String,
    /// Addresses of uploads, at most 10.
    #[serde(default)]
    pub files: Vec<String>,
    /// Ids of administrators, at most 20; they are notified.
    #[serde(default)]
    pub mentions: Vec<i64>,
}

/// A comment to be deleted.
#[derive(Object, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeleteCommentBody {
    /// The page of the row's list.
    pub page: String,
    pub id: i64,
    pub comment: i64,
}

impl From<CommentError> for ServiceError {
    fn from(error: CommentError) -> Self {
        match error {
            CommentError::Full => Self::full("comment.full", COMMENTS_MAX),
            CommentError::Missing => Self::refused("error.not_found"),
            CommentError::Store(error) => error.into(),
        }
    }
}

impl CommentView {
    fn new(comment: Comment, reader: AdminId) -> Self {
        Self {
            id: comment.id,
            admin_id: comment.admin,
            admin_name: comment.admin_name,
            avatar: comment.avatar,
            text: comment.text,
            files: comment.files,
            mentions: comment.mentions.into_iter().map(|one| MentionView { id: one.id, name: one.name }).collect(),
            create_time: comment.at,
            own: comment.admin == reader.0,
        }
    }
}

/// What somebody says, checked.
fn said(body: AddCommentBody, admin: AdminId, at: i64) -> Result<NewComment, ServiceError> {
    let text = actors::invisible::lines(&body.text).trim().to_owned();
    if text.chars().count() > TEXT_MAX {
        return Err(ServiceError::field("text", "error.text.long"));
    }
    if text.is_empty() && body.files.is_empty() {
        return Err(ServiceError::field("text", "error.required"));
    }
    if body.files.len() > FILES_MAX || body.files.iter().any(|file| !file.starts_with(UPLOADS) || !is_own(file)) {
        return Err(ServiceError::field("files", "error.choice"));
    }
    let mentions: BTreeSet<i64> = body.mentions.into_iter().collect();
    if mentions.len() > MENTIONS_MAX {
        return Err(ServiceError::field("mentions", "error.choice"));
    }
    Ok(NewComment { admin: admin.0, text, files: body.files, mentions: mentions.into_iter().collect(), at })
}

impl Comments {
    async fn list(&self, subject: &Subject<'_>, reader: AdminId) -> Result<CommentList, ApiError> {
        let list = self.0.store().comments(&subject.row).await?;
        Ok(CommentList { list: list.into_iter().map(|comment| CommentView::new(comment, reader)).collect() })
    }
}

#[OpenApi]
impl Comments {
    /// What is said of a row; for those who may see it
    #[oai(path = "/admin/routine.Comment/index", method = "get", operation_id = "commentIndex", tag = "Allow::LoggedIn")]
    async fn index(&self, request: &Request, page: Query<Option<String>>, id: Query<Whole>) -> Answer<CommentList> {
        let page = page.0.ok_or_else(|| ApiError::field("page", "error.controller"))?;
        let subject = Subject::of(request, &page, id.0.required("id")?).await?;
        Ok(ok(self.list(&subject, caller(request)?.id()).await?))
    }

    /// Say something of a row; the colleagues that it names are notified
    #[oai(path = "/admin/routine.Comment/add", method = "post", operation_id = "commentAdd", tag = "Allow::LoggedIn")]
    async fn add(&self, request: &Request, body: Body<AddCommentBody>) -> Answer<CommentList> {
        let writer = caller(request)?;
        let by = writer.id();
        let subject = Subject::of(request, &body.0.page, body.0.id).await?;
        let comment = said(body.0, by, self.0.now())?;
        subject.check_mentions(&comment.mentions).await?;
        self.0.store().add_comment(&subject.row, &comment).await.map_err(ServiceError::from)?;
        let people: Vec<AdminId> = comment.mentions.iter().copied().map(AdminId).filter(|admin| *admin != by).collect();
        if !people.is_empty() {
            let words: String = comment.text.chars().take(SAID_MAX).collect();
            let data = Map::from_iter([
                ("who".to_owned(), json!(writer.admin.nickname)),
                ("name".to_owned(), json!(subject.name)),
                ("said".to_owned(), json!(words)),
            ]);
            let mut draft = NotificationKind::COMMENT_MENTION.draft(Fact { by: Some(by), people, id: subject.row.id, data, ..Fact::default() });
            draft.link = subject.link();
            // Rows of several lists have the same id.
            draft.subject = format!("{}:{}", subject.row.page, subject.row.id);
            self.0.system().announce(self.0.store().notify(&[draft]).await?);
        }
        Ok(done("saved", self.list(&subject, by).await?))
    }

    /// Delete what one has said of a row
    #[oai(path = "/admin/routine.Comment/del", method = "post", operation_id = "commentDelete", tag = "Allow::LoggedIn")]
    async fn del(&self, request: &Request, body: Body<DeleteCommentBody>) -> Answer<CommentList> {
        let by = caller(request)?.id();
        let subject = Subject::of(request, &body.0.page, body.0.id).await?;
        self.0.store().delete_comment(&subject.row, body.0.comment, by.0).await.map_err(ServiceError::from)?;
        Ok(done("deleted", self.list(&subject, by).await?))
    }
}

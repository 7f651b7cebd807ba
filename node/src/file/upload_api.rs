//! Uploads (wire contract 6): a file is measured and hashed while it is received; a refused one leaves nothing
//! behind.

use poem::web::Multipart;
use poem::{FromRequest, Request, RequestBody};
use poem_openapi::registry::{MetaRequest, MetaSchema, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions, Object, OpenApi};
use sha1::{Digest, Sha1};
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::error::{FileError, FileFault};
use super::picture::{self, PictureRules};
use super::save::{Arrived, Files, Owner, UploadedFile, save, who};
use super::storage::{Incoming, Storage};
use super::{inspect, naming};
use crate::base::Base;
use crate::config::services::UploadConfig;
use crate::http::envelope::{Answer, done};
use crate::http::error::{ApiError, too_often};
use crate::http::routes::{Allow, Takes};
use crate::http::{address, file_form};
use crate::identity::{admin_request, member_request};
use crate::rate_limits::{Counted, Limits, Network};

/// Fields of a form.
const FIELDS_MAX: usize = 16;
/// Bytes of a field that is no file.
const TEXT_MAX: u64 = 1_024;
/// Uploads of one network in a minute.
const PER_MINUTE: u32 = 120;
/// Uploads of one member in an hour.
const MEMBER_PER_HOUR: u32 = 100;

/// Endpoints of uploads.
pub struct Uploads {
    pub base: Base,
    pub storage: Arc<Storage>,
}

/// A file that was kept.
#[derive(Object)]
pub struct Uploaded {
    pub file: UploadedFile,
}

/// A received form with its file.
pub struct UploadForm {
    file: Incoming,
    name: String,
    declared: String,
    size: u64,
    sha1: String,
    topic: String,
}

/// A form that ends too soon, or is none.
fn broken(error: impl std::fmt::Display) -> ApiError {
    tracing::debug!(%error, "an upload's form can't be read");
    ApiError::field("file", "upload.incomplete")
}

/// Counts an upload before anything of it is read.
fn count(base: &Base, request: &Request) -> Result<(), ApiError> {
    let (now, limits) = (base.now(), Limits::of(request)?);
    let network = address::origin(request, base).network;
    limits.allow_network(Counted::Upload, &network, PER_MINUTE, 60, now).map_err(too_often)?;
    match member_request::member(request) {
        Some(caller) => {
            let member = format!("member-{}", caller.member.id);
            limits.allow(Counted::Upload, &member, MEMBER_PER_HOUR, 3_600, now).map_err(too_often)
        }
        None => Ok(()),
    }
}

/// Refuses an upload before anything of it is read where there is no room for it.
async fn admit(base: &Base, storage: &Storage, request: &Request) -> Result<(), ApiError> {
    let free = storage.has_free_room().await.map_err(|error| ApiError::Internal(error.to_string()))?;
    if !free {
        return Err(FileError::Disk.into());
    }
    if let Some(caller) = member_request::member(request) {
        let most = i64::try_from(base.config().services.upload.member_day_bytes).unwrap_or(i64::MAX);
        if base.store().uploaded_today(caller.member.id).await? >= most {
            return Err(FileError::Day.into());
        }
    }
    Ok(())
}

impl UploadForm {
    async fn read(base: &Base, storage: &Storage, mut form: Multipart) -> Result<Self, ApiError> {
        let most = base.config().services.upload.max_bytes;
        let mut topic = String::new();
        let mut taken = None;
        for _ in 0..FIELDS_MAX {
            let Some(field) = form.next_field().await.map_err(broken)? else { break };
            let name = field.name().unwrap_or_default().to_owned();
            if name == "file" && taken.is_none() {
                let (file_name, declared) = (field.file_name().unwrap_or_default().to_owned(), field.content_type().unwrap_or_default().to_owned());
                let incoming = storage.incoming().await.map_err(|error| ApiError::Internal(error.to_string()))?;
                let mut to = tokio::fs::File::create(&incoming.0).await.map_err(|error| ApiError::Internal(error.to_string()))?;
                let mut from = Box::pin(field.into_async_read());
                let (mut size, mut hash, mut buffer) = (0_u64, Sha1::new(), vec![0_u8; 64 * 1024]);
                loop {
                    let read = from.read(&mut buffer).await.map_err(broken)?;
                    if read == 0 {
                        break;
                    }
                    size += read as u64;
                    if size > most {
                        return Err(ApiError::field("file", "upload.size"));
                    }
                    hash.update(&buffer[..read]);
                    to.write_all(&buffer[..read]).await.map_err(|error| ApiError::Internal(error.to_string()))?;
                }
                to.flush().await.map_err(|error| ApiError::Internal(error.to_string()))?;
                taken = Some((incoming, file_name, declared, size, hex::encode(hash.finalize())));
            } else {
                let mut text = String::new();
                let mut from = Box::pin(field.into_async_read()).take(TEXT_MAX + 1);
                from.read_to_string(&mut text).await.map_err(broken)?;
                if text.len() as u64 > TEXT_MAX {
                    return Err(ApiError::field(name, "error.text.long"));
                }
                if name == "topic" {
                    topic = text;
                }
            }
        }
        let (file, name, declared, size, sha1) = taken.ok_or_else(|| ApiError::field("file", "upload.incomplete"))?;
        if size == 0 {
            return Err(ApiError::field("file", "upload.empty"));
        }
        let topic = if topic.is_empty() { "default".to_owned() } else { topic };
        if !naming::is_topic(&topic) {
            return Err(ApiError::field("topic", "upload.topic"));
        }
        Ok(Self { file, name, declared, size, sha1, topic })
    }
}

impl UploadForm {
    /// The pixels of a picture that a member sent, written anew; for what is not kept among the uploads.
    pub async fn picture(&self, storage: &Storage, config: &UploadConfig, member: i64, network: &Network) -> Result<Vec<u8>, FileError> {
        let found = inspect::inspect(&self.file.0, &self.name, &self.declared, config).await?;
        if !found.mime.starts_with("image/") {
            return Err(FileFault::Type.into());
        }
        let who = who(Owner { admin: None, member: Some(member) }, network);
        picture::rewrite(&storage.decoding().uploads, &who, &self.file.0, &found.mime, config.max_bytes, PictureRules::MEMBER).await?;
        tokio::fs::read(&self.file.0).await.map_err(|error| FileError::Inspection(error.to_string()))
    }
}

impl<'a> ApiExtractor<'a> for UploadForm {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(_: &mut Registry) {}

    fn request_meta() -> Option<MetaRequest> {
        Some(file_form::described(vec![("topic", MetaSchema { max_length: Some(50), ..MetaSchema::new("string") })], &[]))
    }

    async fn from_request(request: &'a Request, body: &mut RequestBody, _: ExtractParamOptions<()>) -> poem::Result<Self> {
        let base = Base::of(request)?;
        let storage = Storage::of(request)?;
        count(base, request)?;
        admit(base, storage, request).await?;
        let form = <Multipart as FromRequest>::from_request(request, body).await.map_err(broken)?;
        Ok(Self::read(base, storage, form).await?)
    }
}

impl Uploads {
    async fn take(&self, request: &Request, form: UploadForm, owner: Owner) -> Answer<Uploaded> {
        let (base, host) = (&self.base, request.header("host").unwrap_or_default());
        let config = base.config();
        let network = address::origin(request, base).network;
        let files = Files { store: base.store(), storage: &self.storage, config: &config.services.upload, zone: config.time_zone, network: &network };
        let arrived = Arrived {
            file: &form.file.0,
            name: &form.name,
            declared: &form.declared,
            topic: &form.topic,
            size: form.size,
            sha1: &form.sha1,
            built_in: false,
        };
        Ok(done("upload.done", Uploaded { file: save(&files, arrived, owner, host, base.now()).await? }))
    }
}

#[OpenApi]
impl Uploads {
    /// Upload a file, as an administrator
    #[oai(path = "/admin/ajax/upload", method = "post", operation_id = "adminUpload", tag = "Allow::LoggedIn", tag = "Takes::File")]
    async fn by_admin(&self, request: &Request, form: UploadForm) -> Answer<Uploaded> {
        let admin = admin_request::caller(request)?.admin.id;
        self.take(request, form, Owner { admin: Some(admin), member: None }).await
    }

    /// Upload a file, as a member
    #[oai(path = "/api/ajax/upload", method = "post", operation_id = "memberUpload", tag = "Allow::LoggedIn", tag = "Takes::File")]
    async fn by_member(&self, request: &Request, form: UploadForm) -> Answer<Uploaded> {
        let member = member_request::caller(request)?.member.id;
        self.take(request, form, Owner { admin: None, member: Some(member) }).await
    }
}

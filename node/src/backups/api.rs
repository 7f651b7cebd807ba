//! Backups over HTTP: made now, and downloaded by super administrators.

use entrepot_store::identity::refresh_tokens::Realm;
use poem::http::header;
use poem::{Body as HttpBody, Request, Response};
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;

use super::service::{Cause, TICKET_SECONDS};
use crate::backups::service::Backups;
use crate::base::Base;
use crate::http::address;
use crate::http::body::Body;
use crate::http::envelope::{Answer, done, ok};
use crate::http::error::ApiError;
use crate::http::file_answer::Download;
use crate::http::lenient::{integer, switch};
use crate::http::routes::Allow;
use crate::identity::attempts::Attempts;
use crate::identity::{admin_request, attempts};

/// Endpoints of backups.
pub struct BackupApi {
    pub base: Base,
    pub attempts: Attempts,
    pub backups: Backups,
}

/// What goes into a backup.
#[derive(Object, Deserialize)]
pub struct NewBackup {
    /// With the uploaded files; they are in it unless this says no.
    #[serde(default = "yes", deserialize_with = "switch")]
    pub uploads: bool,
}

fn yes() -> bool {
    true
}

/// The row of a backup that was begun.
#[derive(Object)]
pub struct BackupBegun {
    pub id: i64,
}

/// Which backup is downloaded, and one's password.
#[derive(Object, Deserialize)]
pub struct DownloadBackup {
    #[serde(deserialize_with = "integer")]
    pub id: i64,
    pub password: String,
}

/// Where the backup can be fetched once.
#[derive(Object)]
pub struct BackupAddress {
    pub url: String,
    /// Seconds that it works.
    pub seconds: i64,
}

#[OpenApi]
impl BackupApi {
    /// Begin a backup of the database
    #[oai(path = "/admin/security.Backup/make", method = "post", operation_id = "backupMake")]
    async fn make(&self, request: &Request, body: Body<NewBackup>) -> Answer<BackupBegun> {
        let admin = admin_request::caller(request)?.admin.id;
        let id = self.backups.begin(Cause::Manual(admin), body.0.uploads).await?;
        Ok(done("backup.begun", BackupBegun { id }))
    }

    /// An address at which a super administrator can fetch a backup once
    #[oai(path = "/admin/security.Backup/download", method = "post", operation_id = "backupDownload")]
    async fn download(&self, request: &Request, body: Body<DownloadBackup>) -> Answer<BackupAddress> {
        let caller = admin_request::caller(request)?;
        // It holds everything: no group can hand that on.
        if !caller.rights.everything {
            return Err(ApiError::NoPermission);
        }
        let network = address::origin(request, &self.base).network;
        let attempt = attempts::confirm(&self.attempts, Realm::Admins, caller.admin.id, &network).await?;
        let admin = self.base.store().admin(bus_schemas::ids::AdminId(caller.admin.id)).await?.ok_or(ApiError::NeedLogin)?;
        if !attempt.verify(body.0.password, Some(admin.password)).await? {
            return Err(ApiError::field("password", "login.password_wrong"));
        }
        let ticket = self.backups.ticket(body.0.id).await?;
        Ok(ok(BackupAddress { url: format!("/admin/security.Backup/file?ticket={ticket}"), seconds: TICKET_SECONDS }))
    }

    /// Fetch a backup by the address that was given for it
    #[oai(path = "/admin/security.Backup/file", method = "get", operation_id = "backupFile", tag = "Allow::Everyone")]
    async fn file(&self, ticket: Query<String>) -> Result<Download, ApiError> {
        let (name, path) = self.backups.redeem(&ticket.0).await?;
        let failed = |error: std::io::Error| ApiError::Internal(format!("{}: {error}", path.display()));
        let file = tokio::fs::File::open(&path).await.map_err(failed)?;
        let length = file.metadata().await.map_err(failed)?.len();
        let response = Response::builder()
            .content_type("application/octet-stream")
            .header(header::CONTENT_LENGTH, length)
            .header(header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""))
            .body(HttpBody::from_async_read(file));
        Ok(Download(response))
    }
}

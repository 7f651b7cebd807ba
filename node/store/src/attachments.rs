//! The rows of uploaded files. The same content in the same topic and storage has one.

use actors::store::StoreError;
use serde::{Deserialize, Serialize};

use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, take};
use crate::engine::value::{from_json, id, int, opt_int, text};

/// A file that was kept.
#[derive(Clone, Debug, Serialize)]
pub struct NewAttachment {
    pub topic: String,
    pub admin_id: Option<i64>,
    pub user_id: Option<i64>,
    pub url: String,
    pub width: i64,
    pub height: i64,
    pub name: String,
    pub size: i64,
    pub mimetype: String,
    pub storage: String,
    /// Hex.
    pub sha1: String,
    /// It is a picture that holds nothing but pixels.
    pub cleaned: bool,
}

/// A stored picture that nobody has looked at for what is no pixel.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct UncheckedPicture {
    pub id: i64,
    pub url: String,
    pub mimetype: String,
}

/// What was found of a stored picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureState {
    /// It held nothing but pixels.
    Plain,
    /// It was written anew: pixels and bytes.
    Rewritten { width: i64, height: i64, size: i64 },
    /// It can't be decoded, or is not there. It is not looked at again.
    Unreadable,
}

/// Its row.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Attachment {
    pub id: i64,
    pub topic: String,
    pub admin_id: Option<i64>,
    pub user_id: Option<i64>,
    pub url: String,
    pub width: i64,
    pub height: i64,
    pub name: String,
    pub size: i64,
    pub mimetype: String,
    pub storage: String,
    pub sha1: String,
    pub last_upload_time: i64,
}

impl Store {
    /// The row of this content, with one use more, by a member where it is one.
    pub async fn used_attachment(
        &self,
        (sha1, topic, storage): (&str, &str, &str),
        member: Option<i64>,
        now: i64,
    ) -> Result<Option<Attachment>, StoreError> {
        let query = "BEGIN; LET $ids = (SELECT VALUE id FROM attachment WHERE sha1 = $sha1 AND topic = $topic AND storage = $storage LIMIT 1);
            UPDATE $ids SET quote += 1, last_upload_time = $now,
              users = IF $member = NONE { users } ELSE { array::slice(array::union([$member], users ?? []), 0, 200) } RETURN NONE;
            SELECT *, record::id(id) AS id FROM $ids; COMMIT;";
        let vars = vec![("sha1", text(sha1)), ("topic", text(topic)), ("storage", text(storage)), ("now", int(now)), ("member", opt_int(member))];
        let mut response = self.run(query, vars).await?;
        Ok(take::<Vec<Attachment>>(&mut response, 3)?.into_iter().next())
    }

    /// Adds the row of a stored file; uses an existing one when another call was first.
    pub async fn put_attachment(&self, new: &NewAttachment, now: i64) -> Result<Attachment, StoreError> {
        let row = serde_json::to_value(new).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let query = "BEGIN; LET $key = sequence::nextval('attachment');
            CREATE type::record('attachment', $key) CONTENT object::extend($row, { quote: 1, create_time: $now, last_upload_time: $now }) RETURN NONE;
            SELECT *, record::id(id) AS id FROM type::record('attachment', $key); COMMIT;";
        let added = match self.run(query, vec![("row", from_json(row, &[])), ("now", int(now))]).await {
            Ok(mut response) => take::<Vec<Attachment>>(&mut response, 3)?.into_iter().next(),
            Err(TxError::NotUnique(_)) => self.used_attachment((&new.sha1, &new.topic, &new.storage), new.user_id, now).await?,
            Err(error) => return Err(error.into()),
        };
        added.ok_or_else(|| StoreError::Corrupt("a new attachment is not there".into()))
    }

    /// Pictures of a storage that nobody has looked at for what is no pixel: those that were uploaded before pictures were
    /// written anew.
    pub async fn unchecked_pictures(&self, storage: &str, most: usize) -> Result<Vec<UncheckedPicture>, StoreError> {
        let query = "SELECT record::id(id) AS id, url, mimetype FROM attachment
            WHERE (cleaned ?? false) = false AND (unreadable ?? false) = false AND storage = $storage
              AND string::starts_with(mimetype ?? '', 'image/') AND string::starts_with(url, '/storage/') ORDER BY id LIMIT $most";
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        self.rows(query, vec![("storage", text(storage)), ("most", int(most))]).await
    }

    /// Notes what was found of a picture.
    pub async fn picture_checked(&self, picture: i64, state: PictureState) -> Result<(), StoreError> {
        let (set, mut vars) = match state {
            PictureState::Plain => ("cleaned = true", vec![]),
            PictureState::Unreadable => ("unreadable = true", vec![]),
            PictureState::Rewritten { width, height, size } => {
                let vars = vec![("width", int(width)), ("height", int(height)), ("size", int(size))];
                ("cleaned = true, width = $width, height = $height, size = $size", vars)
            }
        };
        vars.push(("id", id("attachment", picture)));
        self.run(&format!("UPDATE $id SET {set} RETURN NONE"), vars).await?;
        Ok(())
    }

    /// The addresses of all files that lie on the node's own disk.
    pub async fn uploads_on_disk(&self) -> Result<Vec<String>, StoreError> {
        self.rows("SELECT VALUE url FROM attachment WHERE storage = 'local' AND string::starts_with(url, '/storage/')", vec![]).await
    }

    /// Whether a row still refers to the file at this address.
    pub async fn attachment_in_use(&self, url: &str) -> Result<bool, StoreError> {
        let found: Vec<bool> = self.rows("SELECT VALUE true FROM attachment WHERE url = $url LIMIT 1", vec![("url", text(url))]).await?;
        Ok(!found.is_empty())
    }
}

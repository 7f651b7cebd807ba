//! What administrators say to each other about a row or a document, with files.

use actors::store::StoreError;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, Vars};
use crate::engine::value::{array, id, int, text};

/// Most comments of a row.
pub const COMMENTS_MAX: i64 = 500;

/// A row or document: the page of its list in lower case, and its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowOf {
    pub page: String,
    pub id: i64,
}

/// A comment that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewComment {
    pub admin: i64,
    pub text: String,
    /// Addresses of uploads.
    pub files: Vec<String>,
    /// The administrators whom it names.
    pub mentions: Vec<i64>,
    /// Unix seconds.
    pub at: i64,
}

/// A comment as it is read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Comment {
    pub id: i64,
    pub admin: i64,
    /// Empty where the account is gone.
    pub admin_name: String,
    pub avatar: String,
    pub text: String,
    pub files: Vec<String>,
    pub mentions: Vec<Mentioned>,
    pub at: i64,
}

/// Whom a comment names.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Mentioned {
    pub id: i64,
    pub name: String,
}

/// Why a comment is not kept.
#[derive(Debug, thiserror::Error)]
pub enum CommentError {
    #[error("the row has as many comments as there may be")]
    Full,
    #[error("there is no such comment of theirs")]
    Missing,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TxError> for CommentError {
    fn from(error: TxError) -> Self {
        match error {
            TxError::Thrown(code) if code == "FULL" => Self::Full,
            TxError::Thrown(code) if code == "MISSING" => Self::Missing,
            other => Self::Store(other.into()),
        }
    }
}

impl Store {
    /// The comments of a row, oldest first.
    pub async fn comments(&self, row: &RowOf) -> Result<Vec<Comment>, StoreError> {
        let query = "SELECT record::id(id) AS id, admin, text, files, at,
               type::record('admin', admin).nickname ?? '' AS admin_name, type::record('admin', admin).avatar ?? '' AS avatar,
               mentions.map(|$one| { id: $one, name: type::record('admin', $one).nickname ?? '' }) AS mentions
             FROM row_comment WHERE page = $page AND row = $row ORDER BY id";
        self.rows(query, vec![("page", text(&row.page)), ("row", int(row.id))]).await
    }

    /// Keeps a comment.
    pub async fn add_comment(&self, row: &RowOf, comment: &NewComment) -> Result<(), CommentError> {
        let query = "BEGIN;
            IF array::len((SELECT VALUE id FROM row_comment WHERE page = $page AND row = $row LIMIT $most)) >= $most { THROW 'FULL' };
            CREATE type::record('row_comment', sequence::nextval('row_comment')) SET page = $page, row = $row, admin = $admin, text = $text, files = $files,
              mentions = $mentions, at = $at RETURN NONE;
            COMMIT;";
        let vars: Vars = vec![
            ("page", text(&row.page)),
            ("row", int(row.id)),
            ("most", int(COMMENTS_MAX)),
            ("admin", int(comment.admin)),
            ("text", text(&comment.text)),
            ("files", array(comment.files.iter().map(|file| text(file)).collect())),
            ("mentions", array(comment.mentions.iter().copied().map(int).collect())),
            ("at", int(comment.at)),
        ];
        self.run(query, vars).await?;
        Ok(())
    }

    /// Takes an administrator's comment of a row away.
    pub async fn delete_comment(&self, row: &RowOf, comment: i64, admin: i64) -> Result<(), CommentError> {
        let query = "BEGIN;
            IF array::len((SELECT VALUE id FROM $comment WHERE page = $page AND row = $row AND admin = $admin)) = 0 { THROW 'MISSING' };
            DELETE $comment RETURN NONE;
            COMMIT;";
        let vars: Vars = vec![("comment", id("row_comment", comment)), ("page", text(&row.page)), ("row", int(row.id)), ("admin", int(admin))];
        self.run(query, vars).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::connect::StoreConfig;

    fn said(admin: i64, words: &str, mentions: &[i64]) -> NewComment {
        NewComment { admin, text: words.into(), files: vec!["/storage/a.pdf".into()], mentions: mentions.to_vec(), at: 9 }
    }

    #[tokio::test]
    async fn comments_belong_to_a_row_and_to_who_has_written_them() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap();
        let ann = store.create_admin("ann", "Ann", "-", false, 0).await.unwrap().0;
        let gone = ann + 1;
        let row = RowOf { page: "warehouse/product".into(), id: 5 };
        let other = RowOf { id: 6, ..row.clone() };
        store.add_comment(&row, &said(ann, "one", &[ann, gone])).await.unwrap();
        store.add_comment(&row, &said(gone, "two", &[])).await.unwrap();
        store.add_comment(&other, &said(ann, "three", &[])).await.unwrap();
        let all = store.comments(&row).await.unwrap();
        assert_eq!(all.iter().map(|one| one.text.as_str()).collect::<Vec<_>>(), ["one", "two"]);
        assert_eq!((all[0].admin_name.as_str(), all[1].admin_name.as_str()), ("Ann", ""));
        assert_eq!(all[0].mentions, [Mentioned { id: ann, name: "Ann".into() }, Mentioned { id: gone, name: String::new() }]);
        let first = all[0].id;
        assert!(matches!(store.delete_comment(&row, first, gone).await, Err(CommentError::Missing)), "another's");
        assert!(matches!(store.delete_comment(&other, first, ann).await, Err(CommentError::Missing)), "of another row");
        store.delete_comment(&row, first, ann).await.unwrap();
        assert_eq!(store.comments(&row).await.unwrap().len(), 1);
    }
}

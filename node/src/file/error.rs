//! Why a file is not taken.

use actors::store::StoreError;

use super::decoding::{FULL_SECONDS, Full};
use super::storage::StorageError;
use crate::error::{ServiceError, too_often};

/// What is wrong with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileFault {
    #[error("it is not whole")]
    Incomplete,
    #[error("its name is not taken")]
    Name,
    #[error("its suffix is not taken")]
    Suffix,
    #[error("its content is not what its name says")]
    Content,
    #[error("it is a picture that can't be decoded")]
    Image,
    #[error("it is a picture with too many pixels")]
    Pixels,
    #[error("it is a picture with more pixels than a member's may have")]
    MemberPixels,
    #[error("it is an animation")]
    Animation,
    #[error("it is a picture that takes too much")]
    Size,
    #[error("its type is not taken")]
    Type,
}

impl FileFault {
    /// The key of its message.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Incomplete => "upload.incomplete",
            Self::Name => "upload.name",
            Self::Suffix => "upload.suffix",
            Self::Content => "upload.content",
            Self::Image => "upload.image",
            Self::Pixels => "upload.pixels",
            Self::MemberPixels => "upload.pixels_member",
            Self::Animation => "upload.animation",
            Self::Size => "upload.size",
            Self::Type => "upload.mime",
        }
    }
}

/// Why a file was not kept.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error(transparent)]
    Fault(#[from] FileFault),
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Full(#[from] Full),
    /// The disk has less free than uploads must leave.
    #[error("the disk is nearly full")]
    Disk,
    /// The member has uploaded as many bytes as a day allows.
    #[error("the member has uploaded too much today")]
    Day,
    /// The uploads of all members have as many bytes as they may.
    #[error("the uploads of members have taken their room")]
    Members,
    #[error("it can't be inspected: {0}")]
    Inspection(String),
    #[error("the time {0} has no date")]
    Time(i64),
}

impl From<StorageError> for ServiceError {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Missing | StorageError::Path(_) => Self::refused("error.not_found"),
            StorageError::Full(_) => too_often(FULL_SECONDS),
            error => Self::Internal(error.to_string()),
        }
    }
}

impl From<FileError> for ServiceError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Fault(fault) => Self::field("file", fault.key()),
            FileError::Storage(error) => error.into(),
            FileError::Store(error) => error.into(),
            FileError::Full(_) => too_often(FULL_SECONDS),
            FileError::Disk => Self::refused("upload.disk"),
            FileError::Day => Self::refused("upload.day"),
            FileError::Members => Self::refused("upload.members"),
            error @ (FileError::Inspection(_) | FileError::Time(_)) => Self::Internal(error.to_string()),
        }
    }
}

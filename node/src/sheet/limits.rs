//! How much of a file is read.

/// Largest file that is read, in bytes.
pub const FILE_MAX: usize = Limits::IMPORT.file;
/// Most rows of a file.
pub const ROWS_MAX: usize = Limits::IMPORT.rows;

/// How much of a file is read before it is refused.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of the file.
    pub file: usize,
    pub rows: usize,
    pub columns: usize,
    /// Bytes of one cell's text.
    pub cell: usize,
    /// Bytes of memory for all rows and shared texts.
    pub memory: usize,
    /// Parts of an archive.
    pub parts: usize,
    /// Bytes of all parts that are read, unpacked.
    pub unpacked: u64,
    /// How many times larger a part may be unpacked than packed.
    pub ratio: u64,
}

impl Limits {
    /// Those of imports.
    pub const IMPORT: Self = Self {
        file: 32 * 1024 * 1024,
        rows: 200_000,
        columns: 200,
        cell: 65_536,
        memory: 192 * 1024 * 1024,
        parts: 1_000,
        unpacked: 200 * 1024 * 1024,
        ratio: 100,
    };
}

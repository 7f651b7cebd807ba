//! Stands before `fsync` and `fdatasync` (`LD_PRELOAD`) and appends to the file that
//! `ENTREPOT_POWERCUT_JOURNAL` names, after each that succeeds, a line `inode.birth length`: what of the
//! file was certainly on disk. After a `kill -9` the harness cuts every file down to that: then
//! the process died *and* the power failed (`node/tests/suite/power.rs`).
#![allow(unsafe_code)]

use std::ffi::CStr;
use std::fs::File;
use std::io::Write;
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd;
use std::os::raw::c_int;
use std::os::unix::fs::MetadataExt;
use std::sync::OnceLock;
use std::time::UNIX_EPOCH;

type Sync = unsafe extern "C" fn(c_int) -> c_int;

fn real(name: &'static CStr, known: &'static OnceLock<usize>) -> Option<Sync> {
    // SAFETY: dlsym takes a C string and answers an address or null.
    let address = *known.get_or_init(|| unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) } as usize);
    // SAFETY: the C library's function of that name has this signature.
    (address != 0).then(|| unsafe { std::mem::transmute::<usize, Sync>(address) })
}

/// Which file it is (inode and time of birth, for inodes are used again), and its length.
fn state(fd: c_int) -> Option<(String, u64)> {
    // SAFETY: the descriptor is the caller's and open; ManuallyDrop leaves it so.
    let file = ManuallyDrop::new(unsafe { File::from_raw_fd(fd) });
    let about = file.metadata().ok()?;
    let born = about.created().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map_or(0, |age| age.as_nanos());
    Some((format!("{}.{born}", about.ino()), about.len()))
}

fn note((file, length): (String, u64)) {
    let Some(path) = std::env::var_os("ENTREPOT_POWERCUT_JOURNAL") else { return };
    if let Ok(mut journal) = std::fs::OpenOptions::new().append(true).create(true).open(path) {
        // One write of a short line to a file opened for appending is not torn by another thread's.
        let _ = journal.write_all(format!("{file} {length}\n").as_bytes());
    }
}

fn synced(fd: c_int, name: &'static CStr, known: &'static OnceLock<usize>) -> c_int {
    // Taken before: what another thread writes meanwhile is not promised.
    let before = state(fd);
    let Some(real) = real(name, known) else { return -1 };
    // SAFETY: called as the program called it.
    let result = unsafe { real(fd) };
    if let (0, Some(before)) = (result, before) {
        note(before);
    }
    result
}

/// See the module.
#[unsafe(no_mangle)]
pub extern "C" fn fsync(fd: c_int) -> c_int {
    static KNOWN: OnceLock<usize> = OnceLock::new();
    synced(fd, c"fsync", &KNOWN)
}

/// See the module.
#[unsafe(no_mangle)]
pub extern "C" fn fdatasync(fd: c_int) -> c_int {
    static KNOWN: OnceLock<usize> = OnceLock::new();
    synced(fd, c"fdatasync", &KNOWN)
}

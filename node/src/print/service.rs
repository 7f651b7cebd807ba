//! Makes a PDF: with the font of this machine, the company's head and the reader's name.

use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Arc;

use actors::clock::SharedClock;
use chrono::TimeZone;
use chrono_tz::Tz;
use entrepot_print::document::{Footer, Letterhead};
use entrepot_print::font::Font;
use entrepot_print::{Picture, PrintError};
use image::{ImageReader, Limits};
use serde_json::json;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::error::ServiceError;
use crate::file::Storage;
use crate::i18n::text;
use crate::settings::service::{self as settings, SiteSettings};

/// Files that are made at the same time: each has what it prints and the font's file in memory.
static AT_ONCE: Semaphore = Semaphore::const_new(2);
/// Files that are made or wait for it; more are refused at once.
static ASKED: Semaphore = Semaphore::const_new(16);
/// Most lines of several papers in one file; one paper is printed with all that it has.
pub const PRINTED_LINES_MAX: usize = 20_000;
/// Longest side of the logo, in pixels.
const LOGO_SIDE: u32 = 480;
/// Largest file of a logo.
const LOGO_MAX: usize = 10 * 1024 * 1024;
/// Bytes that decoding it may take.
const DECODING_MAX: u64 = 128 * 1024 * 1024;
/// The package that has a font, on Debian and Ubuntu.
const PACKAGE: &str = "fonts-noto-cjk";

/// Why nothing was printed, for people.
fn refusal(error: PrintError) -> ServiceError {
    let refused = |key: &'static str, values: Vec<(&'static str, String)>| ServiceError::Refused { key, values, facts: json!({ "key": key }) };
    match error {
        PrintError::NoFont => refused("print.no_font", vec![("package", PACKAGE.to_owned())]),
        PrintError::Font { file, reason } => refused("print.font", vec![("file", file.display().to_string()), ("reason", reason)]),
        PrintError::Code { text } => refused("print.code", vec![("code", text)]),
        PrintError::TooLong { text } => refused("print.too_long", vec![("code", text)]),
        PrintError::Letters { text, letters } => refused("print.letters", vec![("text", text), ("letters", letters)]),
        PrintError::Layout => ServiceError::field("measures", "print.layout"),
    }
}

/// What papers need. Cheap to clone.
#[derive(Clone)]
pub struct Printer {
    pub settings: SiteSettings,
    /// Where the logo is.
    pub storage: Arc<Storage>,
    /// The font's file, where the configuration names one.
    pub font: Option<PathBuf>,
    pub time_zone: Tz,
    pub clock: SharedClock,
}

/// One of those who print now. What is printed is read only with a turn, which lasts until the file is made, also when
/// nobody waits for it any more.
pub struct Turn {
    _printing: SemaphorePermit<'static>,
    _asked: SemaphorePermit<'static>,
}

/// Waits for a turn to print.
pub async fn turn() -> Result<Turn, ServiceError> {
    let asked = ASKED.try_acquire().map_err(|_| ServiceError::Busy)?;
    let printing = AT_ONCE.acquire().await.map_err(|error| ServiceError::Internal(error.to_string()))?;
    Ok(Turn { _printing: printing, _asked: asked })
}

/// Counts the lines of several papers; refuses more than one file has.
pub fn count_lines(papers: usize, printed: &mut usize, more: usize) -> Result<(), ServiceError> {
    *printed = printed.saturating_add(more);
    if papers > 1 && *printed > PRINTED_LINES_MAX { Err(ServiceError::field("ids", "print.lines.many")) } else { Ok(()) }
}

/// Makes a file beside the threads that serve.
pub async fn make(
    printer: &Printer,
    turn: Turn,
    work: impl FnOnce(&Font) -> Result<Vec<u8>, PrintError> + Send + 'static,
) -> Result<Vec<u8>, ServiceError> {
    let configured = printer.font.clone();
    let made = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        work(&Font::find(configured.as_deref())?)
    });
    let made = made.await;
    made.map_err(|error| ServiceError::Internal(error.to_string()))?.map_err(refusal)
}

/// The company's head, from the settings.
pub async fn letterhead(printer: &Printer) -> Result<Letterhead, ServiceError> {
    let values = settings::values(&printer.settings).await?;
    let value = |name: &str| values.get(name).map(|value| value.trim()).filter(|value| !value.is_empty());
    let company = value("company_name").or_else(|| value("site_name")).unwrap_or_default().to_owned();
    let address = value("company_address").into_iter().flat_map(str::lines).map(|line| line.trim().to_owned());
    let contact = value("company_contact").map(str::to_owned);
    let lines = address.chain(contact).filter(|line| !line.is_empty()).collect();
    let logo = match value("company_logo") {
        Some(path) => logo(printer, path).await,
        None => None,
    };
    Ok(Letterhead { company, lines, logo })
}

/// The logo; a file that is no picture is left out, as papers are needed without it as well.
async fn logo(printer: &Printer, path: &str) -> Option<Picture> {
    let path = path.find("/storage/").map(|at| &path[at..])?;
    let path = path.split('?').next().unwrap_or(path);
    let bytes = match printer.storage.bytes(path).await {
        Ok(bytes) if bytes.len() <= LOGO_MAX => bytes,
        Ok(_) => return None,
        Err(error) => {
            tracing::warn!(%error, path, "the logo can't be read");
            return None;
        }
    };
    tokio::task::spawn_blocking(move || decoded(&bytes)).await.ok().flatten()
}

/// A picture on white.
fn decoded(bytes: &[u8]) -> Option<Picture> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(DECODING_MAX);
    reader.limits(limits);
    let image = reader.decode().inspect_err(|error| tracing::warn!(%error, "the logo is no picture")).ok()?;
    let small = if image.width().max(image.height()) > LOGO_SIDE { image.thumbnail(LOGO_SIDE, LOGO_SIDE) } else { image }.to_rgba8();
    let on_white = |colour: u8, alpha: u8| {
        let mixed = (u16::from(colour) * u16::from(alpha) + 255 * (255 - u16::from(alpha))) / 255;
        u8::try_from(mixed).unwrap_or(u8::MAX)
    };
    let rgb = small.pixels().flat_map(|pixel| {
        let [red, green, blue, alpha] = pixel.0;
        [red, green, blue].map(|colour| on_white(colour, alpha))
    });
    Some(Picture { width: small.width(), height: small.height(), rgb: rgb.collect() })
}

/// The footer of every page: when it was printed, on the site's clock, and by whom.
#[must_use]
pub fn footer(printer: &Printer, who: &str) -> Footer {
    let now = printer.time_zone.timestamp_opt(printer.clock.now(), 0).single();
    let time = now.map(|now| now.format("%Y-%m-%d %H:%M").to_string()).unwrap_or_default();
    Footer { printed: text("print.foot.printed", &[("time", time), ("who", who.to_owned())]), pages: text("print.foot.pages", &[]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_papers_have_so_many_lines_together_and_one_has_all() {
        let mut printed = 0;
        assert!(count_lines(2, &mut printed, PRINTED_LINES_MAX).is_ok() && count_lines(2, &mut printed, 1).is_err());
        assert!(count_lines(1, &mut 0, PRINTED_LINES_MAX + 1).is_ok());
    }

    #[tokio::test]
    async fn only_so_many_print_or_wait_for_it() {
        let first = turn().await.expect("a turn");
        let second = turn().await.expect("a turn");
        let waiting: Vec<_> = (0..14).map(|_| tokio::spawn(turn())).collect();
        while ASKED.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(turn().await, Err(ServiceError::Busy)), "the seventeenth");
        drop((first, second));
        for one in waiting {
            one.await.expect("it ran").expect("a turn");
        }
        assert_eq!((AT_ONCE.available_permits(), ASKED.available_permits()), (2, 16));
    }

    #[test]
    fn a_logo_is_laid_on_white() {
        let mut bytes = Cursor::new(Vec::new());
        let image = image::RgbaImage::from_vec(2, 1, vec![255, 0, 0, 255, 0, 0, 0, 0]).expect("a picture");
        image.write_to(&mut bytes, image::ImageFormat::Png).expect("written");
        let expected = Picture { width: 2, height: 1, rgb: vec![255, 0, 0, 255, 255, 255] };
        assert_eq!(decoded(bytes.get_ref()), Some(expected));
        assert_eq!(decoded(b"no picture"), None);
    }
}

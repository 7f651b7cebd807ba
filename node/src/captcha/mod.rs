//! The click captcha (wire contract 2.2): a picture with some icons, two of which must be clicked in order. The
//! answer stays on the server and can be used once; a second wrong answer uses it up, and a network that gives many wrong
//! answers waits.

pub mod api;
pub mod picture;

impl From<CaptchaError> for ServiceError {
    fn from(error: CaptchaError) -> Self {
        let key = match error {
            CaptchaError::Id => return Self::field("id", "captcha.id"),
            CaptchaError::Store(error) => return error.into(),
            CaptchaError::TooOften(seconds) => return too_often(seconds),
            CaptchaError::Picture(reason) => return Self::Internal(reason),
            CaptchaError::Required => "captcha.required",
            CaptchaError::Wrong => "captcha.wrong",
        };
        Self::Refused { key, values: vec![], facts: json!({ "key": key, "field": "captchaInfo", "captcha": true }) }
    }
}

#[cfg(test)]
mod script_tests;
pub mod shapes;

use std::sync::Arc;

use actors::clock::SharedClock;
use actors::store::StoreError;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use entrepot_store::Store;
use rand::Rng;
use serde_json::json;
use tokio::sync::Semaphore;

use self::picture::{HEIGHT, Placed, WIDTH};
use crate::config::services::CaptchaWhen;
use crate::error::{ServiceError, too_often};
use crate::i18n::text;
use crate::identity::keyed_locks::KeyedLocks;
use crate::rate_limits::{Counted, Limits, Network};

/// Icons to be clicked.
const TARGETS: usize = 2;
/// Icons that are not.
const DECOYS: usize = 5;
/// Wrong answers of one network within [`WRONG_SECONDS`]; then it waits.
const WRONG_MAX: u32 = 30;
const WRONG_SECONDS: i64 = 600;
/// Seconds an answer is waited for.
const LIVES: i64 = 600;
/// Longest id that a client may choose.
const ID_MAX: usize = 64;
/// Pictures painted concurrently.
static PAINTING: Semaphore = Semaphore::const_new(2);

/// The action a captcha is solved for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Login,
    MemberLogin,
    Register,
    Retrieve,
    ChangeAddress,
    VerifyAddress,
    Message,
}

impl Action {
    const ALL: [Self; 7] = [Self::Login, Self::MemberLogin, Self::Register, Self::Retrieve, Self::ChangeAddress, Self::VerifyAddress, Self::Message];

    /// The action of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }

    /// As on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Login => "login",
            Self::MemberLogin => "member_login",
            Self::Register => "register",
            Self::Retrieve => "retrieve",
            Self::ChangeAddress => "change",
            Self::VerifyAddress => "verify",
            Self::Message => "message",
        }
    }
}

/// Clicks on a captcha, as a business call brings them along.
#[derive(Clone, Debug, Default)]
pub struct Clicks {
    pub id: String,
    /// `x1,y1-x2,y2;W;H`
    pub info: String,
}

impl Clicks {
    /// Whether there are any.
    #[must_use]
    pub fn given(&self) -> bool {
        !self.id.is_empty() && !self.info.is_empty()
    }
}

/// A picture for a client.
#[derive(Clone, Debug)]
pub struct Challenge {
    pub id: String,
    /// Names of the icons to click, in order.
    pub text: Vec<String>,
    /// `data:image/png;base64,...`
    pub image: String,
}

/// Why a captcha was not made or not passed.
#[derive(Debug, thiserror::Error)]
pub enum CaptchaError {
    #[error("it is no id of a captcha")]
    Id,
    /// No clicks were sent.
    #[error("it is required")]
    Required,
    /// The clicks are wrong, or the picture was for another action.
    #[error("it is wrong")]
    Wrong,
    /// The network has given too many wrong answers: seconds to wait.
    #[error("too many wrong answers")]
    TooOften(i64),
    #[error("the picture can't be painted: {0}")]
    Picture(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What captchas need. Cheap to clone.
#[derive(Clone)]
pub struct Captchas {
    pub store: Store,
    /// Pictures that were asked for no action are good for every one.
    pub unnamed: bool,
    pub limits: Arc<Limits>,
    /// Answers to one picture take turns, so that many at once are no more tries than one after the other.
    pub locks: Arc<KeyedLocks>,
    pub clock: SharedClock,
}

fn check_id(id: &str) -> Result<(), CaptchaError> {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if (1..=ID_MAX).contains(&id.len()) && id.chars().all(plain) { Ok(()) } else { Err(CaptchaError::Id) }
}

/// The targets as they are kept: `x,y,half;x,y,half`.
fn written(targets: &[Placed]) -> String {
    targets.iter().map(|one| format!("{},{},{}", one.x, one.y, one.half)).collect::<Vec<_>>().join(";")
}

fn read(answer: &str) -> Vec<Placed> {
    let numbers = |one: &str| one.split(',').filter_map(|number| number.parse().ok()).collect::<Vec<f32>>();
    let placed = |one: &str| match numbers(one)[..] {
        [x, y, half] => Some(Placed { icon: 0, x, y, half }),
        _ => None,
    };
    answer.split(';').filter_map(placed).collect()
}

/// Whether clicks (`x1,y1-x2,y2;W;H`, in the coordinates of the displayed picture) hit the targets in order.
fn hits(answer: &str, info: &str) -> bool {
    let targets = read(answer);
    let number = |text: &str| text.trim().parse::<f32>().ok().filter(|number| number.is_finite());
    let mut parts = info.split(';');
    let (Some(points), Some(width), Some(height), None) = (parts.next(), parts.next().and_then(number), parts.next().and_then(number), parts.next())
    else {
        return false;
    };
    if info.len() > 200 || width < 1.0 || height < 1.0 || targets.is_empty() {
        return false;
    }
    let point = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some((number(x)? * WIDTH as f32 / width, number(y)? * HEIGHT as f32 / height))
    };
    let Some(points) = points.split('-').map(point).collect::<Option<Vec<_>>>() else { return false };
    points.len() == targets.len() && points.iter().zip(&targets).all(|((x, y), target)| target.holds(*x, *y))
}

/// Refuses a network that has given too many wrong answers.
fn admit(captchas: &Captchas, network: &Network) -> Result<(), CaptchaError> {
    match captchas.limits.waits(Counted::WrongCaptcha, network, WRONG_MAX, captchas.clock.now()) {
        0 => Ok(()),
        seconds => Err(CaptchaError::TooOften(seconds)),
    }
}

fn count_wrong(captchas: &Captchas, network: &Network) {
    captchas.limits.count(Counted::WrongCaptcha, network, WRONG_SECONDS, captchas.clock.now());
}

/// Makes a picture, perhaps for one action only; it replaces an earlier one of the same id.
pub async fn begin(captchas: &Captchas, id: &str, action: Option<Action>, network: &Network) -> Result<Challenge, CaptchaError> {
    check_id(id)?;
    admit(captchas, network)?;
    let failed = CaptchaError::Picture;
    let _permit = PAINTING.acquire().await.map_err(|error| failed(error.to_string()))?;
    let painted = tokio::task::spawn_blocking(|| {
        let mut rng = rand::rng();
        let mut placed = picture::place(TARGETS + DECOYS, &mut rng);
        let png = picture::paint(&placed, &mut rng);
        // The targets are chosen independently of their position.
        while placed.len() > TARGETS {
            let at = rng.random_range(0..placed.len());
            placed.swap_remove(at);
        }
        png.map(|png| (png, placed))
    });
    let (png, targets) = painted.await.map_err(|error| failed(error.to_string()))?.map_err(|error| failed(error.to_string()))?;
    captchas.store.put_captcha(id, action.map(Action::name), &written(&targets), captchas.clock.now() + LIVES).await?;
    let name = |one: &Placed| format!("<{}>", text(&format!("captcha.icon.{}", shapes::ICONS[one.icon].name), &[]));
    let image = format!("data:image/png;base64,{}", STANDARD.encode(png));
    Ok(Challenge { id: id.to_owned(), text: targets.iter().map(name).collect(), image })
}

/// Whether the clicks are right. `use_up` consumes the answer; otherwise the business call checks it again.
pub async fn check(captchas: &Captchas, clicks: &Clicks, use_up: bool, network: &Network) -> Result<bool, CaptchaError> {
    if check_id(&clicks.id).is_err() {
        return Ok(false);
    }
    admit(captchas, network)?;
    let (id, now) = (clicks.id.as_str(), captchas.clock.now());
    let _turn = captchas.locks.lock(id).await;
    let answer =
        if use_up { captchas.store.take_captcha(id, now).await?.map(|(answer, _)| answer) } else { captchas.store.try_captcha(id, now).await? };
    let right = answer.is_some_and(|answer| hits(&answer, &clicks.info));
    if !right {
        count_wrong(captchas, network);
        captchas.store.note_wrong_captcha(id).await?;
    }
    Ok(right)
}

/// Whether a picture that was requested for `asked` may be used for an action. Clients written for BuildAdmin name no
/// action.
fn is_for(asked: Option<&str>, action: Action, unnamed: bool) -> bool {
    asked.map_or(unnamed, |asked| asked == action.name())
}

/// Refuses a call whose clicks are wrong, missing or for another action; consumes the answer.
pub async fn require(captchas: &Captchas, action: Action, clicks: &Clicks, network: &Network) -> Result<(), CaptchaError> {
    if !clicks.given() {
        return Err(CaptchaError::Required);
    }
    admit(captchas, network)?;
    let _turn = captchas.locks.lock(&clicks.id).await;
    let taken = if check_id(&clicks.id).is_ok() { captchas.store.take_captcha(&clicks.id, captchas.clock.now()).await? } else { None };
    if taken.is_some_and(|(answer, asked)| is_for(asked.as_deref(), action, captchas.unnamed) && hits(&answer, &clicks.info)) {
        return Ok(());
    }
    count_wrong(captchas, network);
    Err(CaptchaError::Wrong)
}

/// Whether a captcha is required after this many failures.
#[must_use]
pub const fn wanted(when: CaptchaWhen, failures: i64) -> bool {
    match when {
        CaptchaWhen::Off => false,
        CaptchaWhen::Always => true,
        CaptchaWhen::After(allowed) => failures >= allowed,
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    #[test]
    fn icons_never_overlap_and_the_picture_is_a_png() {
        for seed in 0..200 {
            let mut rng = StdRng::seed_from_u64(seed);
            let placed = picture::place(TARGETS + DECOYS, &mut rng);
            assert_eq!(placed.len(), TARGETS + DECOYS, "seed {seed}");
            for (at, one) in placed.iter().enumerate() {
                assert!(one.x >= one.half && one.y >= one.half && one.x + one.half <= WIDTH as f32 && one.y + one.half <= HEIGHT as f32);
                assert!(placed[at + 1..].iter().all(|other| !other.holds(one.x, one.y) && other.icon != one.icon));
            }
            if seed == 0 {
                let png = picture::paint(&placed, &mut rng).expect("a picture");
                let image = image::load_from_memory(&png).expect("a PNG");
                assert_eq!((image.width(), image.height()), (WIDTH, HEIGHT));
                assert!(png.len() < 150_000, "{}", png.len());
                if let Ok(dir) = std::env::var("ENTREPOT_CAPTCHA_SAMPLE") {
                    std::fs::write(dir, &png).expect("written");
                }
            }
        }
    }

    #[test]
    fn only_the_right_clicks_in_order_hit() {
        let answer = "102,60,20;240,131,18";
        assert!(hits(answer, "102,60-240,131;350;200"));
        assert!(hits(answer, "122,80-222,113;350;200"), "the border counts");
        assert!(hits(answer, "204,120-480,262;700;400"), "a picture shown larger");
        for wrong in [
            "240,131-102,60;350;200",
            "102,60;350;200",
            "102,60-240,131-1,1;350;200",
            "123,60-240,131;350;200",
            "102,60-240,131;0;0",
            "102,60-240,131;-350;-200",
            "102,60-240,131;NaN;200",
            "102,60-240,131;350",
            "102,60-240,131;350;200;1",
            "a,b-c,d;350;200",
            "",
            ";;",
        ] {
            assert!(!hits(answer, wrong), "{wrong}");
        }
        assert!(!hits("", "1,1;350;200") && !hits("x", ";350;200"));
    }

    #[test]
    fn a_picture_is_for_what_it_was_asked_for() {
        for action in Action::ALL {
            assert_eq!(Action::parse(action.name()), Some(action));
            assert!(is_for(Some(action.name()), action, false) && is_for(None, action, true) && !is_for(None, action, false));
            assert!(Action::ALL.into_iter().all(|other| other == action || !is_for(Some(other.name()), action, true)));
        }
        assert!(Action::parse("").is_none() && !is_for(Some("nothing"), Action::Login, true));
    }

    #[test]
    fn a_captcha_is_wanted_when_it_is_configured() {
        assert!(!wanted(CaptchaWhen::Off, 100) && wanted(CaptchaWhen::Always, 0));
        assert!(!wanted(CaptchaWhen::After(3), 2) && wanted(CaptchaWhen::After(3), 3));
    }
}

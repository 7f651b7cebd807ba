//! Who is shown what, and when: pure.

use chrono::{Datelike, Timelike};
use chrono_tz::Tz;
use entrepot_store::ads::AdRow;

use crate::i18n::Language;

/// How an advert stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdState {
    Off,
    Planned,
    Running,
    Ended,
    UsedUp,
}

impl AdState {
    /// As the declaration names it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Planned => "planned",
            Self::Running => "running",
            Self::Ended => "ended",
            Self::UsedUp => "used_up",
        }
    }
}

/// A moment on the site's clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// `YYYY-MM-DD HH:mm:ss`.
    pub time: String,
    pub day: chrono::NaiveDate,
    /// 1 (Monday) to 7.
    pub weekday: u32,
    /// 0 to 23.
    pub hour: u32,
}

impl Moment {
    /// The moment of a time in Unix seconds.
    #[must_use]
    pub fn of(zone: Tz, seconds: i64) -> Self {
        let local = chrono::DateTime::from_timestamp(seconds, 0).unwrap_or_default().with_timezone(&zone);
        Self {
            time: local.format("%Y-%m-%d %H:%M:%S").to_string(),
            day: local.date_naive(),
            weekday: local.weekday().number_from_monday(),
            hour: local.hour(),
        }
    }
}

/// What the browser runs on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    #[default]
    Desktop,
    Phone,
}

impl Device {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Desktop => "desktop",
            Self::Phone => "phone",
        }
    }

    /// The device of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Desktop, Self::Phone].into_iter().find(|device| device.name() == name)
    }
}

/// Who looks at a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Viewer {
    #[default]
    Visitor,
    /// A member, with their group.
    Member(Option<i64>),
}

/// Who looks, on what, and in which language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Audience {
    pub viewer: Viewer,
    pub device: Device,
    pub language: Language,
}

fn is_given(text: Option<&String>) -> Option<&str> {
    text.map(String::as_str).filter(|text| !text.is_empty())
}

/// How an advert stands at a time of the site's clock. Its counts are those that are known.
#[must_use]
pub fn state(ad: &AdRow, time: &str) -> AdState {
    let used = |most: i64, count: i64| most > 0 && count >= most;
    if ad.status != 1 {
        AdState::Off
    } else if is_given(ad.ends.as_ref()).is_some_and(|ends| ends <= time) {
        AdState::Ended
    } else if used(ad.max_impressions, ad.impressions) || used(ad.max_clicks, ad.clicks) {
        AdState::UsedUp
    } else if is_given(ad.starts.as_ref()).is_some_and(|starts| starts > time) {
        AdState::Planned
    } else {
        AdState::Running
    }
}

/// Whether an advert is for somebody at a moment.
#[must_use]
pub fn serves(ad: &AdRow, audience: Audience, moment: &Moment) -> bool {
    let among = |chosen: &[String], own: &str| chosen.is_empty() || chosen.iter().any(|value| value == own);
    let language = match audience.language {
        Language::Chinese => "zh",
        Language::English => "en",
    };
    let is_for = match (ad.audience.as_str(), audience.viewer) {
        ("all", _) | ("visitors", Viewer::Visitor) => true,
        ("members", Viewer::Member(group)) => ad.group_ids.is_empty() || group.is_some_and(|group| ad.group_ids.contains(&group)),
        _ => false,
    };
    is_for
        && state(ad, &moment.time) == AdState::Running
        && among(&ad.weekdays, &moment.weekday.to_string())
        && among(&ad.hours, &moment.hour.to_string())
        && among(&ad.languages, language)
        && (ad.device == "all" || ad.device == audience.device.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ad() -> AdRow {
        AdRow { audience: "all".into(), device: "all".into(), status: 1, ..AdRow::default() }
    }

    fn moment() -> Moment {
        // A Wednesday in Shanghai, where it is eight hours later.
        Moment::of(chrono_tz::Asia::Shanghai, 1_796_169_600)
    }

    const VISITOR: Audience = Audience { viewer: Viewer::Visitor, device: Device::Desktop, language: Language::Chinese };

    #[test]
    fn a_moment_is_on_the_sites_clock() {
        let moment = moment();
        assert_eq!((moment.time.as_str(), moment.weekday, moment.hour), ("2026-12-02 08:00:00", 3, 8));
        let earlier = Moment::of(chrono_tz::America::New_York, 1_796_169_600);
        assert_eq!((earlier.day.to_string().as_str(), earlier.weekday, earlier.hour), ("2026-12-01", 2, 19));
    }

    #[test]
    fn the_state_follows_schedule_and_counts() {
        let time = moment().time;
        let of = |change: fn(&mut AdRow)| {
            let mut ad = ad();
            change(&mut ad);
            state(&ad, &time)
        };
        assert_eq!(of(|_| ()), AdState::Running);
        assert_eq!(of(|ad| ad.status = 0), AdState::Off);
        assert_eq!(of(|ad| ad.starts = Some("2026-12-02 08:00:00".into())), AdState::Running);
        assert_eq!(of(|ad| ad.starts = Some("2026-12-02 08:00:01".into())), AdState::Planned);
        assert_eq!(of(|ad| ad.ends = Some("2026-12-02 08:00:00".into())), AdState::Ended);
        assert_eq!(of(|ad| ad.ends = Some("2026-12-02 08:00:01".into())), AdState::Running);
        assert_eq!(of(|ad| (ad.max_impressions, ad.impressions) = (5, 5)), AdState::UsedUp);
        assert_eq!(of(|ad| (ad.max_impressions, ad.impressions) = (5, 4)), AdState::Running);
        assert_eq!(of(|ad| (ad.max_clicks, ad.clicks) = (1, 2)), AdState::UsedUp);
    }

    #[test]
    fn an_advert_is_for_whom_it_says() {
        let shown = |change: fn(&mut AdRow), audience: Audience| {
            let mut ad = ad();
            change(&mut ad);
            serves(&ad, audience, &moment())
        };
        let member = Audience { viewer: Viewer::Member(Some(4)), ..VISITOR };
        assert!(shown(|_| (), VISITOR) && shown(|_| (), member));
        assert!(shown(|ad| ad.weekdays = vec!["3".into()], VISITOR) && !shown(|ad| ad.weekdays = vec!["4".into()], VISITOR));
        assert!(shown(|ad| ad.hours = vec!["8".into(), "9".into()], VISITOR) && !shown(|ad| ad.hours = vec!["7".into()], VISITOR));
        let english = Audience { language: Language::English, ..VISITOR };
        assert!(shown(|ad| ad.languages = vec!["zh".into()], VISITOR) && !shown(|ad| ad.languages = vec!["zh".into()], english));
        let phone = Audience { device: Device::Phone, ..VISITOR };
        assert!(shown(|ad| ad.device = "phone".into(), phone) && !shown(|ad| ad.device = "phone".into(), VISITOR));
        assert!(shown(|ad| ad.audience = "visitors".into(), VISITOR) && !shown(|ad| ad.audience = "visitors".into(), member));
        let members = |ad: &mut AdRow| ad.audience = "members".into();
        assert!(!shown(members, VISITOR) && shown(members, member));
        let of_group = |ad: &mut AdRow| (ad.audience, ad.group_ids) = ("members".into(), vec![4]);
        let other = Audience { viewer: Viewer::Member(Some(5)), ..VISITOR };
        let without = Audience { viewer: Viewer::Member(None), ..VISITOR };
        assert!(shown(of_group, member) && !shown(of_group, other) && !shown(of_group, without) && !shown(of_group, VISITOR));
    }
}

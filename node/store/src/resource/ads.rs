//! Adverts: zones of the public site, what is shown in them, and how often it was seen and followed. Figures are written by
//! [`crate::ads`].

use super::declaration::Kind::{Choice as OneOf, Choices, Date, DateTime, Image, Integer, Reference, References, Text};
use super::declaration::{Choice, Field, LOG, Picker, Picking, Resource, Target, UNSORTED, choice, label};
use super::goods::{REMARK, STATUS};

const PAGES: &[Choice] =
    &[choice("home", "首页", "Home"), choice("shop", "商城", "Shop"), choice("platform", "平台", "Platform"), choice("other", "其他", "Other")];
const TARGETS: &[Choice] = &[choice("self", "当前窗口", "Same window"), choice("blank", "新窗口", "New window")];
const AUDIENCES: &[Choice] =
    &[choice("all", "所有人", "Everybody"), choice("visitors", "未登录访客", "Visitors"), choice("members", "会员", "Members")];
const DEVICES: &[Choice] = &[choice("all", "全部", "All"), choice("desktop", "电脑", "Computers"), choice("phone", "手机", "Phones")];
const LANGUAGES: &[Choice] = &[choice("zh", "中文", "Chinese"), choice("en", "英文", "English")];
const WEEKDAYS: &[Choice] = &[
    choice("1", "周一", "Monday"),
    choice("2", "周二", "Tuesday"),
    choice("3", "周三", "Wednesday"),
    choice("4", "周四", "Thursday"),
    choice("5", "周五", "Friday"),
    choice("6", "周六", "Saturday"),
    choice("7", "周日", "Sunday"),
];
/// Hours of the day, by the hour in which they begin.
const HOURS: &[Choice] = &[
    choice("0", "0 时", "0:00"),
    choice("1", "1 时", "1:00"),
    choice("2", "2 时", "2:00"),
    choice("3", "3 时", "3:00"),
    choice("4", "4 时", "4:00"),
    choice("5", "5 时", "5:00"),
    choice("6", "6 时", "6:00"),
    choice("7", "7 时", "7:00"),
    choice("8", "8 时", "8:00"),
    choice("9", "9 时", "9:00"),
    choice("10", "10 时", "10:00"),
    choice("11", "11 时", "11:00"),
    choice("12", "12 时", "12:00"),
    choice("13", "13 时", "13:00"),
    choice("14", "14 时", "14:00"),
    choice("15", "15 时", "15:00"),
    choice("16", "16 时", "16:00"),
    choice("17", "17 时", "17:00"),
    choice("18", "18 时", "18:00"),
    choice("19", "19 时", "19:00"),
    choice("20", "20 时", "20:00"),
    choice("21", "21 时", "21:00"),
    choice("22", "22 时", "22:00"),
    choice("23", "23 时", "23:00"),
];
/// Computed when it is shown ([`crate::ads`]).
const STATES: &[Choice] = &[
    choice("planned", "未开始", "Planned"),
    choice("running", "投放中", "Running"),
    choice("ended", "已结束", "Ended"),
    choice("used_up", "已用完", "Used up"),
    choice("off", "已停用", "Switched off"),
];
/// Views and clicks an advert may have at most; 0 is no limit.
const MOST: super::declaration::Kind = Integer(0, 1_000_000_000);

/// The zone of an advert.
const ZONE: Target = Target { table: "ads_zone", relation: "zone", shows: &["name", "code"] };
const AD: Target = Target { table: "ads_ad", relation: "ad", shows: &["title"] };

const ZONES: Resource = Resource::new(
    "ads.Zone",
    "ads_zone",
    label("广告位", "Zones"),
    &[
        Field::new("code", Text(32)).required().unique().sortable(),
        Field::new("name", Text(100)).required().sortable().translated(),
        Field::new("page", OneOf(Picker::Select, PAGES)).default("home").named("页面", "Page"),
        Field::new("width", Integer(40, 4_000)).required().named("宽度（像素）", "Width (px)"),
        Field::new("height", Integer(20, 4_000)).required().named("高度（像素）", "Height (px)"),
        Field::new("show_max", Integer(1, 6)).default("1").named("同时展示数", "Shown at once"),
        // Shown where no advert may be.
        Field::new("image", Image).named("默认图片", "Default picture").hinted("没有投放广告时展示", "Shown while no advert runs"),
        Field::new("alt", Text(100)).off_list().named("默认图片说明", "Description of the default picture").translated(),
        Field::new("url", Text(500)).off_list().named("默认链接", "Default link"),
        STATUS,
        REMARK,
    ],
)
.quick(&["code", "name"])
.order("id", false)
.actions(UNSORTED);

const ADS: Resource = Resource::new(
    "ads.Ad",
    "ads_ad",
    label("广告", "Adverts"),
    &[
        Field::new("image", Image).required(),
        Field::new("title", Text(100)).required().sortable().translated(),
        Field::new("zone_id", Reference(ZONE)).required().named("广告位", "Zone"),
        Field::new("state", OneOf(Picker::Select, STATES)).default("off").read_only().unsearched().unsorted().named("投放状态", "State"),
        Field::new("image_dark", Image).off_list().named("深色图片", "Picture for dark pages"),
        Field::new("image_phone", Image).off_list().named("手机图片", "Picture for phones"),
        Field::new("alt", Text(200)).off_list().named("图片说明", "Description of the picture").translated(),
        Field::new("url", Text(500)).required().off_list(),
        Field::new("target", OneOf(Picker::Radio, TARGETS)).default("self").off_list().named("打开方式", "Opens in"),
        Field::new("starts", DateTime).named("开始", "Starts"),
        Field::new("ends", DateTime).named("结束", "Ends"),
        Field::new("weekdays", Choices(Picking::Checkbox, WEEKDAYS))
            .off_list()
            .named("星期", "Weekdays")
            .hinted("留空则每天投放", "Leave empty for every day"),
        Field::new("hours", Choices(Picking::Selects, HOURS))
            .off_list()
            .named("时段", "Hours")
            .hinted("留空则全天投放", "Leave empty for the whole day"),
        Field::new("languages", Choices(Picking::Checkbox, LANGUAGES))
            .off_list()
            .named("语言", "Languages")
            .hinted("留空则不限语言", "Leave empty for all languages"),
        Field::new("audience", OneOf(Picker::Radio, AUDIENCES)).default("all").named("受众", "Audience"),
        Field::new("group_ids", References(Target { table: "user_group", relation: "groups", shows: &["name"] }))
            .off_list()
            .named("会员分组", "Member groups")
            .hinted("留空则面向全部会员", "Leave empty for all members"),
        Field::new("device", OneOf(Picker::Radio, DEVICES)).default("all").named("设备", "Devices"),
        Field::new("weight", Integer(1, 100))
            .default("10")
            .named("投放权重", "Share of views")
            .hinted("数字越大，在同一广告位展示得越多", "The larger the number, the more often it is shown in its zone"),
        // 0 is no limit.
        Field::new("per_visitor_day", Integer(0, 1_000))
            .default("0")
            .off_list()
            .named("每人每天次数", "Views per visitor and day")
            .hinted("0 表示不限", "0: no limit"),
        Field::new("max_impressions", MOST).default("0").off_list().named("展示上限", "Maximum views").hinted("0 表示不限", "0: no limit"),
        Field::new("max_clicks", MOST).default("0").off_list().named("点击上限", "Maximum clicks").hinted("0 表示不限", "0: no limit"),
        Field::new("impressions", Integer(0, i64::MAX)).default("0").read_only().unsearched().named("展示", "Views"),
        Field::new("clicks", Integer(0, i64::MAX)).default("0").read_only().unsearched().named("点击", "Clicks"),
        STATUS,
        REMARK,
    ],
)
.quick(&["title"])
.order("id", true)
.indexes(&[&["status"]])
.actions(UNSORTED);

const DAYS: Resource = Resource::new(
    "ads.Day",
    "ads_day",
    label("广告数据", "Advert statistics"),
    &[
        Field::new("ad_id", Reference(AD)).read_only().named("广告", "Advert"),
        Field::new("zone_id", Reference(ZONE)).read_only().named("广告位", "Zone"),
        Field::new("day", Date).read_only().sortable().named("日期", "Day"),
        Field::new("impressions", Integer(0, i64::MAX)).read_only().unsearched().named("展示", "Views"),
        Field::new("clicks", Integer(0, i64::MAX)).read_only().unsearched().named("点击", "Clicks"),
    ],
)
.quick(&["ad.title", "zone.name"])
.order("day", true)
.indexes(&[&["day"]])
.actions(LOG)
.unwatched()
.unstamped();

pub(super) const ALL: &[Resource] = &[ZONES, ADS, DAYS];

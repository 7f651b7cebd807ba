//! Companies of the demo members, proofs of who they are, announcements, and what visitors have written.

use actors::clock::Clock;
use entrepot_store::announcements::Reader;
use entrepot_store::resource::{Act, catalogue};
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::{Map, Value, json};

use super::error::DemoError;
use super::rows::insert;
use super::state::Company;
use super::words::{Pair, same};
use crate::announcement::service::{PARTS_OF_A_TASK, tell};
use crate::company::service::Companies;
use crate::node::Node;
use crate::person::papers::{PaperOf, Papers, Side};
use crate::person::service::{NewProof, Proofs};
use crate::site_time::time_at;

const DAY: i64 = 86_400;

/// Code, Chinese, English, place of the industry above (1-based, 0 for none).
const INDUSTRIES: &[(&str, &str, &str, usize)] = &[
    ("C", "制造业", "Manufacturing", 0),
    ("C22", "造纸和纸制品", "Paper and paper products", 1),
    ("C24", "文教、工美、体育和娱乐用品", "Stationery, crafts and sports goods", 1),
    ("C39", "计算机、通信和其他电子设备", "Computers and electronics", 1),
    ("F", "批发和零售业", "Wholesale and retail", 0),
    ("F51", "批发业", "Wholesale", 5),
    ("F52", "零售业", "Retail", 5),
    ("G", "交通运输、仓储和邮政业", "Transport, storage and post", 0),
    ("P", "教育", "Education", 0),
];

/// A company: name, short name, code, industry (1-based), city, contact, mobile, owner and staff (places of members).
type Firm = (Pair, Pair, &'static str, i64, Pair, Pair, &'static str, usize, &'static [usize]);
const FIRMS: &[Firm] = &[
    (
        ("上海晨曦文具连锁有限公司", "Dawn Stationery Stores Co., Ltd."),
        ("晨曦文具", "Dawn Stationery"),
        "91310115MA1K35TQ0B",
        7,
        ("上海", "Shanghai"),
        ("徐敏", "Xu Min"),
        "13700210001",
        0,
        &[1],
    ),
    (
        ("港湾礼品(深圳)有限公司", "Harbour Gifts (Shenzhen) Co., Ltd."),
        ("港湾礼品", "Harbour Gifts"),
        "914403001922038216",
        6,
        ("深圳", "Shenzhen"),
        ("王艾米", "Amy Wong"),
        "13800852007",
        2,
        &[],
    ),
    (
        ("杭州博学书店有限责任公司", "Scholar Books Ltd."),
        ("博学书店", "Scholar Books"),
        "91330106MA27X8YH3P",
        7,
        ("杭州", "Hangzhou"),
        ("顾晓", "Gu Xiao"),
        "13705710003",
        1,
        &[3],
    ),
];

/// Titles and texts in both languages, kind, pinned, to be confirmed, days ago.
type Notice = (&'static str, &'static str, &'static str, &'static str, &'static str, i64, i64, i64);
const ANNOUNCEMENTS: &[Notice] = &[
    (
        "年终盘点期间暂停出库",
        "No shipments during the stock-taking at the end of the year",
        "<p>12 月 30 日至 31 日各仓盘点，期间<strong>暂停出库</strong>。请在 29 日 17:00 前提交出库单。</p>",
        "<p>All warehouses count on 30 and 31 December. <strong>Nothing is shipped</strong> in that time: please send orders in by 17:00 on the 29th.</p>",
        "announcement",
        1,
        1,
        3,
    ),
    (
        "本周日凌晨系统维护",
        "Maintenance on Sunday night",
        "<p>周日 01:00 至 02:00 升级数据库，期间页面可能短暂不可用。</p>",
        "<p>The database is upgraded on Sunday from 01:00 to 02:00. Pages may be away for a moment.</p>",
        "maintenance",
        0,
        0,
        6,
    ),
    (
        "开学季满减活动",
        "Back to school",
        "<p>文具类商品满 200 减 30，优惠券在会员中心领取。</p>",
        "<p>30 off for every 200 of stationery. Coupons are in the member centre.</p>",
        "event",
        0,
        0,
        20,
    ),
];

/// Title and text of canned replies.
const REPLIES: &[(Pair, Pair)] = &[
    (
        ("已收到", "Received"),
        ("您好，已收到您的留言，我们会在一个工作日内联系您。", "Thank you for your message. We will be in touch within one working day."),
    ),
    (("试用账号", "Trial account"), TRIAL),
    (
        ("价格表", "Price list"),
        (
            "您好，感谢您的关注，价格表已随邮件发送给您，请查收。",
            "Thank you for your interest. Please find our price list attached to the e-mail that we have just sent you.",
        ),
    ),
];
const TRIAL: Pair = (
    "您好，试用账号已开通，登录方式已发送至您留下的邮箱，有效期 30 天。",
    "Your trial account is open. We have sent the way to sign in to your e-mail address; it is good for 30 days.",
);

/// Name, company, mobile, mail, industry, text, progress, spam, answer, hours ago.
type Visitor = (Pair, Pair, &'static str, &'static str, &'static str, Pair, &'static str, i64, Pair, i64);
const VISITORS: &[Visitor] = &[
    (
        ("郑晓东", "Zheng Xiaodong"),
        ("苏州亿联电子", "Suzhou Yilian Electronics"),
        "13906120088",
        "",
        "electronics",
        ("想了解批次追溯和扫码入库，能否安排演示？", "We would like to see the batch trace and receiving by scanner. Could you show them to us?"),
        "new",
        0,
        ("", ""),
        2,
    ),
    (
        ("劳拉·迈耶", "Laura Meyer"),
        same("Meyer Textil GmbH"),
        "",
        "l.meyer@example.com",
        "textile",
        ("一个商品能有多个单位吗？比如米和卷。", "Can a product have several units, such as metres and rolls?"),
        "open",
        0,
        ("", ""),
        26,
    ),
    (
        ("何丽", "He Li"),
        ("佛山家居用品厂", "Foshan Housewares"),
        "13702550061",
        "heli@example.com",
        "other",
        ("试用账号怎么申请？", "How do I get a trial account?"),
        "done",
        0,
        TRIAL,
        70,
    ),
    (
        ("推广专家", "SEO Expert"),
        same("Top Rank"),
        "",
        "rank@spam.example",
        "",
        ("一周之内让您的网站排到首页!!!", "We put your site on page one in a week!!!"),
        "done",
        1,
        ("", ""),
        90,
    ),
];

/// A row with fields that only the server writes.
async fn insert_set(node: &Node, controller: &'static str, row: Value, set: Value, now: i64) -> Result<i64, DemoError> {
    let object = |value: Value| value.as_object().cloned().unwrap_or_default();
    Ok(node.store().insert_record(catalogue::declared(controller)?, &object(row), &Act { set: object(set), ..Act::system(now) }).await?)
}

fn step(error: impl std::fmt::Display) -> DemoError {
    DemoError::Step(error.to_string())
}

/// A sheet that looks like a paper from afar: stripes for lines, a square for the photograph.
fn paper(side: Side) -> Result<Vec<u8>, DemoError> {
    let picture = RgbImage::from_fn(640, 404, |x, y| {
        let photo = side == Side::Front && (430..590).contains(&x) && (80..290).contains(&y);
        let line = (60..390).contains(&x) && (70..320).contains(&y) && y % 42 < 12;
        if photo {
            Rgb([196, 204, 214])
        } else if line {
            Rgb([150, 160, 172])
        } else {
            Rgb([236, 240, 244])
        }
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Jpeg).map_err(step)?;
    Ok(bytes.into_inner())
}

impl Company<'_> {
    /// All of it; `members` are ids in the order of the demo's members.
    pub(super) async fn people(&self, node: &Node, members: &[i64]) -> Result<(), DemoError> {
        let now = self.now;
        self.companies(node, members, now).await?;
        self.proofs(node, members, now).await?;
        self.announcements(node, members, now).await?;
        self.messages(node, now).await
    }

    async fn companies(&self, node: &Node, members: &[i64], now: i64) -> Result<(), DemoError> {
        let store = node.store();
        let mut industries = Vec::with_capacity(INDUSTRIES.len());
        for (code, zh, en, above) in INDUSTRIES {
            let pid = above.checked_sub(1).and_then(|at| industries.get(at).copied()).unwrap_or(0);
            let row = json!({ "pid": pid, "code": code, "name": zh, "name_en": en, "status": 1 });
            industries.push(insert(store, "company.Industry", row, now).await?);
        }
        let words = self.words;
        for (at, (name, short, code, industry, city, contact, mobile, owner, staff)) in FIRMS.iter().enumerate() {
            let (Some(owner), made) = (members.get(*owner).copied(), now - 20 * DAY) else { continue };
            let firms = Companies { store, system: self.system, now: made };
            let row = json!({
                "name": words.pick(*name), "short_name": words.pick(*short), "uscc": code, "industry_id": usize::try_from(industry - 1).ok().and_then(|at| industries.get(at)),
                "city": words.pick(*city), "contact": words.pick(*contact), "mobile": mobile, "scale": "100",
            });
            let company = firms.add(owner, row.as_object().cloned().unwrap_or_default(), None).await.map_err(step)?;
            for member in staff.iter().filter_map(|at| members.get(*at)) {
                let account =
                    super::members::MEMBERS.get(members.iter().position(|known| known == member).unwrap_or_default()).map_or("", |row| row.0);
                firms.invite(owner, company, account, ("staff", words.pick(("采购", "Buyer")))).await.map_err(step)?;
                if at == 0 {
                    firms.accept(*member, company).await.map_err(step)?;
                }
            }
            let verified = match at {
                0 => json!({ "verify": "passed", "reviewer_id": self.admin.0, "verify_time": now - 18 * DAY, "on_site": 1 }),
                1 => json!({ "verify": "waiting" }),
                _ => {
                    let reason = words.pick(("营业执照照片不清晰", "The licence can't be read"));
                    json!({ "verify": "refused", "verify_reason": reason, "reviewer_id": self.admin.0, "verify_time": now - 9 * DAY })
                }
            };
            store.change_company(company, &Map::new(), verified.as_object().cloned().unwrap_or_default(), made).await?;
        }
        Ok(())
    }

    async fn proofs(&self, node: &Node, members: &[i64], now: i64) -> Result<(), DemoError> {
        let papers = Papers { storage: node.storage(), secrets: node.secrets() };
        let decided = |state: &str, days: i64| json!({ "state": state, "reviewer_id": self.admin.0, "review_time": now - days * DAY });
        let mut refused = decided("refused", 5);
        refused["reason"] = json!(self.words.pick(("照片反光，请重拍", "The picture is blurred")));
        let people = [
            (("王芳", "Wang Fang"), "310115199003071223", Some(decided("passed", 12))),
            (("李雷", "Li Lei"), "110105194912310021", None),
            (("赵敏", "Zhao Min"), "330106198811235427", Some(refused)),
        ];
        for ((name, number, decided), member) in people.into_iter().zip(members) {
            for side in [Side::Front, Side::Back] {
                papers.keep(PaperOf::Draft(*member), side, &paper(side)?).await.map_err(step)?;
            }
            let proofs = Proofs { store: node.store(), system: self.system, secrets: node.secrets(), papers, now: now - 13 * DAY };
            let new = NewProof { real_name: self.words.pick(name), id_type: "id_card", id_number: number };
            proofs.send(*member, &new, &self.calendar.today()).await.map_err(step)?;
            let (Some(set), Some(proof)) = (decided, node.store().proofs_of(*member).await?.into_iter().next()) else { continue };
            let act = Act { set: set.as_object().cloned().unwrap_or_default(), ..Act::system(now) };
            node.store().update_record(catalogue::declared("user.VerifyPerson")?, proof.id, &Map::new(), &act).await?;
        }
        Ok(())
    }

    async fn announcements(&self, node: &Node, members: &[i64], now: i64) -> Result<(), DemoError> {
        let time = time_at(node.config().time_zone, now);
        for (zh, en, body, body_en, kind, pinned, confirm, days) in ANNOUNCEMENTS {
            let row = json!({
                "type": kind, "title": zh, "title_en": en, "body": body, "body_en": body_en, "audience": "all", "pinned": pinned, "must_confirm": confirm,
            });
            let at = now - days * DAY;
            let set = json!({ "state": "published", "publisher_id": self.admin.0, "publish_time": at, "telling": "published", "round": 1 });
            let id = insert_set(node, "notice.Announcement", row, set, at).await?;
            tell(node.store(), self.system, id, (at, &time), PARTS_OF_A_TASK).await.map_err(step)?;
            for member in members.iter().take(2) {
                node.store().note_reading(id, Reader::Member(*member), *confirm == 1, at + 3_600).await?;
            }
        }
        let row = json!({
            "type": "event", "title": "新春闭店安排（草稿）", "title_en": "Closed over New Year (draft)", "body": "<p>待定</p>",
            "body_en": "<p>To be decided</p>", "audience": "members",
        });
        insert_set(node, "notice.Announcement", row, json!({}), now).await?;
        Ok(())
    }

    async fn messages(&self, node: &Node, now: i64) -> Result<(), DemoError> {
        let words = self.words;
        for (title, content) in REPLIES {
            insert(node.store(), "site.Reply", json!({ "title": words.pick(*title), "content": words.pick(*content), "status": 1 }), now).await?;
        }
        for (name, company, mobile, email, industry, content, progress, spam, reply, hours) in VISITORS {
            let at = now - hours * 3_600;
            let due = time_at(node.config().time_zone, at + DAY);
            let set = json!({
                "name": words.pick(*name), "company": words.pick(*company), "mobile": mobile, "email": email, "industry": industry,
                "content": words.pick(*content), "ip": "203.0.113.7",
                "progress": progress, "spam": spam, "reply": words.pick(*reply), "reply_time": if reply.0.is_empty() { 0 } else { at + 5_400 },
                "assignee_id": if *progress == "open" { Some(self.clerk.0) } else { None },
                "due_time": if *spam == 1 { None } else { Some(due) },
            });
            insert_set(node, "site.Message", json!({}), set, at).await?;
        }
        Ok(())
    }
}

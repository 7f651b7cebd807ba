//! Companies of the demo members that show themselves on the trade platform, and an enquiry to one of them.

use serde_json::{Map, json};

use super::error::DemoError;
use super::pictures::sent_by;
use super::state::Company;
use super::words::Pair;
use crate::company::service::{Companies, tell_owners};
use crate::node::Node;

const DAY: i64 = 86_400;

/// What somebody asks one of them.
const ASKED: Pair = ("需要 5,000 支定制中性笔，请报价。", "5,000 gel pens with our logo: what do they cost?");

/// A company that shows itself.
struct Shown {
    name: Pair,
    short: Pair,
    /// Code of its industry.
    industry: &'static str,
    city: Pair,
    scale: &'static str,
    website: &'static str,
    /// Place of its owner among the members.
    owner: usize,
    introduce: Pair,
    /// The name of its logo in `node/data/demo`.
    logo: &'static str,
}

const SHOWN: &[Shown] = &[
    Shown {
        name: ("宁波海曙文具制造有限公司", "Haishu Stationery Co., Ltd."),
        short: ("海曙文具", "Haishu"),
        industry: "C24",
        city: ("宁波", "Ningbo"),
        scale: "500",
        website: "https://haishu.example",
        owner: 0,
        introduce: (
            "<p>二十年专注书写工具，月产中性笔六百万支，可按客户图样定制笔杆与包装。</p>",
            "<p>We have made pens for twenty years: six million gel pens a month, with barrels and packing to your drawings.</p>",
        ),
        logo: "logo-haishu",
    },
    Shown {
        name: ("苏州明锐电子元件有限公司", "Mingrui Components Co., Ltd."),
        short: ("明锐电子", "Mingrui"),
        industry: "C39",
        city: ("苏州", "Suzhou"),
        scale: "100",
        website: "https://mingrui.example",
        owner: 1,
        introduce: (
            "<p>分销电阻、电容与连接器，原厂批次可追溯，当日发货。</p>",
            "<p>Resistors, capacitors and connectors, traceable to the maker's batch and shipped the same day.</p>",
        ),
        logo: "logo-mingrui",
    },
    Shown {
        name: ("绍兴柯桥云锦纺织品有限公司", "Yunjin Textiles Co., Ltd."),
        short: ("云锦纺织", "Yunjin"),
        industry: "F51",
        city: ("绍兴", "Shaoxing"),
        scale: "more",
        website: "https://yunjin.example",
        owner: 2,
        introduce: (
            "<p>现货面料三千余款，按缸号分卷，支持小批量剪样。</p>",
            "<p>More than three thousand cloths in stock, rolled by dye lot; small cuts for samples.</p>",
        ),
        logo: "logo-yunjin",
    },
    Shown {
        name: ("成都蓉运物流有限公司", "Rongyun Logistics Co., Ltd."),
        short: ("蓉运物流", "Rongyun"),
        industry: "G",
        city: ("成都", "Chengdu"),
        scale: "100",
        website: "https://rongyun.example",
        owner: 3,
        introduce: (
            "<p>西南地区仓配一体，次日达覆盖川渝。</p>",
            "<p>Warehousing and delivery in the south-west, the next day within Sichuan and Chongqing.</p>",
        ),
        logo: "logo-rongyun",
    },
];

impl Company<'_> {
    /// Makes the companies; `members` are ids in the order of the demo's members.
    pub(super) async fn platform(&self, node: &Node, members: &[i64]) -> Result<(), DemoError> {
        let (store, now) = (node.store(), self.now);
        let step = |error: crate::error::ServiceError| DemoError::Step(error.to_string());
        let (uploads, words) = (sent_by(node, self.admin.0, now), self.words);
        let industries: Vec<(i64, String)> = {
            let query = "SELECT VALUE [record::id(id), code] FROM industry LIMIT 100";
            store.rows(query, vec![]).await?
        };
        for (at, shown) in SHOWN.iter().enumerate() {
            let Some(owner) = members.get(shown.owner).copied() else { continue };
            let firms = Companies { store, system: self.system, now: now - 15 * DAY };
            let industry = industries.iter().find(|(_, known)| known == shown.industry).map(|(id, _)| *id);
            let row = json!({
                "name": words.pick(shown.name), "short_name": words.pick(shown.short), "industry_id": industry, "city": words.pick(shown.city),
                "scale": shown.scale, "website": shown.website, "logo": uploads.keep_drawn(shown.logo, "company").await?,
                "introduce": words.pick(shown.introduce),
            });
            let id = firms.add(owner, row.as_object().cloned().unwrap_or_default(), None).await.map_err(step)?;
            let verified = json!({ "verify": "passed", "reviewer_id": self.admin.0, "verify_time": now - 12 * DAY, "on_site": 1 });
            store.change_company(id, &Map::new(), verified.as_object().cloned().unwrap_or_default(), now - 12 * DAY).await?;
            if at == 0 {
                self.enquiry(node, id).await?;
            }
        }
        Ok(())
    }

    async fn enquiry(&self, node: &Node, company: i64) -> Result<(), DemoError> {
        let (store, now) = (node.store(), self.now - 2 * DAY);
        let Some(company) = store.company(company).await? else { return Ok(()) };
        let (name, asked) = (self.words.pick(("林先生", "Mr Lin")), self.words.pick(ASKED));
        let told = format!("{name} (Harbour Gifts, lin@harbour.example): {asked}");
        let extra = tell_owners(store, &company, "enquiry", &told, now).await.map_err(|error| DemoError::Step(error.to_string()))?;
        let set = json!({ "name": name, "company": "Harbour Gifts", "mobile": "", "email": "lin@harbour.example",
            "content": asked, "ip": "203.0.113.9", "progress": "new",
            "company_id": company.id });
        let data = Map::from_iter([("name".to_owned(), json!(name)), ("company".to_owned(), json!(company.name))]);
        let draft = bus_schemas::notification::NotificationKind::SITE_ENQUIRY
            .draft(bus_schemas::notification::Fact { data, ..bus_schemas::notification::Fact::default() });
        let set = set.as_object().cloned().unwrap_or_default();
        store.add_site_message(draft, &entrepot_store::resource::Act { set, extra, ..entrepot_store::resource::Act::system(now) }).await?;
        Ok(())
    }
}

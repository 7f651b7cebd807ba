//! Companies of the demo members that show themselves on the trade platform, and an enquiry to one of them.

use serde_json::{Map, json};

use super::covers::upload_logos;
use super::error::DemoError;
use super::state::Company;
use crate::company::service::{Companies, tell_owners};
use crate::node::Node;

const DAY: i64 = 86_400;

/// A company: name, short name, code of its industry, city, size, website, owner (place of a member), introduction.
type Shown = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str, usize, &'static str);
const SHOWN: &[Shown] = &[
    (
        "宁波海曙文具制造有限公司 Haishu Stationery",
        "海曙文具",
        "C24",
        "宁波",
        "500",
        "https://haishu.example",
        0,
        "<p>二十年专注书写工具，月产中性笔六百万支，可按客户图样定制笔杆与包装。</p><p>We have made pens for twenty years: six million gel pens a month, with barrels and packing to your drawings.</p>",
    ),
    (
        "苏州明锐电子元件有限公司 Mingrui Components",
        "明锐电子",
        "C39",
        "苏州",
        "100",
        "https://mingrui.example",
        1,
        "<p>分销电阻、电容与连接器，原厂批次可追溯，当日发货。</p><p>Resistors, capacitors and connectors, traceable to the maker's batch and shipped the same day.</p>",
    ),
    (
        "绍兴柯桥云锦纺织品有限公司 Yunjin Textiles",
        "云锦纺织",
        "F51",
        "绍兴",
        "more",
        "https://yunjin.example",
        2,
        "<p>现货面料三千余款，按缸号分卷，支持小批量剪样。</p><p>More than three thousand cloths in stock, rolled by dye lot; small cuts for samples.</p>",
    ),
    (
        "成都蓉运物流有限公司 Rongyun Logistics",
        "蓉运物流",
        "G",
        "成都",
        "100",
        "https://rongyun.example",
        3,
        "<p>西南地区仓配一体，次日达覆盖川渝。</p><p>Warehousing and delivery in the south-west, the next day within Sichuan and Chongqing.</p>",
    ),
];

impl Company<'_> {
    /// Makes the companies; `members` are ids in the order of the demo's members.
    pub(super) async fn platform(&self, node: &Node, members: &[i64]) -> Result<(), DemoError> {
        let (store, now) = (node.store(), self.now);
        let step = |error: crate::error::ServiceError| DemoError::Step(error.to_string());
        let logos = upload_logos(node, self.admin.0, u32::try_from(SHOWN.len()).unwrap_or_default(), now).await?;
        let industries: Vec<(i64, String)> = {
            let query = "SELECT VALUE [record::id(id), code] FROM industry LIMIT 100";
            store.rows(query, vec![]).await?
        };
        for (at, ((name, short, code, city, scale, website, owner, introduce), logo)) in SHOWN.iter().zip(&logos).enumerate() {
            let Some(owner) = members.get(*owner).copied() else { continue };
            let firms = Companies { store, system: self.system, now: now - 15 * DAY };
            let industry = industries.iter().find(|(_, known)| known == code).map(|(id, _)| *id);
            let row = json!({ "name": name, "short_name": short, "industry_id": industry, "city": city, "scale": scale, "website": website,
                "logo": logo, "introduce": introduce });
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
        let asked = "林先生 (Harbour Gifts, lin@harbour.example): 需要 5,000 支定制中性笔，请报价。";
        let extra = tell_owners(store, &company, "enquiry", asked, now).await.map_err(|error| DemoError::Step(error.to_string()))?;
        let set = json!({ "name": "林先生", "company": "Harbour Gifts", "mobile": "", "email": "lin@harbour.example",
            "content": "需要 5,000 支定制中性笔，请报价。 5,000 gel pens with our logo: what do they cost?", "ip": "203.0.113.9", "progress": "new",
            "company_id": company.id });
        let data = Map::from_iter([("name".to_owned(), json!("林先生")), ("company".to_owned(), json!(company.name))]);
        let draft = bus_schemas::notification::NotificationKind::SITE_ENQUIRY
            .draft(bus_schemas::notification::Fact { data, ..bus_schemas::notification::Fact::default() });
        let set = set.as_object().cloned().unwrap_or_default();
        store.add_site_message(draft, &entrepot_store::resource::Act { set, extra, ..entrepot_store::resource::Act::system(now) }).await?;
        Ok(())
    }
}

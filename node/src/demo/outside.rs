//! Accounts at services outside, switched off: their hosts are in `.invalid`, and their keys open nothing.

use serde_json::json;

use super::error::DemoError;
use super::words::Words;
use crate::outside::accounts::Opener;

/// Makes them.
pub(super) async fn fill(opener: &Opener, words: Words, now: i64) -> Result<(), DemoError> {
    let accounts = [
        (
            "outside.Mail",
            json!({
                "name": words.pick(("公司邮箱", "Company mail")), "server": "smtp.entrepot.invalid", "port": 465, "secrecy": "SSL",
                "user": "shop@entrepot.invalid", "sender": "shop@entrepot.invalid", "status": 0,
            }),
            vec![("password", "demo")],
        ),
        (
            "outside.Sms",
            json!({
                "name": words.pick(("阿里云主账户", "Alibaba Cloud, first")), "provider": "aliyun", "key": "LTAI-demo", "sign": words.pick(("货栈", "Entrepot")),
                "template": "SMS_100001", "status": 0, "weigh": 2,
            }),
            vec![("secret", "demo")],
        ),
        (
            "outside.Sms",
            json!({
                "name": words.pick(("腾讯云备用", "Tencent Cloud, second")), "provider": "tencent", "key": "AKID-demo", "sign": words.pick(("货栈", "Entrepot")),
                "template": "100002", "app_id": "1400000001", "status": 0, "weigh": 1,
            }),
            vec![("secret", "demo")],
        ),
        (
            "ding.Config",
            json!({ "name": words.pick(("仓库值班群", "Warehouse on duty")), "platform": "dingtalk", "status": 0, "weigh": 3 }),
            vec![("url", "https://oapi.dingtalk.com/robot/send?access_token=demo"), ("sign_secret", "SECdemo")],
        ),
        (
            "ding.Config",
            json!({ "name": words.pick(("采购群", "Purchasing")), "platform": "feishu", "status": 0, "weigh": 2 }),
            vec![("url", "https://open.feishu.cn/open-apis/bot/v2/hook/demo")],
        ),
        (
            "ding.Config",
            json!({ "name": words.pick(("客服群", "Customer service")), "platform": "wecom", "status": 0, "weigh": 1 }),
            vec![("url", "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=demo")],
        ),
    ];
    for (controller, row, secrets) in accounts {
        opener.add(controller, &row, &secrets, now).await.map_err(|error| DemoError::Step(error.to_string()))?;
    }
    Ok(())
}

//! The help centre of the demo company in both languages, as lines (see `articles::Written`).

use super::articles::Written;

pub(super) const HELP: &[Written] = &[
    Written {
        kind: "help",
        slug: "first-day",
        industry: "",
        section: "start",
        title: ["第一天：从空白到第一张入库单", "The first day: from nothing to the first receipt"],
        summary: ["建仓库、导入商品、收第一批货，按顺序做就好。", "Warehouse, products, first goods: do it in this order."],
        body: [
            r##"1. 在“仓库管理”里新建仓库，再建库区；待检区和残损区也一并建好。
1. 在“商品”页点“导入”，下载模板，填好编号、名称和单位后上传；先试运行，再正式导入。
1. 新建一张类型为“采购”的入库单，选供应商和仓库，逐行填写商品与数量。
1. 提交审核，审核后点“入库”，库存立即可用。
> 期初库存也用入库单登记，这样第一笔账就有来源。"##,
            r##"1. Make a warehouse and its areas, one for inspection and one for damaged goods among them.
1. On the page of products choose Import, fill in the template with number, name and unit, try it first and then import it.
1. Make an inbound order of type purchase: supplier, warehouse, and a line for each product.
1. Submit it for review, and post it once it is reviewed: the stock is there at once.
> Opening stock is an inbound order too, so that the first line of the ledger has a source."##,
        ],
    },
    Written {
        kind: "help",
        slug: "import-a-list",
        industry: "",
        section: "start",
        title: ["导入表格", "Importing a sheet"],
        summary: [
            "列名自动匹配，错误逐行说明，确认前不写入任何数据。",
            "Columns are matched by name, errors are told by row, and nothing is written before you confirm.",
        ],
        body: [
            r##"# 步骤
1. 打开列表，点“导入”，下载模板或直接选自己的表格。
1. 核对列的对应关系，没有对应的列可以手动选择。
1. 点“试运行”：会新增多少行、修改多少行、哪些行有错，一目了然。
1. 没有错误后正式导入；导入之后未改动的行可以整体撤回。
# 常见错误
- 编号重复：同一个表里有两行相同的编号。
- 找不到单位：先在“单位”里新建，或改成已有的名称。"##,
            r##"# Steps
1. Open the list, choose Import, and take the template or a sheet of your own.
1. Check which column is what; those that were not recognised can be chosen by hand.
1. Try it: you see how many rows would be added or changed, and which are wrong.
1. Import it when nothing is wrong. Rows that nobody has changed since can be taken back together.
# Frequent errors
- A number twice: two rows of the sheet have the same one.
- Unknown unit: add it among the units first, or write the name of one that is there."##,
        ],
    },
    Written {
        kind: "help",
        slug: "receive-goods",
        industry: "",
        section: "inbound",
        title: ["收货入库", "Receiving goods"],
        summary: ["按送货单逐行核对，数量不符时照实入库。", "Check line by line against the delivery note, and post what is really there."],
        body: [
            r##"1. 打开对应的入库单，核对供应商与单号。
1. 扫描商品条码或外箱条码，系统自动换算成基本单位。
1. 有批次和有效期的商品，照包装上的填写。
1. 选择库区与货架，点“入库”。
# 数量不符
- 少到：按实收数量入库，余下的行可以稍后再收，也可以关闭。
- 多到：先与采购确认，再修改订单数量，不要直接多收。
- 破损：入到残损区，写明原因并拍照。"##,
            r##"1. Open the inbound order and compare supplier and number.
1. Scan the bar code of the product or of the carton; units are converted for you.
1. Enter batch and expiry date as they are printed.
1. Choose area and shelf, and post it.
# If the quantity differs
- Less: post what came; the rest can be received later, or closed.
- More: ask the buyer and change the order first, instead of receiving too much.
- Damaged: receive it into the damaged area, with the reason and a picture."##,
        ],
    },
    Written {
        kind: "help",
        slug: "print-labels",
        industry: "",
        section: "inbound",
        title: ["打印条码标签", "Printing labels"],
        summary: ["商品、货架与外箱标签，选好纸张一次打印。", "Labels of products, shelves and cartons, on the paper that you have."],
        body: [
            r##"1. 在商品或货架列表勾选需要的行，点“打印标签”。
1. 选择纸张规格和每行份数。
1. 浏览器打开预览，缩放设为 100% 后打印。
> 标签扫不出来，多半是打印时被缩放了。"##,
            r##"1. Choose rows in the list of products or shelves, and Print labels.
1. Choose the paper and how many of each.
1. The preview opens in the browser: print it at 100 per cent.
> If a label can't be scanned, it was usually scaled when it was printed."##,
        ],
    },
    Written {
        kind: "help",
        slug: "ship-an-order",
        industry: "",
        section: "outbound",
        title: ["拣货与发货", "Picking and shipping"],
        summary: ["从审核到填写快递单号的全过程。", "From the review to the number of the parcel."],
        body: [
            r##"1. 审核通过后，订单的数量已被预占，不会再卖给别人。
1. 打印拣货单，按货架顺序行走；先到期的批次排在前面。
1. 扫描核对，数量一致后点“出库”。
1. 填写承运商与单号，客户会收到发货通知。
# 库存不足
系统会指出哪一行缺多少。可以部分发出，余下的稍后再发，或从其他仓库调拨。"##,
            r##"1. Once it is reviewed, its quantities are reserved and are sold to nobody else.
1. Print the pick list and walk along the shelves; what expires first comes first.
1. Check by scanning, and post it when the quantities agree.
1. Enter carrier and number; the customer is notified.
# If stock is short
You are told which line lacks how much. Ship a part and the rest later, or transfer from another warehouse."##,
        ],
    },
    Written {
        kind: "help",
        slug: "customer-returns",
        industry: "",
        section: "outbound",
        title: ["客户退货", "Returns of customers"],
        summary: ["先收进待检区，检验后再决定能否销售。", "Into inspection first; whether it is sold again is decided there."],
        body: [
            r##"1. 新建类型为“退货”的入库单，关联原出库单，数量不能超过已发数量。
1. 收进待检区：此时不计入可售库存。
1. 检验合格的移到良品区，不合格的移到残损区。
1. 商城订单的退款在“退款”页处理，收货与退款各自留痕。"##,
            r##"1. Make an inbound order of type return from the outbound order; no more than was shipped can come back.
1. Receive it into inspection, where it is not for sale.
1. Move what is good to the picking area, and what is not to the damaged area.
1. Refunds of the shop are on their own page; the goods and the money each leave a trace."##,
        ],
    },
    Written {
        kind: "help",
        slug: "transfer-between-sites",
        industry: "",
        section: "outbound",
        title: ["仓库之间调拨", "Transfers between warehouses"],
        summary: [
            "发出后是在途，收到才入库，少收立即通知。",
            "In transit once it has left, in stock when it arrives, and a shortage is told at once.",
        ],
        body: [
            r##"1. 新建调拨单，选择发出仓库与接收仓库。
1. 发出方审核并发货，货物显示为“在途”。
1. 接收方按实收数量确认。
1. 少收的数量会通知双方，由主管决定补发、退回或报损。"##,
            r##"1. Make a transfer order with the two warehouses.
1. The sender reviews and ships it: the goods are in transit.
1. The receiver confirms what arrived.
1. Both sides are told of a shortage, and a manager decides whether it is sent again, returned or written off."##,
        ],
    },
    Written {
        kind: "help",
        slug: "count-by-shelf",
        industry: "",
        section: "stock",
        title: ["不停业盘点", "Counting without closing"],
        summary: ["每天盘几个货架，差异审核后入账。", "A few shelves a day; differences are posted after a review."],
        body: [
            r##"1. 新建盘点，选择仓库、库区或货架。
1. 打印盘点表或用手机扫码录入，盘点人看不到账面数。
1. 提交后查看差异，必要时安排复盘。
1. 主管审核，差异写入账本并注明原因。
> 盘点期间发生的收发货会自动扣除，不必冻结整个仓库。"##,
            r##"1. Make a count of a warehouse, an area or a shelf.
1. Print the sheets or scan with a phone; who counts does not see the number of the books.
1. Look at the differences, and have them counted again where needed.
1. A manager approves, and the difference is posted with its reason.
> What is received and shipped meanwhile is taken into account: the warehouse need not stand still."##,
        ],
    },
    Written {
        kind: "help",
        slug: "why-stock-differs",
        industry: "",
        section: "stock",
        title: ["账面与实物不符怎么查", "When the books and the shelf differ"],
        summary: ["用库存流水和批次追溯，三步找到原因。", "Three steps with the records and the batch trace."],
        body: [
            r##"1. 在“库存流水”里按商品筛选，看最近一次数量变化是谁、哪张单。
1. 有批次的商品打开“批次追溯”，核对进出是否对称。
1. 看“预占”页：货还在货架上，但可能已经答应给某张订单。
# 怎样更正
- 单据录错：红冲原单，再录一张正确的，两张都会保留。
- 找不到原因：做一次货架盘点，由主管审核差异。"##,
            r##"1. Filter the records by the product: whose order changed it last?
1. For batches open the trace, and compare what came with what went.
1. Look at the reservations: the goods may still be there, but promised.
# How to correct it
- A wrong order: reverse it and write the right one; both stay.
- No reason found: count the shelf, and let a manager approve the difference."##,
        ],
    },
    Written {
        kind: "help",
        slug: "safety-stock",
        industry: "",
        section: "stock",
        title: ["设置安全库存", "Safety stock"],
        summary: [
            "低于下限时提醒负责人，可按仓库分别设置。",
            "Who is in charge is warned below the level, which each warehouse can have of its own.",
        ],
        body: [
            r##"1. 在商品上填写总的安全库存。
1. 需要时在“安全库存”里按仓库另设下限。
1. 低于下限时，负责人会在消息中心收到提醒；同一商品当天只提醒一次。
- 数量按“最近三十天平均出库 × 到货天数”估算，一般比较合适。"##,
            r##"1. Enter the level of the whole company on the product.
1. Where needed, set one for a warehouse on the page of safety stock.
1. Below it, those in charge are notified; once a day for each product.
- A good first guess is the average shipment of a day in the last thirty, times the days until new goods arrive."##,
        ],
    },
    Written {
        kind: "help",
        slug: "put-goods-on-shelf",
        industry: "",
        section: "shop",
        title: ["上架商品", "Putting goods on shelf"],
        summary: ["商城卖的是仓库里的商品，规格对应商品编号。", "The shop sells what is in the warehouse; each variant is a product number."],
        body: [
            r##"1. 在“商城商品”新建，选择分类，上传图片。
1. 单规格直接选商品；多规格先建规格组，再为每个组合选商品和价格。
1. 选择运费模板，填写详情，保存后点“上架”。
> 可售数量由仓库决定，不需要在商城里改库存。"##,
            r##"1. Add goods of the shop: choose a category and upload pictures.
1. One variant: choose the product. Several: make the groups first, then choose product and price of each pair.
1. Choose the freight template, write the description, save, and put it on shelf.
> What can be sold comes from the warehouse: there is no stock to change in the shop."##,
        ],
    },
    Written {
        kind: "help",
        slug: "refund-an-order",
        industry: "",
        section: "shop",
        title: ["处理退款", "Handling refunds"],
        summary: ["审核、收货、退款三步，每一步都通知客户。", "Decide, receive, pay back: the customer is told each time."],
        body: [
            r##"1. 打开“退款”页，查看原因与图片。
1. 同意或拒绝；拒绝时请写明原因，客户会看到。
1. 需要退货的，收到货后点“确认收货”，货物进待检区。
1. 退款原路退回，余额支付的退回余额。"##,
            r##"1. Open the page of refunds and look at the reason and the pictures.
1. Agree or refuse; write why you refuse, as the customer reads it.
1. If the goods come back, confirm when they have arrived: they go to inspection.
1. The money goes back the way it came, and to the balance if it was paid from there."##,
        ],
    },
    Written {
        kind: "help",
        slug: "member-account",
        industry: "",
        section: "members",
        title: ["会员账户与余额", "Member accounts and balances"],
        summary: ["余额与积分的每一次变化都有原因。", "Each change of a balance or of points has its reason."],
        body: [
            r##"- 会员可以用账号、邮箱或手机号登录。
- 余额与积分的明细在会员中心查看，后台不能只改数字不写原因。
- 忘记密码时，用绑定的邮箱或手机号重设；都没有绑定时，请联系商家。
- 会员可以建立企业、邀请同事，并申请认证。"##,
            r##"- Members sign in with an account, an e-mail address or a mobile number.
- Balance and points are told entry by entry in the member centre; nobody changes a number without a reason.
- A lost password is set again by the bound address; without one, ask the shop.
- Members can make a company, invite colleagues and have it verified."##,
        ],
    },
    Written {
        kind: "help",
        slug: "groups-and-rights",
        industry: "",
        section: "system",
        title: ["分组与权限", "Groups and rights"],
        summary: ["先建分组，再把人放进去；仓库可以分别授权。", "Groups first, then people; warehouses can be granted one by one."],
        body: [
            r##"1. 在“管理员分组”新建分组，勾选页面和按钮。
1. 需要时限定仓库：不在其中的仓库，列表里也看不到。
1. 在“管理员”里把账号加入分组，可以加入多个。
- 审核与制单建议分给不同的人；仓库可以要求双人审核。
- 权限改动立即生效，不必重新登录。"##,
            r##"1. Make a group and tick its pages and buttons.
1. Limit it to warehouses where needed: others don't even appear in its lists.
1. Put accounts into the group; one can be in several.
- Let others review than those who write; a warehouse can ask for four eyes.
- Changes count at once, without signing in again."##,
        ],
    },
    Written {
        kind: "help",
        slug: "backup-and-restore",
        industry: "",
        section: "system",
        title: ["备份与恢复", "Backup and restore"],
        summary: ["每天自动备份，恢复前先验证。", "Every day by itself, and verified before you need it."],
        body: [
            r##"1. 在“数据库备份”查看最近一次“已验证”的时间。
1. 点“立即备份”可以手动做一次。
1. 密钥文件请另外保存：没有它，备份打不开。
1. 恢复时系统准备一个新目录并给出命令，核对数量之后再切换。
> 超过八天没有通过验证的备份，管理员会收到提醒。"##,
            r##"1. The page of backups says when one was last verified.
1. Make one by hand at any time.
1. Keep the key file somewhere else: without it a backup can't be opened.
1. A restore prepares a new directory and shows the command; compare the counts, and then switch over.
> If none was verified for eight days, administrators are told."##,
        ],
    },
];

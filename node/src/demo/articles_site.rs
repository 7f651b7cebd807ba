//! Solutions, cases and other articles of the demo company in both languages, as lines (see `articles::Written`).

use super::articles::Written;

pub(super) const SITE: &[Written] = &[
    Written {
        kind: "solution",
        slug: "component-batches",
        industry: "electronics",
        section: "",
        title: ["元器件批次与先进先出", "Batches and first-expired-first-out for components"],
        summary: [
            "从来料到发料，每一盘都能说清来自哪一批、放在哪个货架、还能用多久。",
            "From goods in to goods out, each reel knows its batch, its shelf and how long it keeps.",
        ],
        body: [
            r##"元器件最怕“账上有、现场找不到”。Entrepot 把批次写进账本：每次收货、移库和发货都是一行不可改的记录。
# 怎样设置
1. 在商品上把“批次”设为必填，收货时没有批次就不能入库。
1. 为有湿敏或保质期要求的料件填写有效期。
1. 给每个货架贴上条码标签，拣货时扫一扫就知道有没有拿错。
# 发料时
- 系统按有效期最早的批次推荐，可用量与已预占量分开显示。
- 某批有问题时可以冻结，冻结的数量不会再被任何订单占用。
> 库存数字始终是账本的合计，而不是某个人改过的单元格。"##,
            r##"Components are lost when the books say "there" and the shelf says "gone". Entrepot writes the batch into the ledger: each receipt, move and shipment is a line that nobody can change.
# How to set it up
1. Make the batch required on the product: without one, nothing is received.
1. Enter the expiry date of parts that are sensitive to moisture or age.
1. Put a bar code label on each shelf, so that a scan tells a wrong pick at once.
# When parts go out
- The batch that expires first is proposed; free and reserved quantities are shown apart.
- A doubtful batch can be put on hold, and what is on hold is promised to nobody.
> The number on the screen is the sum of the ledger, never a cell that somebody has typed over."##,
        ],
    },
    Written {
        kind: "solution",
        slug: "dye-lots-and-metres",
        industry: "textile",
        section: "",
        title: ["按缸号与米数管理面料", "Cloth by dye lot and metre"],
        summary: [
            "同一个颜色、不同缸号分开放，小数点后四位的米数也能对得上。",
            "The same colour from two dye lots stays apart, and metres add up to the fourth decimal.",
        ],
        body: [
            r##"面料不是按件卖的：一卷 48.6 米，剪去 3.25 米之后还剩多少，账上必须立刻知道。
# 怎样设置
1. 把基本单位设为“米”，小数位数设为 2 至 4 位。
1. 用批次记录缸号，同一订单优先从同一缸号发出。
1. 用规格管理颜色与门幅，每个组合就是一个商品编号。
# 每天怎样用
- 剪样用出库单登记，剩余米数当场更新。
- 换季前按“最近一次出库”排序，就能看到积压的颜色。
- 安静的时段逐个货架盘点，不必停业两天。"##,
            r##"Cloth is not sold by the piece: of a roll of 48.6 metres, how much is left after 3.25 were cut? The books have to know at once.
# How to set it up
1. Make the metre the base unit, with two to four decimals.
1. Use the batch for the dye lot; an order is filled from one lot where that is possible.
1. Use specifications for colour and width: each pair is a product number of its own.
# Every day
- A sample is an outbound order, and the rest of the roll is up to date at once.
- Before the season changes, sort by the last shipment to see the colours that stay.
- Count shelf by shelf in quiet hours instead of closing for two days."##,
        ],
    },
    Written {
        kind: "solution",
        slug: "parts-on-several-sites",
        industry: "automotive",
        section: "",
        title: ["汽配多仓与退货件", "Car parts on several sites, and what comes back"],
        summary: [
            "柜台、网店与三个仓库卖同一份库存，退回的件先检验再上架。",
            "The counter, the web shop and three warehouses sell from one stock, and returns are inspected first.",
        ],
        body: [
            r##"汽配的难处在于件多、仓多、退货多。三件事用同一本账就能理清。
# 多仓
- 每个仓库有自己的安全库存，低于下限时提醒负责人。
- 调拨单发出后货物显示为“在途”，收到才算入库，少收会立即通知双方。
# 退货
1. 客户退货登记为退货入库，先进待检区，此时不可销售。
1. 检验合格后移到良品区，不合格的移到残损区。
1. 退款与入库各有状态，双方都看得见。
# 与网店同步
网店的可售数量来自账本，柜台刚卖掉的最后一件不会再被网店卖出。"##,
            r##"Car parts mean many articles, several sites and many returns. One ledger sorts out all three.
# Several sites
- Each warehouse has its own safety level, and its manager is told when stock falls below it.
- After a transfer has left, the goods are in transit; they count when they arrive, and both sides hear of a shortage at once.
# Returns
1. What a customer returns is an inbound return into the inspection area, where it can't be sold.
1. What is good moves on to the picking area, what is not to the damaged area.
1. The refund and the receipt have states of their own that both sides can see.
# With the web shop
What the shop may sell comes from the ledger: the last piece that the counter has just sold is not sold again."##,
        ],
    },
    Written {
        kind: "case",
        slug: "three-warehouses-one-ledger",
        industry: "electronics",
        section: "",
        title: ["三个仓库，一本账", "Three warehouses, one ledger"],
        summary: ["一家元器件分销商用两周时间告别三张表格。", "A component distributor left three spreadsheets behind within two weeks."],
        body: [
            r##"# 过去
以前每周都会把同一盘料答应给两个客户。
# 做了什么
导入一万二千个编号，逐仓核对期初数量，每盘料一个批次。
# 现在
销售看到的是可用量，而不是现有量；超卖归零。
> 数字来自示范公司，用来说明做法。"##,
            r##"# Before
About once a week the same reel was promised to two customers.
# What was done
Twelve thousand numbers were imported, opening stock was checked site by site, and each reel became a batch.
# Now
Sales sees what is free and not what is there, and nothing was sold twice since.
> The figures are those of the demo company, to show how it is done."##,
        ],
    },
    Written {
        kind: "case",
        slug: "traceable-recall",
        industry: "electronics",
        section: "",
        title: ["两小时完成一次召回", "A recall within two hours"],
        summary: ["从一个批号追到十七张发货单。", "From one batch number to seventeen shipments."],
        body: [
            r##"# 过去
供应商通知某批电容不良，过去要翻三天单据。
# 做了什么
在“批次追溯”里输入批号，得到入库、移库与发货的全部去向。
# 现在
冻结余下的库存，并按发货单逐一通知客户。
> 数字来自示范公司，用来说明做法。"##,
            r##"# Before
A supplier reported bad capacitors; finding them used to take three days of paper.
# What was done
They entered the number in the batch trace and saw every receipt, move and shipment of it.
# Now
The rest was put on hold, and each customer was told from the list of shipments.
> The figures are those of the demo company, to show how it is done."##,
        ],
    },
    Written {
        kind: "case",
        slug: "mill-counts-by-shelf",
        industry: "textile",
        section: "",
        title: ["织造厂按货架盘点", "A weaving mill counts by shelf"],
        summary: ["四十个颜色，不再停产盘点。", "Forty shades, and no more closing to count."],
        body: [
            r##"# 过去
一年一次的盘点要停产两天，仍对不上米数。
# 做了什么
每天盘三个货架，差异由主管审核后入账。
# 现在
一个季度内，米数差异从百分之二降到千分之三。
> 数字来自示范公司，用来说明做法。"##,
            r##"# Before
The yearly count took two days without weaving, and the metres still did not match.
# What was done
Three shelves are counted each day, and differences are posted after the manager has approved them.
# Now
Within a quarter the difference in metres fell from two per cent to three in a thousand.
> The figures are those of the demo company, to show how it is done."##,
        ],
    },
    Written {
        kind: "case",
        slug: "samples-without-surprises",
        industry: "textile",
        section: "",
        title: ["剪样也记账", "Samples on the books"],
        summary: ["贸易公司让每一次剪样都有来源。", "A trading house knows where each sample came from."],
        body: [
            r##"# 过去
业务员剪样不登记，整卷卖出时才发现短米。
# 做了什么
剪样改为手机扫码出库，原因选“样品”。
# 现在
客户投诉短米的情况不再出现。
> 数字来自示范公司，用来说明做法。"##,
            r##"# Before
Samples were cut without a note, and the roll turned out short when it was sold.
# What was done
Samples are now taken out by a scan on the phone, with "sample" as the reason.
# Now
Complaints about short rolls have stopped.
> The figures are those of the demo company, to show how it is done."##,
        ],
    },
    Written {
        kind: "case",
        slug: "counter-and-shop",
        industry: "automotive",
        section: "",
        title: ["柜台与网店同一份库存", "One stock for the counter and the shop"],
        summary: ["批发商把退货件变回可售库存。", "A wholesaler turns returned parts into stock again."],
        body: [
            r##"# 过去
柜台卖掉的件网店还挂着，退款记在纸夹里。
# 做了什么
两边共用账本，设置安全库存，退货先进待检区。
# 现在
取消订单减少九成，退货件平均两天重新上架。
> 数字来自示范公司，用来说明做法。"##,
            r##"# Before
The shop still offered what the counter had sold, and refunds lived in a folder.
# What was done
Both sell from one ledger with a safety level, and returns go to inspection first.
# Now
Cancelled orders fell by nine tenths, and returned parts are for sale again after two days.
> The figures are those of the demo company, to show how it is done."##,
        ],
    },
    Written {
        kind: "case",
        slug: "stationery-seasons",
        industry: "other",
        section: "",
        title: ["开学季不断货", "The term begins and nothing runs out"],
        summary: ["文具批发商用安全库存应对旺季。", "A stationery wholesaler meets the season with safety levels."],
        body: [
            r##"# 过去
开学前两周，热销款总是断货，冷门款压满货架。
# 做了什么
按仓库设置安全库存，预警直接生成采购建议。
# 现在
缺货的天数从十一天降到一天。
> 数字来自示范公司，用来说明做法。"##,
            r##"# Before
Two weeks before term the best sellers ran out while others filled the shelves.
# What was done
Safety levels were set by warehouse, and each warning names what to order.
# Now
Days without stock fell from eleven to one.
> The figures are those of the demo company, to show how it is done."##,
        ],
    },
    Written {
        kind: "about",
        slug: "who-we-are",
        industry: "",
        section: "",
        title: ["我们是谁", "Who we are"],
        summary: ["一个小团队，做一件事：让账和货对得上。", "A small team with one aim: that the books and the shelves agree."],
        body: [
            r##"我们做仓库软件十多年，见过太多“先改数字、再找原因”的系统。Entrepot 从相反的方向开始：先有账，再有数字。
# 我们坚持
- 每一次货物移动先写进账本，不能改，只能冲正。
- 一个程序、一个数据文件，断电后也能说清发生过什么。
- 界面讲人话，中文和英文一样认真。"##,
            r##"We have made warehouse software for more than ten years and have seen many systems in which somebody changes the number first and looks for the reason later. Entrepot begins at the other end: first the ledger, then the number.
# What we hold on to
- Each move of goods is written to the ledger first; it is never changed, only reversed.
- One program and one data directory that can tell what happened, even after a power cut.
- Screens that speak plainly, in Chinese and in English alike."##,
        ],
    },
    Written {
        kind: "about",
        slug: "how-we-protect-data",
        industry: "",
        section: "",
        title: ["我们怎样保护数据", "How your data is protected"],
        summary: ["备份会被真正恢复一次，敏感字段加密存放。", "Backups are really restored once, and sensitive fields are sealed."],
        body: [
            r##"# 备份
- 每天自动备份，加密保存；只有恢复并核对过的备份才标记为“已验证”。
- 恢复永远在新目录中进行，不会覆盖正在运行的数据。
# 权限
- 每个按钮都有自己的权限节点，仓库也可以分别授权。
- 谁在什么时候改了哪个字段，历史里都查得到。"##,
            r##"# Backups
- Every day, encrypted; one counts as verified only after it was restored and compared.
- A restore is always made beside the running data and never over it.
# Rights
- Each button has a permission of its own, and warehouses can be granted one by one.
- The history tells who changed which field, and when."##,
        ],
    },
    Written {
        kind: "about",
        slug: "open-by-design",
        industry: "",
        section: "",
        title: ["可以带走的数据", "Data that you can take with you"],
        summary: ["每个列表都能导出，每个接口都有文档。", "Each list can be exported, and each call is documented."],
        body: [
            r##"# 导出
列表可以按当前筛选导出为表格，列由您选择。
# 接口
- 所有接口都在 OpenAPI 文档里，接口密钥可以限定权限与有效期。
- 订单状态变化可以实时推送到您的页面。
> 我们希望您留下是因为好用，而不是因为走不掉。"##,
            r##"# Export
A list is exported with its present filters, and you choose the columns.
# Calls
- All of them are in the OpenAPI document; a key can be limited in rights and in time.
- Changes of orders reach your pages as they happen.
> We want you to stay because it is useful, not because you can't leave."##,
        ],
    },
    Written {
        kind: "about",
        slug: "work-with-us",
        industry: "",
        section: "",
        title: ["与我们合作", "Work with us"],
        summary: ["实施伙伴、行业顾问与贸易平台上的企业。", "Partners who set it up, advisers of a trade, and companies on the platform."],
        body: [
            r##"# 实施伙伴
熟悉仓库现场、愿意把数据一次导对的团队，我们提供培训与演示环境。
# 企业入驻
1. 在会员中心建立企业并上传营业执照。
1. 提交认证，审核通过后打开“网站展示”。
1. 访客的询盘会同时送到您的会员消息与我们的留言板。"##,
            r##"# Partners
If you know the warehouse floor and like to import data right the first time, we train you and give you a place to try things.
# Companies
1. Make your company in the member centre and upload its licence.
1. Ask for verification, and choose to be shown on the site once it has passed.
1. Enquiries of visitors reach your member notices and our message board alike."##,
        ],
    },
    Written {
        kind: "customs",
        slug: "find-the-right-code",
        industry: "",
        section: "",
        title: ["怎样找到正确的编码", "How to find the right code"],
        summary: ["从品名到六位编码的四个步骤。", "Four steps from a name to six digits."],
        body: [
            r##"六位以内的编码全球通用，之后的位数由各国自定。先把六位找对，后面就容易了。
1. 用商品的材质和用途搜索，而不是品牌名。
1. 看章注：有的商品按材质归类，有的按用途归类。
1. 打开编码页，看它上面的品目和旁边的子目，排除更贴切的一项。
1. 记下编码并写进商品档案，下次申报直接带出。
> 归类有疑问时，请以海关的归类决定为准。"##,
            r##"The first six digits are the same all over the world; each country adds its own. Find the six, and the rest is easy.
1. Search for what it is made of and used for, not for a brand.
1. Read the notes of the chapter: some goods go by material, others by use.
1. Open the page of the code and look at what is above and beside it: a closer one may be there.
1. Write the code into the product, so that the next declaration has it.
> If in doubt, what counts is the ruling of the customs."##,
        ],
    },
    Written {
        kind: "customs",
        slug: "what-a-declaration-needs",
        industry: "",
        section: "",
        title: ["申报前准备什么", "What to prepare before a declaration"],
        summary: ["单证、重量与申报要素的清单。", "Papers, weights and the elements to declare."],
        body: [
            r##"# 单证
- 合同、发票与装箱单，数量和金额三者一致。
- 提单或运单号，进出口口岸与运输方式。
# 商品
- 编码、品名与申报要素，例如品牌类型、用途、成分。
- 净重不大于毛重；法定单位的数量必须填写。
# 检查
系统会在提交前检查币种合计、净毛重和要素是否完整，未通过的行会标红。"##,
            r##"# Papers
- Contract, invoice and packing list, with the same quantities and amounts.
- The number of the bill of lading or the waybill, the ports, and the mode of transport.
# Goods
- Code, name and elements, such as kind of brand, use and composition.
- Net weight is never more than gross; the quantity in the statutory unit has to be there.
# Checks
Before it is submitted, sums per currency, weights and elements are checked, and lines that fail are marked."##,
        ],
    },
];

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(__dirname, '../..')
/** Opens every page of the menu: the test of pages that are a declaration and nothing else. */
const WALK = 'web/e2e/pages.test.mjs'
/** A part of forms and no page of its own. */
const PARTS = ['editor']

/** The views of the back office that the specification lists: the controller of its routes and a test, or that it comes later. */
const VIEWS: readonly (readonly [view: string, controller: string, test?: string])[] = [
  ['Ads zones', 'ads.Zone', 'node/tests/suite/ads.rs'],
  ['Ads', 'ads.Ad', 'node/tests/suite/ads.rs'],
  ['API log: board', 'api.Board', 'node/tests/suite/api_log.rs'],
  ['API log: config', 'api.Config', 'node/tests/suite/api_log.rs'],
  ['API log: logs', 'api.Log', 'node/tests/suite/api_log.rs'],
  ['API log: urls', 'api.Url', 'node/tests/suite/api_log.rs'],
  ['Admin users', 'auth.Admin', 'node/tests/suite/permissions.rs'],
  ['Admin logs', 'auth.AdminLog', 'node/tests/suite/list_exports.rs'],
  ['Groups', 'auth.Group', 'node/tests/suite/permissions.rs'],
  ['Rules', 'auth.Rule', 'node/tests/suite/permissions.rs'],
  ['Why may I (not)', 'auth.Why', 'node/tests/suite/why.rs'],
  ['Company', 'company.Company', 'node/tests/suite/people.rs'],
  ['Industry', 'company.Industry', 'web/e2e/pages.test.mjs'],
  ['Company users', 'company.CompanyUser', 'web/e2e/pages.test.mjs'],
  ['CRUD designer', 'later'],
  ['Dashboard', 'Dashboard', 'node/tests/suite/figures.rs'],
  ['Departments', 'company.Department', 'node/tests/suite/import_rows.rs'],
  ['Jobs', 'company.Job', 'node/tests/suite/data_exchange.rs'],
  ['Dictionary', 'company.Dictionary', 'node/tests/suite/wire/writes.rs'],
  ['DingTalk-style config', 'ding.Config', 'node/tests/suite/outside.rs'],
  ['DingTalk-style records', 'ding.Record', 'node/tests/suite/notice_items.rs'],
  ['DingTalk-style templates', 'ding.Template', 'node/tests/suite/notice_items.rs'],
  ['DingTalk-style variables', 'ding.Variable', 'node/tests/suite/notice_items.rs'],
  ['Example tables', 'later'],
  ['Expo company', 'expo.Company', 'node/tests/suite/expo.rs'],
  ['HS declaration', 'trade.Declaration', 'node/tests/suite/trade.rs'],
  ['HS status', 'trade.HsStatus', 'node/tests/suite/trade.rs'],
  ['Module market', 'later'],
  ['Modules dev', 'later'],
  ['Notifications', 'notification.Index', 'node/tests/suite/notifications.rs'],
  ['OAuth config', 'later'],
  ['OAuth log', 'later'],
  ['Editor', 'editor', 'web/src/resource/widgets/Editor.test.tsx'],
  ['Pay config', 'later'],
  ['Message board', 'site.Message', 'node/tests/suite/members/visitors.rs'],
  ['Platform users', 'later'],
  ['Routine: admin info', 'routine.AdminInfo', 'node/tests/suite/permissions.rs'],
  ['Routine: attachments', 'routine.Attachment', 'node/tests/suite/upload.rs'],
  ['Routine: config', 'routine.Config', 'node/tests/suite/api_log.rs'],
  ['Routine: data export', 'routine.DataExport', 'node/tests/suite/operators.rs'],
  ['Routine: data import', 'routine.DataImport', 'node/tests/suite/operators.rs'],
  ['Routine: scheduled tasks', 'routine.Crontab', 'node/tests/suite/records_security.rs'],
  ['Security: database backup', 'security.Backup', 'node/tests/suite/operators.rs'],
  ['Security: data recycle', 'security.DataRecycle', 'node/tests/suite/records_security.rs'],
  ['Security: data recycle log', 'security.DataRecycleLog', 'node/tests/suite/records_security.rs'],
  ['Security: sensitive data', 'security.SensitiveData', 'node/tests/suite/records_security.rs'],
  ['Security: sensitive data log', 'security.SensitiveDataLog', 'node/tests/suite/records_security.rs'],
  ['Shop: advert banner', 'shop.advert.Banner', 'node/tests/suite/shop_goods.rs'],
  ['Shop: hot recommend', 'shop.advert.HotRecommend', 'web/e2e/pages.test.mjs'],
  ['Shop: notice bar', 'shop.advert.NoticeBar', 'node/tests/suite/shop_goods.rs'],
  ['Shop: dashboard', 'shop.Dashboard', 'node/tests/suite/shop_refunds.rs'],
  ['Shop: delivery address', 'shop.delivery.Address', 'node/tests/suite/shop_refunds.rs'],
  ['Shop: delivery company', 'shop.delivery.Company', 'node/tests/suite/shop_kills.rs'],
  ['Shop: delivery template', 'shop.delivery.Template', 'node/tests/suite/shop_desk.rs'],
  ['Shop: goods classify', 'shop.goods.Classify', 'node/tests/suite/import_rows.rs'],
  ['Shop: goods', 'shop.goods.Goods', 'node/tests/suite/shop_refunds.rs'],
  ['Shop: params template', 'shop.goods.ParamsTemplate', 'node/tests/suite/shop_goods.rs'],
  ['Shop: service', 'shop.goods.Service', 'web/e2e/pages.test.mjs'],
  ['Shop: spec template', 'shop.goods.SpecTemplate', 'node/tests/suite/shop_goods.rs'],
  ['Shop: coupons', 'shop.marketing.Coupon', 'node/tests/suite/shop_races.rs'],
  ['Shop: recharge', 'shop.marketing.Recharge', 'node/tests/suite/shop_money.rs'],
  ['Shop: notifications', 'shop.notify.Notify', 'node/tests/suite/shop_refunds.rs'],
  ['Shop: orders', 'shop.order.Order', 'node/tests/suite/shop_refunds.rs'],
  ['Shop: evaluation', 'shop.order.Evaluation', 'node/tests/suite/shop_evaluations.rs'],
  ['Shop: export', 'shop.order.Export', 'node/tests/suite/stock_views.rs'],
  ['Shop: refund', 'shop.order.Refund', 'node/tests/suite/shop_refunds.rs'],
  ['Shop: settings', 'shop.Settings', 'node/tests/suite/storefront_pages.rs'],
  ['Shop: user money log', 'shop.user.MoneyLog', 'web/e2e/pages.test.mjs'],
  ['Shop: users', 'shop.user.User', 'node/tests/suite/master_data.rs'],
  ['SMS', 'outside.Sms', 'node/tests/suite/outside.rs'],
  ['SMS log', 'sms.Log', 'node/tests/suite/outside.rs'],
  ['SMS templates', 'sms.Template', 'node/tests/suite/outside.rs'],
  ['User group', 'user.Group', 'node/tests/suite/members/mod.rs'],
  ['User rules', 'user.Rule', 'node/tests/suite/members/mod.rs'],
  ['Notice items', 'notice.Item', 'node/tests/suite/notice_items.rs'],
  ['Notice types', 'notice.Type', 'node/tests/suite/notice_items.rs'],
  ['Score log', 'user.ScoreLog', 'node/tests/suite/member_notices.rs'],
  ['Verify person', 'user.VerifyPerson', 'node/tests/suite/people.rs'],
  ['WeChat official account', 'later'],
  ['WeChat payment', 'later'],
  ['Warehouse: brand', 'warehouse.Brand', 'node/tests/suite/operators.rs'],
  ['Warehouse: carrier', 'warehouse.Carrier', 'node/tests/suite/order_steps.rs'],
  ['Warehouse: customer', 'warehouse.Customer', 'node/tests/suite/expo.rs'],
  ['Warehouse: product', 'warehouse.Product', 'node/tests/suite/list_exports.rs'],
  ['Warehouse: category', 'warehouse.ProductCategory', 'node/tests/suite/import_rows.rs'],
  ['Warehouse: supplier', 'warehouse.Supplier', 'node/tests/suite/commands.rs'],
  ['Warehouse: unit', 'warehouse.Unit', 'node/tests/suite/commands.rs'],
  ['Warehouse: warehouse', 'warehouse.Warehouse', 'node/tests/suite/list_exports.rs'],
  ['Warehouse: area', 'warehouse.WarehouseArea', 'node/tests/suite/list_exports.rs'],
  ['Warehouse: inbound orders', 'warehouse.InboundOrder', 'node/tests/suite/list_exports.rs'],
  ['Warehouse: outbound orders', 'warehouse.OutboundOrder', 'node/tests/suite/list_exports.rs'],
  ['Warehouse: transfer orders', 'warehouse.TransferOrder', 'node/tests/suite/list_exports.rs'],
  ['Warehouse: inventory', 'warehouse.Inventory', 'node/tests/suite/list_exports.rs'],
]

const controllers = new Set(
  Object.keys((JSON.parse(readFileSync(join(root, 'web/openapi.json'), 'utf8')) as { paths: object }).paths)
    .filter((path) => path.startsWith('/admin/'))
    .map((path) => path.split('/')[2]),
)

describe('the views of the specification', () => {
  it('are each named once', () => {
    expect(new Set(VIEWS.map(([view]) => view)).size).toBe(VIEWS.length)
  })

  it.each(VIEWS.filter(([, controller]) => controller !== 'later'))(
    '%s has routes and a test',
    (_view, named, test) => {
      const [controller, file] = [named ?? '', join(root, test ?? '')]
      expect(controllers.has(controller) || PARTS.includes(controller)).toBe(true)
      expect(existsSync(file)).toBe(true)
      if (test !== WALK && !PARTS.includes(controller))
        expect(readFileSync(file, 'utf8')).toContain(controller)
    },
  )
})

// What each step of the guides shows. The browser test goes these ways, so that a step that is no longer there fails, and
// ops/gallery/guides.mjs takes the pictures. Nothing is saved on the way.
import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chooseFirst, settled } from './browser.mjs'

/** The steps of each guide, with the pages that they are about. */
export const GUIDES = JSON.parse(
  readFileSync(fileURLToPath(new URL('../src/shared/guides.json', import.meta.url)), 'utf8'),
)
/** The step that speaks of a page of the back office, as `job#step`: where the question mark in its head leads. */
export const STEP_OF = new Map(
  Object.entries(GUIDES)
    .filter(([job]) => job !== 'member')
    .flatMap(([job, steps]) =>
      Object.entries(steps).flatMap(([step, pages]) => pages.map((page) => [page, `${job}#${step}`])),
    ),
)
/** Where the app has the pictures. */
export const FOLDER = fileURLToPath(new URL('../public/guides/', import.meta.url))
export const LANGUAGES = ['en', 'zh-CN']
export const fileOf = (language, job, step) => `${FOLDER}${language}/${job}-${step}.webp`

/** A picture has so many pixels, whatever it shows. */
export const PICTURE = { width: 840, height: 525 }
/** Windows, and how many of their pixels a picture is wide. */
const DESK = { width: 1280, height: 800, shows: 700 }
const PHONE = { width: 390, height: 844, shows: 390 }
export const windowOf = (job) => (job === 'clerk' || job === 'member' ? PHONE : DESK)

const SHEET = 'Number,Name,Unit\nP-9001,Blue pencil,piece\nP-9002,Red pencil,piece\n'
/** Goods of the shop that come in several SKUs, one of which is in stock. */
async function manySkus(at) {
  const { list } = await at.ask('/api/shop.Goods/index?in_stock=1&limit=60')
  for (const { id } of list) {
    const goods = await at.ask(`/api/shop.Goods/detail?id=${id}`)
    const sku = goods.skus.find(({ stock }) => stock === 'in')
    if (goods.skus.length > 1 && sku && goods.delivery_type === 1)
      return { id, name: goods.name, sku: sku.id }
  }
  throw new Error('the shop has no goods in several SKUs')
}

/** By guide and step: the way there, and the element at whose corner the picture begins. */
export const WAYS = {
  clerk: {
    tasks: (at) => at.open('/admin/warehouse/clerk'),
    receive: async (at) => {
      const line = await at.task('receive', 'warehouse.InboundOrder')
      await at.scan((await line.locator('span').first().innerText()).split(' ')[0])
      return at.page.locator('li[data-line][data-last=true]')
    },
    putAway: async (at) => {
      const { id, name } = await at.first('warehouse.Warehouse')
      const chosen = JSON.stringify({ id, name })
      await at.page.evaluate((chosen) => localStorage.setItem('clerkWarehouse', chosen), chosen)
      return at.open('/admin/warehouse/clerk?task=putAway')
    },
    pick: (at) => at.task('pick', 'warehouse.OutboundOrder'),
    count: async (at) => {
      const { id } = await at.first('warehouse.StockCount', ({ status }) => status === 0)
      await at.open(`/admin/warehouse/clerk?task=count&order=${id}`)
      return at.shown(at.page.locator('[data-shown=true] main li').first())
    },
    signal: async (at) => {
      await at.page.route('**/admin/warehouse.InboundOrder/stock', (route) => route.abort())
      const line = await at.task('receive', 'warehouse.InboundOrder')
      await at.scan((await line.locator('span').first().innerText()).split(' ')[0])
      await at.page.locator('[data-shown=true] main button.arco-btn-primary').last().click()
      await at.press('common.view')
      return at.shown(at.drawer)
    },
  },
  manager: {
    buy: async (at) => {
      const form = await at.open('/admin/warehouse/inboundOrder/create')
      await chooseFirst(at.page, at.word('orders.warehouse'))
      await chooseFirst(at.page, at.word('orders.inbound.partner'))
      await chooseFirst(at.page, `${at.word('orders.line.product')} 1`)
      await at.page.getByLabel(`${at.word('orders.line.quantity')} 1`).fill('24')
      await settled(at.page)
      return form
    },
    receive: async (at) => {
      const { id } = await at.order('warehouse.InboundOrder', 'stock')
      await at.open(`/admin/warehouse/inboundOrder?id=${id}`)
      return at.act('partial')
    },
    sell: async (at) => {
      const { id } = await at.order('warehouse.OutboundOrder', 'stock')
      await at.open(`/admin/warehouse/outboundOrder?id=${id}`)
      return at.act('picks')
    },
    transfer: async (at) => {
      const { id } = await at.order('warehouse.TransferOrder', 'receive')
      await at.open(`/admin/warehouse/transferOrder?id=${id}`)
      return at.act('receive')
    },
    stock: (at) => at.open('/admin/warehouse/inventory'),
    count: async (at) => {
      const { id } = await at.first('warehouse.StockCount')
      return at.open(`/admin/warehouse/stockCount?id=${id}`)
    },
    recall: async (at) => {
      const { product_id, batch_number } = await at.first(
        'warehouse.Inventory',
        ({ batch_number }) => batch_number,
      )
      const batch = encodeURIComponent(batch_number)
      await at.open(`/admin/warehouse/batchTrace?product_id=${product_id}&batch_number=${batch}`)
      return at.shown(at.page.locator('[data-shown=true] main section').nth(1))
    },
    import: async (at) => {
      const list = await at.open('/admin/warehouse/product')
      await at.press('common.more', list.locator('header').first())
      await at.page.getByText(at.word('resource.more.import'), { exact: true }).click()
      await at.shown(at.modal)
      const file = { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) }
      await at.page.locator('input[type=file]').last().setInputFiles(file)
      return at.shown(at.modal)
    },
  },
  owner: {
    goods: async (at) => {
      const goods = await at.first('shop.goods.Goods', ({ spec_type }) => spec_type === 2)
      const list = await at.open(`/admin/shop/goods/goods?q=${encodeURIComponent(goods.name)}`)
      await at.press('common.edit', list)
      const form = await at.shown(at.page.locator('.arco-modal:visible, .arco-drawer:visible').last())
      const table = form.locator('table').first()
      await table.scrollIntoViewIfNeeded()
      return at.shown(table)
    },
    freight: (at) => at.edit('/admin/shop/delivery/template'),
    coupon: async (at) => {
      const list = await at.open('/admin/shop/marketing/coupon')
      await at.press('shopDesk.give.button', list)
      return at.shown(at.modal)
    },
    ship: async (at) => {
      const { id } = await at.first(
        'shop.order.Order',
        ({ status, parcels }) => status === 2 && parcels.length > 0,
      )
      await at.open(`/admin/shop/order/order?id=${id}`)
      return at.act('delivery')
    },
    refund: async (at) => {
      const { id } = await at.first('shop.order.Refund')
      await at.open(`/admin/shop/order/refund?id=${id}`)
      return at.shown(at.drawer)
    },
    open: (at) => at.open('/admin/shop/settings'),
  },
  member: {
    find: async (at) => {
      await at.open('/shop/list')
      return at.page.locator('h1').first()
    },
    choose: async (at) => {
      await at.open('/shop')
      const { id, name } = await manySkus(at)
      await at.open(`/shop/goods/${id}`)
      return at.page.locator('h1', { hasText: name })
    },
    cart: async (at) => {
      await at.open('/shop')
      const { sku } = await manySkus(at)
      const lines = JSON.stringify([{ sku_id: sku, quantity: 2, checked: 1 }])
      await at.page.evaluate((lines) => localStorage.setItem('shopCart', lines), lines)
      await at.open('/shop/cart')
      return at.page.locator('h1').first()
    },
    checkout: async (at) => {
      await at.open('/shop')
      await at.signIn()
      const { id } = await manySkus(at)
      await at.open(`/shop/goods/${id}`)
      await at.press('shop.goods.buy')
      await at.page.waitForURL(/\/shop\/checkout/)
      await at.shown(at.page.getByRole('button', { name: at.word('shopOrder.place') }))
      return at.shown(at.page.locator('h1').first())
    },
    pay: async (at) => {
      await at.open('/user/shop/recharge')
      return at.page.locator('h1').first()
    },
    after: async (at) => {
      const { list } = await at.ask('/api/shop.Order/index?status=3')
      await at.open(`/user/shop/order/${list[0].order_no}`)
      return at.page.locator('h1').first()
    },
  },
  operator: {
    company: (at) => at.open('/admin/routine/config'),
    people: (at) => at.edit('/admin/auth/group'),
    backup: async (at) => {
      await at.open('/admin/security/backup')
      await at.press('security.backup.make')
      return at.shown(at.modal)
    },
    tasks: (at) => at.open('/admin/routine/crontab'),
    deleted: (at) => at.open('/admin/security/dataRecycleLog'),
    log: (at) => at.open('/admin/auth/adminLog'),
  },
}

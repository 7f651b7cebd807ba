// Every room in both languages, light and dark, wide and narrow: it opens, fits, and is kept as a picture.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { address, first, launch, person, signIn } from './browser.mjs'

const ARTIFACTS = fileURLToPath(new URL('./artifacts/', import.meta.url))
const ROOMS = {
  dashboard: '/admin/dashboard',
  inbound: '/admin/warehouse/inboundOrder',
  outbound: '/admin/warehouse/outboundOrder',
  editor: '/admin/warehouse/inboundOrder/create',
  inventory: '/admin/warehouse/inventory',
  records: '/admin/warehouse/inventoryRecord',
  product: '/admin/warehouse/product',
  unit: '/admin/warehouse/unit',
  warehouse: '/admin/warehouse/warehouse',
  area: '/admin/warehouse/warehouseArea',
  shelf: '/admin/warehouse/warehouseShelf',
  supplier: '/admin/warehouse/supplier',
  customer: '/admin/warehouse/customer',
  notifications: '/admin/notification/index',
  missing: '/404',
  denied: '/401',
  landing: '/',
}
const LOOKS = [
  { language: 'zh-CN', dark: false, width: 1440 },
  { language: 'en', dark: true, width: 1440 },
  { language: 'en', dark: false, width: 390 },
  { language: 'zh-CN', dark: true, width: 390 },
  { language: 'en', dark: false, width: 1440 },
  { language: 'zh-CN', dark: true, width: 1440 },
  { language: 'zh-CN', dark: false, width: 390 },
  { language: 'en', dark: true, width: 390 },
]

let browser
before(async () => {
  mkdirSync(ARTIFACTS, { recursive: true })
  browser = await launch()
})
after(() => browser?.close())

for (const look of LOOKS) {
  const name = `${look.language}-${look.dark ? 'dark' : 'light'}-${look.width}`
  test(`rooms ${name}`, async () => {
    const { page, context, problems } = await person(browser, {
      ...look,
      height: look.width < 768 ? 844 : 900,
    })
    await page.goto(`${address}/admin/login`)
    await page.locator('button[type=submit]').waitFor()
    await page.screenshot({ path: `${ARTIFACTS}login-${name}.png` })
    await signIn(page, first)
    for (const [room, path] of Object.entries(ROOMS)) {
      await page.goto(address + path)
      await page.locator('main h1').first().waitFor()
      await page
        .locator('.arco-skeleton, .arco-spin-loading')
        .first()
        .waitFor({ state: 'detached' })
        .catch(() => {})
      await page.waitForTimeout(room === 'dashboard' ? 1500 : 300)
      await page.screenshot({ path: `${ARTIFACTS}${room}-${name}.png` })
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      assert.ok(wider <= 0, `${room} is ${wider}px wider than the window`)
      assert.equal(await page.locator('[role=alert]:visible').count(), 0, `${room} shows an error`)
    }
    const own = problems.filter((text) => !/Failed to load resource|WebSocket/.test(text))
    assert.deepEqual(own, [])
    await context.close()
  })
}

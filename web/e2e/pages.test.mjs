// Every page the server's menu names, and those beside it: it opens, fits, has no serious finding, and is kept
// as a picture. The looks are spread: each page is seen in both languages, light and dark, wide and narrow.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { audit, serious } from './audit.mjs'
import { address, first, launch, person, settled, signIn } from './browser.mjs'
import { menuPages } from './menu.mjs'

const ARTIFACTS = fileURLToPath(new URL('./artifacts/', import.meta.url))
/** Pages that no menu names. */
const BESIDE = [
  { name: 'editor', path: '/admin/warehouse/inboundOrder/create' },
  { name: 'profile', path: '/admin/routine/adminInfo' },
  { name: 'nowhere', path: '/admin/nowhere' },
  { name: 'missing', path: '/404' },
  { name: 'denied', path: '/401' },
]
/** Seen in every look: what people see most. */
const ALWAYS = new Set(['dashboard', 'warehouse-inboundOrder', 'warehouse-product'])
/** Two and two differ in everything: a page in both of a pair is seen in every language, light and width. */
const PAIRS = [
  [
    { language: 'zh-CN', dark: false, width: 1440 },
    { language: 'en', dark: true, width: 390 },
  ],
  [
    { language: 'en', dark: true, width: 1440 },
    { language: 'zh-CN', dark: false, width: 390 },
  ],
  [
    { language: 'en', dark: false, width: 1440 },
    { language: 'zh-CN', dark: true, width: 390 },
  ],
  [
    { language: 'zh-CN', dark: true, width: 1440 },
    { language: 'en', dark: false, width: 390 },
  ],
]

let browser
before(async () => {
  mkdirSync(ARTIFACTS, { recursive: true })
  browser = await launch()
})
after(() => browser?.close())

async function looked(page, { name, path }, picture) {
  await page.goto(address + path)
  await page.locator('main h1').first().waitFor()
  await settled(page)
  await page.screenshot({ path: picture })
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  assert.ok(wider <= 0, `${name} is ${wider}px wider than the window`)
  // A notification may come at any time.
  const errors = page.locator('[role=alert]:visible:not(.arco-notification)')
  assert.equal(await errors.count(), 0, `${name} shows an error`)
  const missing = path.endsWith('/nowhere') || path === '/404'
  assert.equal((await page.getByText('404', { exact: true }).count()) > 0, missing, `${name} is there`)
  const bad = serious(await audit(page)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  assert.deepEqual(bad, [], name)
}

async function walk(look, pair, words) {
  const { page, context, problems } = await person(browser, {
    ...look,
    height: look.width < 768 ? 844 : 900,
  })
  await page.goto(`${address}/admin/login`)
  await page.locator('button[type=submit]').waitFor()
  await page.screenshot({ path: `${ARTIFACTS}login-${words}.png` })
  assert.deepEqual(serious(await audit(page)), [], 'login')
  await signIn(page, first)
  const entries = [...(await menuPages(page)), ...BESIDE]
  assert.ok(entries.length > 30, `the menu has ${entries.length} pages`)
  const mine = entries.filter(({ name }, at) => ALWAYS.has(name) || at % PAIRS.length === pair)
  for (const entry of mine) await looked(page, entry, `${ARTIFACTS}${entry.name}-${words}.png`)
  const own = problems.filter((text) => !/Failed to load resource|WebSocket/.test(text))
  assert.deepEqual(own, [])
  await context.close()
}

// Two looks at once: while one draws, the other waits for its answers.
describe('pages', { concurrency: 2 }, () => {
  for (const [pair, looks] of PAIRS.entries())
    for (const look of looks) {
      const words = `${look.language}-${look.dark ? 'dark' : 'light'}-${look.width}`
      test(`pages ${words}`, () => walk(look, pair, words))
    }
})

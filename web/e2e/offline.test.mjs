// The handheld page without a signal: it opens, takes scans, and sends them once when the signal is back.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { address, first, launch, person, second, signIn, SOON, until } from './browser.mjs'
import { openProxy } from './proxy.mjs'
import { call } from './menu.mjs'

const stamp = Date.now().toString(36).toUpperCase()
const HANDHELD = '/admin/warehouse/clerk'
/** Keys of a hand scanner follow each other so fast, in milliseconds. */
const SCANNER_GAP_MS = 5

let browser
let proxy
let clerk
/** Made for this file alone. */
const own = { number: `OF${stamp}`, name: `Goods without a signal ${stamp}` }

async function done(page, method, path, body) {
  const answer = await call(page, method, path, body)
  assert.equal(answer.code, 1, `${path}: ${JSON.stringify(answer)}`)
  return answer.data
}
const caches = (page) => page.evaluate(() => window.caches.keys())
/** Paths of what the worker keeps. */
const kept = (page) =>
  page.evaluate(async () => {
    const names = await window.caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await window.caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
/** The worker keeps the page last, and then answers for it. */
const ready = (page) =>
  until(
    async () =>
      (await kept(page)).includes('/admin/') &&
      (await page.evaluate(() => window.navigator.serviceWorker.controller !== null)),
    'a phone that is ready to work without a signal',
  )
const scan = async (page, code) => {
  await page.keyboard.type(code, { delay: SCANNER_GAP_MS })
  await page.keyboard.press('Enter')
}
const shown = (page, text) => page.getByText(text).first().waitFor({ timeout: SOON })

before(async () => {
  browser = await launch()
  proxy = await openProxy(address)
  clerk = await person(browser, { language: 'en', width: 390, height: 844, offline: true })
  const { page } = clerk
  await signIn(page, first, proxy.address)
  const one = async (controller) =>
    (await call(page, 'GET', `/admin/warehouse.${controller}/index?limit=1`)).data.list[0].id
  const { id: product_id } = await done(page, 'POST', '/admin/warehouse.Product/add', {
    product_no: own.number,
    name: own.name,
    unit_id: await one('Unit'),
  })
  const order = await done(page, 'POST', '/admin/warehouse.InboundOrder/add', {
    warehouses_id: await one('Warehouse'),
    supplier_id: await one('Supplier'),
    type: 10,
    lines: [{ product_id, quantity: '9', unit_price: '1' }],
  })
  own.order = order.id
  const reviewer = await person(browser, { language: 'en' })
  await signIn(reviewer.page, second)
  await done(reviewer.page, 'POST', '/admin/warehouse.InboundOrder/audit', { id: own.order })
  await reviewer.context.close()
})
after(async () => {
  await browser?.close()
  await proxy?.close()
})

test('a clerk works on where the signal has gone, and nothing is sent twice', async () => {
  const { page } = clerk
  await page.goto(`${proxy.address}${HANDHELD}?task=receive&order=${own.order}`)
  await shown(page, own.name)
  await ready(page)
  for (const path of await kept(page)) assert.match(path, /^\/(static\/(js|css)\/.+\.(js|css)|admin\/)$/)

  proxy.disconnect()
  await page.reload()
  await shown(page, own.name)
  await shown(page, 'No signal')
  await scan(page, own.number)
  await scan(page, own.number)
  await page.getByRole('button', { name: 'Receive 1 line' }).click()
  await shown(page, '1 waiting to be sent')
  // The phone may throw the page away again.
  await page.reload()
  await shown(page, '1 waiting to be sent')
  // Other pages lead to the one that is there.
  await page.goto(`${proxy.address}/admin/warehouse/product`)
  await page.waitForURL(`**${HANDHELD}`, { timeout: SOON })
  await shown(page, '1 waiting to be sent')

  proxy.reconnect()
  await shown(page, 'Everything is sent')
  await until(async () => !(await page.getByText('No signal').isVisible()), 'a session with a signal')
  const { row } = await done(page, 'GET', `/admin/warehouse.InboundOrder/edit?id=${own.order}`)
  assert.equal(Number(row.stocked_quantity), 2)
  assert.equal(proxy.passed.filter((one) => one === 'POST /admin/warehouse.InboundOrder/stock').length, 1)
})

test('public pages are none of the worker’s business', async () => {
  const page = await clerk.context.newPage()
  proxy.disconnect()
  await assert.rejects(page.goto(`${proxy.address}/`))
  await page.close()
  proxy.reconnect()
})

test('a new build is taken by the next load with a signal, and nothing stays of the old one', async () => {
  const { page } = clerk
  await page.goto(proxy.address + HANDHELD)
  await ready(page)
  const [before] = await caches(page)
  proxy.changed = (path, text) =>
    path === '/handheld-worker.js'
      ? text.replace(/"version":"\w+"/, '"version":"next"')
      : text.replace('<head>', '<head><meta name="build" content="next">')
  const build = () => page.locator('meta[name=build]').getAttribute('content')
  await page.reload()
  assert.equal(await build(), 'next')
  await until(async () => (await caches(page)).join() === 'handheld next', 'a cache of the next build alone')
  assert.notEqual(before, 'handheld next')
  await ready(page)
  proxy.disconnect()
  await page.reload()
  await page.getByRole('button', { name: 'Receive', exact: true }).waitFor({ timeout: SOON })
  assert.equal(await build(), 'next')
  proxy.reconnect()
  proxy.changed = null
})

test('nothing of a person stays after they have signed out', async () => {
  const { page } = clerk
  await page.goto(proxy.address + HANDHELD)
  await page.getByRole('button', { name: 'Receive', exact: true }).waitFor({ timeout: SOON })
  const left = () =>
    page.evaluate(async () => {
      const open = window.indexedDB.open('entrepot-handheld')
      const database = await new Promise((done) => (open.onsuccess = () => done(open.result)))
      const texts = database.transaction('texts').objectStore('texts').count()
      const count = await new Promise((done) => (texts.onsuccess = () => done(texts.result)))
      database.close()
      return { count, session: localStorage.getItem('adminHandheld') }
    })
  const before = await left()
  assert.ok(before.count > 0 && before.session)
  assert.ok(!/token/i.test(before.session))
  await page.evaluate(() => localStorage.setItem('adminInfo', '{"token":"gone","refreshToken":""}'))
  await page.reload()
  await page.waitForURL(/\/admin\/login/, { timeout: SOON })
  await until(async () => (await left()).count === 0, 'an empty memory')
  assert.equal((await left()).session, null)
  proxy.disconnect()
  await page.reload()
  await page.locator('input[name=password]').waitFor({ timeout: SOON })
  proxy.reconnect()
})

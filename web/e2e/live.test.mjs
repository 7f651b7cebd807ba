// The live connection when it is cut, messages that repeat, and a browser that lets no page play by itself.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { address, first, launch, person, second, signIn, until } from './browser.mjs'
import { call } from './menu.mjs'

const ARTIFACTS = fileURLToPath(new URL('./artifacts/', import.meta.url))
/** Three tries, 5 s apart, and some time around them. */
const GIVEN_UP = 30_000

let browser
before(async () => {
  mkdirSync(ARTIFACTS, { recursive: true })
  browser = await launch()
})
after(() => browser?.close())

/** An order that waits for review: every other administrator is told. */
async function post(page) {
  const one = async (controller) =>
    (await call(page, 'GET', `/admin/warehouse.${controller}/index?limit=1`)).data.list[0].id
  const [warehouses_id, supplier_id, product_id] = [
    await one('Warehouse'),
    await one('Supplier'),
    await one('Product'),
  ]
  const lines = [{ product_id, quantity: 1, unit_price: '1' }]
  const order = { warehouses_id, supplier_id, type: 10, lines }
  const answer = await call(page, 'POST', '/admin/warehouse.InboundOrder/add', order)
  assert.equal(answer.code, 1, answer.msg)
  return answer.data.inbound_order_no
}

for (const [language, lost, again] of [
  ['zh-CN', '实时连接', '重新连接'],
  ['en', 'The live connection was lost after 3 tries', 'Reconnect'],
])
  test(`a lost connection is tried three times, then said, with a way back (${language})`, async () => {
    const { page, context } = await person(browser, { language })
    let [tries, open] = [0, true]
    const sockets = []
    await page.routeWebSocket(/\/ws$/, (socket) => {
      tries += 1
      if (!open) return void socket.close()
      socket.connectToServer()
      sockets.push(socket)
    })
    await signIn(page, first)
    await until(() => sockets.length > 0, 'a connection')
    ;[tries, open] = [0, false]
    for (const socket of sockets.splice(0)) await socket.close()
    const notice = page.getByTestId('offline').first()
    await notice.waitFor({ timeout: GIVEN_UP })
    assert.equal(tries, 3)
    assert.ok((await notice.innerText()).includes(lost), await notice.innerText())
    await page.screenshot({ path: `${ARTIFACTS}live-lost-${language}.png` })
    open = true
    await notice.getByRole('button', { name: again }).click()
    await notice.waitFor({ state: 'hidden', timeout: GIVEN_UP })
    await context.close()
  })

/** Whatever a test asks of a page counts as a person's gesture, so the browser would let it play. */
function silent() {
  const play = globalThis.HTMLMediaElement.prototype.play
  let asked = 0
  globalThis.HTMLMediaElement.prototype.play = function () {
    asked += 1
    return asked === 1
      ? Promise.reject(new globalThis.DOMException('no gesture', 'NotAllowedError'))
      : play.call(this)
  }
}

test('who may not hear a sound is asked to allow it; orders of one warehouse are one message', async () => {
  const [a, b] = [await person(browser, { language: 'en' }), await person(browser, { language: 'en' })]
  await b.context.addInitScript(silent)
  await signIn(a.page, first)
  await signIn(b.page, second)
  await call(b.page, 'POST', '/admin/notification.Index/setup', { sound: 1 })
  await call(b.page, 'POST', '/admin/notification.Index/readall', {})
  const bound = b.page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  await b.page.goto(`${address}/admin/notification/index`)
  await b.page.getByTestId('bell').waitFor()
  // What the node says first: from now on it tells this page what happens.
  await bound
  await post(a.page)
  const ask = b.page.locator('.arco-notification', { hasText: 'The browser blocked the sound' })
  await ask.waitFor({ timeout: GIVEN_UP })
  await b.page.screenshot({ path: `${ARTIFACTS}live-sound.png` })
  await ask.getByRole('button', { name: 'Allow sound' }).click()
  await ask.waitFor({ state: 'hidden' })
  const number = await post(a.page)
  await b.page
    .locator('.arco-notification', { hasText: number })
    .getByText('2 inbound orders are waiting')
    .waitFor({ timeout: GIVEN_UP })
  const row = b.page.locator('.arco-table-tr', { hasText: number })
  await row.getByText('2 inbound orders are waiting').waitFor()
  assert.equal(await b.page.getByTestId('bell').getAttribute('data-unread'), '1')
  await b.page.screenshot({ path: `${ARTIFACTS}live-merged.png` })
  await call(b.page, 'POST', '/admin/notification.Index/setup', { sound: 0 })
  await Promise.all([a.context.close(), b.context.close()])
})

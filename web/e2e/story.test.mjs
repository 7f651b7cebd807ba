// Two administrators in two browsers: what the one does, the other sees at once.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  address,
  chooseFirst,
  first,
  launch,
  person,
  second,
  settled,
  signIn,
  SOON,
  until,
} from './browser.mjs'

const ARTIFACTS = fileURLToPath(new URL('./artifacts/', import.meta.url))
const WORDS = {
  warehouse: '仓库',
  supplier: '供应商',
  product: '商品 1',
  quantity: '数量 1',
  price: '单价 1',
  produced: '生产日期 1',
  expires: '有效期至 1',
}

let browser
let a
let b

before(async () => {
  mkdirSync(ARTIFACTS, { recursive: true })
  browser = await launch()
  a = await person(browser)
  b = await person(browser)
  await signIn(a.page, first)
  await signIn(b.page, second)
})
after(() => browser?.close())

const rowOf = (page, number) => page.locator('.arco-table-tr', { hasText: number })
const onHand = async (page) =>
  Number(
    (await page.getByTestId('on-hand').allInnerTexts())
      .join(' ')
      .match(/-?[\d,]+(\.\d+)?/)?.[0]
      .replaceAll(',', '') ?? 0,
  )

async function confirm(page) {
  await page.locator('.arco-modal:visible .arco-btn-primary').click()
}

let number
let productNo

test('a wrong password is refused in words', async () => {
  const { page, context } = await person(browser)
  await page.goto(`${address}/admin/login`)
  await page.locator('input[name=username]').fill(first.name)
  await page.locator('input[name=password]').fill('not-the-password')
  await page.locator('button[type=submit]').click()
  await page.locator('.arco-alert-error').waitFor({ timeout: SOON })
  assert.match(page.url(), /\/admin\/login/)
  await context.close()
})

test('a deep link leads through the login back to where it pointed', async () => {
  const { page, context } = await person(browser)
  await page.goto(`${address}/admin/warehouse/inventory?below_safety=1`)
  await page.waitForURL(/\/admin\/login\?redirect=/)
  await page.locator('input[name=username]').fill(first.name)
  await page.locator('input[name=password]').fill(first.password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/\/admin\/warehouse\/inventory\?below_safety=1/)
  await context.close()
})

test('A posts an inbound order; B gets the toast, the badge and the row without doing anything', async () => {
  // What is said again within a minute about the same thing takes the place of the unread word of it: the demo's orders
  // have just said that there is something to review.
  await b.page.goto(`${address}/admin/notification/index`)
  await b.page.locator('main header .arco-btn-primary').click()
  await b.page.waitForSelector('[data-testid=bell][data-unread="0"]', { timeout: SOON })
  await b.page.goto(`${address}/admin/warehouse/inboundOrder`)
  await b.page.locator('.arco-table-tr').first().waitFor()

  const page = a.page
  await page.goto(`${address}/admin/warehouse/inboundOrder/create`)
  await chooseFirst(page, WORDS.warehouse)
  await chooseFirst(page, WORDS.supplier)
  productNo = (await chooseFirst(page, WORDS.product)).split(/\s/)[0]
  await page.locator(`input[aria-label="${WORDS.quantity}"]`).fill('7')
  await page.keyboard.press('Enter')
  await page.locator(`input[aria-label="${WORDS.price}"]:focus`).waitFor({ timeout: SOON })
  await page.locator(`input[aria-label="${WORDS.price}"]`).fill('12.345')
  await page.screenshot({ path: `${ARTIFACTS}story-1-editor.png` })
  // 7 x 12.345 = 86.415, half up: as the node will compute it.
  assert.equal(await page.getByTestId('total-amount').innerText(), '¥86.42')
  await page.getByTestId('save-order').click()
  await page.waitForURL(/inboundOrder\?id=\d+/, { timeout: SOON })
  const title = page.locator('.arco-drawer-header-title')
  await until(async () => /\d{4}/.test(await title.innerText()))
  number = (await title.innerText()).trim().split(/\s+/).pop()

  await rowOf(b.page, number).waitFor({ timeout: SOON })
  await b.page
    .locator('.arco-notification', { hasText: number })
    .first()
    .waitFor({ timeout: 4 * SOON })
  await b.page.waitForSelector('[data-testid=bell][data-unread="1"]', { timeout: SOON })
  await b.page.screenshot({ path: `${ARTIFACTS}story-2-toast.png` })
})

test('what a line says can be read, however long the name of the product', async () => {
  const { page, context } = await person(browser)
  await signIn(page, first)
  await page.goto(`${address}/admin/warehouse/inboundOrder/create`)
  await chooseFirst(page, WORDS.product)
  await page.locator(`input[aria-label="${WORDS.quantity}"]`).fill('1234567.5')
  await page.locator(`input[aria-label="${WORDS.price}"]`).fill('1234.56')
  for (const label of [WORDS.produced, WORDS.expires]) {
    await page.getByLabel(label).locator('input').fill('2026-12-28')
    await page.keyboard.press('Enter')
  }
  const inputs = await page.locator('tbody input:not([aria-hidden])').elementHandles()
  const cut = []
  for (const input of inputs) {
    const [has, room, said] = await input.evaluate((at) => [at.scrollWidth, at.clientWidth, at.value])
    if (said && has > room) cut.push(said)
  }
  assert.deepEqual(cut, [])
  await context.close()
})

test('B reviews it; A sees it reviewed in the open order', async () => {
  await rowOf(b.page, number).locator('[class*=clickable]').first().click()
  await b.page.locator('[data-action=audit]').click()
  await confirm(b.page)
  await b.page.locator('.arco-drawer [data-status="1"]').waitFor({ timeout: SOON })
  await a.page.locator('.arco-drawer [data-status="1"]').waitFor({ timeout: SOON })
})

test('A stocks it in; the inventory B has open rises in place', async () => {
  await b.page.goto(`${address}/admin/warehouse/inventory?q=${encodeURIComponent(productNo)}`)
  await b.page.locator('[role=search]').waitFor()
  await settled(b.page)
  const text = async () => (await b.page.getByTestId('on-hand').allInnerTexts()).join('|')
  const before = await text()
  const had = await onHand(b.page)
  await a.page.locator('[data-action=stock]').click()
  await confirm(a.page)
  const tag = a.page.locator('.arco-drawer [data-status="2"]')
  await tag.waitFor({ timeout: SOON })
  assert.equal(await tag.innerText(), '已入库')
  await until(async () => (await text()) !== before)
  await b.page.screenshot({ path: `${ARTIFACTS}story-3-inventory.png` })
  if (before.split('|').length === 1 && before) assert.equal(await onHand(b.page), had + 7)
  assert.match(b.page.url(), /inventory\?q=/)
})

test('the ledger shows the move', async () => {
  await b.page.goto(`${address}/admin/warehouse/inventoryRecord?operation_number=${number}`)
  await b.page.locator('.arco-table-tr', { hasText: number }).first().waitFor({ timeout: SOON })
})

test('the notification centre marks all read, and the badge falls in every tab', async () => {
  const other = await b.context.newPage()
  await other.goto(`${address}/admin/dashboard`)
  await other.waitForSelector('[data-testid=bell]')
  await b.page.goto(`${address}/admin/notification/index`)
  await b.page.locator('.arco-table-tr').first().waitFor({ timeout: SOON })
  await b.page.locator('main header .arco-btn-primary').click()
  await b.page.waitForSelector('[data-testid=bell][data-unread="0"]', { timeout: SOON })
  await other.waitForSelector('[data-testid=bell][data-unread="0"]', { timeout: SOON })
  await other.close()
})

test('a void asks for a reason and will not go without one', async () => {
  const page = a.page
  await page.goto(`${address}/admin/warehouse/inboundOrder/create`)
  await chooseFirst(page, WORDS.warehouse)
  await chooseFirst(page, WORDS.supplier)
  await chooseFirst(page, WORDS.product)
  await page.locator(`input[aria-label="${WORDS.quantity}"]`).fill('1')
  await page.getByTestId('save-order').click()
  await page.waitForURL(/inboundOrder\?id=\d+/, { timeout: SOON })
  await page.locator('[data-action=void]').click()
  await confirm(page)
  await page
    .locator('.arco-modal .arco-textarea-error, .arco-modal [class*=error]')
    .first()
    .waitFor({ timeout: SOON })
  await page.locator('#reason').fill('重复录入')
  await confirm(page)
  await page.locator('.arco-drawer [data-status="3"]').waitFor({ timeout: SOON })
})

test('the editor refuses what is not a quantity, at the cell', async () => {
  const page = a.page
  await page.goto(`${address}/admin/warehouse/inboundOrder/create`)
  await page.locator(`input[aria-label="${WORDS.quantity}"]`).fill('-3')
  await page.getByTestId('save-order').click()
  await page.locator('td [role=alert]').nth(1).waitFor({ timeout: SOON })
})

test('what an order is worth stands beside its actions, in English at 1440 pixels too', async () => {
  const c = await person(browser, { language: 'en', width: 1440 })
  await signIn(c.page, first)
  await c.page.goto(`${address}/admin/warehouse/inboundOrder`)
  await c.page.locator('.arco-table-tr [data-status]').first().waitFor({ timeout: SOON })
  const box = (title) => c.page.locator('.arco-table-th', { hasText: title }).boundingBox()
  // The table is laid out again when its last rows arrive.
  await until(async () => {
    const [amount, actions] = [await box('Amount'), await box('Actions')]
    return amount && actions && amount.x + amount.width <= actions.x
  })
  await c.context.close()
})

test('the pages had no error of their own', () => {
  const own = [...a.problems, ...b.problems].filter((text) => !/Failed to load resource|WebSocket/.test(text))
  assert.deepEqual(own, [])
})

// A store keeper's work that no other file walks through: goods in transit, a count, labels, an order from a file.
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { after, before, test } from 'node:test'
import { address, first, launch, person, second, signIn, SOON, until } from './browser.mjs'
import { call } from './menu.mjs'

const stamp = Date.now().toString(36)

let browser
let keeper
let reviewer

/** Made for this file alone, so that no other one changes its stock. */
const own = {}

before(async () => {
  browser = await launch()
  keeper = await person(browser, { language: 'en' })
  reviewer = await person(browser, { language: 'en' })
  await signIn(keeper.page, first)
  await signIn(reviewer.page, second)
  const add = async (controller, body) =>
    (await done(keeper.page, 'POST', `/admin/warehouse.${controller}/add`, body)).id
  own.home = await add('Warehouse', { name: `Home ${stamp}`, serial_no: `H${stamp}` })
  own.away = await add('Warehouse', { name: `Away ${stamp}`, serial_no: `A${stamp}` })
  await add('WarehouseArea', {
    warehouses_id: own.away,
    name: `Broken ${stamp}`,
    serial_no: `Q${stamp}`,
    purpose: 2,
  })
  const { data } = await call(keeper.page, 'GET', '/admin/warehouse.Unit/index?limit=1')
  own.number = `GO${stamp}`.toUpperCase()
  own.product = await add('Product', {
    product_no: own.number,
    name: `Goods ${stamp}`,
    unit_id: data.list[0].id,
  })
  const body = { warehouses_id: own.home, type: 50, lines: [line(10)] }
  const opening = await done(keeper.page, 'POST', '/admin/warehouse.AdjustmentOrder/add', body)
  for (const step of ['audit', 'post'])
    await done(keeper.page, 'POST', `/admin/warehouse.AdjustmentOrder/${step}`, { id: opening.id })
})
after(() => browser?.close())

const line = (quantity) => ({ product_id: own.product, quantity, unit_price: '2' })

async function done(page, method, path, body) {
  const answer = await call(page, method, path, body)
  assert.equal(answer.code, 1, `${path}: ${JSON.stringify(answer)}`)
  return answer.data
}

/** Types into a remote select until it offers the row, and takes it. */
async function choose(scope, page, label, words) {
  await scope.locator(`[aria-label="${label}"]`).first().click()
  await page.keyboard.type(words)
  const option = page.locator('.arco-select-popup:visible .arco-select-option', { hasText: words })
  await option.first().click({ timeout: SOON })
  await page.locator('.arco-select-popup:visible').first().waitFor({ state: 'hidden' })
}
const modal = (page) => page.locator('.arco-modal:visible').last()
const agree = (page) => modal(page).locator('.arco-modal-footer .arco-btn-primary').last().click()
const drawer = (page) => page.locator('.arco-drawer:visible')

async function act(page, action) {
  await drawer(page).locator(`[data-action=${action}]`).click({ timeout: SOON })
  await modal(page).waitFor({ timeout: SOON })
}

test('goods leave and arrive short at the other warehouse', async () => {
  const { page } = keeper
  await page.goto(`${address}/admin/warehouse/transferOrder/create`)
  await choose(page, page, 'From warehouse', `Home ${stamp}`)
  await choose(page, page, 'To warehouse', `Away ${stamp}`)
  await choose(page, page, 'Product 1', own.number)
  await page.locator('input[aria-label="Quantity 1"]').fill('6')
  await page.getByTestId('save-order').click()
  await page.waitForURL(/transferOrder\?id=\d+/, { timeout: SOON })
  own.transfer = new URL(page.url()).searchParams.get('id')
  await act(page, 'audit')
  await agree(page)
  await act(page, 'ship')
  await modal(page).locator('input[aria-label="This time 1"]').fill('5')
  await agree(page)
  await drawer(page).locator('[data-transit="1"]').waitFor({ timeout: SOON })

  // Both sides see them.
  const other = reviewer.page
  await other.goto(`${address}/admin/warehouse/transit?q=${own.number}`)
  await other.locator('.arco-table-tr', { hasText: own.number }).first().waitFor({ timeout: SOON })
  const levels = await done(
    page,
    'GET',
    `/admin/warehouse.StockLevel/index?group=warehouse&quickSearch=${own.number}`,
  )
  const coming = Object.fromEntries(levels.list.map((row) => [row.warehouses_id, row.coming_quantity]))
  assert.deepEqual(coming, { [own.home]: '0', [own.away]: '5' })

  // Three are good, one is broken, one is still coming; that one is lost in the end.
  await act(page, 'receive')
  await modal(page).locator('input[aria-label="Good 1"]').fill('3')
  await modal(page).locator('input[aria-label="Damaged 1"]').fill('1')
  await choose(modal(page), page, 'Put damaged goods into', `Broken ${stamp}`)
  await agree(page)
  await until(async () => {
    const { row } = await done(page, 'GET', `/admin/warehouse.TransferOrder/edit?id=${own.transfer}`)
    return row.transit.arrived === '4' && row.transit.there === '1'
  }, 'the receipt')
  await act(page, 'lost')
  await agree(page)
  await modal(page).locator('.arco-textarea-error').waitFor({ timeout: SOON })
  await modal(page).locator('#reason').fill('Fell off the lorry')
  await agree(page)
  await until(async () => {
    const { row } = await done(page, 'GET', `/admin/warehouse.TransferOrder/edit?id=${own.transfer}`)
    return row.transit.lost === '1'
  }, 'the loss')
})

test('what is counted blind is submitted, reviewed by another, and posted', async () => {
  const { page } = keeper
  await page.goto(`${address}/admin/warehouse/stockCount`)
  await page.getByRole('button', { name: 'New count sheet' }).first().click()
  await choose(modal(page), page, 'Warehouse', `Home ${stamp}`)
  await agree(page)
  await page.waitForURL(/stockCount\?id=\d+/, { timeout: SOON })
  const id = new URL(page.url()).searchParams.get('id')
  const entry = page.locator('input[data-line="1"]')
  await entry.waitFor({ timeout: SOON })
  // Blind: what the books say is not shown.
  assert.equal(await page.getByRole('columnheader', { name: 'Book' }).count(), 0)
  const recounts = async () => {
    const { list } = await done(page, 'GET', `/admin/warehouse.StockCount/index?limit=1`)
    return list[0].counted_count === 1 ? list[0].recount_count : null
  }
  // So far from the books that it is to be counted twice.
  for (const left of [1, 0]) {
    await entry.fill('4')
    await entry.press('Enter')
    await until(async () => (await recounts()) === left, 'the result')
  }
  await page.locator('tr[data-state=counted]').first().waitFor({ timeout: SOON })
  await page.locator('[data-action=submit]').click()
  await agree(page)
  await page.locator('[data-status="1"]').first().waitFor({ timeout: SOON })

  const other = reviewer.page
  await other.goto(`${address}/admin/warehouse/stockCount?id=${id}`)
  await other.locator('tr[data-state=different]').first().waitFor({ timeout: SOON })
  await other.locator('[data-action=post]').click()
  await agree(other)
  await other.locator('[data-status="2"]').first().waitFor({ timeout: SOON })
  const stock = await done(page, 'GET', `/admin/warehouse.Inventory/index?quickSearch=${own.number}&limit=50`)
  const here = stock.list.filter((row) => row.warehouses_id === own.home)
  assert.deepEqual(
    here.map((row) => row.total_quantity),
    ['4'],
  )
})

test('a file is tried, its faults are shown, and then it is an order', async () => {
  const { page } = keeper
  await page.goto(`${address}/admin/warehouse/adjustmentOrder`)
  await page.locator('[data-action=import-order]').click({ timeout: SOON })
  const dialog = modal(page)
  await dialog.locator('[data-action=try]').click({ timeout: SOON })
  // What is missing is said where it is missing.
  await until(async () => (await dialog.locator('[role=alert]').count()) >= 3, 'what is missing')
  await choose(dialog, page, 'Type', 'Found')
  await choose(dialog, page, 'Warehouse', `Home ${stamp}`)
  const file = (text) => ({ name: 'lines.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const input = dialog.locator('input[type=file]')
  await input.setInputFiles(file(`Product no.,Quantity\n${own.number},3\nNOBODY-${stamp},1\n`))
  await dialog.locator('[data-action=try]').click()
  await dialog.locator('[data-import=bad]').waitFor({ timeout: SOON })
  assert.match(await dialog.locator('[data-import=bad]').innerText(), /3\s+Product no\./)
  assert.equal(await dialog.locator('[data-action=import]').isDisabled(), true)
  await input.setInputFiles(file(`Product no.,Quantity\n${own.number},3\n`))
  await dialog.locator('[data-action=try]').click()
  await dialog.locator('[data-import=good]').waitFor({ timeout: SOON })
  await dialog.locator('[data-action=import]').click()
  await page.waitForURL(/adjustmentOrder\?id=\d+/, { timeout: SOON })
  await drawer(page).locator('[data-status="0"]').waitFor({ timeout: SOON })
  await drawer(page).getByText(own.number).first().waitFor({ timeout: SOON })
})

test('labels of products are a PDF', async () => {
  const { page } = keeper
  await page.goto(`${address}/admin/warehouse/product?q=${own.number}`)
  await page
    .locator('.arco-table-tr', { hasText: own.number })
    .first()
    .locator('input[type=checkbox]')
    .check({
      force: true,
      timeout: SOON,
    })
  await page.locator('[data-action=labels]').first().click({ timeout: SOON })
  const answered = page.context().waitForEvent('response', {
    predicate: (response) => response.url().includes('/admin/warehouse.Product/print'),
    timeout: SOON,
  })
  await agree(page)
  const response = await answered
  assert.equal(response.headers()['content-type'], 'application/pdf')
})

test('the pages had no error of their own', () => {
  const said = [...keeper.problems, ...reviewer.problems]
  assert.deepEqual(
    said.filter((text) => !/Failed to load resource|WebSocket/.test(text)),
    [],
  )
})

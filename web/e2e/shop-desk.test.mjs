// The shop's desk: goods with their matrix of SKUs, an order that is sent, a cancellation, a refund that comes back, a coupon
// that is given; each by the buttons that staff presses.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { address, first, launch, person, says, signIn, SOON, until } from './browser.mjs'
import { call } from './menu.mjs'
import { memberSignIn } from './sitePages.mjs'

const stamp = Date.now().toString(36)
const PASSWORD = `pw-${stamp}-9`

let browser
let desk
let buyer
/** Made for this file alone. */
const own = { name: `b${stamp}`, goodsName: `Pen ${stamp}` }

async function done(page, method, path, body) {
  const answer = await call(page, method, path, body)
  assert.equal(answer.code, 1, `${path}: ${JSON.stringify(answer)}`)
  return answer.data
}

/** Asks the shop as the member who is signed in on the page. */
async function asMember(page, path, body) {
  const answer = await page.evaluate(
    async ({ path, body }) => {
      const { token } = JSON.parse(localStorage.getItem('userInfo') ?? '{}')
      const answer = await fetch(path, {
        method: 'POST',
        headers: {
          Accept: 'application/json',
          'Content-Type': 'application/json',
          server: 'true',
          'think-lang': 'en',
          'ba-user-token': token,
        },
        body: JSON.stringify(body),
      })
      return answer.json()
    },
    { path, body },
  )
  assert.equal(answer.code, 1, `${path}: ${JSON.stringify(answer)}`)
  return answer.data
}

before(async () => {
  browser = await launch()
  desk = await person(browser, { language: 'en' })
  buyer = await person(browser, { language: 'en' })
  const { page } = desk
  await signIn(page, first)
  const add = async (controller, body) => (await done(page, 'POST', `/admin/${controller}/add`, body)).id
  own.house = await add('warehouse.Warehouse', { name: `Shop ${stamp}`, serial_no: `S${stamp}` })
  await add('warehouse.WarehouseArea', {
    warehouses_id: own.house,
    name: 'Inspection',
    serial_no: `Q${stamp}`,
    purpose: 1,
  })
  const unit = (await done(page, 'GET', '/admin/warehouse.Unit/index?limit=1')).list[0].id
  own.numbers = ['R', 'B'].map((kind) => `PEN${kind}${stamp}`.toUpperCase())
  own.products = []
  for (const product_no of own.numbers)
    own.products.push(await add('warehouse.Product', { product_no, name: product_no, unit_id: unit }))
  const lines = own.products.map((product_id) => ({ product_id, quantity: 20, unit_price: '2' }))
  const opening = await done(page, 'POST', '/admin/warehouse.AdjustmentOrder/add', {
    warehouses_id: own.house,
    type: 50,
    lines,
  })
  for (const step of ['audit', 'post'])
    await done(page, 'POST', `/admin/warehouse.AdjustmentOrder/${step}`, { id: opening.id })
  const carrier = (await done(page, 'GET', '/admin/warehouse.Carrier/index?limit=1')).list[0].id
  own.company = `Express ${stamp}`
  await add('shop.delivery.Company', { name: own.company, code: `X${stamp}`, carrier_id: carrier })
  const { images } = (await done(page, 'GET', '/admin/shop.goods.Goods/index?limit=1')).list[0]
  own.classify = await add('shop.goods.Classify', { name: `Pens ${stamp}` })
  own.goods = await add('shop.goods.Goods', {
    name: own.goodsName,
    classify_ids: [own.classify],
    images,
    spec_type: 1,
    status: 0,
  })
  own.coupon = await add('shop.marketing.Coupon', {
    name: `Two off ${stamp}`,
    type: 1,
    amount: '2',
    min_amount: '15',
    get_type: 3,
    valid_type: 2,
    valid_days: 9,
    total_num: 10,
  })
  await add('user.User', { username: own.name, nickname: own.name, password: PASSWORD, status: 'enable' })
  const found = await done(page, 'GET', `/admin/user.User/index?quickSearch=${own.name}`)
  own.member = found.list[0].id
  await done(page, 'POST', '/admin/user.MoneyLog/add', {
    user_id: own.member,
    money: '100',
    memo: 'for the test',
  })
  await memberSignIn(buyer.page, address, { name: own.name, password: PASSWORD }, /\/user\/(?!login)/)
})
after(() => browser?.close())

const modal = (page) => page.locator('.arco-modal:visible').last()
const agree = (page) => modal(page).locator('.arco-modal-footer .arco-btn-primary').last().click()
const drawer = (page) => page.locator('.arco-drawer:visible')
async function choose(scope, page, label, words) {
  await scope.locator(`[aria-label="${label}"]`).first().click()
  await page.keyboard.type(words)
  const option = page.locator('.arco-select-popup:visible .arco-select-option', { hasText: words })
  await option.first().click({ timeout: SOON })
}
/** Opens an order and begins one of its steps. */
async function act(page, id, action) {
  await page.goto(`${address}/admin/shop/order/order?id=${id}`)
  await drawer(page).locator(`[data-action=${action}]`).click({ timeout: SOON })
  await modal(page).waitFor({ timeout: SOON })
}
const order = (id) => done(desk.page, 'GET', `/admin/shop.order.Order/detail?id=${id}`).then(({ row }) => row)

/** The member buys pieces of the first SKU and pays from the balance. */
async function bought(quantity, more = {}) {
  const { page } = buyer
  const basket = {
    lines: [{ sku_id: own.sku, quantity }],
    address_id: own.address,
    ...more,
  }
  const { pay_amount, sums } = await asMember(page, '/api/shop.Order/quote', basket)
  const { row } = await asMember(page, '/api/shop.Order/add', {
    ...basket,
    pay_amount: pay_amount ?? sums.pay_amount,
  })
  await asMember(page, '/api/shop.Pay/begin', { order_no: row.order_no, method: 1 })
  await until(
    async () => (await order(row.id)).parcels.every((one) => one.outbound_order_id),
    'the outbound order',
  )
  return row
}

test('goods get a matrix of SKUs, and every mistake is told', async () => {
  const { page } = desk
  await page.goto(`${address}/admin/shop/goods/goods?id=${own.goods}`)
  const row = page.locator('.arco-table-tr', { hasText: own.goodsName })
  await row.locator('button', { hasText: 'Edit' }).first().click({ timeout: SOON })
  const form = page.locator('.arco-modal:visible, .arco-drawer:visible').last()
  const button = (name) => form.getByRole('button', { name, exact: true })
  // The other type begins with nothing; it is asked first.
  await form.locator('.arco-radio', { hasText: 'Multiple' }).click({ timeout: SOON })
  await page.locator('.arco-modal:visible .arco-btn-status-danger').last().click({ timeout: SOON })
  await button('Set several').click({ timeout: SOON })
  await says(page, 'Generate SKU data before batch setting')
  await button('Add a group').click()
  await button('Generate SKUs').click()
  await says(page, 'Specification name or specification value cannot be empty')
  await button('Delete the group 1').click()
  await says(page, 'Keep at least one valid specification group')
  await button('Add a value to 1').click()
  await says(page, 'The specification value cannot be empty')
  const value = form.getByRole('textbox', { name: 'New value of 1' })
  for (const colour of ['Red', 'Blue']) {
    await value.fill(colour)
    await value.press('Enter')
  }
  const save = form.locator('.arco-btn-primary', { hasText: /^Save$/ }).last()
  await save.click()
  await form.getByText('The specification attributes are incomplete').first().waitFor({ timeout: SOON })
  await form.getByRole('textbox', { name: 'Name of group 1' }).fill('Colour')
  await save.click()
  await form.getByText('The specification SKU data is incomplete').first().waitFor({ timeout: SOON })
  await button('Delete the value Blue').click()
  await page
    .locator(
      '.arco-modal-simple:visible .arco-btn-status-danger, .arco-modal:visible .arco-btn-status-danger',
    )
    .last()
    .click()
  await button('Delete the value Red').click()
  await says(page, 'Keep at least one valid specification')
  const again = form.getByRole('textbox', { name: 'New value of Colour' })
  await again.fill('Blue')
  await again.press('Enter')
  await button('Generate SKUs').click()
  await form.getByRole('textbox', { name: 'Red Price', exact: true }).waitFor({ timeout: SOON })

  // All together: price, and what a piece takes from stock.
  await button('Set several').click()
  const batch = modal(page)
  await batch.getByRole('textbox', { name: 'Price', exact: true }).fill('10')
  await batch.getByRole('textbox', { name: 'Base units per piece' }).fill('2')
  await agree(page)
  for (const [at, name] of ['Red', 'Blue'].entries())
    await form.getByRole('textbox', { name: `${name} SKU code` }).fill(own.numbers[at])
  await save.click()
  await form.waitFor({ state: 'hidden', timeout: SOON })

  const { row: goods } = await done(page, 'GET', `/admin/shop.goods.Goods/edit?id=${own.goods}`)
  assert.deepEqual(
    goods.skus.map(({ sku_text, price, ratio, product_id, stock }) => [
      sku_text,
      Number(price),
      Number(ratio),
      product_id,
      Number(stock),
    ]),
    [
      ['Red', 10, 2, own.products[0], 10],
      ['Blue', 10, 2, own.products[1], 10],
    ],
  )
  own.sku = goods.skus[0].id
  const wrong = await call(page, 'POST', '/admin/shop.goods.Goods/edit', { id: own.goods, spec_type: 3 })
  assert.match(JSON.stringify(wrong), /The input specification type value is illegal/)
  await done(page, 'POST', '/admin/shop.goods.Goods/edit', { id: own.goods, status: 1 })
  const area = (await done(page, 'GET', '/api/ajax/area')).find(({ label }) => label)?.value
  const cities = await done(page, 'GET', `/api/ajax/area?province=${area}`)
  const city = cities[0].value
  const districts = await done(page, 'GET', `/api/ajax/area?province=${area}&city=${city}`)
  const to = [area, city, ...(districts[0] ? [districts[0].value] : [])].map(Number)
  const placed = await asMember(buyer.page, '/api/shop.Address/add', {
    name: 'Ann',
    mobile: '13800138001',
    area: to,
    address: 'Street 1',
  })
  own.address = placed.row.id
})

test('an order is sent, and its courier number is mended', async () => {
  const { page } = desk
  const { id } = await bought(3)
  own.sent = id
  await act(page, id, 'delivery')
  await choose(modal(page), page, 'Delivery company', own.company)
  await modal(page).getByRole('textbox', { name: 'Tracking number' }).fill('EX1')
  await agree(page)
  await until(async () => (await order(id)).status === 3, 'the delivery')
  await act(page, id, 'parcel')
  await modal(page).getByRole('textbox', { name: 'Tracking number' }).fill('EX2')
  await agree(page)
  await until(async () => (await order(id)).parcels[0].courier_number === 'EX2', 'the new number')
})

test('a cancellation is refused with a reason, and agreed to when it is asked again', async () => {
  const { page } = desk
  const row = await bought(1)
  const asked = () =>
    asMember(buyer.page, '/api/shop.Order/applyCancel', { order_no: row.order_no, reason: 'Too late' })
  await asked()
  await act(page, row.id, 'cancel')
  await modal(page).getByText('Too late').waitFor()
  await modal(page).locator('.arco-radio', { hasText: 'Refuse' }).click()
  await agree(page)
  await modal(page).getByText('Enter a reason').waitFor()
  await modal(page).getByRole('textbox', { name: 'Reason' }).fill('It is packed')
  await agree(page)
  await until(async () => (await order(row.id)).status === 2, 'the refusal')
  await asked()
  await act(page, row.id, 'cancel')
  await agree(page)
  await until(async () => (await order(row.id)).status === 6, 'the end of the order')
})

test('a refund is decided, what came is counted, and less is paid for less', async () => {
  const { page } = desk
  const { order_no } = await order(own.sent)
  const refund = await asMember(buyer.page, '/api/shop.Refund/apply', {
    order_no,
    type: 2,
    lines: [{ line: 1, quantity: 2 }],
    reason: 'Broken',
  })
  await page.goto(`${address}/admin/shop/order/refund?id=${refund.id}`)
  await drawer(page).locator('[data-action=audit]').click({ timeout: SOON })
  await modal(page).getByText(own.goodsName).waitFor({ timeout: SOON })
  // A site without an address for returns asks for one before it agrees.
  await agree(page)
  const found = () =>
    done(page, 'GET', `/admin/shop.order.Refund/detail?id=${refund.id}`).then((one) => one.row)
  await until(async () => (await found()).audit_status === 2, 'the agreement')
  await asMember(buyer.page, '/api/shop.Refund/ship', {
    id: refund.id,
    company: 'Post',
    courier_number: 'B1',
  })
  await page.goto(`${address}/admin/shop/order/refund?id=${refund.id}`)
  await drawer(page).locator('[data-action=receive]').click({ timeout: SOON })
  await modal(page)
    .getByRole('textbox', { name: `Counted ${own.goodsName}` })
    .fill('1')
  await agree(page)
  await modal(page).getByText('Enter why fewer arrived').waitFor()
  await modal(page)
    .getByRole('textbox', { name: `Why fewer arrived ${own.goodsName}` })
    .fill('One was missing')
  await agree(page)
  await until(async () => (await found()).status === 2, 'the receipt')
  const paid = await found()
  assert.deepEqual([paid.refund_amount, paid.missing[0].reason], ['10.00', 'One was missing'])
})

test('a coupon is given to a member, and a free one is withdrawn', async () => {
  const { page } = desk
  await page.goto(`${address}/admin/shop/marketing/coupon?id=${own.coupon}`)
  const row = page.locator('.arco-table-tr', { hasText: `Two off ${stamp}` })
  await row.locator('button', { hasText: 'Give' }).click({ timeout: SOON })
  await agree(page)
  await modal(page).getByText('Choose members').waitFor()
  await choose(modal(page), page, 'Members', own.name)
  await page.keyboard.press('Escape')
  await modal(page).locator('.arco-modal-title').click()
  await agree(page)
  await modal(page).getByText('Given to 1 member').waitFor({ timeout: SOON })
  await agree(page)
  await row.getByRole('button', { name: 'More' }).click({ timeout: SOON })
  await page.locator('.arco-dropdown-menu:visible').getByText('Withdraw').click({ timeout: SOON })
  await modal(page).locator('.arco-radio', { hasText: 'All members' }).click()
  await modal(page).locator('.arco-btn-status-danger').click()
  await says(page, '1 coupon withdrawn')
})

test('the overview leads to what waits', async () => {
  const { page } = desk
  await page.goto(`${address}/admin/shop/dashboard`)
  await page.locator('a', { hasText: 'To ship' }).first().click({ timeout: SOON })
  await page.waitForURL(/shop\/order\/order\?status=2/, { timeout: SOON })
  await page.goto(`${address}/admin/shop/dashboard`)
  await page.locator('a', { hasText: 'Low stock' }).first().click({ timeout: SOON })
  await page.waitForURL(/shop\/goods\/goods\?few=1/, { timeout: SOON })
  await page.locator('main h1', { hasText: 'Goods' }).waitFor({ timeout: SOON })
  // The pictures of the goods are nowhere.
  assert.deepEqual(
    desk.problems.filter((text) => !/Failed to load resource/.test(text)),
    [],
  )
})

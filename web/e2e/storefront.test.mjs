// The shop as a member meets it on a phone: from goods that a visitor finds to the half of them that is paid back. And
// what visitors see on a desk, in English and in the dark; what is read where no script runs.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { audit, serious } from './audit.mjs'
import { address, first, launch, person, signIn } from './browser.mjs'
import { member } from './sitePages.mjs'

const ARTIFACTS = fileURLToPath(new URL('./artifacts/', import.meta.url))
const PHONE = { width: 390, height: 844 }
const AREA = [440000, 440300, 440303]
const PIECES = 2
/** Longest wait for what the shop does by itself after a payment. */
const HANDED_MS = 60_000

let browser
let admin
before(async () => {
  mkdirSync(ARTIFACTS, { recursive: true })
  browser = await launch()
  admin = await person(browser, { language: 'en' })
  await signIn(admin.page, first)
})
after(() => browser?.close())

/** A call as whoever is signed in on a page; answers the data of a success. */
async function call(page, path, body) {
  const answer = await page.evaluate(
    async ({ path, body }) => {
      const token = (key) => JSON.parse(localStorage.getItem(key) ?? '{}').token ?? ''
      const answered = await fetch(path, {
        method: body ? 'POST' : 'GET',
        headers: {
          Accept: 'application/json',
          'Content-Type': 'application/json',
          'think-lang': 'en',
          server: 'true',
          batoken: token('adminInfo'),
          'ba-user-token': token('userInfo'),
        },
        body: body && JSON.stringify(body),
      })
      return answered.json()
    },
    { path, body },
  )
  assert.equal(answer.code, 1, `${path}: ${JSON.stringify(answer)}`)
  return answer.data
}

/** Goods that are sent and that there are enough of, with the SKU that their page begins with. */
async function sendable(page) {
  const { list } = await call(page, '/api/shop.Goods/index?in_stock=1&limit=60')
  for (const card of list) {
    const goods = await call(page, `/api/shop.Goods/detail?id=${card.id}`)
    const sku = goods.skus.find(({ stock }) => stock === 'in')
    const sent = goods.delivery_type === 1 && !goods.free_freight
    const sold = goods.sale_start <= goods.now && goods.buy_min <= 1 && goods.limit_num === 0
    if (sent && sold && sku === goods.skus[0]) return { goods, sku }
  }
  throw new Error('the demo shop has no goods that are sent')
}

async function fits(page, pageName) {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  assert.ok(wider <= 0, `${pageName} is ${wider}px wider than the window`)
}

const enter = async (page) => {
  await page.locator('input[autocomplete=username]').fill(member.name)
  await page.locator('input[autocomplete=current-password]').fill(member.password)
  await page.locator('button[type=submit]').click()
}

test('from goods that a visitor finds to the half that is paid back', async () => {
  const { page, context, problems } = await person(browser, { language: 'en', ...PHONE })
  await page.goto(`${address}/shop`)
  const { goods, sku } = await sendable(page)
  const known = await call(
    admin.page,
    `/admin/user.User/index?search[0][field]=username&search[0][operator]=eq&search[0][val]=${member.name}`,
  )
  const user_id = known.list[0].id
  await call(admin.page, '/admin/user.MoneyLog/add', { user_id, money: '2000', memo: 'For the way' })
  const name = `Five off ${Date.now().toString(36)}`
  await call(admin.page, '/admin/shop.marketing.Coupon/add', {
    name,
    type: 1,
    amount: '5.00',
    get_type: 1,
    valid_type: 2,
    valid_days: 30,
    status: 1,
  })
  // Coupons of earlier runs would do as well.
  const checkPage = async (of) => {
    await page.screenshot({ path: `${ARTIFACTS}shop-way-${of}.png`, fullPage: true })
    await fits(page, of)
  }

  // A visitor searches, looks and puts two into the cart.
  await page.locator('#shop-search').fill(goods.name)
  await page.locator('#shop-search').press('Enter')
  await page.waitForURL(/\/shop\/list\?search=/)
  await page.locator(`a[href="/shop/goods/${goods.id}"]`).first().click()
  await page.locator('main h1', { hasText: goods.name }).waitFor()
  await page.getByRole('button', { name: 'Add one' }).click()
  await checkPage('goods')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByText('Added to the cart').waitFor()
  await page.getByRole('link', { name: 'Go to the cart' }).click()
  await page.getByRole('textbox', { name: `Quantity of ${goods.name}` }).waitFor()
  assert.equal(
    await page.getByRole('textbox', { name: `Quantity of ${goods.name}` }).inputValue(),
    String(PIECES),
  )
  await checkPage('cart')

  // The checkout asks who they are and goes on where they were; the cart has come along.
  await page.getByRole('button', { name: 'Check out' }).click()
  await page.waitForURL(/\/user\/login\?to=%2Fshop%2Fcheckout/)
  await enter(page)
  await page.waitForURL(`${address}/shop/checkout`)
  await page.locator('main').getByText(goods.name).first().waitFor()

  // A coupon is taken, and there is somewhere to send the goods to.
  await page.goto(`${address}/shop/coupons`)
  await page.getByRole('button', { name: `Claim ${name}` }).click()
  await page.getByText('The coupon is yours').waitFor()
  const addresses = await call(page, '/api/shop.Address/index')
  if (addresses.list.length === 0)
    await call(page, '/api/shop.Address/add', {
      name: 'Ann',
      mobile: '13800138001',
      area: AREA,
      address: '深南东路 1 号',
    })
  await page.goto(`${address}/shop/checkout`)
  const coupons = page.getByRole('radiogroup', { name: 'Coupon' })
  await coupons.getByText('Best').waitFor()
  assert.ok(await coupons.getByRole('radio').first().isChecked(), 'the best coupon is chosen already')
  await coupons.getByRole('radio', { name: new RegExp(name) }).check()
  await page.getByText('− ¥5.00').waitFor()
  await page
    .getByText(/in all/)
    .first()
    .waitFor()
  await checkPage('checkout')
  await page.getByRole('button', { name: 'Place order' }).click()
  await page.waitForURL(/\/shop\/pay\/\d+/)
  const order_no = page.url().split('/').pop()
  await checkPage('pay')
  await page.getByRole('button', { name: 'Pay now' }).click()
  const password = page.getByLabel('Your password')
  await page.getByRole('heading', { name: 'Paid' }).or(password).first().waitFor()
  if (await password.isVisible()) {
    await password.fill(member.password)
    await page.getByRole('button', { name: 'Pay now' }).click()
  }
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  const placed = (await call(page, `/api/shop.Order/detail?order_no=${order_no}`)).row
  assert.equal(placed.coupon_amount, '5.00')
  const sum = (amounts) => amounts.reduce((all, amount) => all + Math.round(Number(amount) * 100), 0)
  assert.equal(
    sum([placed.pay_amount]),
    sum([sku.price, sku.price]) - sum([placed.coupon_amount]) + sum([placed.freight]),
  )
  assert.equal(placed.paid_amount, placed.pay_amount)

  // The shop sends it, and the page that the buyer looks at says so by itself.
  await page.goto(`${address}/user/shop/order/${order_no}`)
  await page.getByRole('status').getByText('To ship').waitFor()
  const company = (await call(admin.page, '/admin/shop.delivery.Company/index')).list[0]
  const end = Date.now() + HANDED_MS
  const seen = `/admin/shop.order.Order/index?search[0][field]=order_no&search[0][operator]=eq&search[0][val]=${order_no}`
  let row
  for (;;) {
    row = (await call(admin.page, seen)).list[0]
    row = (await call(admin.page, `/admin/shop.order.Order/detail?id=${row.id}`)).row
    if (row.parcels.length > 0 && row.parcels.every((parcel) => parcel.outbound_order_id)) break
    assert.ok(Date.now() < end, 'the goods are not handed over')
    await page.waitForTimeout(200)
  }
  for (const parcel of row.parcels)
    await call(admin.page, '/admin/shop.order.Order/delivery', {
      id: row.id,
      parcel: parcel.no,
      company_id: company.id,
      courier_number: `SF${Date.now()}${parcel.no}`,
    })

  await page.getByRole('status').getByText('On its way').waitFor()

  // It arrives, and is praised.
  await page.getByText('Parcel 1').waitFor()
  await checkPage('order')
  await page.getByRole('button', { name: 'Confirm receipt' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await page.getByRole('link', { name: 'Write a review' }).click()
  await page.waitForURL(/\/user\/shop\/evaluate\?order_no=/)
  await page.getByRole('button', { name: 'Send the review' }).click()
  await page.getByText('Rate at least one of the goods').waitFor()
  await page.getByRole('radio', { name: '5 stars' }).check({ force: true })
  const said = `As good as it looks ${Date.now()}`
  await page.getByLabel('Your review (optional)').fill(said)
  await page.getByLabel(/Hide my name/).check()
  await checkPage('review')
  await page.getByRole('button', { name: 'Send the review' }).click()
  await page.getByRole('heading', { name: 'Thank you for your review' }).waitFor()

  // Others read it with the goods.
  await page.goto(`${address}/shop/goods/${goods.id}#evaluations`)
  await page.locator('#evaluations').scrollIntoViewIfNeeded()
  await page.getByText(said).waitFor()

  // One of the two comes back: half of what it cost, to the cent.
  await page.goto(`${address}/user/shop/order/${order_no}`)
  await page.getByRole('link', { name: 'Request a refund', exact: true }).last().click()
  await page.waitForURL(/\/user\/shop\/refund\?order_no=/)
  const pieces = page.getByRole('spinbutton', { name: new RegExp(`${goods.name}`) })
  await pieces.fill('1')
  await pieces.press('Tab')
  const line = placed.lines[0]
  const half = Math.floor(Math.round(Number(line.pay_share) * 100) / PIECES) / 100
  const worth = `¥${half.toFixed(2)}`
  await page.locator('dl').getByText(worth, { exact: true }).first().waitFor()
  await page.locator('#refund-reason').click()
  await page.locator('.arco-select-popup:visible .arco-select-option').first().click()
  await checkPage('refund-form')
  await page.getByRole('button', { name: 'Submit the request' }).click()
  await page.waitForURL(/\/user\/shop\/refund\?id=\d+/)
  await page.getByText(worth).first().waitFor()
  await checkPage('refund')
  assert.deepEqual(
    problems.filter((text) => !/Failed to load resource/.test(text)),
    [],
  )
  await context.close()
})

test('who takes a coupon without a login comes back to it', async () => {
  const { page, context } = await person(browser, { language: 'en', ...PHONE })
  await page.goto(`${address}/shop/coupons`)
  await page
    .getByRole('button', { name: /^Claim / })
    .first()
    .click()
  await page.waitForURL(/\/user\/login\?to=%2Fshop%2Fcoupons/)
  await enter(page)
  await page.waitForURL(`${address}/shop/coupons`)
  await page.locator('main h1').waitFor()
  await context.close()
})

for (const look of [
  { language: 'en', dark: true, width: 1440, height: 900 },
  { language: 'zh-CN', dark: false, width: 360, height: 780 },
]) {
  const name = `${look.language}-${look.dark ? 'dark' : 'light'}-${look.width}`
  test(`what visitors see of the shop ${name}`, async () => {
    const { page, context, problems } = await person(browser, look)
    await page.goto(`${address}/shop`)
    const { goods, sku } = await sendable(page)
    await page.evaluate((id) => {
      localStorage.setItem('shopCart', JSON.stringify([{ sku_id: id, quantity: 1, checked: 1 }]))
    }, sku.id)
    const pages = {
      home: '/shop',
      list: '/shop/list?order=price_asc',
      goods: `/shop/goods/${goods.id}`,
      cart: '/shop/cart',
      coupons: '/shop/coupons',
    }
    for (const [pageName, path] of Object.entries(pages)) {
      await page.goto(address + path)
      await page.waitForFunction(() => !document.getElementById('first'))
      await page.locator('main h1').first().waitFor({ state: 'attached' })
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: `${ARTIFACTS}shop-${pageName}-${name}.png`, fullPage: true })
      await fits(page, pageName)
      const bad = serious(await audit(page)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      assert.deepEqual(bad, [], pageName)
      assert.equal(await page.evaluate(() => document.documentElement.lang), look.language)
    }
    assert.deepEqual(problems, [])
    await context.close()
  })
}

test('freight to an area is told before anybody signs in', async () => {
  const { page, context } = await person(browser, { language: 'en', ...PHONE })
  await page.goto(`${address}/shop`)
  const { goods } = await sendable(page)
  await page.goto(`${address}/shop/goods/${goods.id}`)
  await page.getByRole('button', { name: 'Freight to my area' }).click()
  for (const [at, level] of ['Province', 'City', 'District'].entries())
    await page.getByLabel(level).selectOption(String(AREA[at]))
  await page
    .getByText(/^(Freight ¥\d|Free shipping)/)
    .first()
    .waitFor()
  // The browser knows it from now on.
  await page.reload()
  await page
    .getByText(/^(Freight ¥\d|Free shipping)/)
    .first()
    .waitFor()
  await context.close()
})

test('what is read of the shop where no script runs', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en' })
  const page = await context.newPage()
  await page.goto(`${address}/shop`)
  const way = await page.locator('a[href^="/shop/goods/"]').first().getAttribute('href')
  await page.goto(address + way)
  assert.equal(await page.locator('html').getAttribute('lang'), 'en')
  await page.locator('h1').waitFor()
  assert.ok((await page.title()).startsWith(await page.locator('h1').innerText()))
  assert.equal(await page.locator('link[rel=canonical]').getAttribute('href'), address + way)
  const blocks = (await page.locator('script[type="application/ld+json"]').allInnerTexts()).map((text) =>
    JSON.parse(text),
  )
  const product = blocks.find((one) => one['@type'] === 'Product')
  assert.match(product.offers.price, /^\d+\.\d\d$/)
  assert.match(product.offers.availability, /^https:\/\/schema\.org\/\w+$/)
  assert.ok(blocks.some((one) => one['@type'] === 'BreadcrumbList'))
  // From goods to their classify, and from a search to what is found.
  await page.locator('main nav a[href*="classify_id="]').first().click()
  await page.locator('a[href^="/shop/goods/"]').first().waitFor()
  assert.match(
    await page.locator('link[rel=canonical]').getAttribute('href'),
    /\/shop\/list\?classify_id=\d+$/,
  )
  await page.locator('input[type=search]').fill('a')
  await page.locator('input[type=search]').press('Enter')
  await page.waitForURL(/\/shop\/list\?search=a$/)
  assert.equal(await page.locator('meta[name=robots]').getAttribute('content'), 'noindex')
  const map = await (await fetch(`${address}/sitemap.xml`)).text()
  assert.ok(map.includes(`<loc>${address}${way}</loc>`))
  await context.close()
})

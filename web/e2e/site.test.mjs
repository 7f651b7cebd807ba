// The public site, as a visitor meets it: every page in both languages, light and dark, at every width; the ways
// between them; what search engines read; an application that reaches the back office; texts edited there.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { audit, serious } from './audit.mjs'
import { address, first, launch, person, signIn } from './browser.mjs'
import { PIXELS, PUBLIC } from './sitePages.mjs'

const ARTIFACTS = fileURLToPath(new URL('./artifacts/', import.meta.url))
const LOOKS = [
  { language: 'zh-CN', dark: false, width: 1440 },
  { language: 'en', dark: true, width: 390 },
  { language: 'en', dark: false, width: 1200 },
  { language: 'zh-CN', dark: true, width: 360 },
  { language: 'en', dark: true, width: 2560 },
]

let browser
before(async () => {
  mkdirSync(ARTIFACTS, { recursive: true })
  browser = await launch()
})
after(() => browser?.close())

for (const look of LOOKS) {
  const name = `${look.language}-${look.dark ? 'dark' : 'light'}-${look.width}`
  test(`public pages ${name}`, async () => {
    const { page, context, problems } = await person(browser, look)
    for (const [pageName, path] of Object.entries({ ...PUBLIC, missing: '/404', denied: '/401' })) {
      const answer = await page.goto(address + path)
      // What is not there says so to programs as well; the browser tells its console.
      assert.equal(answer.status(), pageName === 'missing' ? 404 : 200, pageName)
      await page.locator('main h1').first().waitFor()
      await page.screenshot({ path: `${ARTIFACTS}${pageName}-${name}.png`, fullPage: true })
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      assert.ok(wider <= 0, `${pageName} is ${wider}px wider than the window`)
      assert.equal(await page.locator('[role=alert]:visible').count(), 0, `${pageName} shows an error`)
      const bad = serious(await audit(page)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      assert.deepEqual(bad, [], pageName)
    }
    const expected = problems.findIndex((problem) => problem.includes('404 (Not Found)'))
    if (expected >= 0) problems.splice(expected, 1)
    assert.deepEqual(problems, [])
    await context.close()
  })
}

test('every pageName of header and footer leads to a page', async () => {
  const { page, context, problems } = await person(browser, { language: 'en' })
  await page.goto(address)
  const own = (scope) =>
    page
      .locator(`${scope} a[href^="/"]`)
      .evaluateAll((links) => links.map((link) => new URL(link.href).pathname))
  const paths = new Set([...(await own('header')), ...(await own('footer'))])
  // There is no assistant yet: its page is there, and nothing leads to it.
  for (const path of ['/', ...Object.values(PUBLIC), '/user/login'])
    assert.equal(paths.has(path), path !== '/assistant', `${path} has no way to it`)
  paths.add('/assistant')
  for (const path of paths) {
    await page.goto(address + path)
    await page.locator('h1').first().waitFor()
    assert.ok(!/\/404$/.test(page.url()), `${path} leads nowhere`)
  }
  assert.deepEqual(
    problems.filter((text) => !/Failed to load resource/.test(text)),
    [],
  )
  await context.close()
})

test('the header by keyboard, and on a phone', async () => {
  const { page, context } = await person(browser, { language: 'en' })
  await page.goto(address)
  await page.locator('main h1').waitFor()
  // The first stop is the way past the header.
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('href')), '#content')
  await page.getByRole('button', { name: 'Industry solutions' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Electronics/)
  await page.keyboard.press('Escape')
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Industry solutions/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${address}/industries/electronics`)
  // A new page begins at its content.
  await page.waitForFunction(() => document.activeElement.id === 'content')
  await context.close()

  const phone = await person(browser, { language: 'en', width: 390, height: 844 })
  await phone.page.goto(address)
  await phone.page.getByRole('button', { name: 'Open menu' }).click()
  await phone.page.getByRole('link', { name: 'Customs data' }).first().click()
  await phone.page.waitForURL(`${address}/customs`)
  await phone.context.close()
})

test('a page says who it is', async () => {
  const { page, context } = await person(browser, { language: 'en' })
  const said = new Set()
  for (const path of Object.values(PUBLIC)) {
    await page.goto(address + path)
    await page.locator('main h1').waitFor()
    const head = await page.evaluate(() => ({
      title: document.title,
      language: document.documentElement.lang,
      description: document.querySelector('meta[name=description]')?.content,
      canonical: document.querySelector('link[rel=canonical]')?.href,
      shared: document.querySelector('meta[property="og:title"]')?.content,
      robots: document.querySelector('meta[name=robots]')?.content,
      headings: document.querySelectorAll('h1').length,
    }))
    assert.equal(head.language, 'en')
    assert.equal(head.canonical, address + path)
    assert.equal(head.headings, 1, path)
    assert.ok(head.title.includes(head.shared) && head.description.length > 20, path)
    assert.equal(head.robots, 'index,follow')
    said.add(head.title)
  }
  assert.equal(said.size, Object.keys(PUBLIC).length, 'no two pages have the same title')
  await page.goto(`${address}/404`)
  await page.locator('h1').waitFor()
  assert.equal(await page.locator('meta[name=robots]').getAttribute('content'), 'noindex')
  const robots = await (await fetch(`${address}/robots.txt`)).text()
  assert.match(robots, /Disallow: \/admin/)
  await context.close()
})

test('an application reaches the back office at once and is answered there', async () => {
  const office = await person(browser, { language: 'en' })
  await signIn(office.page, first)
  const visitor = await person(browser, { language: 'zh-CN', width: 390, height: 844 })
  const company = `Paper ${Date.now()}`
  await visitor.page.goto(`${address}/trial`)
  await visitor.page.locator('button[type=submit]').click()
  // Nothing is sent before it is complete; the first field that is wrong has the word.
  await visitor.page.getByText('请输入公司名称').waitFor()
  assert.equal(await visitor.page.evaluate(() => document.activeElement.autocomplete), 'organization')
  await visitor.page.locator('input[autocomplete=organization]').fill(company)
  await visitor.page.locator('input[autocomplete=name]').fill('安妮')
  await visitor.page.locator('input[type=tel]').fill('12345')
  await visitor.page.locator('select').selectOption('textile')
  await visitor.page.locator('textarea').fill('三十个货架的布匹')
  await visitor.page.locator('button[type=submit]').click()
  await visitor.page.getByText('请输入正确的手机号码').waitFor()
  await visitor.page.locator('input[type=tel]').fill('13800138000')
  await visitor.page.locator('button[type=submit]').click()
  await visitor.page.getByText('谢谢，已经收到').waitFor()

  await office.page.locator('.arco-notification', { hasText: company }).waitFor()
  await office.page.goto(`${address}/admin/site/message`)
  const row = office.page.locator('tr', { hasText: company })
  await row.waitFor()
  await row.getByRole('button', { name: 'Edit' }).click()
  const form = office.page.locator('.arco-modal:visible, .arco-drawer:visible').last()
  await form.getByText('三十个货架的布匹').waitFor()
  await form.getByLabel('Reply', { exact: true }).fill('Your trial is ready')
  await form.locator('.arco-radio', { hasText: 'Done' }).click()
  await form.getByRole('button', { name: /Save|OK/ }).click()
  await row.filter({ hasText: 'Done' }).waitFor()
  await row.getByText(company).click()
  await office.page.locator('.arco-drawer').getByText('Your trial is ready').waitFor()
  assert.deepEqual(visitor.problems, [])
  await visitor.context.close()
  await office.context.close()
})

test('texts that the back office edits are on the site', async () => {
  const office = await person(browser, { language: 'en' })
  await signIn(office.page, first)
  const [zh, en] = [`货在路上 ${Date.now()}`, `Goods on their way ${Date.now()}`]
  const write = async (key, texts) => {
    for (const [language, text] of Object.entries(texts))
      await office.page.getByLabel(`${key} (${language})`, { exact: true }).fill(text)
    await office.page.getByRole('button', { name: /^Save / }).click()
    await office.page.getByText('Saved: the site is up to date').first().waitFor()
    await office.page.getByRole('button', { name: /^Save / }).waitFor({ state: 'detached' })
  }
  const sees = async (language, text) => {
    const { page, context } = await person(browser, { language })
    await page.goto(address)
    await page.getByText(text).first().waitFor()
    await context.close()
  }
  await office.page.goto(`${address}/admin/site/content?page=home`)
  await write('title', { Chinese: zh, English: en })
  await sees('zh-CN', zh)
  await sees('en', en)
  // The built-in text comes back.
  await office.page.getByRole('button', { name: 'Restore built-in text: title', exact: true }).click()
  await office.page.getByRole('button', { name: /^Save / }).click()
  await office.page.getByRole('button', { name: /^Save / }).waitFor({ state: 'detached' })
  await sees('zh-CN', '心里有数的库存')
  await sees('en', 'Stock you can be sure of')

  // A link and a picture, which have no built-in text.
  await office.page.goto(`${address}/admin/site/content?page=site`)
  const links = 'Footer links'
  await office.page.getByLabel(`${links} (English)`).fill('nowhere')
  await office.page.getByText('One link per line').waitFor()
  assert.ok(await office.page.getByRole('button', { name: /^Save / }).isDisabled())
  const third = office.page.locator('li', { hasText: 'Third QR code picture' })
  await third.locator('input[type=file]').setInputFiles({
    name: 'qr.png',
    mimeType: 'image/png',
    buffer: PIXELS,
  })
  await third.locator('img').waitFor()
  await write(links, {
    Chinese: '关务 https://example.com/customs',
    English: 'Customs office https://example.com/customs',
  })
  const { page, context, problems } = await person(browser, { language: 'en' })
  await page.goto(address)
  const link = page.locator('footer').getByRole('link', { name: 'Customs office' })
  assert.equal(await link.getAttribute('href'), 'https://example.com/customs')
  const picture = page.locator('footer figure', { hasText: 'WeChat' }).locator('img')
  await picture.scrollIntoViewIfNeeded()
  await page.waitForFunction(
    (image) => image.complete && image.naturalWidth > 0,
    await picture.elementHandle(),
  )
  assert.equal(await page.locator('footer a[href^="tel:"]').count(), 1)
  assert.deepEqual(problems, [])
  await context.close()
  for (const name of [links, 'Third QR code picture'])
    await office.page.getByRole('button', { name: `Restore built-in text: ${name}`, exact: true }).click()
  await office.page.getByRole('button', { name: /^Save / }).click()
  await office.page.getByRole('button', { name: /^Save / }).waitFor({ state: 'detached' })
  await office.context.close()
})

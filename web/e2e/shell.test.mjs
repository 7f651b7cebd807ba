// The frame around the pages: layouts to the pixel, tabs that stay as they were left, the lock, the ways in.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { address, first, launch, person, signIn } from './browser.mjs'

let browser
before(async () => {
  browser = await launch()
})
after(() => browser?.close())

const shown = (page, name) => page.waitForSelector(`[data-page="${name}"][data-shown=true]`)
const loaded = (page) => page.waitForSelector('[data-shown=true] tbody tr td')
async function entered(options) {
  const { context, page, problems } = await person(browser, { language: 'en', ...options })
  await signIn(page, first)
  return { context, page, problems }
}
const prefer = (page, changes) =>
  page.evaluate((changes) => {
    const kept = JSON.parse(localStorage.getItem('storeConfig_v2') ?? '{}')
    localStorage.setItem('storeConfig_v2', JSON.stringify({ ...kept, ...changes }))
  }, changes)

test('each layout leaves the pages the height it promises', async () => {
  const { context, page } = await entered({ height: 900 })
  for (const [layout, lost] of [
    ['default', 70],
    ['classic', 50],
    ['streamline', 60],
    ['double', 60],
  ]) {
    await prefer(page, { layout })
    await page.goto(`${address}/admin/warehouse/unit`)
    await loaded(page)
    const box = await page.locator('#content').boundingBox()
    assert.equal(900 - box.height, lost, layout)
  }
  await prefer(page, { layout: 'default', collapsed: false })
  await page.goto(`${address}/admin/warehouse/unit`)
  await loaded(page)
  const side = async () => (await page.locator('aside').boundingBox()).width
  assert.equal(await side(), 260)
  await page.locator('button[aria-label="Collapse menu"]').click()
  await page.waitForFunction(() => document.querySelector('aside').offsetWidth === 64)
  await context.close()
})

test('a page behind another tab stays as it was left', async () => {
  const { context, page, problems } = await entered()
  await page.goto(`${address}/admin/warehouse/product`)
  await loaded(page)
  await page.evaluate(() => {
    document.querySelector('[data-page="warehouse/product"]').dataset.mark = 'same'
    document.querySelector('[data-page="warehouse/product"]').scrollTop = 120
  })
  await page.keyboard.press('Control+k')
  await page.locator('[aria-controls=search-hits]').fill('warehouse/unit')
  await page.keyboard.press('Enter')
  await shown(page, 'warehouse/unit')
  await page.locator('[data-tab="warehouse/product"] button').first().click()
  await shown(page, 'warehouse/product')
  const kept = await page.evaluate(() => {
    const element = document.querySelector('[data-page="warehouse/product"]')
    return [element.dataset.mark, element.scrollTop]
  })
  assert.deepEqual(kept, ['same', 120])
  // Refreshing draws it anew.
  await page.locator('[data-tab="warehouse/product"]').click({ button: 'right' })
  await page.getByText('Reload tab').click()
  await page.waitForFunction(
    () =>
      document.querySelector('[data-page="warehouse/product"][data-shown=true]')?.dataset.mark === undefined,
  )
  assert.deepEqual(problems, [])
  await context.close()
})

test('a deep link comes through the loading route with its query', async () => {
  const { context, page } = await entered()
  const seen = []
  page.on('framenavigated', (frame) => seen.push(frame.url()))
  await page.goto(`${address}/admin/warehouse/inboundOrder?status=0`)
  await shown(page, 'warehouse/inboundOrder')
  assert.match(page.url(), /\/admin\/warehouse\/inboundOrder\?status=0/)
  assert.ok(
    seen.some((url) => url.includes('/admin/loading/%7B')),
    seen.join(' '),
  )
  await page.goto(
    `${address}/admin/iframe/${encodeURIComponent('https://example.org/').replace(/\./g, '%2E')}`,
  )
  await page.getByText('404').waitFor()
  assert.equal(await page.locator('iframe').count(), 0)
  await context.close()
})

test('a locked screen stays locked, and only the password opens it', async () => {
  const { context, page } = await entered()
  await page.goto(`${address}/admin/warehouse/unit`)
  await loaded(page)
  await page.locator('[data-testid=account]').click()
  await page.getByRole('button', { name: 'Lock screen' }).click()
  const password = page.locator('[role=dialog] input[type=password]')
  await password.waitFor()
  const { token } = await page.evaluate(() => JSON.parse(localStorage.getItem('adminInfo')))
  assert.equal(token, '')
  await page.reload()
  await password.waitFor()
  await password.fill('wrong-password')
  await page.keyboard.press('Enter')
  await page.locator('[role=dialog] .arco-alert').waitFor()
  await password.fill(first.password)
  await page.keyboard.press('Enter')
  await shown(page, 'warehouse/unit')
  await password.waitFor({ state: 'detached' })
  await context.close()
})

test('on a phone the menu is a drawer', async () => {
  const { context, page } = await entered({ width: 390, height: 844 })
  await page.locator('button[aria-label="Open menu"]').click()
  const drawer = page.locator('.arco-drawer')
  await drawer.waitFor()
  await drawer.getByRole('menuitem', { name: 'Notifications' }).click()
  await shown(page, 'notification/index')
  await drawer.waitFor({ state: 'hidden' })
  await context.close()
})

// The public site and the member centre, in both languages, light and dark, wide and narrow.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { address, launch, person } from './browser.mjs'

const ARTIFACTS = fileURLToPath(new URL('./artifacts/', import.meta.url))
const PUBLIC = {
  platform: '/platform',
  electronics: '/industries/electronics',
  cases: '/cases',
  customs: '/customs',
  assistant: '/assistant',
  about: '/about',
  help: '/help',
  trial: '/trial',
}
const CENTRE = ['overview', 'profile', 'changePassword', 'balance', 'integral']
const LOOKS = [
  { language: 'zh-CN', dark: false, width: 1440 },
  { language: 'en', dark: true, width: 390 },
]
const member = { name: process.env.ENTREPOT_MEMBER ?? '', password: process.env.ENTREPOT_MEMBER_PASSWORD ?? '' }

let browser
before(async () => {
  mkdirSync(ARTIFACTS, { recursive: true })
  browser = await launch()
})
after(() => browser?.close())

async function fits(page, what) {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  assert.ok(wider <= 0, `${what} is ${wider}px wider than the window`)
  assert.equal(await page.locator('[role=alert]:visible').count(), 0, `${what} shows an error`)
}

for (const look of LOOKS) {
  const name = `${look.language}-${look.dark ? 'dark' : 'light'}-${look.width}`
  test(`public pages ${name}`, async () => {
    const { page, context, problems } = await person(browser, look)
    for (const [room, path] of Object.entries(PUBLIC)) {
      await page.goto(address + path)
      await page.locator('main h1').first().waitFor()
      await page.screenshot({ path: `${ARTIFACTS}${room}-${name}.png`, fullPage: true })
      await fits(page, room)
    }
    assert.deepEqual(problems, [])
    await context.close()
  })

  test(`member centre ${name}`, async () => {
    const { page, context, problems } = await person(browser, look)
    // Who is not signed in is led to the login and back to where he wanted to go.
    await page.goto(`${address}/user/account/balance`)
    await page.locator('input[autocomplete=username]').waitFor()
    await page.screenshot({ path: `${ARTIFACTS}member-login-${name}.png` })
    await page.locator('input[autocomplete=username]').fill(member.name)
    await page.locator('input[autocomplete=current-password]').fill('Wrong-pass-9')
    await page.locator('button[type=submit]').click()
    await page.locator('[role=alert]').first().waitFor()
    await page.locator('input[autocomplete=current-password]').fill(member.password)
    await page.locator('button[type=submit]').click()
    await page.waitForURL(/\/user\/account\//)
    for (const room of CENTRE) {
      await page.goto(`${address}/user/account/${room}`)
      await page.waitForURL(`${address}/user/account/${room}`)
      await page.locator('main h1').first().waitFor()
      await page.locator('.arco-skeleton').first().waitFor({ state: 'detached' })
      await page.waitForTimeout(room === 'overview' ? 1500 : 300)
      await page.screenshot({ path: `${ARTIFACTS}member-${room}-${name}.png` })
      await fits(page, room)
    }
    const own = problems.filter((text) => !/Failed to load resource/.test(text))
    assert.deepEqual(own, [])
    await context.close()
  })
}

test('a profile is saved and stays', async () => {
  const { page, context } = await person(browser, { language: 'en' })
  await page.goto(`${address}/user/login?to=/user/account/profile`)
  await page.locator('input[autocomplete=username]').fill(member.name)
  await page.locator('input[autocomplete=current-password]').fill(member.password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/\/user\/account\/profile/)
  const motto = `Everything has its place ${Date.now()}`
  await page.locator('textarea').fill(motto)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.arco-message-success').waitFor()
  await page.reload()
  await page.locator('textarea').waitFor()
  assert.equal(await page.locator('textarea').inputValue(), motto)
  await context.close()
})

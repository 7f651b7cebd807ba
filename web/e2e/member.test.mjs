// The member centre: its pages in both languages, light and dark, and the way from a registration to another password.
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { mkdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { audit, serious } from './audit.mjs'
import { address, first, launch, person, settled, signIn, until } from './browser.mjs'
import { openMailbox } from './mailbox.mjs'
import { CENTRE, member, memberSignIn, PIXELS } from './sitePages.mjs'

const ARTIFACTS = fileURLToPath(new URL('./artifacts/', import.meta.url))
const LOOKS = [
  { language: 'zh-CN', dark: false, width: 1440 },
  { language: 'en', dark: true, width: 390 },
  { language: 'en', dark: false, width: 360 },
  { language: 'zh-CN', dark: true, width: 2560 },
]

let browser
before(async () => {
  mkdirSync(ARTIFACTS, { recursive: true })
  browser = await launch()
})
after(() => browser?.close())

/** Calls the back office as an administrator who is signed in on the page. */
const office = (page, path, body) =>
  page.evaluate(
    async ({ path, body }) => {
      const { token } = JSON.parse(localStorage.getItem('adminInfo') ?? '{}')
      const answer = await fetch(path, {
        method: body ? 'POST' : 'GET',
        headers: {
          Accept: 'application/json',
          'Content-Type': 'application/json',
          server: 'true',
          batoken: token,
        },
        body: body && JSON.stringify(body),
      })
      return answer.json()
    },
    { path, body },
  )

for (const look of LOOKS) {
  const name = `${look.language}-${look.dark ? 'dark' : 'light'}-${look.width}`
  test(`member centre ${name}`, async () => {
    const { page, context, problems } = await person(browser, look)
    const checked = async (pageName) => {
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      assert.ok(wider <= 0, `${pageName} is ${wider}px wider than the window`)
      assert.equal(await page.locator('.arco-alert-error:visible').count(), 0, `${pageName} shows an error`)
      const bad = serious(await audit(page)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      assert.deepEqual(bad, [], pageName)
    }
    // Who is not signed in is led to the login and back to where they wanted to go.
    await page.goto(`${address}/user/account/balance?page=1`)
    await page.locator('input[autocomplete=username]').waitFor()
    for (const tab of [1, 2, 0]) {
      await page.locator('main nav a').nth(tab).click()
      await settled(page)
      await page.screenshot({ path: `${ARTIFACTS}member-pageName-${tab}-${name}.png` })
      await checked(`pageName ${tab}`)
    }
    await page.locator('input[autocomplete=username]').fill(member.name)
    await page.locator('input[autocomplete=current-password]').fill('Wrong-pass-9')
    await page.locator('button[type=submit]').click()
    await page.locator('[role=alert]').first().waitFor()
    await page.locator('input[autocomplete=current-password]').fill(member.password)
    await page.locator('button[type=submit]').click()
    await page.waitForURL(/\/user\/account\/balance/)
    for (const pageName of CENTRE) {
      await page.goto(`${address}/user/account/${pageName}`)
      await page.waitForURL(`${address}/user/account/${pageName}`)
      await page.locator('main h1').first().waitFor()
      await settled(page)
      await page.screenshot({ path: `${ARTIFACTS}member-${pageName}-${name}.png` })
      await checked(pageName)
    }
    const own = problems.filter((text) => !/Failed to load resource/.test(text))
    assert.deepEqual(own, [])
    await context.close()
  })
}

test('a profile is saved and stays', async () => {
  const { page, context } = await person(browser, { language: 'en' })
  await memberSignIn(page, address)
  await page.goto(`${address}/user/account/profile`)
  const motto = `Everything has its place ${Date.now()}`
  await page.locator('textarea').fill(motto)
  await page.locator('main input[type=file]').setInputFiles({
    name: 'me.exe',
    mimeType: 'application/x-msdownload',
    buffer: Buffer.from('MZ'),
  })
  await page.getByText('The type of uploaded file is not allowed!').waitFor()
  await page.locator('main input[type=file]').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: PIXELS,
  })
  await page.locator('main img[src*="/storage/avatar/"]').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.arco-message-success').waitFor()
  await page.reload()
  await page.locator('textarea').waitFor()
  assert.equal(await page.locator('textarea').inputValue(), motto)
  await page.locator('aside img[src*="/storage/avatar/"]').waitFor()
  await context.close()
})

test('what changes in an account is told and can be read', async () => {
  const admin = await person(browser, { language: 'en' })
  await signIn(admin.page, first)
  const members = await office(
    admin.page,
    `/admin/user.User/index?search[0][field]=username&search[0][operator]=eq&search[0][val]=${member.name}`,
  )
  const { page, context } = await person(browser, { language: 'en' })
  await memberSignIn(page, address)
  await page.goto(`${address}/user/account/notifications`)
  const memo = `A present ${Date.now()}`
  const given = await office(admin.page, '/admin/user.MoneyLog/add', {
    user_id: members.data.list[0].id,
    money: '5',
    memo,
  })
  assert.equal(given.code, 1, JSON.stringify(given))
  const points = { user_id: members.data.list[0].id, score: 1, memo }
  assert.equal((await office(admin.page, '/admin/user.ScoreLog/add', points)).code, 1)
  await page.reload()
  const notice = page.locator('main li', { hasText: memo }).filter({ hasText: '+5.00' })
  await notice.waitFor()
  // The member's orders of other tests may end meanwhile, which is told as well: what the node answers counts.
  const answered = page.waitForResponse((response) => response.url().endsWith('/notifications/read'))
  await notice.getByRole('button', { name: 'Mark as read' }).click()
  const { unread_count: unread } = (await (await answered).json()).data
  assert.ok(unread > 0, 'the points are unread')
  await page
    .locator('header')
    .getByRole('button', { name: `Notifications, ${unread} unread` })
    .waitFor()
  await notice.getByRole('button').first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.locator('header').getByRole('button', { name: 'Notifications, 0 unread' }).waitFor()
  await page.getByText('Unread 0').click()
  await page.getByText('Nothing unread').waitFor()
  await page.goto(`${address}/user/account/balance`)
  await page.getByText(memo).waitFor()
  await context.close()
  await admin.context.close()
})

test('from a registration by mail to a forgotten password', async () => {
  const mailbox = await openMailbox()
  const admin = await person(browser, { language: 'en' })
  await signIn(admin.page, first)
  const mail = {
    smtp_server: '127.0.0.1',
    smtp_port: String(mailbox.port),
    smtp_verification: 'NONE',
    smtp_sender_mail: 'site@example.com',
  }
  assert.equal((await office(admin.page, '/admin/routine.Config/edit', mail)).code, 1)
  try {
    const name = `m${Date.now().toString(36)}`
    const [old, next] = [`${name}@example.com`, `${name}.next@example.com`]
    const { page, context } = await person(browser, { language: 'en' })
    await page.goto(`${address}/user/login?type=register`)
    await page.getByLabel('Account', { exact: true }).fill('1x')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('3 to 15 characters').waitFor()
    await page.getByLabel('Account', { exact: true }).fill(name)
    await page.getByLabel('Password', { exact: true }).fill('First-pass-1')
    await page.getByLabel('E-mail').fill(old)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByRole('button', { name: /Resend in \d+/ }).waitFor()
    await page.getByLabel('Verification code').fill(await mailbox.code(old))
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.waitForURL(/\/user\/account\/overview/)

    // Another address: first the one that is bound, then the new one.
    await page.goto(`${address}/user/account/profile`)
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current password').fill('First-pass-1')
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await dialog.getByLabel('Verification code').fill(await mailbox.code(old, 1))
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByLabel('E-mail').fill(next)
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await dialog.getByLabel('Verification code').fill(await mailbox.code(next))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(next).waitFor()

    await page.goto(`${address}/user/account/changePassword`)
    await page.getByLabel('Current password').fill('First-pass-1')
    await page.getByLabel('New password', { exact: true }).fill('Second-pass-2')
    await page.getByLabel('Repeat the new password').fill('Second-pass-3')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The two passwords differ').waitFor()
    await page.getByLabel('Repeat the new password').fill('Second-pass-2')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/\/user\/login/)

    await page.goto(`${address}/user/login?type=retrieve`)
    await page.getByLabel('E-mail').fill(next)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('Verification code').fill(await mailbox.code(next, 1))
    await page.getByLabel('New password', { exact: true }).fill('Third-pass-3')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('sign in').first().waitFor()
    await memberSignIn(page, address, { name: next, password: 'Third-pass-3' })
    await page.goto(`${address}/user/account/notifications`)
    await page.getByText(`Your account now has the e-mail address ${next}`).waitFor()
    // The new address, two new passwords, and the coupon that new members of the demo company get.
    await until(async () => (await page.locator('main li').count()) === 4, 'four notifications')
    await context.close()
  } finally {
    await office(admin.page, '/admin/routine.Config/edit', {
      smtp_server: '',
      smtp_port: '',
      smtp_sender_mail: '',
    })
    await admin.context.close()
    await mailbox.close()
  }
})

// Starts Debian's chromium and knows the way through the login page.
import { chromium } from 'playwright-core'

export const address = process.env.ENTREPOT_URL ?? 'http://127.0.0.1:8000'
export const first = {
  name: process.env.ENTREPOT_USER ?? 'admin',
  password: process.env.ENTREPOT_PASSWORD ?? '',
}
export const second = {
  name: process.env.ENTREPOT_USER2 ?? '',
  password: process.env.ENTREPOT_PASSWORD2 ?? '',
}

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** A browser of one's own: cookies, storage, and the problems its pages had. */
export async function person(browser, { language = 'zh-CN', dark = false, width = 1440, height = 900 } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language,
    timezoneId: 'Asia/Shanghai',
  })
  await context.addInitScript(
    (saved) => {
      if (!localStorage.getItem('storeConfig_v2')) localStorage.setItem('storeConfig_v2', saved)
    },
    JSON.stringify({ language, dark, collapsed: false }),
  )
  const page = await context.newPage()
  const problems = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return { context, page, problems }
}

export async function signIn(page, who) {
  await page.goto(`${address}/admin/login`)
  await page.locator('input[name=username]').fill(who.name)
  await page.locator('input[name=password]').fill(who.password)
  await page.locator('button[type=submit]').click()
  await page.waitForSelector('[data-testid=bell]')
}

/** Opens a remote select inside `scope` and takes its first choice; answers with the words of it. */
export async function chooseFirst(page, label, scope = page) {
  await scope.locator(`[aria-label="${label}"]`).first().click()
  const option = page.locator('.arco-select-popup:visible .arco-select-option').first()
  await option.waitFor()
  const words = await option.innerText()
  await option.click()
  // The closing list of one select must not be taken for the next one's.
  await page.locator('.arco-select-popup:visible').first().waitFor({ state: 'hidden' })
  return words.trim()
}

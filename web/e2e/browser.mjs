// Starts Debian's chromium, knows the way through the login page, and waits.
import assert from 'node:assert/strict'
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

/** Longest wait for what a page is to show, in milliseconds: a busy machine takes its time. */
export const SOON = 30_000

/** Polled from here: a page's own policy forbids evaluating text in it. */
export async function until(holds, what = 'it') {
  const end = Date.now() + SOON
  while (!(await holds())) {
    assert.ok(Date.now() < end, `${what} did not happen in time`)
    await new Promise((done) => setTimeout(done, 100))
  }
}

/** Keeps what every message says: one is gone after three seconds, which on a busy machine pass between two looks. */
function listen() {
  window.heard = []
  const said = new WeakMap()
  // One that comes while another is shown may take over its element.
  const hear = (message) => {
    const words = message?.textContent
    if (!words || said.get(message) === words) return
    said.set(message, words)
    window.heard.push(words)
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      hear((target.closest ? target : target.parentElement)?.closest('.arco-message'))
      for (const node of addedNodes) {
        hear(node.closest?.('.arco-message'))
        node.querySelectorAll?.('.arco-message').forEach(hear)
      }
    }
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Waits for a message with these words, shown since the page was loaded and after the message that was waited for before. */
export async function says(page, words) {
  const heard = (words) => {
    const at = window.heard.findIndex((one) => one.includes(words))
    if (at >= 0) window.heard.splice(0, at + 1)
    return at >= 0
  }
  await until(() => page.evaluate(heard, words).catch(() => false), `the message "${words}"`)
}

/** Waits until a page loads, draws and moves nothing any more. */
export async function settled(page) {
  await page.waitForLoadState('networkidle')
  const rests = () =>
    page.evaluate(
      () =>
        !document.querySelector('.arco-skeleton, .arco-spin-loading, #splash') &&
        document
          .getAnimations()
          .every(
            ({ effect, playState }) =>
              playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
          ),
    )
  await until(rests, 'a page at rest')
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

/**
 * A browser of one's own: cookies, storage, and the problems its pages had. Only with `offline` it keeps the handheld page:
 * what a service worker asks for does not pass the routes of a test.
 */
export async function person(
  browser,
  { language = 'zh-CN', dark = false, width = 1440, height = 900, scale = 1, offline = false } = {},
) {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    locale: language,
    timezoneId: 'Asia/Shanghai',
    serviceWorkers: offline ? 'allow' : 'block',
  })
  await context.addInitScript(
    (saved) => {
      if (!localStorage.getItem('storeConfig_v2')) localStorage.setItem('storeConfig_v2', saved)
    },
    JSON.stringify({ language, dark, collapsed: false }),
  )
  await context.addInitScript(listen)
  const page = await context.newPage()
  const problems = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return { context, page, problems }
}

export async function signIn(page, who, node = address) {
  await page.goto(`${node}/admin/login`)
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

// Every page the server's menu names, and those beside it: it opens, fits, has no serious finding, and is kept
// as a picture. Each is seen once in English, light and 1440 pixels wide; of the other languages, colours and widths a
// tenth is, which a seed chooses: ENTREPOT_TEST_SEED, or the commit. ENTREPOT_LOOKS=all sees every page in every look.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { audit, serious } from './audit.mjs'
import { address, first, launch, person, settled, signIn } from './browser.mjs'
import { STEP_OF } from './guidePictures.mjs'
import { menuPages } from './menu.mjs'

const ARTIFACTS = fileURLToPath(new URL('./artifacts/', import.meta.url))
/** Pages that no menu names. */
const BESIDE = [
  { name: 'editor', path: '/admin/warehouse/inboundOrder/create' },
  { name: 'profile', path: '/admin/routine/adminInfo' },
  { name: 'nowhere', path: '/admin/nowhere' },
  { name: 'missing', path: '/404' },
  { name: 'denied', path: '/401' },
]
/** The look in which each page is seen. */
const FIRST = { language: 'en', dark: false, width: 1440 }
const LOOKS = [1440, 390].flatMap((width) =>
  [false, true].flatMap((dark) => ['en', 'zh-CN'].map((language) => ({ language, dark, width }))),
)
/** In each of the other looks one page of so many is seen. */
const SHARE = 10
const ALL = process.env.ENTREPOT_LOOKS === 'all'
const SEED = process.env.ENTREPOT_TEST_SEED ?? seedOfCommit()
const REPEAT = ALL ? 'ENTREPOT_LOOKS=all' : `ENTREPOT_TEST_SEED=${SEED}`

const wordsOf = ({ language, dark, width }) => `${language}-${dark ? 'dark' : 'light'}-${width}`
const isWhole = (look) => ALL || wordsOf(look) === wordsOf(FIRST)

/** Another choice with each commit; without git with each day. */
function seedOfCommit() {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return new Date().toISOString().slice(0, 10)
  }
}

/** Those of the pages that the seed chooses for a look. */
function chosen(entries, words) {
  const lot = ({ name }) => createHash('sha256').update(`${SEED} ${words} ${name}`).digest('hex')
  const last = entries.map(lot).sort()[Math.ceil(entries.length / SHARE) - 1]
  return entries.filter((entry) => lot(entry) <= last)
}

let browser
before(async () => {
  mkdirSync(ARTIFACTS, { recursive: true })
  browser = await launch()
})
after(() => browser?.close())

async function looked(page, { name, path, rule }, picture) {
  await page.goto(address + path)
  await page.locator('main h1').first().waitFor()
  await settled(page)
  await page.screenshot({ path: picture })
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  assert.ok(wider <= 0, `${name} is ${wider}px wider than the window`)
  // A notification may come at any time.
  const errors = page.locator('[role=alert]:visible:not(.arco-notification)')
  assert.equal(await errors.count(), 0, `${name} shows an error`)
  const missing = path.endsWith('/nowhere') || path === '/404'
  assert.equal(
    (await page.locator('main > strong').getByText('404', { exact: true }).count()) > 0,
    missing,
    `${name} is there`,
  )
  const step = STEP_OF.get(rule)
  if (step)
    assert.equal(
      await page.locator(`a[href="/admin/guide/${step}"]`).count(),
      1,
      `${name} leads to its guide`,
    )
  const bad = serious(await audit(page)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  assert.deepEqual(bad, [], name)
}

/** Goes through every `parts`-th page of a look, from the one with the number `part` on. */
async function walk(look, part, parts) {
  const words = wordsOf(look)
  const { page, context, problems } = await person(browser, {
    ...look,
    height: look.width < 768 ? 844 : 900,
  })
  await page.goto(`${address}/admin/login`)
  await page.locator('button[type=submit]').waitFor()
  await page.screenshot({ path: `${ARTIFACTS}login-${words}.png` })
  assert.deepEqual(serious(await audit(page)), [], 'login')
  await signIn(page, first)
  const entries = [...(await menuPages(page)), ...BESIDE]
  assert.ok(entries.length > 30, `the menu has ${entries.length} pages`)
  const seen = isWhole(look) ? entries : chosen(entries, words)
  const mine = seen.filter((_, at) => at % parts === part)
  for (const entry of mine) await looked(page, entry, `${ARTIFACTS}${entry.name}-${words}.png`)
  const own = problems.filter((text) => !/Failed to load resource|WebSocket/.test(text))
  assert.deepEqual(own, [])
  await context.close()
  return mine.length
}

// Two walks at once: while one draws, the other waits for its answers.
describe('pages', { concurrency: 2 }, () => {
  for (const look of LOOKS) {
    const parts = isWhole(look) ? 2 : 1
    for (let part = 0; part < parts; part += 1)
      test(`pages ${wordsOf(look)}${parts > 1 ? `, ${part + 1} of ${parts}` : ''}`, async (t) => {
        try {
          t.diagnostic(`${await walk(look, part, parts)} pages seen in ${wordsOf(look)}`)
        } catch (error) {
          throw new Error(`repeat with ${REPEAT}: ${error.message}`, { cause: error })
        }
      })
  }
})

// The guides tell of what is there: every step can be gone, has its pictures, and is reached from the pages it speaks of.
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { audit, serious } from './audit.mjs'
import { address, first, launch, person, settled, signIn, SOON } from './browser.mjs'
import { fileOf, GUIDES, LANGUAGES, STEP_OF, windowOf } from './guidePictures.mjs'
import { walk, walkerOf } from './guideWalker.mjs'
import { menuPages } from './menu.mjs'
import { memberSignIn } from './sitePages.mjs'

/** Most bytes of a picture: a guide is read in the hall too. */
const BYTES_MAX = 60_000
const JOBS = Object.keys(GUIDES)
const pathOf = (job) => (job === 'member' ? '/user/guide' : `/admin/guide/${job}`)

let browser
before(async () => {
  browser = await launch()
})
after(() => browser?.close())

for (const job of JOBS)
  describe(`the guide ${job}`, () => {
    test('has steps that can be gone', async (t) => {
      const { at, context, problems } = await walkerOf(browser, job, 'en', windowOf(job))
      for (const step of Object.keys(GUIDES[job])) await t.test(step, () => walk(at, job, step))
      assert.deepEqual(
        problems.filter((text) => !/Failed to load resource|WebSocket/.test(text)),
        [],
      )
      await context.close()
    })

    for (const language of LANGUAGES)
      test(`shows its pictures on a screen, ${language}`, async () => {
        for (const step of Object.keys(GUIDES[job])) {
          const { size } = statSync(fileOf(language, job, step))
          assert.ok(size <= BYTES_MAX, `${job}-${step} has ${size} bytes`)
        }
        const { page, context } = await person(browser, { language })
        if (job !== 'member') await signIn(page, first)
        await page.goto(address + pathOf(job))
        await page.locator('ol img').first().waitFor({ timeout: SOON })
        await settled(page)
        const pictures = await page
          .locator('ol img')
          .evaluateAll((all) => all.map(({ complete, naturalWidth }) => complete && naturalWidth > 0))
        assert.deepEqual(
          pictures,
          Object.keys(GUIDES[job]).map(() => true),
        )
        const words = await page.locator('ol').last().innerText()
        assert.doesNotMatch(words, /\b[a-z]\w*\.\w+\.\w+|\$t\(/i, 'a text is missing')
        // Below the head and the foot of the site there is less room.
        if (job !== 'member')
          assert.ok(
            await page.evaluate(() => {
              const shown = document.querySelector('[data-shown=true]')
              return shown.scrollHeight <= shown.clientHeight
            }),
            `${job} is longer than a screen`,
          )
        const bad = serious(await audit(page)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
        assert.deepEqual(bad, [])
        await context.close()
      })
  })

describe('a question mark leads to the step that speaks of a page', () => {
  // Each page of the back office shows its own in pages.test.mjs, which opens them all.
  test('in the back office', async () => {
    const { page, context } = await person(browser, { language: 'en' })
    await signIn(page, first)
    const known = new Set((await menuPages(page)).map(({ rule }) => rule))
    assert.deepEqual(
      [...STEP_OF.keys()].filter((rule) => !known.has(rule)),
      [],
      'of these there is no page',
    )
    await context.close()
  })

  test('on the site', async (t) => {
    const { page, context } = await person(browser, { language: 'en', width: 390, height: 844 })
    await memberSignIn(page, address)
    for (const [step, pages] of Object.entries(GUIDES.member))
      for (const path of pages.filter((path) => path !== '/user/shop/order'))
        await t.test(path, async () => {
          await page.goto(address + path)
          await page.locator(`a[href="/user/guide#${step}"]`).first().waitFor({ timeout: SOON })
        })
    await context.close()
  })

  test('and the step is marked there', async () => {
    const { page, context } = await person(browser, { language: 'en' })
    await signIn(page, first)
    await page.goto(`${address}/admin/warehouse/batchTrace`)
    await page.getByRole('link', { name: 'Guide: Batch trace' }).click()
    await page.locator('#recall[data-asked=true]').waitFor({ timeout: SOON })
    // And back to the page that it speaks of.
    await page.getByRole('link', { name: 'Open: Batch trace' }).click()
    await page.waitForURL(/warehouse\/batchTrace$/)
    await context.close()
  })
})

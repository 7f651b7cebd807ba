import { launch, person } from './browser.mjs'
import { mkdirSync, readFileSync } from 'node:fs'
export const B = process.env.B ?? 'http://127.0.0.1:18373'
const OUT = '/tmp/wres-shots/'
mkdirSync(OUT, { recursive: true })
const schema = JSON.parse(readFileSync('/tmp/wres-schema.json')).data.resources
const pageOf = (c) => { const [d, n] = c.split('.'); return `${d}/${n[0].toLowerCase()}${n.slice(1)}` }
let id = 5000
const rule = (name, title) => ({ id: id++, pid: 0, type: 'menu', title, name, path: name, icon: '', menu_type: 'tab', url: '', component: `/src/views/backend/${name}/index.vue`, keepalive: name, extend: 'none', children: [] })
export async function start(look = {}) {
  const browser = await launch()
  const { page, context, problems } = await person(browser, look)
  await page.route('**/admin/Index/index*', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    if (body.data?.menus && !process.env.REAL) {
      const dirs = {}
      for (const r of schema) { const [d] = r.controller.split('.'); (dirs[d] ??= []).push(rule(pageOf(r.controller), look.language === 'en' ? r.title.en : r.title.zh)) }
      dirs.routine.push(rule('routine/config', 'Config'))
      for (const [d, children] of Object.entries(dirs)) body.data.menus.push({ id: id++, pid: 0, type: 'menu_dir', title: d, name: `${d}dir`, path: d, icon: '', menu_type: null, url: '', component: '', keepalive: 0, extend: 'none', children })
    }
    await route.fulfill({ response: answer, json: body })
  })
  await page.goto(`${B}/admin/login`)
  await page.locator('input[name=username]').fill('admin')
  await page.locator('input[name=password]').fill(process.env.PW ?? 'GbinRNfetFPzX87x')
  await page.locator('button[type=submit]').click()
  await page.waitForSelector('[data-testid=bell]')
  return { browser, page, context, problems }
}
export const shot = (page, name) => page.screenshot({ path: `${OUT}${name}.png` })
export async function go(page, path) {
  await page.goto(B + path)
  await page.locator('main h1').first().waitFor({ timeout: 15000 })
  await page.locator('.arco-skeleton').first().waitFor({ state: 'detached' }).catch(() => {})
  await page.waitForTimeout(500)
}

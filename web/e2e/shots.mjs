// Every page in both languages, light and dark, on a desk and on a phone: pictures and what axe-core says of them.
// ENTREPOT_URL, ENTREPOT_PASSWORD; ENTREPOT_MEMBER and ENTREPOT_MEMBER_PASSWORD for the member centre; ONLY=<regular expression of names>, SHOTS=<directory>, SETS=<regular expression of sets>,
// WIDTHS=<pixels, comma separated>.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { audit, serious } from './audit.mjs'
import { address, first, launch, person, signIn } from './browser.mjs'
import { menuPages } from './menu.mjs'
import { CENTRE, member, memberSignIn, PUBLIC } from './sitePages.mjs'

const folder = process.env.SHOTS ?? new URL('./artifacts/shots', import.meta.url).pathname
const only = new RegExp(process.env.ONLY ?? '.')
const sets = new RegExp(process.env.SETS ?? '.')

const widths = (process.env.WIDTHS ?? '1440,390').split(',').map(Number)

const SETS = ['zh-CN', 'en'].flatMap((language) =>
  [false, true].flatMap((dark) =>
    widths.map((width) => ({
      name: `${language}-${dark ? 'dark' : 'light'}-${width}`,
      language,
      dark,
      width,
      height: width < 768 ? 844 : 900,
    })),
  ),
)

/** Pages that need nobody signed in. */
const OUTSIDE = [
  ['login', '/admin/login'],
  ['404', '/404'],
  ['401', '/401'],
  ...Object.entries(PUBLIC).map(([name, path]) => [`site-${name}`, path]),
  ...['login', 'register', 'retrieve'].map((type) => [`member-${type}`, `/user/login?type=${type}`]),
]

async function settle(page) {
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page
    .waitForFunction(() => !document.querySelector('.arco-skeleton, .arco-spin-loading, #splash'), null, {
      timeout: 2500,
    })
    .catch(() => undefined)
  await page.waitForTimeout(350)
}

/** Pictures that are drawn once they are in sight are grey in a picture of the whole page: go past all of them. */
async function passed(page) {
  await page.evaluate(async () => {
    for (let at = 0; at < document.documentElement.scrollHeight; at += window.innerHeight / 2) {
      window.scrollTo(0, at)
      await new Promise((done) => setTimeout(done, 60))
    }
    window.scrollTo(0, 0)
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  })
}

const browser = await launch()
const found = []
const report = []
try {
  for (const set of SETS.filter(({ name }) => sets.test(name))) {
    const { context, page, problems } = await person(browser, set)
    await mkdir(join(folder, set.name), { recursive: true })
    const take = async (name, path, prepare, fullPage = name.startsWith('site-')) => {
      if (!only.test(name)) return
      if (path) await page.goto(address + path)
      await settle(page)
      try {
        await prepare?.(page)
      } catch (error) {
        problems.push(String(error))
      }
      if (fullPage) await passed(page)
      const file = join(set.name, `${name}.png`)
      await page.screenshot({ path: join(folder, file), fullPage })
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth + 1)
      const violations = await audit(page)
      const said = problems.splice(0).filter((text) => !/Failed to load resource/.test(text))
      report.push({ set: set.name, name, path, file, wide, violations, problems: said })
      for (const one of violations) found.push({ set: set.name, name, ...one })
      const bad = serious(violations)
      console.log(
        `${set.name} ${name}${wide ? ' WIDER THAN THE WINDOW' : ''}${bad.length ? ` axe: ${bad.map(({ id, count }) => `${id}×${count}`).join(' ')}` : ''}${said.length ? ` console: ${said[0].slice(0, 160)}` : ''}`,
      )
    }
    for (const [name, path] of OUTSIDE) await take(name, path)
    if (member.name && only.test('member-centre')) {
      await memberSignIn(page, address)
      for (const pageName of CENTRE) await take(`member-centre-${pageName}`, `/user/account/${pageName}`)
    }
    await signIn(page, first)
    for (const { name, path } of await menuPages(page)) await take(name, path)
    await take('profile', '/admin/routine/adminInfo')
    await take('order-create', '/admin/warehouse/inboundOrder/create')
    await take('nowhere', '/admin/nowhere')
    const label = (zh, en) => (set.language === 'en' ? en : zh)
    const press = (text) => page.locator(`button[aria-label$="${text}"]`).first().click({ timeout: 8000 })
    await take('shell-account', '/admin/dashboard', async () => {
      await page.locator('[data-testid=account]').click({ timeout: 8000 })
      await page.waitForTimeout(400)
    })
    await take('shell-search', '/admin/dashboard', async () => {
      await page.keyboard.press('Control+k')
      await page.waitForTimeout(500)
    })
    await take('shell-bell', '/admin/dashboard', async () => {
      await page.locator('[data-testid=bell]').click()
      await page.waitForTimeout(500)
    })
    if (set.width > 1000) {
      await take('shell-settings', '/admin/dashboard', async () => {
        await press(label('布局设置', 'Layout settings'))
        await page.waitForTimeout(700)
      })
      for (const layout of ['classic', 'streamline', 'double'])
        await take(`layout-${layout}`, '/admin/warehouse/product', async () => {
          await page.evaluate((layout) => {
            const kept = JSON.parse(localStorage.getItem('storeConfig_v2') ?? '{}')
            localStorage.setItem('storeConfig_v2', JSON.stringify({ ...kept, layout }))
          }, layout)
          await page.reload()
          await settle(page)
        })
    } else {
      await take('shell-drawer', '/admin/dashboard', async () => {
        await press(label('打开菜单', 'Open menu'))
        await page.waitForTimeout(600)
      })
    }
    await take('shell-lock', '/admin/dashboard', async () => {
      await page.locator('[data-testid=account]').click({ timeout: 8000 })
      await page.locator('button', { hasText: label('锁定屏幕', 'Lock screen') }).click()
      await page.waitForSelector('[role=dialog] input[type=password]')
      await page.waitForTimeout(400)
    })
    await context.close()
  }
} finally {
  await browser.close()
}
await writeFile(join(folder, 'report.json'), JSON.stringify(report, null, 1))
const bad = serious(found)
const kinds = new Map()
for (const one of bad) kinds.set(one.id, [...(kinds.get(one.id) ?? []), one])
for (const [id, all] of kinds) {
  console.log(`\n${id}: ${all[0].help} (${all.length} pages)`)
  const seen = new Set()
  for (const one of all)
    for (const node of one.nodes) {
      if (seen.has(node.html) || seen.size >= 6) continue
      seen.add(node.html)
      console.log(`  ${one.set} ${one.name}: ${node.html}\n      ${node.why ?? ''}`)
    }
}
console.log(`${report.length} pictures, ${bad.length} serious findings, in ${folder}`)
process.exitCode = bad.length > 0 || report.some(({ wide, problems }) => wide || problems.length > 0) ? 1 : 0

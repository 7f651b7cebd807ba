import { start, go } from './wres-tmp.mjs'
import { readFileSync } from 'node:fs'
const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
const { browser, page, context } = await start({ language: 'en', dark: !!process.env.D })
const check = async (what) => {
  await page.waitForTimeout(400)
  await page.evaluate(axe).catch(async () => { await page.addScriptTag({ content: axe }) })
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
  for (const v of violations.filter((v) => ['serious', 'critical'].includes(v.impact))) console.log(what, v.id, v.impact, v.nodes.length, v.nodes.slice(0, 3).map((n) => n.target.join(' ') + ' :: ' + n.html.slice(0, 140)).join('\n      '))
}
for (const p of ['warehouse/product', 'warehouse/productCategory', 'auth/group', 'auth/rule', 'routine/config', 'routine/attachment', 'routine/crontab', 'routine/transfer', 'security/sensitiveData', 'security/dataRecycleLog', 'user/moneyLog']) { try { await go(page, '/admin/' + p); await check(p) } catch (e) { console.log(p, e.message.split('\n')[0]) } }
try {
await go(page, '/admin/warehouse/brand'); await page.getByRole('button', { name: 'Add', exact: true }).first().click(); await page.waitForTimeout(1500); await check('brand form')
await go(page, '/admin/auth/group'); await page.getByRole('button', { name: 'Add', exact: true }).first().click(); await page.waitForTimeout(1500); await check('group form')
await go(page, '/admin/auth/rule'); await page.getByRole('button', { name: 'Add', exact: true }).first().click(); await page.waitForTimeout(1500); await check('rule form')
await go(page, '/admin/warehouse/product'); await page.locator('tbody .arco-table-tr').first().click(); await page.waitForTimeout(800); await check('detail')
} catch (e) { console.log(e.message) }
await browser.close()

import { start, shot, go } from './wres-tmp.mjs'
const { browser, page, problems } = await start({ language: 'en' })
try {
for (const p of ['warehouse/product', 'warehouse/productCategory', 'auth/admin', 'warehouse/warehouseShelf']) { await go(page, '/admin/' + p); await shot(page, p.replace('/', '-')) }
await go(page, '/admin/warehouse/product')
await page.locator('.arco-table-tr').nth(2).click(); await page.waitForTimeout(500); await shot(page, 'product-detail')
await page.keyboard.press('Escape'); await page.waitForTimeout(500)
await page.getByRole('button', { name: 'Edit' }).first().click(); await page.waitForTimeout(1200); await shot(page, 'product-form')
} catch (e) { console.log(e.message); await shot(page, 'fail') }
console.log(problems)
await browser.close()

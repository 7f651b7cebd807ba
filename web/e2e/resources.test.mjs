// Pages that are drawn from declarations: create, edit, search, sort, import, export, delete, restore.
import { Buffer } from 'node:buffer'
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { address, first, launch, person, settled, signIn, SOON, until } from './browser.mjs'

const ARTIFACTS = fileURLToPath(new URL('./artifacts/', import.meta.url))
const stamp = Date.now().toString(36)

let browser
let page
let problems

before(async () => {
  mkdirSync(ARTIFACTS, { recursive: true })
  browser = await launch()
  ;({ page, problems } = await person(browser, { language: 'en' }))
  await signIn(page, first)
})
after(async () => {
  const own = (problems ?? []).filter((text) => !/Failed to load resource|WebSocket/.test(text))
  await browser?.close()
  assert.deepEqual(own, [])
})

const open = async (path) => {
  await page.goto(`${address}/admin/${path}`)
  await page.locator('[data-shown=true] main h1').first().waitFor()
  await settled(page)
}
const row = (words) =>
  page
    .locator('[data-shown=true] .arco-table-body .arco-table-tr, [data-shown=true] tbody .arco-table-tr', {
      hasText: words,
    })
    .first()
const drawer = () => page.locator('.arco-drawer:visible').last()
const modal = () => page.locator('.arco-modal:visible').last()
const fill = (label, text) => drawer().getByRole('textbox', { name: label, exact: true }).fill(text)
const save = () => drawer().getByRole('button', { name: 'Save', exact: true }).click()

const gone = (locator) => locator.waitFor({ state: 'hidden', timeout: SOON })

async function addBrand(name) {
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await fill('Name', name)
  await save()
  await gone(drawer())
  await row(name).waitFor({ timeout: SOON })
}

test('a mistake is told while it is made, and a row is added', async () => {
  await open('warehouse/brand')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await save()
  await drawer().getByText('Name required').waitFor({ timeout: SOON })
  await fill('Name', `One ${stamp}`)
  await gone(drawer().getByText('Name required'))
  await save()
  await gone(drawer())
  await row(`One ${stamp}`).waitFor({ timeout: SOON })
})

test('what was typed is not lost unasked', async () => {
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await fill('Name', 'half')
  await drawer().getByRole('button', { name: 'Cancel' }).click()
  await modal().getByRole('button', { name: 'Stay' }).click()
  await gone(page.locator('.arco-modal:visible'))
  assert.equal(await drawer().getByRole('textbox', { name: 'Name', exact: true }).inputValue(), 'half')
  await drawer().getByRole('button', { name: 'Cancel' }).click()
  await modal().getByRole('button', { name: 'Leave' }).click()
  await gone(page.locator('.arco-drawer:visible'))
})

test('a row is edited, rich text and all; what the node refuses stands beside the field', async () => {
  await row(`One ${stamp}`).getByRole('button', { name: 'Edit' }).click()
  const area = drawer().locator('[contenteditable=true]')
  await area.click()
  await page.keyboard.type('Made to be ')
  const bold = drawer().getByRole('button', { name: 'Bold', exact: true })
  await bold.click()
  assert.equal(await bold.getAttribute('aria-pressed'), 'true')
  await page.keyboard.type('looked at')
  assert.match(await area.innerHTML(), /Made to be <strong>looked at<\/strong>/)
  await save()
  await gone(page.locator('.arco-drawer:visible'))
  await addBrand(`Two ${stamp}`)
  await row(`Two ${stamp}`).getByRole('button', { name: 'Edit' }).click()
  await fill('Name', `One ${stamp}`)
  await save()
  await drawer().locator('.arco-form-message').first().waitFor({ timeout: SOON })
  await drawer().getByRole('button', { name: 'Cancel' }).click()
  await modal().getByRole('button', { name: 'Leave' }).click()
  await gone(page.locator('.arco-drawer:visible'))
  await row(`One ${stamp}`).getByText(`One ${stamp}`).click()
  await drawer().getByText('Made to be looked at').waitFor({ timeout: SOON })
  await drawer().locator('strong', { hasText: 'looked at' }).waitFor()
  await drawer().getByRole('button', { name: 'Close', exact: true }).last().click()
  await gone(page.locator('.arco-drawer:visible'))
})

test('two who edit the same see each other', async () => {
  const other = await person(browser, { language: 'en' })
  await signIn(other.page, first)
  await other.page.goto(`${address}/admin/warehouse/brand`)
  const theirs = other.page.locator('.arco-table-tr', { hasText: `Two ${stamp}` }).first()
  await row(`Two ${stamp}`).getByRole('button', { name: 'Edit' }).click()
  await drawer().getByRole('textbox', { name: 'Name', exact: true }).waitFor()
  await theirs.getByRole('button', { name: 'Edit' }).click()
  const form = other.page.locator('.arco-drawer:visible')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(`Theirs ${stamp}`)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.waitFor({ state: 'hidden' })
  await other.context.close()
  // The list behind the form follows by itself.
  await row(`Theirs ${stamp}`).waitFor({ timeout: SOON })
  await fill('Name', `Mine ${stamp}`)
  await save()
  await modal().getByText('Somebody else has saved in the meantime').waitFor({ timeout: SOON })
  await modal().getByText(`Theirs ${stamp}`).waitFor()
  await page.screenshot({ path: `${ARTIFACTS}conflict.png` })
  await modal().getByRole('button', { name: 'Save these values' }).click()
  await gone(page.locator('.arco-drawer:visible'))
  await row(`Mine ${stamp}`).waitFor({ timeout: SOON })
})

test('a search stands in the address and comes back with it', async () => {
  await page.locator('[data-shown=true] [data-quick]').fill(`Mine ${stamp}`)
  await until(() => new URL(page.url()).searchParams.get('q') === `Mine ${stamp}`, 'the words in the address')
  await gone(row(`One ${stamp}`))
  await page.reload()
  await row(`Mine ${stamp}`).waitFor({ timeout: SOON })
  assert.equal(await page.locator('[data-shown=true] [data-quick]').inputValue(), `Mine ${stamp}`)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await row(`One ${stamp}`).waitFor({ timeout: SOON })
  await page.goto(`${address}/admin/warehouse/brand?name=${encodeURIComponent(`One ${stamp}`)}`)
  await row(`One ${stamp}`).waitFor({ timeout: SOON })
  assert.equal(await row(`Mine ${stamp}`).count(), 0)
})

test('a row changes its place by keyboard', async () => {
  await open('warehouse/brand')
  const names = () => page.locator('[data-shown=true] tbody .arco-table-tr').allInnerTexts()
  const at = async (words) => (await names()).findIndex((text) => text.includes(words))
  await row(`One ${stamp}`).waitFor()
  const [one, mine] = [await at(`One ${stamp}`), await at(`Mine ${stamp}`)]
  assert.ok(mine < one, 'the newer one stands above')
  await row(`One ${stamp}`).getByRole('button', { name: 'Move this row' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await until(async () => (await at(`One ${stamp}`)) < (await at(`Mine ${stamp}`)), 'the new order')
})

test('columns are chosen and remembered', async () => {
  await page.getByRole('button', { name: 'Columns and row height' }).click()
  const box = page.locator('.arco-popover-content:visible').getByText('Updated', { exact: true })
  await box.click()
  await page.locator('[data-shown=true] thead').getByText('Updated').waitFor({ timeout: SOON })
  await page.reload()
  await page.locator('[data-shown=true] thead').getByText('Updated').waitFor({ timeout: SOON })
})

test('rows are exported and imported', async () => {
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.locator('.arco-dropdown-menu:visible').getByText('Export').click()
  await modal().getByText('CSV').click()
  await modal().getByRole('button', { name: 'Export', exact: true }).click()
  const button = modal().getByRole('button', { name: 'Download' })
  await until(() => button.isEnabled(), 'the file')
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  assert.match(file.suggestedFilename(), /warehouse\.Brand.*\.csv$/)
  await gone(page.locator('.arco-modal:visible'))

  const give = async (text) => {
    await page.getByRole('button', { name: 'More', exact: true }).first().click()
    await page.locator('.arco-dropdown-menu:visible').getByText('Import').click()
    await modal()
      .locator('input[type=file]')
      .setInputFiles({ name: 'brands.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await modal().getByRole('button', { name: 'Check the file' }).click()
  }
  await give(`Name,Status\nImported ${stamp},1\n,1\n`)
  await modal().getByText('Rows with errors: 1').waitFor({ timeout: SOON })
  await page.screenshot({ path: `${ARTIFACTS}import-wrong.png` })
  assert.ok(await modal().getByRole('button', { name: 'Import', exact: true }).isDisabled())
  await modal().getByRole('button', { name: 'Cancel' }).click()
  await gone(page.locator('.arco-modal:visible'))
  await give(`Name,Status\nImported ${stamp},1\n`)
  await modal().getByText('No errors').waitFor({ timeout: SOON })
  await modal().getByRole('button', { name: 'Import', exact: true }).click()
  await modal().getByText('Import finished').waitFor({ timeout: SOON })
  await modal().getByRole('button', { name: 'Close', exact: true }).last().click()
  await row(`Imported ${stamp}`).waitFor({ timeout: SOON })
})

test('what is in use is not deleted, and may be disabled instead', async () => {
  await open('warehouse/unit')
  const last = page.locator('[data-shown=true] tbody .arco-table-tr').last()
  await last.getByRole('button', { name: 'More' }).click()
  await page.locator('.arco-dropdown-menu:visible').getByText('Delete').click()
  await modal().getByRole('button', { name: 'Delete', exact: true }).click()
  await modal().getByText('can’t be deleted').waitFor({ timeout: SOON })
  await modal().getByRole('button', { name: 'Set it to “Disabled” instead' }).waitFor()
  await modal().getByRole('button', { name: 'Close', exact: true }).last().click()
  await gone(page.locator('.arco-modal:visible'))
})

test('a status is called what its declaration says, in the list, its filter and the form', async () => {
  for (const [path, on, off] of [
    ['warehouse/product', 'On shelf', 'Off shelf'],
    ['warehouse/productCategory', 'Shown', 'Hidden'],
    ['warehouse/unit', 'Enabled', 'Disabled'],
  ]) {
    await open(path)
    await page
      .locator('[data-shown=true] tbody .arco-table-tr')
      .getByText(on)
      .first()
      .waitFor({ timeout: SOON })
    const search = page.locator('[data-shown=true] [role=search]')
    const filter = search.getByRole('combobox', { name: 'Status' })
    // Where there are many filters, most stand in a panel.
    const panel = search.getByRole('button', { name: 'Filter', exact: true })
    await filter.or(panel).first().waitFor({ timeout: SOON })
    if ((await filter.count()) === 0) await panel.click()
    await filter.click()
    const options = page.locator('.arco-select-popup:visible .arco-select-option')
    await options.first().waitFor({ timeout: SOON })
    assert.deepEqual(await options.allInnerTexts(), [on, off])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add', exact: true }).first().click()
    const status = drawer().getByRole('switch', { name: 'Status' })
    await status.waitFor({ timeout: SOON })
    // Arco draws the text once more, out of sight, to keep the switch's width.
    const text = status.locator('.arco-switch-text')
    assert.equal((await text.innerText()).trim(), on)
    await status.click()
    await until(async () => (await text.innerText()).trim() === off, off)
    await drawer().getByRole('button', { name: 'Cancel' }).click()
    await modal().getByRole('button', { name: 'Leave' }).click()
    await gone(page.locator('.arco-drawer:visible'))
  }
})

test('deleted rows lie in the recycle bin and come back', async () => {
  // The bin keeps master data from the start.
  await open('warehouse/brand')
  for (const words of [`One ${stamp}`, `Mine ${stamp}`])
    await row(words).locator('input[type=checkbox]').click()
  await page.getByText('2 selected').waitFor()
  await page.locator('[data-shown=true] [role=status]').getByRole('button', { name: 'Delete' }).click()
  await modal().getByText('recycle bin').waitFor({ timeout: SOON })
  await modal().getByRole('button', { name: 'Delete', exact: true }).click()
  await gone(row(`One ${stamp}`))
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.locator('.arco-dropdown-menu:visible').getByText('Recycle bin').click()
  await row(`One ${stamp}`).waitFor({ timeout: SOON })
  await row(`One ${stamp}`).click()
  await drawer().getByText('Content').waitFor({ timeout: SOON })
  await page.screenshot({ path: `${ARTIFACTS}recycled.png` })
  await drawer().getByRole('button', { name: 'Restore' }).click()
  await modal().getByRole('button', { name: 'Restore' }).click()
  await gone(page.locator('.arco-drawer:visible'))
  await open('warehouse/brand')
  await row(`One ${stamp}`).waitFor({ timeout: SOON })
})

test('a change of a sensitive field is seen letter by letter and rolled back', async () => {
  await open('auth/admin')
  const someone = page.locator('[data-shown=true] tbody .arco-table-tr').first()
  await someone.getByRole('button', { name: 'Edit' }).click()
  const field = drawer().getByRole('textbox', { name: 'Mobile', exact: true })
  await field.waitFor()
  const digits = String(Date.now()).slice(-8)
  await field.fill(`139${digits}`)
  await save()
  await gone(page.locator('.arco-drawer:visible'))
  await open('security/sensitiveDataLog')
  await row(`139${digits}`).click()
  await drawer().locator('ins').first().waitFor({ timeout: SOON })
  await page.screenshot({ path: `${ARTIFACTS}changed-field.png` })
  await drawer().getByRole('button', { name: 'Roll back' }).click()
  await modal().getByRole('button', { name: 'Roll back' }).click()
  await gone(page.locator('.arco-drawer:visible'))
})

test('rights are given as a tree', async () => {
  await open('auth/group')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await fill('Name', `Helpers ${stamp}`)
  const tree = drawer().locator('.arco-tree')
  await tree.locator('.arco-tree-node', { hasText: 'Dashboard' }).locator('.arco-checkbox').first().click()
  await drawer()
    .getByText(/rights? selected/)
    .waitFor()
  await save()
  await gone(page.locator('.arco-drawer:visible'))
  await row(`Helpers ${stamp}`).getByText('Dashboard').waitFor({ timeout: SOON })
})

test('settings are saved by their names', async () => {
  await open('routine/config?group=site')
  const field = page.locator('[data-shown=true]').getByRole('textbox', { name: 'Record number' })
  await field.fill(`R-${stamp}`)
  await page.getByText('1 setting changed').waitFor()
  await page.locator('[data-shown=true]').getByRole('button', { name: 'Save', exact: true }).click()
  await until(async () => (await page.getByText('1 setting changed').count()) === 0, 'saved settings')
  await page.reload()
  await field.waitFor()
  assert.equal(await field.inputValue(), `R-${stamp}`)
})

test('a scheduled task runs at once and leaves a note', async () => {
  await open('routine/crontab')
  const task = page.locator('[data-shown=true] tbody .arco-table-tr').last()
  await task.getByRole('button', { name: 'Run now' }).click()
  await page.locator('.arco-message').first().waitFor({ timeout: SOON })
  await task
    .getByRole('button', { name: 'Edit' })
    .or(task.getByRole('button', { name: 'More' }))
    .first()
    .waitFor()
  await task.getByRole('button', { name: 'More' }).click()
  await page.locator('.arco-dropdown-menu:visible').getByText('Log', { exact: true }).click()
  await drawer().getByText(/^Log:/).waitFor({ timeout: SOON })
})

/** A picture of one dot. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a picture is uploaded, found in the gallery and chosen in a form', async () => {
  await open('routine/attachment')
  await page.getByRole('button', { name: 'Upload files' }).click()
  await modal()
    .locator('input[type=file]')
    .setInputFiles([
      { name: `dot-${stamp}.png`, mimeType: 'image/png', buffer: Buffer.concat([DOT, Buffer.from(stamp)]) },
      { name: `empty-${stamp}.png`, mimeType: 'image/png', buffer: Buffer.alloc(0) },
      { name: `run-${stamp}.exe`, mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
      { name: `huge-${stamp}.png`, mimeType: 'image/png', buffer: Buffer.alloc(12_000_000) },
    ])
  await modal().getByText('The data of the uploaded file is incomplete!').waitFor({ timeout: SOON })
  await modal().getByText('The type of uploaded file is not allowed!').waitFor({ timeout: SOON })
  await modal()
    .getByText('The size of the uploaded file exceeds the allowed range!')
    .waitFor({ timeout: SOON })
  await modal().getByText('Operation successful').waitFor({ timeout: SOON })
  await modal().getByRole('button', { name: 'Close', exact: true }).last().click()
  await gone(page.locator('.arco-modal:visible'))
  await page.getByRole('button', { name: `Show dot-${stamp}.png` }).click()
  await drawer().getByText('1 × 1').waitFor({ timeout: SOON })
  await drawer().locator('.arco-drawer-close-icon').click()
  await gone(page.locator('.arco-drawer:visible'))
  await open('warehouse/brand')
  await row(`One ${stamp}`).getByRole('button', { name: 'Edit' }).click()
  await drawer().getByRole('button', { name: 'Choose an uploaded file' }).click()
  await modal()
    .getByRole('button', { name: `dot-${stamp}.png` })
    .click()
  await modal().getByRole('button', { name: 'Use 1 file' }).click()
  await drawer().getByRole('img', { name: /dot-/ }).waitFor({ timeout: SOON })
  await save()
  await gone(page.locator('.arco-drawer:visible'))
  await row(`One ${stamp}`).locator('img').waitFor({ timeout: SOON })
})

test('a member gets money, with a reason, and the log says so', async () => {
  await open('user/user')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await fill('User name', `member_${stamp}`)
  await fill('Nickname', `Member ${stamp}`)
  await drawer().getByLabel('Password').first().fill('secret-123')
  await save()
  await gone(page.locator('.arco-drawer:visible'))
  await row(`member_${stamp}`).getByRole('button', { name: 'More' }).click()
  await page.locator('.arco-dropdown-menu:visible').getByText('Balance').click()
  await page.getByRole('region', { name: 'Member' }).waitFor({ timeout: SOON })
  await page.getByRole('button', { name: 'Adjust the balance' }).click()
  await modal().getByRole('textbox', { name: 'Amount' }).fill('12.345')
  await modal().getByText('at most 2 decimals').waitFor()
  await modal().getByRole('textbox', { name: 'Amount' }).fill('12.50')
  await modal().getByRole('textbox', { name: 'Reason' }).fill(`Because ${stamp}`)
  await modal().getByRole('button', { name: 'OK' }).click()
  await gone(page.locator('.arco-modal:visible'))
  await row(`Because ${stamp}`).getByText('12.50').first().waitFor({ timeout: SOON })
})

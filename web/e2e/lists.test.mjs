// Every list of the menu shows the figures that it exists for, at a desk, on a small screen and on a phone: boxes are
// measured. And what a reader makes of its columns, and where the focus is.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { address, first, launch, person, second, settled, signIn, SOON, until } from './browser.mjs'
import { menuPages } from './menu.mjs'

/** What some lists must show, whatever else makes room. */
const FIGURES = {
  'warehouse/inventory': ['total_quantity', 'available_quantity'],
  'warehouse/stockLevel': ['total_quantity', 'available_quantity', 'to_order'],
  'warehouse/inventoryRecord': ['quantity', 'balance', 'create_time'],
  'warehouse/inboundOrder': ['status', 'total_quantity', 'total_amount', 'business_date'],
  'warehouse/outboundOrder': ['status', 'total_quantity', 'total_amount', 'business_date'],
  'warehouse/transferOrder': ['status', 'total_quantity', 'there', 'business_date'],
  'warehouse/stockCount': ['progress', 'create_time'],
  'warehouse/product': ['price', 'total_stock_num'],
  'shop/goods/goods': ['price', 'stock', 'sales'],
  'shop/order/order': ['pay_amount', 'create_time'],
}
/** So many lists have rows in the demo company. */
const LISTS_MIN = 40
/** Shadows and rounded widths. */
const SLACK = 2

let browser
before(async () => {
  browser = await launch()
})
after(() => browser?.close())

/** The columns of the list in front that can't be seen whole, and the figures that it has. */
const measured = (page) =>
  page.evaluate((slack) => {
    const front = document.querySelector('[data-shown=true]')
    const table = front?.querySelector('[role=region] .arco-table')
    const frame = front?.querySelector('[role=region]')
    if (!frame) return null
    const keyOf = (element) => element.dataset.column ?? element.textContent
    if (!table) {
      const card = frame.querySelector('li')
      if (!card) return null
      const names = [...card.querySelectorAll('dt')]
      return {
        hidden: names
          .filter((name) => {
            const box = name.nextElementSibling.getBoundingClientRect()
            return box.width === 0 || box.left < 0 || box.right > window.innerWidth + slack
          })
          .map(keyOf),
        figures: names.filter(({ dataset }) => dataset.figure !== undefined).map(keyOf),
      }
    }
    const scroller = table.querySelector('.arco-table-content-scroll, .arco-table-body')
    const area = scroller.getBoundingClientRect()
    const fixed = table.querySelector('th.arco-table-col-fixed-right')
    const right = fixed ? fixed.getBoundingClientRect().left : area.right
    const heads = [...table.querySelectorAll('th')].filter((head) => head !== fixed)
    return {
      hidden: heads
        .filter((head) => {
          const box = head.getBoundingClientRect()
          return box.left < area.left - slack || box.right > right + slack
        })
        .map(keyOf),
      figures: heads.filter(({ dataset }) => dataset.figure !== undefined).map(keyOf),
    }
  }, SLACK)

/** What is measured at the present width, once it measures the same twice. */
async function measuredAtRest(page) {
  let last
  let found
  await until(async () => {
    last = JSON.stringify(found)
    found = await measured(page)
    return !!found && JSON.stringify(found) === last
  }, 'a list at rest')
  return found
}

const WIDTHS = [1440, 1024, 390]

test('each list shows its figures at a desk, on a small screen and on a phone', async (t) => {
  const { page } = await person(browser, { language: 'en', width: WIDTHS[0], height: 900 })
  await signIn(page, first)
  let lists = 0
  for (const { path, rule } of await menuPages(page)) {
    await page.setViewportSize({ width: WIDTHS[0], height: 900 })
    await page.goto(`${address}${path}`)
    await settled(page)
    const atDesk = await measured(page)
    if (!atDesk) continue
    lists += 1
    for (const width of WIDTHS) {
      const phone = width < 768
      await page.setViewportSize({ width, height: phone ? 844 : 900 })
      // A phone never was a desk: its page begins narrow.
      if (phone) await page.reload()
      if (phone) await settled(page)
      const found = await measuredAtRest(page)
      await t.test(`${rule} at ${width} pixels`, () => {
        assert.deepEqual(found?.hidden, [], 'columns that have to be scrolled to')
        const wanted = [...(FIGURES[rule] ?? []), ...atDesk.figures]
        assert.deepEqual(
          wanted.filter((key) => !found.figures.includes(key)),
          [],
          'figures that are left out',
        )
      })
    }
  }
  await page.context().close()
  assert.ok(lists >= LISTS_MIN, `only ${lists} lists were measured`)
})

describe('columns', () => {
  let page
  const inventory = async (of) => {
    await of.goto(`${address}/admin/warehouse/inventory`)
    await of.locator('[data-shown=true] th[data-column=total_quantity]').waitFor({ timeout: SOON })
    await settled(of)
  }
  const head = (of, key) => of.locator(`[data-shown=true] th[data-column=${key}]`)
  const widthOf = async (key) => (await head(page, key).boundingBox()).width
  const grip = (key) => head(page, key).getByRole('separator')
  const saved = () =>
    page.waitForResponse((answer) => answer.url().includes('routine.ListView/save'), { timeout: SOON })

  before(async () => {
    ;({ page } = await person(browser, { language: 'en' }))
    await signIn(page, first)
    await inventory(page)
  })
  after(() => page?.context().close())

  test('are drawn wider, and stay so', async () => {
    const box = await grip('warehouses').boundingBox()
    const kept = saved()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + 90, box.y + box.height / 2, { steps: 4 })
    const before = await widthOf('warehouses')
    await page.mouse.up()
    await until(async () => (await widthOf('warehouses')) > before + 50, 'a wider column')
    await kept
    const drawn = await widthOf('warehouses')
    await page.reload()
    await head(page, 'warehouses').waitFor({ timeout: SOON })
    await settled(page)
    assert.ok(Math.abs((await widthOf('warehouses')) - drawn) <= SLACK)
  })

  test('are another person’s own affair', async () => {
    const other = await person(browser, { language: 'en' })
    await signIn(other.page, second)
    await inventory(other.page)
    const theirs = (await head(other.page, 'warehouses').boundingBox()).width
    assert.ok(theirs < (await widthOf('warehouses')) - 50)
    await other.context.close()
  })

  test('are made wider and narrower by keys, and go back', async () => {
    await grip('warehouses').focus()
    const drawn = await widthOf('warehouses')
    await page.keyboard.press('ArrowLeft')
    await until(async () => (await widthOf('warehouses')) < drawn, 'a narrower column')
    const kept = saved()
    await page.keyboard.press('Delete')
    await until(async () => (await widthOf('warehouses')) < drawn - 50, 'its own width')
    await kept
  })
})

describe('the focus', () => {
  let page
  const active = (read) => page.evaluate(read)
  before(async () => {
    ;({ page } = await person(browser, { language: 'en' }))
    await signIn(page, first)
    await page.goto(`${address}/admin/warehouse/product`)
    await settled(page)
  })
  after(() => page?.context().close())

  test('goes back to a select whose list is closed by Esc', async () => {
    await page.locator('[data-shown=true] [role=combobox][aria-label=Brand]').click()
    await page.locator('.arco-select-popup:visible').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.arco-select-popup:visible').waitFor({ state: 'hidden' })
    await until(
      () => active(() => document.activeElement?.getAttribute('aria-label') === 'Brand'),
      'the focus',
    )
    assert.equal(await active(() => document.activeElement?.tagName), 'INPUT')
  })

  test('is at the head of a page after a navigation, not after a change of the query', async () => {
    await page.getByRole('menuitem', { name: 'Brands' }).click()
    await until(
      () =>
        active(
          () => document.activeElement?.tagName === 'H1' && document.activeElement.textContent === 'Brands',
        ),
      'the head of the page',
    )
    const search = page.locator('[data-shown=true] [data-quick]')
    await search.fill('no such brand')
    await search.press('Enter')
    await page.waitForURL(/q=no/)
    assert.equal(await active(() => document.activeElement?.tagName), 'INPUT')
  })
})

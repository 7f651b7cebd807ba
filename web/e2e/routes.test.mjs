// Every fixed address, what it is called, and where it leads; frames, links, and steps that lead nowhere.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { address, first, launch, person, says, signIn, SOON } from './browser.mjs'
import { call } from './menu.mjs'

const stamp = Date.now().toString(36)

let browser
before(async () => {
  browser = await launch()
})
after(() => browser?.close())

const shown = (page, name) => page.waitForSelector(`[data-page="${name}"][data-shown=true]`)
const path = (page) => page.url().slice(address.length)
/** A page is there, whichever part of the app drew it. */
const drawn = (page) => page.locator('main:visible').first().waitFor({ timeout: SOON })
/** What the tab of the browser says, before the name of the site. */
const titled = (page, words) =>
  page.waitForFunction((words) => document.title.startsWith(`${words} - `), words, { timeout: SOON })

const TITLES = {
  en: {
    adminLogin: 'Back office sign-in',
    userLogin: 'Member sign-in',
    notFound: 'Page not found',
    noPower: 'No access',
  },
  'zh-CN': {
    adminLogin: '后台登录',
    userLogin: '会员登录',
    notFound: '页面不存在',
    noPower: '无权访问',
  },
}
const LOOKS = [
  { language: 'zh-CN', dark: true, width: 390 },
  { language: 'en', dark: false, width: 1440 },
]

for (const look of LOOKS)
  test(`fixed addresses for who is not signed in, ${look.language}, ${look.width} px`, async () => {
    const { page, context, problems } = await person(browser, look)
    const titles = TITLES[look.language]
    for (const [from, to, title] of [
      ['/admin/login', /^\/admin\/login$/, titles.adminLogin],
      ['/user/login', /^\/user\/login$/, titles.userLogin],
      ['/404', /^\/404$/, titles.notFound],
      ['/401', /^\/401$/, titles.noPower],
      ['/nowhere/at/all?x=1', /^\/404$/, titles.notFound],
      ['/admin', /^\/admin\/login\?redirect=%2Fadmin$/, titles.adminLogin],
      ['/admin/loading', /^\/admin\/login\?redirect=%2Fadmin%2Floading$/, titles.adminLogin],
      ['/admin/warehouse/unit?q=a', /^\/admin\/login\?redirect=.*unit%3Fq%3Da$/, titles.adminLogin],
      ['/user', /^\/user\/login/, titles.userLogin],
      ['/user/loading', /^\/user\/login/, titles.userLogin],
      ['/user/account/profile', /^\/user\/login/, titles.userLogin],
    ]) {
      await page.goto(address + from)
      await page.waitForURL((url) => to.test(url.pathname + url.search), { timeout: SOON })
      await titled(page, title)
      await drawn(page)
    }
    await page.goto(`${address}/`)
    await page.locator('main h1').first().waitFor()
    assert.equal(path(page), '/')
    assert.deepEqual(
      problems.filter((text) => !/Failed to load resource/.test(text)),
      [],
    )
    await context.close()
  })

test('fixed addresses of the back office lead to a page', async () => {
  const { page, context } = await person(browser, { language: 'en' })
  await signIn(page, first)
  const seen = []
  page.on('framenavigated', (frame) => frame === page.mainFrame() && seen.push(frame.url()))
  const to = (pathname, query = {}) =>
    encodeURIComponent(JSON.stringify({ path: pathname, query })).replace(/\./g, '%2E')
  for (const [from, ends] of [
    ['/admin', '/admin/dashboard'],
    ['/admin/loading', '/admin/dashboard'],
    [`/admin/loading/${to('/admin/warehouse/unit', { q: 'k.g' })}`, '/admin/warehouse/unit?q=k.g'],
    // Neither out of the back office nor in a circle.
    [`/admin/loading/${to('https://example.org/admin/')}`, '/admin/dashboard'],
    [`/admin/loading/${to('/admin/loading')}`, '/admin/dashboard'],
    ['/admin/loading/no-json', '/admin/dashboard'],
    ['/admin/notification/index', '/admin/notification/index'],
    ['/admin/login', '/admin/dashboard'],
  ]) {
    await page.goto(address + from)
    await page.waitForURL((url) => url.pathname + url.search === ends, { timeout: SOON })
    await page.locator('[data-shown=true] main h1').first().waitFor()
  }
  assert.ok(seen.some((url) => url.endsWith('/admin/loading')))
  // What no rule leads to goes by the loading route, with path and query, and is not found.
  await page.goto(`${address}/admin/nowhere?x=1`)
  await page.getByText('404', { exact: true }).waitFor()
  assert.equal(path(page), '/404')
  assert.ok(seen.includes(`${address}/admin/loading/${to('/admin/nowhere', { x: '1' })}`))
  await titled(page, TITLES.en.notFound)
  await context.close()
})

test('the first visit: a block over the page and a bar above it, and both go', async () => {
  const { page, context } = await person(browser, { language: 'en' })
  await signIn(page, first)
  await page.addInitScript(() => {
    window.seen = { bars: [], blockGone: 0, routed: 0, drawn: 0 }
    const look = (records) => {
      // What the bar was like before each of its steps.
      for (const { target, oldValue, addedNodes } of records) {
        if (target.className?.includes?.('page-progress')) window.seen.bars.push(oldValue ?? '')
        for (const node of addedNodes) if (node.querySelector?.('[data-page]')) window.seen.drawn += 1
      }
      const block = document.getElementById('splash')
      if (block) window.seen.block = true
      else if (window.seen.block && !window.seen.blockGone) window.seen.blockGone = performance.now()
      if (!window.seen.routed && document.querySelector('.page-progress, main, [data-page]'))
        window.seen.routed = performance.now()
    }
    new MutationObserver(look).observe(document, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeOldValue: true,
    })
  })
  await page.goto(`${address}/admin/warehouse/unit`)
  await page.waitForSelector('[data-shown=true] tbody tr td')
  // Both go; two steps that follow at once have a bar each.
  await page.waitForFunction(() => !document.querySelector('.page-progress, #splash'))
  const seen = await page.evaluate(() => window.seen)
  assert.equal(seen.block, true)
  assert.equal(seen.drawn, 1, 'the page is drawn once')
  assert.ok(seen.blockGone > 0, 'the block goes')
  assert.ok(seen.blockGone - seen.routed <= 2_500, `${seen.blockGone - seen.routed} ms over the page`)
  assert.ok(
    seen.bars.some((style) => /transition-duration: 200ms/.test(style) && /scaleX\(0\.08\)/.test(style)),
    seen.bars.join(' | '),
  )
  await context.close()
})

test('404 goes back by itself, and its buttons go home and back', async () => {
  const { page, context } = await person(browser, { language: 'en' })
  await page.clock.install()
  await page.goto(`${address}/401`)
  await page.getByText('Contact the site administrator').waitFor()
  await page.goto(`${address}/404`)
  await page.getByText('You will be taken back').waitFor()
  for (let second = 0; second < 9; second += 1) await page.clock.runFor(1_000)
  await page.waitForURL(`${address}/401`)
  await page.getByRole('button', { name: 'Go home' }).click()
  await page.waitForURL(`${address}/`)
  await page.goto(`${address}/401`)
  await page.goto(`${address}/404`)
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.waitForURL(`${address}/401`)
  await context.close()
})

test('rules of the menu: a frame shows only what they name, and a link opens a window', async () => {
  const { page, context } = await person(browser, { language: 'en' })
  await signIn(page, first)
  const framed = `${address}/favicon.svg`
  const rule = (more) => ({
    pid: 0,
    type: 'menu',
    icon: 'fa fa-circle-o',
    component: '',
    keepalive: 0,
    extend: 'none',
    status: 1,
    weigh: -1,
    ...more,
  })
  const made = [
    rule({
      title: `Framed ${stamp}`,
      name: `framed${stamp}`,
      path: `framed${stamp}`,
      menu_type: 'iframe',
      url: framed,
    }),
    rule({
      title: `Linked ${stamp}`,
      name: `linked${stamp}`,
      path: `linked${stamp}`,
      menu_type: 'link',
      url: framed,
    }),
  ]
  for (const one of made) assert.equal((await call(page, 'POST', '/admin/auth.Rule/add', one)).code, 1)
  const { data } = await call(page, 'GET', '/admin/auth.Rule/index')
  const ids = data.list.filter(({ name }) => made.some((one) => one.name === name)).map(({ id }) => id)
  assert.equal(ids.length, 2)
  try {
    await page.goto(`${address}/admin`)
    await shown(page, 'dashboard')
    await page.getByRole('menuitem', { name: `Framed ${stamp}` }).click()
    await shown(page, `framed${stamp}`)
    assert.equal(decodeURIComponent(path(page)), `/admin/iframe/${framed}`)
    const frame = page.locator('[data-shown=true] iframe')
    assert.equal(await frame.getAttribute('src'), framed)
    // Not its own origin: a page of ours could lift the sandbox off itself.
    assert.equal(await frame.getAttribute('sandbox'), 'allow-scripts allow-forms allow-popups')
    assert.equal(await frame.getAttribute('referrerpolicy'), 'no-referrer')
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('menuitem', { name: `Linked ${stamp}` }).click(),
    ])
    assert.equal(opened.url(), framed)
    assert.equal(await opened.evaluate(() => window.opener), null)
    for (const other of ['https://example.org/', 'javascript:alert(1)', '%E0%A4%A']) {
      await page.goto(`${address}/admin/iframe/${encodeURIComponent(other).replace(/\./g, '%2E')}`)
      await page.getByText('404', { exact: true }).waitFor()
      assert.equal(await page.locator('iframe').count(), 0)
    }
  } finally {
    const query = ids.map((id) => `ids[]=${id}`).join('&')
    assert.equal((await call(page, 'DELETE', `/admin/auth.Rule/del?${query}`)).code, 1)
  }
  await context.close()
})

test('a step that leads nowhere says why', async () => {
  const { page, context } = await person(browser, { language: 'en' })
  await signIn(page, first)
  await page.goto(`${address}/admin/warehouse/unit`)
  await shown(page, 'warehouse/unit')
  await page.keyboard.press('Control+k')
  await page.locator('[aria-controls=search-hits]').fill('warehouse/unit')
  await page.keyboard.press('Enter')
  await says(page, 'you are already at the target')
  await page.locator('[aria-controls=search-hits]').waitFor({ state: 'detached' })
  await page.locator('[data-tab="warehouse/unit"] button').first().focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await says(page, 'The moving position is beyond the range')
  // Unsaved work keeps one here, if one wants to stay.
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  // A form that is still opening takes the focus once it is open.
  await page.locator('.arco-drawer.slideRight-enter-done').waitFor()
  await page.locator('.arco-drawer:visible input').first().fill('half')
  await page.keyboard.press('Control+k')
  // The form keeps the focus until the search has taken it.
  await page.locator('[aria-controls=search-hits]:focus').waitFor()
  await page.locator('[aria-controls=search-hits]').fill('dashboard')
  await page.locator('#search-hits [role=option][aria-selected=true]', { hasText: 'Dashboard' }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.arco-modal:visible').getByRole('button', { name: 'Stay' }).click()
  await says(page, 'the navigation guard intercepted it')
  assert.equal(path(page), '/admin/warehouse/unit')
  await context.close()
})

test('a session that has ended leads to the login, says so, and comes back', async () => {
  const { page, context } = await person(browser, { language: 'en' })
  await signIn(page, first)
  await page.evaluate(() =>
    localStorage.setItem('adminInfo', JSON.stringify({ token: 'ended', refreshToken: '' })),
  )
  await page.goto(`${address}/admin/warehouse/unit?q=k`)
  await says(page, 'Your session has ended')
  await page.waitForURL(/\/admin\/login\?redirect=/)
  await page.locator('input[name=username]').fill(first.name)
  await page.locator('input[name=password]').fill(first.password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(`${address}/admin/warehouse/unit?q=k`)
  await context.close()
})

// What somebody may not see: the bell, pages of the back office and of the member centre; and what rules add to the site.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { audit, serious } from './audit.mjs'
import { address, first, launch, person, settled, signIn, SOON } from './browser.mjs'
import { call } from './menu.mjs'
import { memberSignIn } from './sitePages.mjs'

const ARTIFACTS = fileURLToPath(new URL('./artifacts/', import.meta.url))
const PASSWORD = 'Some-pass-2026'
const stamp = Date.now().toString(36)

let browser
/** The back office of a super administrator. */
let office
before(async () => {
  mkdirSync(ARTIFACTS, { recursive: true })
  browser = await launch()
  office = await person(browser, { language: 'en' })
  await signIn(office.page, first)
})
after(() => browser?.close())

async function done(path, body) {
  const answer = await call(office.page, 'POST', path, body)
  assert.equal(answer.code, 1, `${path}: ${JSON.stringify(answer)}`)
  return answer.data
}
async function remove(controller, ids) {
  const query = ids.map((id) => `ids[]=${id}`).join('&')
  assert.equal((await call(office.page, 'DELETE', `/admin/${controller}/del?${query}`)).code, 1)
}
const flat = (rules) => rules.flatMap((rule) => [rule, ...flat(rule.children ?? [])])
async function rules(controller) {
  const { data } = await call(office.page, 'GET', `/admin/${controller}/index?isTree=true`)
  return flat(data.list)
}
const place = (page) => page.url().slice(address.length)
const at = (page, path) => page.waitForURL((url) => url.pathname + url.search === path, { timeout: SOON })
/** The addresses that a page has been at. */
function trail(page) {
  const seen = []
  page.on(
    'framenavigated',
    (frame) => frame === page.mainFrame() && seen.push(frame.url().slice(address.length)),
  )
  return seen
}
const carried = (base, path, query = {}) =>
  `${base}/loading/${encodeURIComponent(JSON.stringify({ path, query })).replace(/\./g, '%2E')}`

test("the bell and one's own pages need no right; other pages lead to 401", async () => {
  const all = await rules('auth.Rule')
  const wanted = new Set([
    'dashboard',
    'dashboard/index',
    'warehouse',
    'warehouse/unit',
    'warehouse/unit/index',
    'warehouse/inboundOrder',
    'warehouse/inboundOrder/index',
  ])
  const held = all.filter(({ name }) => wanted.has(name)).map(({ id }) => id)
  assert.equal(held.length, wanted.size)
  const group = await done('/admin/auth.Group/add', { name: `deaf ${stamp}`, pid: 0, rules: held, status: 1 })
  const clerk = await done('/admin/auth.Admin/add', {
    username: `deaf_${stamp}`.slice(0, 15),
    nickname: 'Deaf',
    password: PASSWORD,
    group_arr: [group.id],
  })
  const { page, context } = await person(browser, { language: 'en' })
  const asked = []
  page.on('websocket', (socket) => asked.push(socket.url()))
  page.on('request', (request) => /notification\.Index/i.test(request.url()) && asked.push(request.url()))
  try {
    await page.goto(`${address}/admin/login`)
    await page.locator('input[name=username]').fill(`deaf_${stamp}`.slice(0, 15))
    await page.locator('input[name=password]').fill(PASSWORD)
    await page.locator('button[type=submit]').click()
    await page.waitForSelector('[data-page=dashboard][data-shown=true] main h1')
    // The bell is everybody's.
    await page.locator('[data-testid=bell]').waitFor()
    await page.screenshot({ path: `${ARTIFACTS}rights.png` })
    const seen = trail(page)
    for (const [from, to] of [
      ['/admin/warehouse/unit?quickSearch=k', '/admin/warehouse/unit?quickSearch=k'],
      ['/admin/auth/group', '/401'],
      ['/admin/notification/index', '/admin/notification/index'],
      ['/admin/routine/adminInfo', '/admin/routine/adminInfo'],
      ['/admin/warehouse/inboundOrder/create', '/401'],
      ['/admin/warehouse/outboundOrder/edit/3', '/401'],
      ['/admin/nowhere?x=a.b', '/404'],
    ]) {
      await page.goto(address + from)
      await at(page, to)
      await page.locator('main:visible').first().waitFor()
    }
    for (const [path, query] of [
      ['/admin/auth/group', {}],
      ['/admin/nowhere', { x: 'a.b' }],
    ])
      assert.ok(seen.includes(carried('/admin', path, query)), `${path} in ${seen.join(' ')}`)
    assert.ok(asked.some((url) => url.startsWith('ws')))
    const push = await call(page, 'GET', '/admin/notification.Index/push')
    assert.equal(push.code, 1)
  } finally {
    await context.close()
    await remove('auth.Admin', [clerk.id])
    await remove('auth.Group', [group.id])
  }
})

const LOOKS = [
  { language: 'en', dark: false, width: 1440 },
  { language: 'zh-CN', dark: true, width: 390 },
]

test('member rules drive routes, header and menus', async () => {
  const view = (name) => `/src/views/frontend/${name}.vue`
  const made = []
  const rule = async (more) => {
    const body = { pid: 0, menu_type: 'tab', extend: 'none', status: 1, weigh: 1, component: '', ...more }
    const added = await done('/admin/user.Rule/add', { title: more.name, path: more.name, ...body })
    made.push(added.id)
    return added.id
  }
  const name = (word) => `${word}${stamp}`
  const framed = `${address}/favicon.svg`
  let group
  let member
  try {
    await rule({ type: 'nav', name: name('stories'), component: view('cases/index'), no_login_valid: 1 })
    const more = await rule({ type: 'nav', name: name('more'), menu_type: 'tab', no_login_valid: 1 })
    await rule({
      type: 'nav',
      pid: more,
      name: name('link'),
      menu_type: 'link',
      url: 'https://example.org/',
      no_login_valid: 1,
    })
    await rule({
      type: 'nav',
      pid: more,
      name: name('frame'),
      menu_type: 'iframe',
      url: framed,
      no_login_valid: 1,
    })
    await rule({ type: 'route', name: name('quiet'), component: view('help'), no_login_valid: 1 })
    await rule({ type: 'nav', name: name('inside'), component: view('about') })
    const mine = await rule({ type: 'nav_user_menu', name: name('mine'), component: view('trial') })
    const points = await rule({
      type: 'nav_user_menu',
      name: name('points'),
      path: 'user/account/integral',
      component: view('user/account/integral'),
    })
    const dir = await rule({ type: 'menu_dir', name: name('dir'), weigh: 200 })
    const own = await rule({
      type: 'menu',
      pid: dir,
      name: name('own'),
      path: `${name('own')}/week`,
      component: view('user/account/overview'),
    })
    const hidden = await rule({
      type: 'menu',
      pid: dir,
      name: name('hidden'),
      component: view('user/account/profile'),
      extend: 'add_rules_only',
    })
    const shown = await rule({
      type: 'menu',
      pid: dir,
      name: name('shown'),
      path: name('own') + '/week',
      component: view('user/account/overview'),
      extend: 'add_menu_only',
    })
    const known = await rules('user.Rule')
    const id = (wanted) => known.find((one) => one.name === wanted).id
    const held = [
      mine,
      points,
      dir,
      own,
      hidden,
      shown,
      more,
      id(name('inside')),
      id(name('stories')),
      id('account'),
      id('account/integral'),
    ]
    group = await done('/admin/user.Group/add', { name: name('few'), rules: held, status: 1 })
    member = await done('/admin/user.User/add', {
      username: `few_${stamp}`.slice(0, 15),
      nickname: 'Few',
      password: PASSWORD,
      group_id: group.id,
      status: 'enable',
    })
    for (const look of LOOKS) {
      const set = `${look.language}-${look.width}`
      const { page, context, problems } = await person(browser, look)
      const narrow = look.width < 1200
      const header = page.locator('header nav')
      const open = async () => {
        if (narrow) await page.locator('button[aria-controls=site-nav]').click()
      }
      const more = () =>
        header.getByRole('button', { name: look.language === 'en' ? 'More' : '更多', exact: true }).click()
      const checked = async (what) => {
        const wider = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        assert.ok(wider <= 0, `${what} is ${wider}px wider than the window`)
        assert.deepEqual(
          serious(await audit(page)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
          [],
          what,
        )
      }

      // A visitor: what needs no login.
      await page.goto(`${address}/`)
      await page.locator('main h1').waitFor()
      assert.match(await page.title(), look.language === 'en' ? /^Home - / : /^首页 - /)
      await open()
      await more()
      await header.getByRole('link', { name: name('stories') }).waitFor()
      assert.equal(await header.getByText(name('inside')).count(), 0)
      const link = header.getByRole('link', { name: name('link') })
      assert.deepEqual(
        [await link.getAttribute('href'), await link.getAttribute('target')],
        ['https://example.org/', '_blank'],
      )
      await settled(page)
      await page.screenshot({ path: `${ARTIFACTS}rules-visitor-${set}.png` })
      await checked('header with rules')
      await header.getByRole('link', { name: name('frame') }).click()
      await page.locator('iframe').waitFor()
      assert.equal(decodeURIComponent(place(page)), `/user/iframe/${framed}`)
      await page.reload()
      assert.equal(await page.locator('iframe').getAttribute('src'), framed)
      await page.screenshot({ path: `${ARTIFACTS}rules-frame-${set}.png` })
      await checked('a frame of the site')
      await open()
      await more()
      await header.getByRole('link', { name: name('stories') }).click()
      await at(page, `/${name('stories')}`)
      await page.locator('main h1').waitFor()
      await page.goto(`${address}/${name('quiet')}`)
      await page.locator('main h1').waitFor()
      assert.equal(place(page), `/${name('quiet')}`)
      await page.goto(`${address}/${name('inside')}`)
      await at(page, '/404')

      // A member with few pages.
      const seen = trail(page)
      await memberSignIn(
        page,
        address,
        { name: `few_${stamp}`.slice(0, 15), password: PASSWORD },
        new RegExp(`/user/${name('own')}/week`),
      )
      assert.ok(
        seen.some((url) => url === '/user/loading'),
        seen.join(' '),
      )
      await page.locator('main h1').waitFor()
      await page.screenshot({ path: `${ARTIFACTS}rules-centre-${set}.png` })
      await checked('the centre')
      if (!narrow) {
        const menu = page.locator('aside nav a')
        assert.deepEqual(await menu.evaluateAll((all) => all.map((one) => one.getAttribute('href'))), [
          `/user/${name('own')}/week`,
          `/user/${name('own')}/week`,
          '/user/account/integral',
        ])
      }
      // The bell is for who may read notifications.
      assert.equal(await page.locator('header .arco-icon-notification').count(), 0)
      await page.locator('header .arco-icon-user').click()
      await page.getByRole('menuitem', { name: name('points') }).click()
      await at(page, '/user/account/integral')
      for (const [from, to] of [
        [`/user/${name('hidden')}?tab=2`, `/user/${name('hidden')}?tab=2`],
        ['/user/account/integral?page=2', '/user/account/integral?page=2'],
        ['/user/account/balance?page=2', '/401'],
        ['/user/account/notifications', '/401'],
        ['/user/nowhere?x=1', '/404'],
        ['/user', `/user/${name('own')}/week`],
      ]) {
        await page.goto(address + from)
        await at(page, to)
        await page.locator('main:visible').first().waitFor()
      }
      for (const [path, query] of [
        ['/user/account/balance', { page: '2' }],
        ['/user/nowhere', { x: '1' }],
        [`/user/${name('hidden')}`, { tab: '2' }],
      ])
        assert.ok(seen.includes(carried('/user', path, query)), `${path} in ${seen.join(' ')}`)
      await page.goto(`${address}/`)
      await open()
      await more()
      await header.getByRole('link', { name: name('inside') }).waitFor()
      await header
        .getByRole('button', { name: look.language === 'en' ? 'My account' : '我的账户', exact: true })
        .click()
      await header.getByRole('link', { name: name('mine') }).waitFor()
      await settled(page)
      await page.screenshot({ path: `${ARTIFACTS}rules-member-${set}.png` })
      await checked('header of a member')
      await header.getByRole('link', { name: name('mine') }).click()
      await at(page, `/${name('mine')}`)
      await page.locator('main h1').waitFor()
      assert.deepEqual(
        problems.filter((text) => !/Failed to load resource|sandboxed/.test(text)),
        [],
      )
      await context.close()
    }
  } finally {
    if (member) await remove('user.User', [member.id])
    if (group) await remove('user.Group', [group.id])
    await remove('user.Rule', made)
  }
})

test('an order is given to somebody', async () => {
  const { page } = office
  await page.goto(`${address}/admin/warehouse/inboundOrder?status=0`)
  await page.waitForSelector('[data-shown=true] tbody tr td')
  const { data } = await call(
    page,
    'GET',
    '/admin/warehouse.InboundOrder/index?limit=1&search[0][field]=status&search[0][operator]=eq&search[0][val]=0',
  )
  const [row] = data.list
  await page.goto(`${address}/admin/warehouse/inboundOrder/edit/${row.id}`)
  const charge = page.locator('[role=combobox][aria-label="Person in charge"]')
  await charge.click()
  const option = page.locator('.arco-select-popup:visible .arco-select-option').last()
  await option.waitFor()
  const chosen = await option.innerText()
  await option.click()
  await page.screenshot({ path: `${ARTIFACTS}order-in-charge.png` })
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.waitForURL((url) => url.searchParams.get('id') === String(row.id), { timeout: SOON })
  await page.locator('.arco-drawer:visible').getByText(chosen.trim()).first().waitFor()
  const after = await call(page, 'GET', `/admin/warehouse.InboundOrder/edit?id=${row.id}`)
  assert.equal(after.data.row.admin.nickname, chosen.trim())
  assert.equal(after.data.row.delete_time, null)
  // Posted back as it is shown, it is taken.
  assert.equal((await call(page, 'POST', '/admin/warehouse.InboundOrder/edit', after.data.row)).code, 1)
})

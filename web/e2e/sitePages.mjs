// Where the public site and the member centre have pages, and what their tests share.
import { Buffer } from 'node:buffer'

export const PUBLIC = {
  home: '/',
  platform: '/platform',
  electronics: '/industries/electronics',
  textile: '/industries/textile',
  automotive: '/industries/automotive',
  cases: '/cases',
  customs: '/customs',
  assistant: '/assistant',
  about: '/about',
  help: '/help',
  trial: '/trial',
}
/** Below `/user/account/`. */
export const CENTRE = ['overview', 'profile', 'changePassword', 'balance', 'integral', 'notifications']

export const member = {
  name: process.env.ENTREPOT_MEMBER ?? '',
  password: process.env.ENTREPOT_MEMBER_PASSWORD ?? '',
}

/** Signs in and waits for the first page that the member has. */
export async function memberSignIn(page, address, who = member, begins = /\/user\/account\//) {
  await page.goto(`${address}/user/login`)
  await page.locator('input[autocomplete=username]').fill(who.name)
  await page.locator('input[autocomplete=current-password]').fill(who.password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(begins)
}

/** A picture of two by two. */
export const PIXELS = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR42mMQi/0PRAwQCgAk4gXJ74qTkQAAAABJRU5ErkJggg==',
  'base64',
)

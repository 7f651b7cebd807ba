import { expect, test } from 'vitest'
import { GUIDES, guideOf, JOBS } from './guides'

test.each([
  ['/admin/warehouse/inboundOrder', '/admin/guide/manager#buy'],
  ['/admin/warehouse/inboundorder/', '/admin/guide/manager#buy'],
  ['/admin/warehouse/inboundOrder/edit/7', '/admin/guide/manager#buy'],
  ['/admin/dashboard', '/admin/guide'],
  ['/admin/guide/manager', null],
  ['/admin', null],
  ['/shop/cart', '/user/guide#cart'],
  ['/user/shop/order/2026', '/user/guide#after'],
  ['/about', null],
])('%s is told of at %s', (path, guide) => {
  expect(guideOf(path)).toBe(guide)
})

test('another entrance has its guides below itself', () => {
  expect(guideOf('/manage/auth/group', '/manage')).toBe('/manage/guide/operator#people')
  expect(guideOf('/admin/auth/group', '/manage')).toBeNull()
})

test('a page has one step, and a guide fits on a screen', () => {
  const pages = JOBS.flatMap((job) => Object.values(GUIDES[job]).flat())
  expect(pages.filter((page, at) => pages.indexOf(page) !== at)).toEqual([])
  for (const job of JOBS) {
    const steps = Object.keys(GUIDES[job]).length
    expect(steps >= 5 && steps <= 8).toBe(true)
  }
})

import { act, render, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { member } from '@/shared/session/member'
import { session } from '@/shared/session/store'
import { answerCalls } from '../../../test/page'
import MemberFrame from './MemberFrame'
import PasswordPage from './account/PasswordPage'
import BalancePage from './account/BalancePage'
import IntegralPage from './account/IntegralPage'
import OverviewPage from './account/OverviewPage'

// Titles need no chart, which is long to read.
vi.mock('./account/WeekChart', () => ({ default: () => null }))

beforeAll(() => loadTexts('member', 'site', 'common'))
beforeEach(() => {
  session.siteName = 'Depot'
  member.open = true
  answerCalls(() => ({ list: [], total: 0, days: [], money: [], score: [] }))
})

const PAGES = [
  ['overview', OverviewPage],
  ['changePassword', PasswordPage],
  ['balance', BalancePage],
  ['integral', IntegralPage],
] as const

const open = (at: string) => {
  const children = PAGES.map(([path, Page]) => ({ path, element: <Page /> }))
  const router = createMemoryRouter([{ element: <MemberFrame />, children }], { initialEntries: [at] })
  render(<RouterProvider router={router} />)
  return router
}

it('each page of the centre has its own title, at first and after going on', async () => {
  const titles: string[] = []
  const router = open('/overview')
  for (const [path] of PAGES) {
    await act(() => router.navigate(`/${path}`))
    await waitFor(() => expect(titles).not.toContain(document.title))
    titles.push(document.title)
  }
  expect(titles.every((title) => title.endsWith(' - Depot'))).toBe(true)
  expect(titles).not.toContain('Member centre - Depot')
})

it('the closed centre is called by its own name', async () => {
  member.open = false
  open('/overview')
  await waitFor(() => expect(document.title).toBe('Member centre - Depot'))
})

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { session } from '@/shared/session/store'
import { answerCalls, renderPage } from '../../../../test/page'
import MatchPage from './MatchPage'

beforeAll(() => loadTexts('shopPay', 'resource'))

const day = (of: string) => ({
  day: of,
  done: true,
  differences: 0,
  rows: 0,
  run_at: 1_700_000_000,
  said: '',
  paid_ours: '0.00',
  paid_theirs: '0.00',
  back_ours: '0.00',
  back_theirs: '0.00',
})
const DAYS = [day('2026-03-02'), day('2026-03-01')]

it('says that another day could not be shown instead of showing the one before', async () => {
  answerCalls(({ query }) =>
    query.get('day') === '2026-03-01'
      ? { code: 0, msg: 'Too busy', data: { key: 'error.busy' } }
      : { day: '2026-03-02', days: DAYS, list: [], total: 0 },
  )
  renderPage(<MatchPage />, '/admin/shop/match')
  fireEvent.click(await screen.findByRole('button', { name: /2026-03-01/ }))
  expect(await screen.findByText('Too busy')).toBeTruthy()
})

it('begins one export, however often the button is pressed', async () => {
  session.permissions = { 'shop/match': ['shop/match/export'] } as never
  const calls = answerCalls(({ method }) =>
    method === 'POST' ? { task: 1 } : { day: '2026-03-02', days: DAYS, list: [], total: 0 },
  )
  renderPage(<MatchPage />, '/admin/shop/match')
  const button = await screen.findByRole('button', { name: 'Export' })
  fireEvent.click(button)
  fireEvent.click(button)
  await waitFor(() => expect(calls.filter(({ path }) => path.endsWith('/export'))).toHaveLength(1))
})

import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../../test/page'
import { LogList } from './LogList'

beforeAll(() => loadTexts('member', 'common'))

const change = {
  memo: '',
  score: 5,
  before: 0,
  after: 5,
  kind: 'purchase',
  cause_kind: 'order',
  cause_id: 'S1',
  create_time: 1_700_000_000,
}

const show = (expiring: { score: number; time: number }[]): void => {
  answerCalls(() => ({ list: [change], total: 1, expiring }))
  renderPage(<LogList kind="integral" />, '/user/account/integral')
}

describe('the points of a member', () => {
  it('say how many expire soon, and when', async () => {
    show([
      { score: 80, time: 1_700_050_000 },
      { score: 30, time: 1_700_650_000 },
    ])
    const said = await screen.findAllByRole('alert')
    expect(said.map((alert) => alert.textContent)).toEqual([
      expect.stringMatching(/80.*2023-11-15/),
      expect.stringMatching(/30.*2023-11-22/),
    ])
  })
  it('say nothing where none do', async () => {
    show([])
    await screen.findByText(/S1/)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

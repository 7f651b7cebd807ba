import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage, type Call } from '../../../../test/page'
import { spelled } from './api'
import { Lookup } from './Lookup'
import { rateText } from './Tariffs'

beforeAll(() => loadTexts('customs', 'site'))

const code = (code: string, untranslated = false) => ({
  code,
  name: `goods of ${code}`,
  section: 'XVI',
  untranslated,
})
const begin = (address = '/customs'): Call[] => {
  const calls = answerCalls(({ query }) => {
    const rows = query.get('q') ? [code('8504'), code('850440', true)] : [code('85')]
    const data = { rows, found: query.get('q') ? 120 : 97, code: null, path: [], neighbours: [], tariffs: [] }
    // The data has a code of its own.
    return { code: 1, msg: '', data }
  })
  renderPage(<Lookup />, address)
  return calls
}

describe('looking up customs data', () => {
  it('begins with the chapters and searches once the reader pauses', async () => {
    const calls = begin()
    expect((await screen.findByRole('link', { name: '85' })).getAttribute('href')).toBe('/customs/85')
    for (const q of ['s', 'st', 'static'])
      fireEvent.change(screen.getByRole('searchbox'), { target: { value: q } })
    await screen.findByRole('link', { name: '8504.40' }, { timeout: 3_000 })
    expect(calls.map(({ query }) => query.get('q'))).toEqual([null, 'static'])
    screen.getByText(/120 codes, the first 2 shown/)
    expect(screen.getAllByText('Chinese only')).toHaveLength(1)
  })
  it('says that a network has searched too often', async () => {
    answerCalls(() => ({ code: 0, msg: 'Too many requests', data: { key: 'error.rate', seconds: 9 } }))
    renderPage(<Lookup />, '/customs?q=85')
    expect((await screen.findByRole('alert')).textContent).toContain('Too many requests')
  })
  it('offers the headings of an industry', async () => {
    begin('/customs?industry=textile')
    await waitFor(() =>
      expect(screen.getByRole('link', { name: '6109' }).getAttribute('href')).toBe('/customs/6109'),
    )
  })
})

describe('figures of customs', () => {
  it('are written as the tariff prints them', () => {
    expect(['85', '8504', '850440', '8504401900'].map(spelled)).toEqual([
      '85',
      '8504',
      '8504.40',
      '8504.40.1900',
    ])
    expect(['8', '2.5', '1 yuan/kg', '8%'].map(rateText)).toEqual(['8%', '2.5%', '1 yuan/kg', '8%'])
  })
})

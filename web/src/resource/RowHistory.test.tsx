import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { BRAND } from '../../test/brand'
import { answerCalls, renderPage } from '../../test/page'
import { RowHistory } from './RowHistory'

beforeAll(() => loadTexts('resource'))

it('says who changed which field from what to what, by the labels of the form', async () => {
  answerCalls(() => ({
    code: 1,
    msg: '',
    data: {
      list: [
        {
          version: 2,
          at: 1_700_000_000,
          admin_id: 4,
          admin_name: 'Ann',
          action: 'edited',
          changes: [{ field: 'name', before: 'Old', after: '' }],
        },
        { version: 1, at: 1_600_000_000, admin_id: 0, admin_name: '', action: 'added', changes: [] },
      ],
    },
  }))
  renderPage(<RowHistory resource={{ ...BRAND, history: true }} row={{ id: 3, version: 2 }} />)
  expect((await screen.findByText('Old')).closest('li')?.textContent).toBe('NameOld → (empty)')
  expect(screen.getByText(/^Ann 20/)).toBeTruthy()
  expect(screen.getByText(/^System 20/)).toBeTruthy()
  expect(screen.getByText('Added')).toBeTruthy()
})

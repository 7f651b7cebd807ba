import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../test/page'
import { NewCount } from './NewCount'

beforeAll(() => loadTexts('counts'))

it('keeps in sight why a sheet would cover nothing, until something else is chosen', async () => {
  answerCalls(({ path }) => {
    if (path.endsWith('/add'))
      return { code: 0, msg: 'The books have nothing here', data: { key: 'count.nothing_covered' } }
    // The only one would be chosen by itself.
    return {
      list: [
        { id: 1, name: 'Main', status: 1 },
        { id: 2, name: 'North', status: 1 },
      ],
      total: 2,
    }
  })
  renderPage(<NewCount close={() => undefined} made={() => undefined} />)
  fireEvent.click(await screen.findByRole('combobox', { name: 'Warehouse' }))
  fireEvent.click(await screen.findByText('Main'))
  fireEvent.click(screen.getByRole('button', { name: '确定' }))
  const said = await screen.findByRole('alert')
  expect(said.textContent).toBe('The books have nothing here')
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Only what moved in the last days' }), {
    target: { value: '7' },
  })
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

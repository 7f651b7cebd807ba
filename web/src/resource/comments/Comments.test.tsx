import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../test/page'
import { Comments } from './Comments'

beforeAll(() => loadTexts('resource', 'common'))

const comment = (id: number, text: string, own: boolean) => ({
  id,
  admin_id: id,
  admin_name: own ? 'Ann' : '',
  avatar: '',
  text,
  files: ['/storage/x/label.pdf'],
  mentions: [{ id: 9, name: 'Bo' }],
  create_time: 1_700_000_000,
  own,
})

it('shows what is said of a row, and lets one delete and write', async () => {
  let list = [comment(1, 'Is this blue?', true), comment(2, 'No', false)]
  const calls = answerCalls(({ path, body }) => {
    if (path.endsWith('/del')) list = list.slice(1)
    if (path.endsWith('/add')) list = [...list, comment(3, (body as { text: string }).text, true)]
    return { list }
  })
  renderPage(<Comments page="warehouse/product" id={5} />)
  expect((await screen.findByText(/Is this blue/)).textContent).toBe('@Bo Is this blue?')
  expect(screen.getByText('A former colleague')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'label.pdf' })).toHaveLength(2)
  // Only one's own.
  const [del, ...more] = screen.getAllByRole('button', { name: 'Delete' })
  expect(more).toHaveLength(0)
  fireEvent.click(del!)
  await waitFor(() => expect(screen.queryByText(/Is this blue/)).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Write a comment…' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Write a comment…' }), {
    target: { value: 'Green' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText(/Green/)
  const added = calls.find(({ path }) => path.endsWith('/add'))
  expect(added?.body).toEqual({ page: 'warehouse/product', id: 5, text: 'Green', files: [], mentions: [] })
})

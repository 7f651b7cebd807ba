import { act as settle, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../test/page'
import type { CountLine, CountSheet } from './api'
import { CountLineRow } from './CountLineRow'

beforeAll(() => loadTexts('counts'))

const SHEET = { id: 4, version: 1, shows_books: false } as unknown as CountSheet
const line = (number: number) =>
  ({
    line: number,
    product: { product_no: `P${number}`, name: 'Board', decimals: 0, unit: { name: 'pc' } },
    state: 'not_counted',
    results: [],
  }) as unknown as CountLine

function open() {
  const calls = answerCalls(() => ({ id: 4, version: 2, status: 0, allowed: [] }))
  const input = (number: number) =>
    screen.getByRole<HTMLInputElement>('textbox', { name: `Counted quantity ${number}` })
  renderPage(
    <table>
      <tbody>
        {[1, 2].map((number) => (
          <CountLineRow
            key={number}
            sheet={SHEET}
            row={line(number)}
            counting
            reasons={false}
            chosen={null}
            choose={() => undefined}
            next={() => input(2).focus()}
            saved={() => undefined}
          />
        ))}
      </tbody>
    </table>,
  )
  return { input, posts: () => calls.filter(({ method }) => method === 'POST') }
}

it('sends a quantity once, also where Enter leaves the field', async () => {
  const { input, posts } = open()
  settle(() => input(1).focus())
  fireEvent.change(input(1), { target: { value: '7' } })
  settle(() => void fireEvent.keyDown(input(1), { key: 'Enter', keyCode: 13 }))
  expect(document.activeElement).toBe(input(2))
  await waitFor(() => expect(input(1).value).toBe(''))
  expect(posts().map(({ body }) => body)).toMatchObject([{ id: 4, line: 1, quantity: '7' }])
})

it('says at the field that a quantity is none of its unit, and does not send it', async () => {
  const { input, posts } = open()
  fireEvent.change(input(1), { target: { value: '1.5' } })
  fireEvent.keyDown(input(1), { key: 'Enter', keyCode: 13 })
  fireEvent.blur(input(1))
  expect((await screen.findByRole('alert')).textContent).toBe('Not a quantity of this unit')
  expect(input(1).value).toBe('1.5')
  expect(posts()).toEqual([])
})

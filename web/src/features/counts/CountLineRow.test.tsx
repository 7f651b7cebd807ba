import { act as settle, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../test/page'
import type { CountLine, CountSheet } from './api'
import { CountLineRow } from './CountLineRow'
import { typedText } from './typed'

beforeAll(() => loadTexts('counts'))

const SHEET = { id: 4, version: 1, shows_books: false } as unknown as CountSheet
const BOX = { unit_id: 3, name: 'box', decimals: 1, factor: '12', barcode: '' }
const line = (number: number, units: object[] = [], more: object = {}) =>
  ({
    line: number,
    product: { product_no: `P${number}`, name: 'Board', decimals: 0, unit: { name: 'pc' }, units },
    state: 'not_counted',
    results: [],
    ...more,
  }) as unknown as CountLine

function open(units: object[] = [], answer: object = { id: 4, version: 2, status: 0, allowed: [] }) {
  const calls = answerCalls(() => answer)
  const input = (number: number, unit = '') =>
    screen.getByRole<HTMLInputElement>('textbox', { name: `Counted quantity ${number}${unit}` })
  renderPage(
    <table>
      <tbody>
        {[1, 2].map((number) => (
          <CountLineRow
            key={number}
            sheet={SHEET}
            row={line(number, units)}
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
  expect((await screen.findByRole('alert')).textContent).toBe('Not a valid quantity in this unit')
  expect(input(1).value).toBe('1.5')
  expect(posts()).toEqual([])
})

it('counts boxes and pieces, and saves them once the focus leaves both', async () => {
  const { input, posts } = open([BOX])
  const boxes = ', box (12 pc)'
  // Enter finds the next line by it.
  expect(input(1).dataset.line).toBe('1')
  settle(() => input(1).focus())
  fireEvent.change(input(1), { target: { value: '4' } })
  fireEvent.click(screen.getByRole('button', { name: `Counted quantity 1${boxes}` }))
  expect(document.activeElement).toBe(input(1, boxes))
  expect(posts()).toEqual([])
  fireEvent.change(input(1, boxes), { target: { value: '3' } })
  expect(input(1, boxes).closest('td')?.textContent).toContain('= 40 pc')
  settle(() => input(2).focus())
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]?.body).toMatchObject({
    id: 4,
    line: 1,
    parts: [
      { unit_id: null, quantity: '4' },
      { unit_id: 3, quantity: '3' },
    ],
  })
  await waitFor(() => expect(input(1).value).toBe(''))
  expect(screen.queryByRole('textbox', { name: `Counted quantity 1${boxes}` })).toBeNull()
})

it('does not send boxes that are no whole number of pieces', async () => {
  const { input, posts } = open([BOX])
  fireEvent.click(screen.getByRole('button', { name: 'Counted quantity 1, box (12 pc)' }))
  const boxes = input(1, ', box (12 pc)')
  fireEvent.change(boxes, { target: { value: '0.1' } })
  fireEvent.keyDown(boxes, { key: 'Enter', keyCode: 13 })
  expect((await screen.findByRole('alert')).textContent).toBe('Not a whole quantity in pc')
  expect(posts()).toEqual([])
})

it('tells a result as it was typed', () => {
  const part = (unit_name: string, quantity: string) => ({ unit_id: 1, unit_name, quantity, factor: '1' })
  expect(typedText({ quantity: '40', entered: [part('pc', '4'), part('box', '3')] })).toBe(
    '40 (4 pc + 3 box)',
  )
  expect(typedText({ quantity: '40', entered: [] })).toBe('40')
})

it('says beside the quantity why the server refused it', async () => {
  const errors = [{ field: 'quantity', key: 'error.number.large', msg: 'is too large' }]
  const { input, posts } = open([], { code: 0, msg: 'quantity: is too large', data: { errors } })
  fireEvent.change(input(1), { target: { value: '99999999999' } })
  fireEvent.blur(input(1))
  expect((await screen.findByRole('alert')).textContent).toBe('is too large')
  fireEvent.change(input(1), { target: { value: '9' } })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(posts()).toHaveLength(1)
})

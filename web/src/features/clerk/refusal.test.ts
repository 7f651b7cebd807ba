import { expect, it } from 'vitest'
import { ApiError } from '@/shared/http'
import { refusalText } from './refusal'

const command = {
  body: { id: 9, lines: [{ line: 3, quantity: '5' }] },
  goods: { 1: 'Paper', 3: 'Pencil' },
}
const refused = (message: string, ...errors: { field: string; msg: string }[]) =>
  new ApiError(0, message, { errors: errors.map((error) => ({ key: 'k', ...error })) })

it('says of which goods a part was refused: the node counts the parts that were sent', () => {
  const error = refused('Item 1 · Quantity: too much', { field: 'lines[0].quantity', msg: 'too much' })
  expect(refusalText(error, command)).toBe('Pencil: too much')
})

it('says the same reason once', () => {
  const error = refused('Reason: required', { field: 'reason', msg: 'required' })
  expect(refusalText(error, command)).toBe('Reason: required')
})

it('says what the message leaves out', () => {
  const error = refused(
    'Refused',
    { field: 'lines[0].quantity', msg: 'too much' },
    { field: 'id', msg: 'gone' },
  )
  expect(refusalText(error, command)).toBe('Refused · Pencil: too much · gone')
})

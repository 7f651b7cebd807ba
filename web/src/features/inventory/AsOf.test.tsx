import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { AsOf, DateBasis } from './AsOf'

beforeAll(() => loadTexts('inventory'))

const type = (label: string, text: string): void => {
  const input = screen.getByPlaceholderText(label)
  fireEvent.click(input)
  fireEvent.change(input, { target: { value: text } })
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 })
}

it('asks for a day and, once there is one, for a time', () => {
  const change = vi.fn()
  const { rerender } = render(<AsOf value="" change={change} />)
  expect(screen.queryByPlaceholderText('Time')).toBeNull()
  type('As of', '2026-01-15')
  expect(change).toHaveBeenLastCalledWith('2026-01-15')
  rerender(<AsOf value="2026-01-15" change={change} />)
  type('Time', '10:30:00')
  expect(change).toHaveBeenLastCalledWith('2026-01-15 10:30:00')
  rerender(<AsOf value="2026-01-15 10:30:00" change={change} />)
  type('As of', '2026-01-14')
  expect(change).toHaveBeenLastCalledWith('2026-01-14 10:30:00')
})

it.each([
  ['2026-01-15', false, 'On hand at the end of that day.'],
  ['2026-01-15 10:30:00', false, 'On hand at that time.'],
  ['', true, null],
])('says by which date the figures of %j, idle: %j, are', (asOf, idle, moment) => {
  render(<DateBasis asOf={asOf} idle={idle} />)
  expect(screen.getByText(/not by business date/)).toBeTruthy()
  expect(screen.queryByText(/^On hand at/)?.textContent ?? null).toBe(moment)
})

it('says nothing of what is there now', () => {
  const { container } = render(<DateBasis asOf="" idle={false} />)
  expect(container.textContent).toBe('')
})

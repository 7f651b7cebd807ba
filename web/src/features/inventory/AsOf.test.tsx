import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { AsOf } from './AsOf'

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
  expect(screen.queryByPlaceholderText('Time (else end of day)')).toBeNull()
  type('As of', '2026-01-15')
  expect(change).toHaveBeenLastCalledWith('2026-01-15')
  rerender(<AsOf value="2026-01-15" change={change} />)
  expect(screen.getByText(/not by their business date/)).toBeTruthy()
  expect(screen.getByText('On hand at the end of that day')).toBeTruthy()
  type('Time (else end of day)', '10:30:00')
  expect(change).toHaveBeenLastCalledWith('2026-01-15 10:30:00')
  rerender(<AsOf value="2026-01-15 10:30:00" change={change} />)
  expect(screen.getByText('On hand at that time')).toBeTruthy()
  type('As of', '2026-01-14')
  expect(change).toHaveBeenLastCalledWith('2026-01-14 10:30:00')
})

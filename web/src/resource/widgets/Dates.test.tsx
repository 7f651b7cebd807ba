import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BRAND, field } from '../../../test/brand'
import Dates from './Dates'

it('offers the years that the field may have', () => {
  const opened = field('opened', { kind: 'year', min: 2020, max: 2155 })
  const none = { row: null, values: {}, narrowers: [] }
  render(<Dates {...none} resource={BRAND} field={opened} label="Opened" value={2021} />)
  fireEvent.click(screen.getByDisplayValue('2021'))
  const cell = (year: string): Element | null => screen.getByText(year).closest('.arco-picker-cell')
  expect(cell('2019')?.className).toContain('arco-picker-cell-disabled')
  expect(cell('2020')?.className).not.toContain('arco-picker-cell-disabled')
})

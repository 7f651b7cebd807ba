import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { renderPage } from '../../../test/page'
import { OrderQuantity, OrderSum } from './OrderQuantity'

beforeAll(() => loadTexts('orders'))

const show = (row: { unit: { name: string } | null; line_count: number }): string => {
  renderPage(
    <p>
      <OrderQuantity row={{ ...row, total_quantity: '12' }} /> / <OrderSum row={row} value="7" />
    </p>,
  )
  return screen.getByRole('paragraph').textContent
}

it.each([
  [{ unit: { name: 'pcs' }, line_count: 3 }, '12 pcs / 7 pcs'],
  [{ unit: null, line_count: 3 }, '3 lines / –'],
  [{ unit: null, line_count: 1 }, '12 / 7'],
])('adds quantities of one unit only: %j', async (row, shown) => {
  await Promise.resolve()
  expect(show(row)).toBe(shown)
})

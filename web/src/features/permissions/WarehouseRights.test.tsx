import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import type { Field, Resource } from '@/resource/schema/types'
import { answerCalls, renderPage } from '../../../test/page'
import WarehouseRights from './WarehouseRights'

beforeAll(() => loadTexts('permissions'))

const text = (en: string) => ({ zh: en, en })
const FIELD = {
  name: 'warehouse_right',
  options: [
    { value: 'see', label: text('See') },
    { value: 'work', label: text('See and work') },
    { value: 'decide', label: text('See, work and decide') },
  ],
} as unknown as Field

function open(values: Record<string, unknown>) {
  answerCalls(() => ({ list: [{ id: 3, name: 'Far away' }] }))
  const onChange = vi.fn()
  renderPage(
    <WarehouseRights
      resource={{} as Resource}
      field={FIELD}
      label="Warehouse right"
      values={values}
      row={null}
      value="decide"
      onChange={onChange}
    />,
  )
  return onChange
}

it('names the warehouses with another right, which can be taken back', async () => {
  const onChange = open({ warehouses: [], see_warehouses: [3] })
  fireEvent.click(await screen.findByRole('button', { name: 'In Far away same as elsewhere' }))
  expect(onChange).toHaveBeenCalledWith({ everywhere: 'decide', single: {} })
})

it('asks about the warehouses that the group sees, and about no other', async () => {
  open({ warehouses: [3], see_warehouses: [9] })
  expect(await screen.findByText('Far away')).toBeTruthy()
  expect(screen.queryByText('#9')).toBeNull()
  expect(screen.queryByRole('button', { name: /as elsewhere/ })).toBeNull()
})

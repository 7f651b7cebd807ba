import { fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../test/page'
import { linesOf } from './ChangedRows'
import { TaskOutcome } from './TaskOutcome'
import type { Task } from './useTask'

beforeAll(() => loadTexts('resource', 'dataExchange'))

const CHANGE = {
  row: 4,
  id: 9,
  fields: [
    { field: 'name', column: 'Name', before: 'Old', after: 'New' },
    { field: 'price', column: 'Price', before: '1.5', after: '3' },
  ],
}

const task = (report: object): Task =>
  ({
    id: 12,
    controller: 'warehouse.Product',
    kind: 'dry_run',
    state: 'done',
    bad: 0,
    message: '',
    report: {
      rows: 3,
      new: 1,
      changed: 0,
      same: 0,
      bad: 0,
      errors: [],
      written: false,
      ...report,
    },
  }) as unknown as Task

describe('the outcome of an import', () => {
  it('shows changed fields before and after', async () => {
    const calls = answerCalls(() => ({ list: [CHANGE], total: 1 }))
    renderPage(<TaskOutcome task={task({ changed: 1_001 })} dry />)
    const row = (await screen.findByText('Price')).closest('tr')
    expect(within(row!).getByText('1.5')).toBeTruthy()
    expect(within(row!).getByText('3')).toBeTruthy()
    expect(screen.getByText('More updated rows that are not listed: 1000')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Download report' })).toBeTruthy()
    expect(calls.map(({ path, query }) => [path, query.get('id'), query.get('page')])).toEqual([
      ['/admin/routine.Transfer/changes', '12', '1'],
    ])
  })

  it('asks which unknown names become rows', () => {
    const unknown = [
      { field: 'unit_id', column: 'Unit', count: 7, examples: ['box', 'crate'], create: true },
      { field: 'warehouses_id', column: 'Warehouse', count: 1, examples: ['North'], create: false },
    ]
    const change = vi.fn()
    renderPage(
      <TaskOutcome task={task({ unknown, bad: 2 })} dry create={new Set(['brand_id'])} onCreate={change} />,
    )
    fireEvent.click(screen.getByRole('checkbox', { name: /Unit: box, crate and others, 7 in all/ }))
    expect(change).toHaveBeenCalledWith(new Set(['brand_id', 'unit_id']))
    expect(screen.getByText('Warehouse: North')).toBeTruthy()
    expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  })

  it('has a line for each changed field', () => {
    expect(linesOf([CHANGE]).map(({ row, column, after }) => [row, column, after])).toEqual([
      [4, 'Name', 'New'],
      [4, 'Price', '3'],
    ])
  })
})

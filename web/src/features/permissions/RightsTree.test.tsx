import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import type { Field, Resource } from '@/resource/schema/types'
import { answerCalls, renderPage } from '../../../test/page'
import { missingLists } from './missingLists'
import type { RuleRow } from './rights'
import RightsTree from './RightsTree'

beforeAll(() => loadTexts('permissions', 'resource'))

const page = (id: number, name: string, title: string, ...actions: string[]): RuleRow => ({
  ...{ id, pid: 0, name, title, type: 'menu' },
  children: actions.map((action, place) => {
    return { id: id + place + 1, pid: id, name: `${name}/${action}`, title: action, type: 'button' }
  }),
})
const RULES = [
  page(10, 'warehouse/inboundOrder', 'Inbound orders', 'index', 'add', 'edit'),
  page(20, 'warehouse/outboundOrder', 'Outbound orders', 'index', 'add', 'edit'),
  page(30, 'warehouse/warehouse', 'Warehouses', 'index', 'add'),
  page(40, 'warehouse/supplier', 'Suppliers', 'index'),
  page(50, 'warehouse/customer', 'Customers', 'index'),
  page(60, 'warehouse/product', 'Products', 'index'),
]

it.each([
  ['nothing of orders', ['31', '51'], []],
  ['only to view orders', ['11', '21'], []],
  ['to make purchases', ['11', '12'], ['Warehouses', 'Suppliers', 'Products']],
  ['to change sales, with some lists', ['23', '31', '61'], ['Customers']],
  ['to make purchases, with their lists', ['12', '31', '41', '61'], []],
])('rights %s lack lists', (_, checked, titles) => {
  expect(missingLists(RULES, checked).map(({ title }) => title)).toEqual(titles)
})

it('ticks the lists that orders choose from', async () => {
  answerCalls(() => ({ list: RULES }))
  let sent: unknown = ['10', '11', '12']
  function Form() {
    const [value, setValue] = useState<unknown>(sent)
    const change = (value: unknown): void => {
      sent = value
      setValue(value)
    }
    return (
      <RightsTree
        resource={{ controller: 'auth.Group' } as Resource}
        field={{ name: 'rules' } as Field}
        label="Rights"
        values={{}}
        row={null}
        value={value}
        onChange={change}
      />
    )
  }
  renderPage(<Form />)
  await screen.findByText(/may not view: Warehouses, Suppliers, Products$/)
  fireEvent.click(screen.getByRole('button', { name: 'Select these' }))
  expect(sent).toEqual(['10', '11', '12', '30', '31', '40', '41', '60', '61'])
  expect(screen.queryByText(/may not view/)).toBeNull()
})

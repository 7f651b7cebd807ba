import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Field, Resource } from '@/resource/schema/types'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage, type Call } from '../../../test/page'
import { linesOf } from './goods'
import LinesEditor from './LinesEditor'

beforeAll(() => loadTexts('trade', 'resource'))

const FIELD = { name: 'lines', label: { zh: '商品', en: 'Goods' } } as Field
const RESOURCE = {
  controller: 'trade.Declaration',
  name: 'trade/declaration',
  fields: [FIELD],
} as unknown as Resource

let written = ''
function Held({ first }: { first: string }) {
  const [value, setValue] = useState<unknown>(first)
  return (
    <LinesEditor
      resource={RESOURCE}
      field={FIELD}
      label="Goods"
      values={{}}
      row={null}
      value={value}
      onChange={(next) => {
        written = String(next)
        setValue(next)
      }}
    />
  )
}
const begin = (first = ''): Call[] => {
  written = first
  const calls = answerCalls(() => ({
    direction: 'import',
    order_no: 'RK1',
    counterpart: 'Nord',
    contract_no: '',
    left_out: 0,
    lines: [{ hs_code: '9608100000', name: 'Pen', quantity: '4', unit: '007', price: '', total: '' }],
  }))
  renderPage(<Held first={first} />)
  return calls
}

describe('the goods of a declaration', () => {
  it('are added, filled in and removed line by line', () => {
    begin()
    fireEvent.click(screen.getByRole('button', { name: 'Add goods' }))
    fireEvent.change(screen.getByLabelText('Name of goods 1'), { target: { value: 'Adapter' } })
    fireEvent.change(screen.getByLabelText('Destination of goods 1'), { target: { value: 'DEU' } })
    fireEvent.click(screen.getByRole('button', { name: 'Add goods' }))
    expect(linesOf(written)).toMatchObject([
      { name: 'Adapter', destination: 'DEU', currency: 'USD' },
      { name: '', destination: 'DEU' },
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Copy goods 1' }))
    expect(linesOf(written).map(({ name }) => name)).toEqual(['Adapter', 'Adapter', ''])
    for (let left = 3; left > 0; left--)
      fireEvent.click(screen.getByRole('button', { name: 'Remove goods 1' }))
    expect(written).toBe('')
  })
  it('are taken from an order', async () => {
    const calls = begin()
    fireEvent.change(screen.getByLabelText('Number of an inbound or outbound order'), {
      target: { value: ' RK1 ' },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Fill from the order' }))
    await waitFor(() => expect(linesOf(written)).toMatchObject([{ hs_code: '9608100000', unit: '007' }]))
    expect(calls[0]?.query.get('number')).toBe('RK1')
  })
  it('are fifty at most', () => {
    begin(JSON.stringify(Array.from({ length: 50 }, () => ({ name: 'x' }))))
    const add = screen.getByRole<HTMLButtonElement>('button', { name: 'A declaration has at most 50 lines' })
    expect(add.disabled).toBe(true)
  })
})

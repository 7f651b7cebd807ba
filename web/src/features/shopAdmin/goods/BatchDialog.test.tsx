import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../../test/page'
import { BatchDialog } from './BatchDialog'
import { emptySku } from './spec'

beforeAll(() => loadTexts('shopAdmin', 'shopDesk', 'common', 'resource'))

const INCOMPLETE = 'The specification SKU data is incomplete'

const open = () => {
  answerCalls(() => ({ list: [], total: 0, options: [] }))
  const done = vi.fn()
  const group = { id: 'g', name: 'Colour', values: [{ id: 'r', text: 'Red', image: '' }] }
  const state = { groups: [group], skus: [emptySku(['r'])] }
  renderPage(<BatchDialog state={state} isVirtual={false} done={done} close={() => undefined} />)
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } })
  const save = () => fireEvent.click(screen.getByRole('button', { name: /OK|确定/ }))
  return { done, type, save }
}

describe('setting several SKUs together', () => {
  it("takes a price that can't be, says so and sets nothing", async () => {
    const { done, type, save } = open()
    type('Price', '-5')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' }).value).toBe('-5')
    save()
    await screen.findByText(INCOMPLETE)
    expect(done).not.toHaveBeenCalled()
    type('Price', '5')
    save()
    expect(done).toHaveBeenCalledWith([{ ...emptySku(['r']), price: '5' }])
  })
})

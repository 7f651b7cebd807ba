import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerCalls, renderPage } from '../../../test/page'
import { useOpened } from './useOpened'

const about = (id: number, link: string) => ({ id, message_data: { link } })

function open(address: string) {
  const list = [
    about(1, '/admin/shop/order/order?id=7'),
    about(2, '/admin/shop/order/order?id=70'),
    about(3, '/admin/shop/order/refund?id=7'),
    about(4, '/admin/shop/order/order?status=2'),
    about(5, '/admin/shop/order/order?id=7'),
    about(6, ''),
  ]
  const calls = answerCalls(({ method }) =>
    method === 'GET' ? { list, unread_count: 6 } : { unread_count: 4 },
  )
  function Opened() {
    useOpened()
    return null
  }
  renderPage(<Opened />, address)
  return calls
}

describe('notifications of what is opened', () => {
  it('are read, and no others', async () => {
    const calls = open('/admin/shop/order/order?page=2&id=7')
    const read = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
    await waitFor(() => expect(read()).toEqual([{ id: 1 }, { id: 5 }]))
  })
  it('are not asked for on a list', async () => {
    const calls = open('/admin/shop/order/order?status=2')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(calls).toEqual([])
  })
})

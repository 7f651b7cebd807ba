import { expect, it } from 'vitest'
import type { RowOf } from '@/resource/useListing'
import { typed } from '@/shared/http/api'
import { Client } from '@/shared/http/client'

const sent: string[] = []
const api = typed(
  new Client({
    fetch: (input) => {
      sent.push(input)
      const data = { list: [{ id: 7, name: 'Oak' }], total: 1 }
      return Promise.resolve(new Response(JSON.stringify({ code: 1, msg: '', time: 1, data })))
    },
    language: () => 'en',
    credentials: () => ({ token: '', refreshToken: '' }),
    renewed: () => undefined,
    signedOut: () => undefined,
  }),
)

it('a call has the types of the API document', async () => {
  const { list } = await api.get('/admin/warehouse.Brand/index', { page: 2 })
  expect(list[0]?.name).toBe('Oak')
  // @ts-expect-error -- no such field
  expect(list[0]?.nmae).toBeUndefined()
  // @ts-expect-error -- no such parameter
  await api.get('/admin/warehouse.Brand/index', { pgae: 2 })
  // @ts-expect-error -- no such path
  await api.get('/admin/warehouse.Brnad/index')
  // @ts-expect-error -- no such field of the body
  await api.post('/admin/warehouse.InboundOrder/audit', { order: 7 })
  expect(sent).toEqual([
    '/admin/warehouse.Brand/index?page=2',
    '/admin/warehouse.Brand/index?pgae=2',
    '/admin/warehouse.Brnad/index',
    '/admin/warehouse.InboundOrder/audit',
  ])
})

it('a row of a list has the type of the API document, found by the address of the list', () => {
  const row: Pick<RowOf<'/admin/warehouse.Reservation'>, 'order_kind'> = { order_kind: 'outbound' }
  expect(row.order_kind).toBe('outbound')
  // @ts-expect-error -- no such field
  type Misspelt = Pick<RowOf<'/admin/warehouse.Reservation'>, 'order_knid'>
  // @ts-expect-error -- no such list
  type Unknown = RowOf<'/admin/warehouse.Reservatoin'>
  expect<[Misspelt?, Unknown?]>([]).toEqual([])
})

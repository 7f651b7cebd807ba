import { expect, it } from 'vitest'
import { ApiError } from './error'
import { underCommandId } from './pendingCommand'

const lost = () => Promise.reject(new ApiError(0, 'lost', { key: 'error.network' }))
const refused = (key: string) => () => Promise.reject(new ApiError(0, 'refused', { data: { key } }))

/** The ids under which a command is sent while its calls end like this. */
async function ids(what: unknown, ends: (() => Promise<unknown>)[]): Promise<string[]> {
  const sent: string[] = []
  for (const end of ends)
    await underCommandId(what, (id) => {
      sent.push(id)
      return end()
    }).catch(() => undefined)
  return sent
}

it.each([
  ['a lost answer', lost],
  [
    'a node that does not know the outcome',
    () => Promise.reject(new ApiError(0, '', { key: 'error.http.503', status: 503 })),
  ],
  ['an error of the page', () => Promise.reject(new TypeError('x'))],
])('keeps the id after %s', async (_, end) => {
  const [first, second, third] = await ids(
    ['/stock', { id: 1, end: String(end) }],
    [end, end, () => Promise.resolve(1)],
  )
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect([second, third]).toEqual([first, first])
})

it.each([
  ['an answer', () => Promise.resolve(1)],
  ['a refusal', refused('order.transition')],
])('takes a new id after %s', async (_, end) => {
  const [first, second] = await ids(['/audit', { id: 1, end: String(end) }], [end, end])
  expect(second).not.toBe(first)
})

it('tells commands apart by what they say', async () => {
  const [one] = await ids(['/close', { id: 1, reason: 'a' }], [lost])
  const [other] = await ids(['/close', { id: 1, reason: 'b' }], [lost])
  const [again] = await ids(['/close', { id: 1, reason: 'a' }], [lost])
  expect(other).not.toBe(one)
  expect(again).toBe(one)
})

it('sends what is pressed twice at once under one id', async () => {
  const sent: string[] = []
  const call = () =>
    underCommandId(['/twice'], async (id) => {
      sent.push(id)
      await Promise.resolve()
    })
  await Promise.all([call(), call()])
  expect(sent[1]).toBe(sent[0])
})

import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '@/shared/http/error'
import { useSubmit } from './useSubmit'

const LOST = new ApiError(0, '', { key: 'error.network' })
const refused = (field: string): ApiError =>
  new ApiError(0, 'wrong', { errors: [{ field, key: 'wrong', msg: `wrong ${field}` }] })
const begin = (show = vi.fn()) => ({
  show,
  ...renderHook(() => useSubmit(show, (field) => field === 'name')),
})

it('is busy until the answer, and takes a second press for none', async () => {
  const { result } = begin()
  let answer: (of: number) => void = () => undefined
  const work = vi.fn(() => new Promise<number>((resolve) => (answer = resolve)))
  const done = vi.fn()
  let [first, second] = [Promise.resolve(false), Promise.resolve(true)]
  act(() => {
    first = result.current.submit(work, done)
    second = result.current.submit(work, done)
  })
  expect(result.current.busy).toBe(true)
  expect(done).not.toHaveBeenCalled()
  await act(async () => {
    answer(7)
    expect(await first).toBe(true)
    expect(await second).toBe(false)
  })
  expect(work).toHaveBeenCalledTimes(1)
  expect(done.mock.calls).toEqual([[7]])
  expect(result.current.busy).toBe(false)
})

it('shows faults at the fields that are known, and gives away all other errors', async () => {
  const { result, show } = begin()
  const fail = (error: ApiError) => act(() => result.current.submit(() => Promise.reject(error)))
  expect(await fail(refused('name'))).toBe(false)
  expect(result.current.faults).toEqual({ name: 'wrong name' })
  expect(show).not.toHaveBeenCalled()
  expect(result.current.busy).toBe(false)
  const other = refused('other')
  await fail(other)
  expect(show.mock.calls).toEqual([[other]])
  expect(result.current.faults).toEqual({})
})

it('lets one work explain its own errors', async () => {
  const { result, show } = begin()
  const explain = vi.fn()
  await act(() => result.current.submit(() => Promise.reject(LOST), undefined, explain))
  expect(explain.mock.calls).toEqual([[LOST]])
  expect(show).not.toHaveBeenCalled()
})

it('repeats the command whose answer was lost, and makes another one after an answer', async () => {
  const { result } = begin()
  const sent: string[] = []
  const send = (answer: () => Promise<unknown>) =>
    act(() =>
      result.current.submit((command) => {
        sent.push(command)
        return answer()
      }),
    )
  await send(() => Promise.reject(LOST))
  await send(() => Promise.reject(refused('name')))
  await send(() => Promise.resolve())
  await send(() => Promise.resolve())
  expect(sent[1]).toBe(sent[0])
  expect(new Set(sent).size).toBe(3)
})

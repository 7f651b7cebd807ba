import { expect, test } from 'vitest'
import { inTurn } from './turns'

test('thirty uploads that are chosen together run four at a time, in their order, also when some fail', async () => {
  let running = 0
  let most = 0
  const begun: number[] = []
  const all = Array.from({ length: 30 }, (_, at) =>
    inTurn(async () => {
      begun.push(at)
      running += 1
      most = Math.max(most, running)
      await new Promise((done) => setTimeout(done, 1))
      running -= 1
      if (at % 7 === 3) throw new Error('refused')
      return at
    }),
  )
  const ended = await Promise.allSettled(all)
  expect(most).toBe(4)
  expect(begun).toEqual(Array.from({ length: 30 }, (_, at) => at))
  expect(ended.filter((one) => one.status === 'rejected')).toHaveLength(4)
  // Turns are given back.
  expect(await inTurn(() => Promise.resolve('done'))).toBe('done')
})

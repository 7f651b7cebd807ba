import { beforeEach, expect, it, vi } from 'vitest'
import { forgetWords, keepGoods, keepWords, searchedWords, seenGoods } from './kept'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})

it('keeps the last words that were searched, each once', () => {
  for (let at = 0; at < 12; at += 1) keepWords(`word ${at}`)
  keepWords('word 5')
  expect(searchedWords()).toHaveLength(10)
  expect(searchedWords().slice(0, 3)).toEqual(['word 5', 'word 11', 'word 10'])
  forgetWords()
  expect(searchedWords()).toEqual([])
})

it('keeps the goods that were seen, the last first', () => {
  for (const id of [1, 2, 1]) keepGoods({ id, name: `G${id}`, image: '' })
  expect(seenGoods().map(({ id }) => id)).toEqual([1, 2])
})

it('takes nothing that it has not written itself', () => {
  localStorage.setItem('shopLooked', '[null, {"id": "1"}, {"id": 2, "name": "Pen", "image": "/a.png"}]')
  expect(seenGoods()).toEqual([{ id: 2, name: 'Pen', image: '/a.png' }])
  localStorage.setItem('shopSearched', '{"no": "list"}')
  expect(searchedWords()).toEqual([])
})

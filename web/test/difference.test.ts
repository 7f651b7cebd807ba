import { describe, expect, it } from 'vitest'
import { difference } from '@/features/security/difference'

describe('a comparison', () => {
  it('marks what went and what came', () => {
    expect(difference('13812345678', '13912345670')).toEqual([
      { kind: 'same', text: '13' },
      { kind: 'gone', text: '8' },
      { kind: 'new', text: '9' },
      { kind: 'same', text: '1234567' },
      { kind: 'gone', text: '8' },
      { kind: 'new', text: '0' },
    ])
    expect(difference('', 'new')).toEqual([{ kind: 'new', text: 'new' }])
    expect(difference('same', 'same')).toEqual([{ kind: 'same', text: 'same' }])
  })
  it('gives both texts back, whatever they are', () => {
    const texts = ['', 'a', 'abcabc', 'cab', '仓库\n货架', 'x'.repeat(3000) + 'y', 'z'.repeat(3000)]
    for (const before of texts)
      for (const after of texts) {
        const parts = difference(before, after)
        const without = (kind: string): string =>
          parts
            .filter((part) => part.kind !== kind)
            .map((part) => part.text)
            .join('')
        expect(without('new')).toBe(before)
        expect(without('gone')).toBe(after)
      }
  })
})

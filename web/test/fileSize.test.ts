import { describe, expect, it } from 'vitest'
import { readableSize } from '@/shared/number/size'

describe('sizes', () => {
  it('are told in the largest unit that fits', () => {
    expect([0, 1536, 5 * 1024 * 1024].map(readableSize)).toEqual(['0 B', '1.5 KB', '5 MB'])
  })
})

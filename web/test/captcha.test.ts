import { describe, expect, it } from 'vitest'
import { clickInfo } from '@/shared/ui/captcha/clickInfo'

describe('what was clicked', () => {
  it('travels as offsets, then the size it was shown at', () => {
    const points = [
      { x: 102, y: 60.4 },
      { x: 239.6, y: 131 },
    ]
    expect(clickInfo(points, 350, 200)).toBe('102,60-240,131;350;200')
  })
})

import { describe, expect, it } from 'vitest'
import { faceUrl } from '@/shared/upload/address'

describe("somebody's picture", () => {
  it('is none where the server names its own for whoever has none', () => {
    expect(faceUrl('/static/images/avatar.png')).toBe('')
    expect(faceUrl('')).toBe('')
    expect(faceUrl('/storage/avatar/me.png')).toContain('/storage/avatar/me.png')
  })
})

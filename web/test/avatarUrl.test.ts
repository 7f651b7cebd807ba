import { describe, expect, it } from 'vitest'
import { avatarUrl } from '@/shared/upload/address'

describe("the address of a user's picture", () => {
  it('is empty where the server names its placeholder', () => {
    expect(avatarUrl('/static/images/avatar.png')).toBe('')
    expect(avatarUrl('')).toBe('')
    expect(avatarUrl('/storage/avatar/me.png')).toContain('/storage/avatar/me.png')
  })
})

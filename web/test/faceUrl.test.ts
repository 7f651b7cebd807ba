import { expect, it } from 'vitest'
import { faceUrl } from '@/shared/upload/address'

it('knows the picture of whoever has none', () => {
  expect(faceUrl('/static/images/avatar.png')).toBe('')
  expect(faceUrl('')).toBe('')
  expect(faceUrl('/storage/avatar/me.png')).toContain('/storage/avatar/me.png')
})

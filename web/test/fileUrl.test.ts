import { describe, expect, it } from 'vitest'
import { faceUrl, fileUrl } from '@/shared/site/fileUrl'

describe('where files are', () => {
  it('puts the CDN before what is relative only', () => {
    const cdn = { cdnUrl: 'https://cdn.example/', cdnUrlParams: '?v=1' }
    expect(fileUrl('/storage/a.png', cdn)).toBe('https://cdn.example/storage/a.png?v=1')
    expect(fileUrl('https://other.example/a.png', cdn)).toBe('https://other.example/a.png')
  })

  it('knows the picture of whoever has none', () => {
    expect(faceUrl('/static/images/avatar.png')).toBe('')
    expect(faceUrl('')).toBe('')
    expect(faceUrl('/storage/avatar/me.png')).toContain('/storage/avatar/me.png')
  })
})

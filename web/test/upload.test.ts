import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/shared/http/error'
import { fullUrl } from '@/shared/upload/address'
import { checkFile, suffixOf } from '@/shared/upload/check'
import { plainName, savedName } from '@/shared/upload/fileName'
import { CHUNK_BYTES, hashBlob } from '@/shared/upload/hash'
import { Sha1 } from '@/shared/upload/sha1'
import { RefusedFile, upload, type UploadHttp } from '@/shared/upload/upload'
import { moment } from '@/shared/ui/time'

const limits = { maxSize: 1000, allowedSuffixes: 'jpg,png', allowedMimeTypes: ['video/mp4'] }

describe('the check before an upload', () => {
  const file = { name: 'a.PNG', size: 1000, type: 'image/png' }
  it('lets a file through whose suffix or type is allowed', () => {
    expect(checkFile(file, limits)).toBeNull()
    expect(checkFile({ name: 'film', size: 1, type: 'video/mp4' }, limits)).toBeNull()
    expect(
      checkFile(
        { ...file, name: 'x.mp4', type: 'video/MP4' },
        { ...limits, allowedMimeTypes: 'video/mp4, a/b' },
      ),
    ).toBeNull()
  })
  it('names what is wrong', () => {
    expect(checkFile({ ...file, name: '' }, limits)).toBe('upload.incomplete')
    expect(checkFile({ ...file, size: 0 }, limits)).toBe('upload.incomplete')
    expect(checkFile({ ...file, name: 'a.png.exe', type: 'application/x-msdownload' }, limits)).toBe(
      'upload.type',
    )
    expect(checkFile({ ...file, size: 1001 }, limits)).toBe('upload.size')
  })
  it('knows a suffix', () => {
    expect(['a.TAR.GZ', 'noend', 'dot.', 'x.p/g'].map(suffixOf)).toEqual(['gz', 'file', 'file', 'file'])
  })
})

describe('the name a file gets', () => {
  const facts = {
    name: '<b>My</b> photo: of?the&Sea=side, 2025+.JPG',
    sha1: 'abc123',
    now: new Date(2025, 2, 1, 4, 5, 6),
    random: (length: number) => 'r'.repeat(length),
  }
  it('has nothing in it that an address takes amiss, and 15 characters at most', () => {
    expect(plainName(facts.name)).toBe('MyphotooftheSea')
    expect(plainName("a/../et'c/p w.txt")).toBe('a..etcpw')
    expect([...plainName('一二三四五六七八九十一二三四五六七.png')]).toHaveLength(15)
  })
  it('fills every place of the template', () => {
    expect(savedName('/storage/{topic}/{year}{mon}{day}/{fileName}{fileSha1}{.suffix}', facts)).toBe(
      '/storage/default/20250301/MyphotooftheSeaabc123.jpg',
    )
    expect(savedName('{hour}-{min}-{sec}-{random}-{random32}-{suffix}-{other}', facts)).toBe(
      `04-05-06-${'r'.repeat(8)}-${'r'.repeat(32)}-jpg-{other}`,
    )
  })
})

describe('sha1', () => {
  const digest = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex')
  it('is that of the platform for every length around a block', () => {
    for (let length = 0; length < 200; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + length) & 255)
      expect(new Sha1().update(bytes).hex()).toBe(digest(bytes))
    }
  })
  it('does not mind where the chunks end', async () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7) & 255)
    for (const chunk of [1, 63, 64, 65, 1000, 4999, 5000, 6000]) {
      const shares: number[] = []
      expect(await hashBlob(new Blob([bytes]), (share) => shares.push(share), chunk)).toBe(digest(bytes))
      expect(shares.at(-1)).toBe(1)
      expect(shares).toHaveLength(Math.ceil(5000 / chunk))
    }
  })
})

describe('the address of a file', () => {
  const prefix = { cdnUrl: '', cdnUrlParams: '', origin: 'http://host:8000' }
  it('stays if it is whole already', () => {
    for (const whole of [
      'https://a/b.png',
      'HTTP://a/b',
      '//a/b.png',
      'data:image/png;base64,xx',
      'blob:http://a/1',
    ])
      expect(fullUrl(whole, prefix)).toBe(whole)
    expect(fullUrl('', prefix)).toBe('')
  })
  it('gets the host, or the CDN with its parameters', () => {
    expect(fullUrl('/storage/a.png', prefix)).toBe('http://host:8000/storage/a.png')
    expect(fullUrl('storage/a.png', { ...prefix, cdnUrl: 'https://cdn/' })).toBe('https://cdn/storage/a.png')
    const signed = { ...prefix, cdnUrl: '//cdn', cdnUrlParams: '?x=1' }
    expect(fullUrl('/a.png', signed)).toBe('//cdn/a.png?x=1')
    expect(fullUrl('/a.png?y=2', signed)).toBe('//cdn/a.png?y=2&x=1')
  })
  it('is not taken for whole because it mentions data', () => {
    expect(fullUrl('data:text/html,x', prefix)).toBe('http://host:8000/data:text/html,x')
  })
})

describe('an upload', () => {
  const local = {
    mode: 'local',
    maxSize: 1000,
    saveName: '/storage/{topic}/{fileName}{fileSha1}{.suffix}',
    allowedSuffixes: 'png',
    allowedMimeTypes: [],
  }
  const picture = new File(['picture'], 'a b.png', { type: 'image/png' })
  const calls: { path: string; body: unknown }[] = []
  const http: UploadHttp = {
    post: <T>(path: string, body?: unknown) => {
      calls.push({ path, body })
      return Promise.resolve({ file: { url: '/storage/a.png' } } as T)
    },
  }
  afterEach(() => {
    calls.length = 0
    vi.unstubAllGlobals()
  })

  it('sends nothing that is refused, and says which of the three it is', async () => {
    const refused = (file: File, limits = local) =>
      upload(file, { http, side: 'api', limits }).then(
        () => 'sent',
        (error: unknown) => error instanceof RefusedFile && error.key,
      )
    expect(await refused(new File([], 'a.png'))).toBe('upload.incomplete')
    expect(await refused(new File(['x'], 'a.exe'))).toBe('upload.type')
    expect(await refused(picture, { ...local, maxSize: 3 })).toBe('upload.size')
    expect(calls).toEqual([])
  })
  it('says of a file that can not be read that it can not', async () => {
    const gone = new File(['picture'], 'a.png', { type: 'image/png' })
    const unreadable = { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }
    gone.slice = () => unreadable as unknown as Blob
    const failed = (work: Promise<unknown>) =>
      work.then(
        () => 'sent',
        (error: unknown) => error instanceof ApiError && error.options.key,
      )
    expect(await failed(upload(gone, { http, side: 'api', limits: local }))).toBe('upload.unreadable')
    expect(calls).toEqual([])
    // It went away under way: to a browser that looks like a lost network.
    const going = new File(['picture'], 'a.png', { type: 'image/png' })
    const lost: UploadHttp = {
      post: () => {
        going.slice = () => unreadable as unknown as Blob
        return Promise.reject(new ApiError(0, '', { key: 'error.server' }))
      },
    }
    expect(await failed(upload(going, { http: lost, side: 'api', limits: local }))).toBe('upload.unreadable')
    const really: UploadHttp = { post: () => Promise.reject(new ApiError(0, '', { key: 'error.server' })) }
    expect(await failed(upload(picture, { http: really, side: 'api', limits: local }))).toBe('error.server')
  })
  it('goes to our own server with its topic', async () => {
    expect((await upload(picture, { http, side: 'api', topic: 'avatar', limits: local })).url).toBe(
      '/storage/a.png',
    )
    expect(calls[0]?.path).toBe('/api/ajax/upload')
    const form = calls[0]?.body as FormData
    expect([form.get('topic'), (form.get('file') as File).name]).toEqual(['avatar', 'a b.png'])
  })
  it('goes to an object store under the name of the template, hashed elsewhere, the file last', async () => {
    // The worker's side of the conversation, without its thread.
    class Thread extends EventTarget {
      postMessage(file: Blob): void {
        void hashBlob(file).then((sha1) =>
          this.dispatchEvent(new MessageEvent('message', { data: { sha1 } })),
        )
      }
      terminate(): void {}
    }
    const sent: { url: string; form: FormData }[] = []
    vi.stubGlobal('Worker', Thread)
    vi.stubGlobal('fetch', (url: string, { body }: { body: FormData }) => {
      sent.push({ url, form: body })
      return Promise.resolve({ ok: true })
    })
    const limits = { ...local, mode: 'oss', url: 'https://store.example', params: { policy: 'p' } }
    const sha1 = createHash('sha1').update('picture').digest('hex')
    const stored = await upload(picture, { http, side: 'admin', limits })
    expect(stored).toMatchObject({ url: `/storage/default/ab${sha1}.png`, sha1, size: 7, suffix: 'png' })
    expect([...(sent[0]?.form.keys() ?? [])]).toEqual(['key', 'policy', 'file'])
    expect(sent[0]?.form.get('key')).toBe(`storage/default/ab${sha1}.png`)
    expect(calls).toEqual([
      {
        path: '/admin/Alioss/callback',
        body: { url: stored.url, name: 'a b.png', size: 7, type: 'image/png', sha1 },
      },
    ])
  })
  it('reads a big file in pieces of 50 MB', async () => {
    const reads: number[] = []
    const size = 2 * CHUNK_BYTES + 1
    const big = {
      size,
      slice: (from: number, to: number) => ({
        arrayBuffer: () => {
          reads.push(Math.min(to, size) - from)
          return Promise.resolve(new ArrayBuffer(0))
        },
      }),
    } as unknown as Blob
    await hashBlob(big)
    expect(reads).toEqual([52_428_800, 52_428_800, 1])
  })
})

describe('times', () => {
  it('of ten digits are seconds, longer ones milliseconds', () => {
    expect(moment(1_740_000_000, 'YYYY-MM')).toBe('2025-02')
    expect(moment(1_740_000_000_000, 'YYYY-MM')).toBe('2025-02')
    expect([moment(0), moment(null), moment(undefined)]).toEqual(['–', '–', '–'])
  })
})

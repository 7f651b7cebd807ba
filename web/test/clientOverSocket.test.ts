import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Client, type Side, type ClientEnvironment } from '@/shared/http/client'
import { apiAddress } from '@/shared/http/address'

/** A node of a few lines over a real socket. */
let server: Server
let base = ''
let arrived: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
let dropped = 0
let hold: ServerResponse[] = []

function envelope(code: number, data: unknown = null, msg = ''): string {
  return JSON.stringify({ code, msg, time: 1, data })
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    response.on('close', () => {
      if (!response.writableFinished) dropped += 1
    })
    request.on('end', () => {
      const url = request.url ?? ''
      arrived.push({ method: request.method ?? '', url, headers: request.headers, body })
      if (url.startsWith('/held')) return void hold.push(response)
      if (url === '/api/common/refreshToken')
        return void response.end(
          JSON.parse(body).refreshToken === 'good'
            ? envelope(1, { token: 'fresh', refresh_token: 'next' })
            : envelope(0, null, 'login expired'),
        )
      if (url.startsWith('/needs-token'))
        return void response.end(
          request.headers.batoken === 'fresh' || !request.headers.batoken
            ? envelope(1, { as: request.headers.batoken ?? 'nobody' })
            : envelope(409, []),
        )
      if (url.startsWith('/go')) return void response.end(envelope(302, { routePath: '/admin/there' }, 'go'))
      if (url.startsWith('/named')) return void response.end(envelope(302, { routeName: 'dashboard' }, 'go'))
      if (url.startsWith('/moved')) return void response.writeHead(307, { location: '/plain' }).end()
      if (url.startsWith('/broken')) return void response.writeHead(502).end('gateway')
      response.end(envelope(1, { ok: true }, 'Saved'))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => {
  arrived = []
  hold = []
  dropped = 0
})

function client(start: Side = { token: 'old', refreshToken: 'good' }, more: Partial<ClientEnvironment> = {}) {
  let side = start
  const redirect = vi.fn()
  const announce = vi.fn()
  const signedOut = vi.fn((clear: boolean) => {
    if (clear) side = { token: '', refreshToken: '' }
  })
  const made = new Client({
    fetch: (path, init) => fetch(base + path, init),
    language: () => 'en',
    credentials: () => side,
    renewed: (next) => {
      side = next
    },
    signedOut,
    redirect,
    announce,
    ...more,
  })
  return { client: made, redirect, announce, signedOut, side: () => side }
}
const until = (true_: () => boolean) => vi.waitFor(() => expect(true_()).toBe(true))

describe('over a real socket', () => {
  it('says who asks, in which language, and that it is a program', async () => {
    const { client: http } = client()
    await http.get('/plain', { page: 2 })
    expect(arrived[0]).toMatchObject({
      url: '/plain?page=2',
      headers: { server: 'true', 'entrepot-client': 'entrepot', 'think-lang': 'en', batoken: 'old' },
    })
  })
  it('cancels an equal read that is under way, and both get the newer answer', async () => {
    const replaced = vi.fn()
    const { client: http } = client(undefined, { replaced })
    const first = http.get('/held', { a: 1 })
    await until(() => hold.length === 1)
    const second = http.get('/held', { a: 1 })
    await until(() => hold.length === 2 && dropped === 1)
    hold[1]?.end(envelope(1, 'newer'))
    expect(await Promise.all([first, second])).toEqual(['newer', 'newer'])
    expect(replaced).toHaveBeenCalledExactlyOnceWith('/held')
  })
  it('leaves calls alone that differ in anything', async () => {
    const { client: http } = client()
    const calls = [http.get('/held', { a: 1 }), http.get('/held', { a: 2 }), http.post('/held', { a: 1 })]
    await until(() => hold.length === 3)
    hold.forEach((response) => response.end(envelope(1, true)))
    expect(await Promise.all(calls)).toEqual([true, true, true])
    expect(dropped).toBe(0)
  })
  it('tells an equal write that it was cancelled', async () => {
    const { client: http } = client()
    const first = http.post('/held', { n: 1 })
    const refused = expect(first).rejects.toMatchObject({ options: { key: 'error.cancelled' } })
    await until(() => hold.length === 1)
    const second = http.post('/held', { n: 1 })
    await refused
    await until(() => hold.length === 2)
    hold[1]?.end(envelope(1, 'written'))
    expect(await second).toBe('written')
  })
  it('reads again for who waits when the newer reader leaves', async () => {
    const { client: http } = client()
    const leaving = new AbortController()
    const first = http.get('/held')
    await until(() => hold.length === 1)
    const second = expect(http.get('/held', {}, leaving.signal)).rejects.toMatchObject({
      options: { key: 'error.cancelled' },
    })
    await until(() => hold.length === 2)
    leaving.abort()
    await second
    await until(() => hold.length === 3)
    hold[2]?.end(envelope(1, 'mine'))
    expect(await first).toBe('mine')
  })
  it('refreshes and replays', async () => {
    const { client: http, side } = client()
    expect(await http.get('/needs-token')).toEqual({ as: 'fresh' })
    expect(side()).toEqual({ token: 'fresh', refreshToken: 'next' })
  })
  it('repeats without a token for who is at the login page already', async () => {
    const { client: http } = client({ token: 'old', refreshToken: 'bad' }, { atLogin: () => true })
    expect(await http.get('/needs-token')).toEqual({ as: 'nobody' })
  })
  it('goes where 302 says, by path or by name', async () => {
    const { client: http, redirect } = client()
    await expect(http.get('/go')).rejects.toMatchObject({ code: 302 })
    await expect(http.get('/named')).rejects.toMatchObject({ code: 302 })
    expect(redirect.mock.calls).toEqual([
      ['/admin/there', undefined],
      ['', 'dashboard'],
    ])
  })
  it('announces success for who asks for it only', async () => {
    const { client: http, announce } = client()
    await http.post('/plain', {})
    expect(announce).not.toHaveBeenCalled()
    await http.post('/plain', {}, { announce: true })
    expect(announce).toHaveBeenCalledExactlyOnceWith('Saved')
  })
  it('sends a form as a form', async () => {
    const { client: http } = client()
    const form = new FormData()
    form.append('file', new Blob(['x']), 'a.txt')
    await http.post('/upload', form)
    expect(arrived[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(arrived[0]?.body).toContain('filename="a.txt"')
  })
  it('gives a gateway that fails its words', async () => {
    const { client: http } = client()
    await expect(http.get('/broken')).rejects.toMatchObject({ options: { key: 'error.http.502' } })
  })
  it('says that an address has moved rather than follow it', async () => {
    const { client: http } = client()
    await expect(http.get('/moved')).rejects.toMatchObject({ options: { key: 'error.http.302' } })
    expect(arrived).toHaveLength(1)
  })
})

describe('another entrance', () => {
  it('is called under its own name', () => {
    expect(apiAddress('/admin/Index/login', '/desk')).toBe('/desk.php/Index/login')
    expect(apiAddress('/admin/Index/login', '/admin')).toBe('/admin/Index/login')
    expect(apiAddress('/api/common/refreshToken', '/desk')).toBe('/api/common/refreshToken')
  })
})

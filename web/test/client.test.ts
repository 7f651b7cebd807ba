import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ApiError,
  Client,
  query,
  REFRESH_RETRIES_MS,
  REQUEST_TIMEOUT_MS,
  type Side,
} from '@/shared/http/client'

interface Sent {
  url: string
  token: string | undefined
  body: unknown
}

function answer(code: number, data: unknown = null, msg = ''): Response {
  return new Response(JSON.stringify({ code, msg, time: 1, data }))
}

/** A node that knows one good token and one good refresh token. */
function stage(options: { good?: string; refresh?: (token: string) => Response } = {}) {
  let side: Side = { token: 'old', refreshToken: 'r1' }
  const sent: Sent[] = []
  const signedOut = vi.fn()
  const good = options.good ?? 'new'
  const client = new Client({
    language: () => 'en',
    credentials: () => side,
    renewed: (next) => {
      side = next
    },
    signedOut,
    fetch: async (url, init) => {
      await Promise.resolve()
      const token = (init.headers as Record<string, string>).batoken
      const body = init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : undefined
      sent.push({ url, token, body })
      if (url === '/api/common/refreshToken')
        return (
          options.refresh?.(String(body?.refreshToken)) ?? answer(1, { token: good, refresh_token: 'r2' })
        )
      return token === good ? answer(1, { url }) : answer(409, [], 'expired')
    },
  })
  return { client, sent, signedOut, side: () => side }
}

describe('an expired access token', () => {
  it('is refreshed once for all who wait, and their calls are replayed', async () => {
    const { client, sent, side } = stage()
    const got = await Promise.all(['/a', '/b', '/c'].map((path) => client.get<{ url: string }>(path)))
    expect(got.map(({ url }) => url)).toEqual(['/a', '/b', '/c'])
    const refreshes = sent.filter(({ url }) => url.includes('refreshToken'))
    expect(refreshes).toHaveLength(1)
    expect(refreshes[0]?.body).toEqual({ refreshToken: 'r1', rotate: true })
    expect(refreshes[0]?.token).toBe('old')
    expect(side()).toEqual({ token: 'new', refreshToken: 'r2' })
  })
  it('is asked for again after a short loss of the network', async () => {
    vi.useFakeTimers()
    let tries = 0
    const { client, signedOut, side } = stage({
      refresh: () => {
        tries += 1
        if (tries < 3) throw new TypeError('Failed to fetch')
        return answer(1, { token: 'new', refresh_token: 'r2' })
      },
    })
    const got = client.get<{ url: string }>('/a')
    await vi.runAllTimersAsync()
    expect((await got).url).toBe('/a')
    expect(side().token).toBe('new')
    expect(signedOut).not.toHaveBeenCalled()
    vi.useRealTimers()
  })
  it('has ended when the network loses every refresh: the token is cleared', async () => {
    vi.useFakeTimers()
    let tries = 0
    const { client, signedOut } = stage({
      refresh: () => {
        tries += 1
        return new Response('bad gateway', { status: 502 })
      },
    })
    const refused = Promise.all(
      ['/a', '/b'].map((path) => expect(client.get(path)).rejects.toMatchObject({ code: 303 })),
    )
    await vi.runAllTimersAsync()
    await refused
    expect(tries).toBe(1 + REFRESH_RETRIES_MS.length)
    expect(signedOut).toHaveBeenCalledExactlyOnceWith(true)
    vi.useRealTimers()
  })
  it('replays a body as it was', async () => {
    const { client, sent } = stage()
    await client.post('/a', { command_id: 'x', n: 1 })
    const calls = sent.filter(({ url }) => url === '/a')
    expect(calls.map(({ body }) => body)).toEqual([
      { command_id: 'x', n: 1 },
      { command_id: 'x', n: 1 },
    ])
  })
  it('ends the session when the refresh is refused', async () => {
    const { client, signedOut, sent } = stage({ refresh: () => answer(0, null, 'login expired') })
    const results = await Promise.allSettled([client.get('/a'), client.get('/b')])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(signedOut).toHaveBeenCalledExactlyOnceWith(true)
    expect(sent.filter(({ url }) => url === '/a')).toHaveLength(1)
  })
  it('does not go round in circles when the new token is refused too', async () => {
    const { client, sent } = stage({ refresh: () => answer(1, { token: 'still-bad' }) })
    await expect(client.get('/a')).rejects.toBeInstanceOf(ApiError)
    expect(sent).toHaveLength(3)
  })
})

describe('a guest’s answer to an ended access token', () => {
  /** A node that answers everybody, and says when it took somebody for a guest. */
  const stage = (refreshToken: string, refresh = () => answer(1, { token: 'new', refresh_token: 'r2' })) => {
    let side: Side = { token: 'old', refreshToken }
    const sent: string[] = []
    const signedOut = vi.fn()
    const client = new Client({
      language: () => 'en',
      credentials: () => side,
      renewed: (next) => {
        side = next
      },
      signedOut,
      fetch: async (url, init) => {
        await Promise.resolve()
        const token = (init.headers as Record<string, string>).batoken ?? ''
        sent.push(`${init.method} ${url} ${token}`)
        if (url === '/api/common/refreshToken') return refresh()
        const open = answer(1, { who: token === 'new' ? 'ann' : 'guest' })
        if (token === 'old') open.headers.set('entrepot-token', 'ended')
        return open
      },
    })
    return { client, sent, signedOut }
  }
  it('is asked for again after a refresh, one refresh for all', async () => {
    const { client, sent } = stage('r1')
    const got = await Promise.all(['/a', '/b'].map((path) => client.get<{ who: string }>(path)))
    expect(got).toEqual([{ who: 'ann' }, { who: 'ann' }])
    expect(sent.filter((line) => line.includes('refreshToken'))).toHaveLength(1)
    expect(sent.slice(-2).sort()).toEqual(['GET /a new', 'GET /b new'])
  })
  it('is kept where nothing can be refreshed, or the refresh is refused', async () => {
    const unkept = stage('')
    expect(await unkept.client.get('/a')).toEqual({ who: 'guest' })
    expect(unkept.sent).toEqual(['GET /a old'])
    expect(unkept.signedOut).not.toHaveBeenCalled()
    const over = stage('r1', () => answer(0, null, 'over'))
    expect(await over.client.get('/a')).toEqual({ who: 'guest' })
    expect(over.signedOut).toHaveBeenCalledExactlyOnceWith(true)
  })
  it('to a write is not repeated: it has been done', async () => {
    const { client, sent } = stage('r1')
    await client.post('/a', { n: 1 })
    expect(sent).toEqual(['POST /a old'])
  })
})

describe('what the codes mean', () => {
  const once = (response: () => Promise<Response>) => {
    const signedOut = vi.fn()
    const client = new Client({
      fetch: response,
      language: () => 'en',
      credentials: () => ({ token: 't', refreshToken: '' }),
      renewed: () => undefined,
      signedOut,
    })
    return { client, signedOut }
  }
  it('303 need login clears, 303 otherwise does not', async () => {
    const need = once(async () => answer(303, { type: 'need login' }))
    await expect(need.client.get('/a')).rejects.toMatchObject({ code: 303 })
    expect(need.signedOut).toHaveBeenCalledWith(true)
    const has = once(async () => answer(303, { type: 'logged in' }))
    await expect(has.client.get('/a')).rejects.toMatchObject({ code: 303 })
    expect(has.signedOut).toHaveBeenCalledWith(false)
  })
  it('0 carries the fields that were wrong', async () => {
    const { client } = once(async () =>
      answer(0, { field: 'lines[2].quantity', key: 'error.quantity.positive' }, 'Line 3'),
    )
    const error = await client.post('/a', {}).catch((thrown: unknown) => thrown as ApiError)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).errors).toEqual([
      { field: 'lines[2].quantity', key: 'error.quantity.positive', msg: 'Line 3' },
    ])
  })
  it('0 has a reason for members without the name of a field', async () => {
    const fault = { field: 'password', key: 'error.password', msg: 'Wrong password' }
    const reason = async (data: unknown): Promise<string> => {
      const { client } = once(async () => answer(0, data, 'password: Wrong password'))
      return client.post('/a', {}).then(
        () => '',
        (error: unknown) => (error as ApiError).reason,
      )
    }
    expect(await reason({ ...fault, errors: [fault] })).toBe('Wrong password')
    expect(await reason({ key: 'shop.closed' })).toBe('password: Wrong password')
  })
  it.each([
    [404, 'error.http.404'],
    [409, 'error.http.409'],
    [503, 'error.http.503'],
    [418, 'error.http.other'],
  ])('HTTP %i has its words', async (status, key) => {
    const { client } = once(async () => new Response('x', { status }))
    await expect(client.get('/a')).rejects.toMatchObject({ options: { key, status } })
  })
  it('a broken line is a server exception', async () => {
    const { client } = once(() => Promise.reject(new TypeError('failed to fetch')))
    await expect(client.get('/a')).rejects.toMatchObject({ options: { key: 'error.server' } })
  })
})

describe('time limit', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  it('gives up after ten seconds', async () => {
    const client = new Client({
      fetch: (_url, init) =>
        new Promise((_done, fail) =>
          init.signal?.addEventListener('abort', () => fail(new Error('aborted'))),
        ),
      language: () => 'en',
      credentials: () => ({ token: '', refreshToken: '' }),
      renewed: () => undefined,
      signedOut: () => undefined,
    })
    const call = expect(client.get('/slow')).rejects.toMatchObject({ options: { key: 'error.timeout' } })
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS)
    await call
  })
})

describe('query', () => {
  it('writes brackets and leaves out what is empty', () => {
    const text = query({
      page: 1,
      order: '',
      none: null,
      ids: [1, 2],
      search: [{ field: 'status', val: '0', operator: 'eq' }],
      empty: [],
    })
    expect(decodeURIComponent(text)).toBe(
      'page=1&ids[]=1&ids[]=2&search[0][field]=status&search[0][val]=0&search[0][operator]=eq',
    )
  })
})

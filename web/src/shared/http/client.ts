/** The HTTP client: envelope, headers, time limit, token refresh with replay, and the meaning of each code. */
import { ApiError, cancelled, type FieldError } from './error'
import { query, type Params } from './query'
import { noteServerTime } from './serverClock'

export type Side = { token: string; refreshToken: string }

export interface ClientEnvironment {
  fetch: (input: string, init: RequestInit) => Promise<Response>
  language: () => string
  /** Administrators and members send their tokens in different headers. */
  tokenHeader?: string
  credentials: () => Side
  /** A refresh succeeded: keep these for the next call. */
  renewed: (side: Side) => void
  /** The session is gone; `clear` says whether its token is worthless. */
  signedOut: (clear: boolean) => void
  /** At the login page, calls are repeated without a token. */
  atLogin?: () => boolean
  redirect?: (path: string, name?: string) => void
  /** Where an API path really is, if the back office has another entrance. */
  address?: (path: string) => string
  /** Shows that a call succeeded: the server's message, else a general one. */
  announce?: (message: string) => void
  /** An equal call was under way and has been cancelled. */
  replaced?: (path: string) => void
}

export interface Envelope<T> {
  code: number
  msg: string
  time: number
  data: T
  errors?: FieldError[]
}

export const REQUEST_TIMEOUT_MS = 10_000
/** Pauses before a refresh that the network lost is tried again; after the last one it has failed. */
export const REFRESH_RETRIES_MS: readonly number[] = [1_000, 3_000, 5_000]

const KNOWN_STATUS = new Set([302, 400, 401, 403, 404, 408, 409, 500, 501, 502, 503, 504, 505])
/** A redirect to another origin: the browser gives no status for it. */
const MOVED = new Set([301, 302, 303, 307, 308])

/** Key of the message for an HTTP status that is no success. */
export function statusKey(status: number): string {
  const shown = MOVED.has(status) ? 302 : status
  return KNOWN_STATUS.has(shown) ? `error.http.${shown}` : 'error.http.other'
}

export interface CallOptions {
  signal?: AbortSignal
  /** Show that it was done: in these words, perhaps made of the answer, else the server's, or "Operation successful". */
  announce?: boolean | string | ((data: unknown) => string)
  /** Milliseconds; 0 for none, as for uploads. */
  timeout?: number
  /** What stands in the address behind the question mark. */
  params?: Params
}

interface Call extends CallOptions {
  method: string
  path: string
  body?: unknown
  /** Sent without the token. */
  bare?: boolean
}

interface Renewed {
  token: string
  refresh_token?: string
}

/** The node's word about an answer that is a guest's only because the access token has ended. */
const TOKEN_HEADER = 'entrepot-token'
const ENDED = 'ended'

/** An envelope with what its header says: a guest's answer, though a refresh may help. */
type Answer<T> = Envelope<T> & { asGuest?: boolean }

const wordsOf = (announce: true | string | ((data: unknown) => string), answer: Envelope<unknown>): string =>
  (typeof announce === 'function' ? announce(answer.data) : announce === true ? '' : announce) || answer.msg

/** A call under way; `next` is the equal one that took over. */
interface Flight {
  control: AbortController
  next: Promise<Answer<unknown>> | null
}

export class Client {
  private refreshing: Promise<boolean> | null = null
  private readonly flying = new Map<string, Flight>()
  constructor(private readonly around: ClientEnvironment) {}

  get<T>(path: string, params?: Params, signal?: AbortSignal): Promise<T> {
    return this.call<T>({ method: 'GET', path, params, signal })
  }
  /** A `FormData` body is an upload: it has no time limit. */
  post<T>(path: string, body: unknown = {}, options: CallOptions = {}): Promise<T> {
    return this.call<T>({ method: 'POST', path, body, ...options })
  }
  del<T>(path: string, params: Params, options: CallOptions = {}): Promise<T> {
    return this.call<T>({ method: 'DELETE', path, params, ...options })
  }

  private async call<T>(call: Call): Promise<T> {
    const sentWith = this.around.credentials().token
    let answer = await this.send<T>(call)
    if (answer.code === 409) {
      // Another call may have refreshed while this one was under way: then only repeat.
      const renewed = this.around.credentials().token !== sentWith || (await this.refresh())
      if (!renewed && !this.around.atLogin?.()) throw new ApiError(303, answer.msg, { key: 'error.session' })
      answer = await this.send<T>(renewed ? call : { ...call, bare: true })
    } else if (answer.asGuest && call.method === 'GET' && (await this.isRenewed(sentWith))) {
      answer = await this.send<T>(call)
    }
    if (answer.code !== 1) return this.refuse(answer)
    if (call.announce) this.around.announce?.(wordsOf(call.announce, answer))
    return answer.data
  }

  private refuse(answer: Envelope<unknown>): never {
    const error = new ApiError(answer.code, answer.msg, { data: answer.data, errors: answer.errors })
    if (answer.code === 303 || answer.code === 409)
      this.around.signedOut(answer.code === 409 || error.data.type === 'need login')
    const { routePath, routeName } = error.data
    if (answer.code === 302 && (typeof routePath === 'string' || typeof routeName === 'string'))
      this.around.redirect?.(
        typeof routePath === 'string' ? routePath : '',
        typeof routeName === 'string' ? routeName : undefined,
      )
    throw error
  }

  /** Is there a newer token than the one a call was sent with, or can there be one? */
  private async isRenewed(sentWith: string): Promise<boolean> {
    const { token, refreshToken } = this.around.credentials()
    if (token !== sentWith) return token !== ''
    return refreshToken !== '' && (await this.refresh())
  }

  /** One refresh for all who wait; the others queue behind the same promise and are replayed. */
  private refresh(): Promise<boolean> {
    this.refreshing ??= this.renew().finally(() => {
      this.refreshing = null
    })
    return this.refreshing
  }

  private async renew(): Promise<boolean> {
    const { refreshToken } = this.around.credentials()
    if (!refreshToken) {
      this.around.signedOut(true)
      return false
    }
    const answer = await this.askForToken(refreshToken)
    if (answer?.code !== 1) {
      this.around.signedOut(true)
      return false
    }
    this.around.renewed({ token: answer.data.token, refreshToken: answer.data.refresh_token || refreshToken })
    return true
  }

  /**
   * The node's answer to a refresh; null when the network lost every try. The node answered a moment
   * ago, when it said that the token is too old, so a short loss is worth waiting for.
   */
  private async askForToken(refreshToken: string): Promise<Envelope<Renewed> | null> {
    const call: Call = {
      method: 'POST',
      path: '/api/common/refreshToken',
      body: { refreshToken, rotate: true },
    }
    for (const pause of [0, ...REFRESH_RETRIES_MS]) {
      if (pause > 0) await new Promise((done) => setTimeout(done, pause))
      const answer = await this.send<Renewed>(call).catch(() => null)
      if (answer) return answer
    }
    return null
  }

  /**
   * An equal call that is still under way is cancelled. A read gets the newer call's answer;
   * a write fails as cancelled.
   */
  private send<T>(call: Call): Promise<Answer<T>> {
    const { method, path, params, body, bare } = call
    const token = bare ? '' : this.around.credentials().token
    const key =
      body instanceof FormData
        ? ''
        : [method, path, query(params ?? {}), token, JSON.stringify(body)].join(' ')
    const flight: Flight = { control: new AbortController(), next: null }
    const sent = this.transmit<T>(call, token, flight.control)
      .catch((error: unknown) => {
        if (!flight.next || method !== 'GET' || call.signal?.aborted) throw error
        return flight.next.catch((later: unknown) => {
          if (cancelled(later)) return this.send<T>(call)
          throw later
        }) as Promise<Answer<T>>
      })
      .finally(() => {
        if (this.flying.get(key) === flight) this.flying.delete(key)
      })
    if (key) {
      const older = this.flying.get(key)
      this.flying.set(key, flight)
      if (older) {
        older.next = sent
        older.control.abort('replaced')
        this.around.replaced?.(path)
      }
    }
    return sent
  }

  private async transmit<T>(call: Call, token: string, limit: AbortController): Promise<Answer<T>> {
    const { method, path, params, body, signal } = call
    const search = params ? query(params) : ''
    const place = this.around.address?.(path) ?? path
    const form = body instanceof FormData
    const headers: Record<string, string> = {
      Accept: 'application/json',
      server: 'true',
      // Without this header, a node takes the client for one written for BuildAdmin.
      'entrepot-client': 'entrepot',
      'think-lang': this.around.language(),
    }
    if (token) headers[this.around.tokenHeader ?? 'batoken'] = token
    if (body !== undefined && !form) headers['Content-Type'] = 'application/json'
    const patience = call.timeout ?? (form ? 0 : REQUEST_TIMEOUT_MS)
    const timer = patience > 0 ? setTimeout(() => limit.abort('timeout'), patience) : undefined
    const stop = (): void => limit.abort('left')
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop)
    try {
      const response = await this.around.fetch(search ? `${place}?${search}` : place, {
        method,
        headers,
        signal: limit.signal,
        // The API has moved elsewhere; an HTML page in its place is no answer.
        redirect: 'manual',
        body: body === undefined ? undefined : form ? body : JSON.stringify(body),
      })
      if (!response.ok) {
        const status = response.type === 'opaqueredirect' ? 302 : response.status
        throw new ApiError(0, '', { key: statusKey(status), status, url: path })
      }
      const answer = (await response.json()) as Envelope<T>
      noteServerTime(answer.time)
      return response.headers.get(TOKEN_HEADER) === ENDED ? { ...answer, asGuest: true } : answer
    } catch (cause) {
      if (cause instanceof ApiError) throw cause
      if (limit.signal.aborted)
        throw new ApiError(0, '', {
          key: limit.signal.reason === 'timeout' ? 'error.timeout' : 'error.cancelled',
        })
      const offline = typeof navigator !== 'undefined' && navigator.onLine === false
      throw new ApiError(0, '', { key: offline ? 'error.offline' : 'error.server' })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
  }
}

export { ApiError, cancelled, unanswered } from './error'
export type { FieldError } from './error'
export { query } from './query'
export type { Param, Params } from './query'

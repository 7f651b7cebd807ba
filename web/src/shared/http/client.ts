/** The one way to the node: envelope, headers, time limit, silent refresh with replay, and what each code means. */

export type Side = { token: string; refreshToken: string }

export interface Surroundings {
  fetch: (input: string, init: RequestInit) => Promise<Response>
  language: () => string
  /** Administrators and members prove themselves in different headers. */
  tokenHeader?: string
  credentials: () => Side
  /** A refresh succeeded: keep these for the next call. */
  renewed: (side: Side) => void
  /** The session is gone; `clear` says whether its token is worthless. */
  signedOut: (clear: boolean) => void
  redirect?: (path: string) => void
}

export interface FieldError {
  field: string
  key: string
  msg: string
}

export interface Envelope<T> {
  code: number
  msg: string
  time: number
  data: T
  errors?: FieldError[]
}

export const REQUEST_TIMEOUT_MS = 10_000

/** Anything but code 1. `key` is a key of our own catalogue when the server gave no words. */
export class ApiError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly options: {
      key?: string
      status?: number
      data?: unknown
      errors?: FieldError[]
      url?: string
    } = {},
  ) {
    super(message)
  }
  get data(): Record<string, unknown> {
    const data = this.options.data
    return data && typeof data === 'object' && !Array.isArray(data) ? (data as Record<string, unknown>) : {}
  }
  get errors(): FieldError[] {
    if (this.options.errors?.length) return this.options.errors
    const { errors, field, key } = this.data
    if (Array.isArray(errors)) return errors as FieldError[]
    return typeof field === 'string' ? [{ field, key: String(key ?? ''), msg: this.message }] : []
  }
}

const KNOWN_STATUS = new Set([302, 400, 401, 403, 404, 408, 409, 500, 501, 502, 503, 504, 505])

export type Param =
  string | number | boolean | null | undefined | readonly Param[] | { readonly [key: string]: Param }
export type Params = Readonly<Record<string, Param>>

function pairs(key: string, value: Param, into: string[]): void {
  if (value === null || value === undefined || value === '') return
  if (Array.isArray(value)) {
    const nested = value.some((item) => typeof item === 'object')
    value.forEach((item: Param, index) => pairs(nested ? `${key}[${index}]` : `${key}[]`, item, into))
  } else if (typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) pairs(`${key}[${name}]`, inner, into)
  } else {
    into.push(`${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
  }
}

/** Bracket style, as the contract has it: `ids[]=1`, `search[0][field]=status`. Empty values are left out. */
export function query(params: Params): string {
  const into: string[] = []
  for (const [key, value] of Object.entries(params)) pairs(key, value, into)
  return into.join('&')
}

interface Call {
  method: string
  path: string
  params?: Params
  body?: unknown
  signal?: AbortSignal
}

export class Client {
  private refreshing: Promise<boolean> | null = null
  constructor(private readonly around: Surroundings) {}

  get<T>(path: string, params?: Params, signal?: AbortSignal): Promise<T> {
    return this.call<T>({ method: 'GET', path, params, signal })
  }
  post<T>(path: string, body: unknown = {}): Promise<T> {
    return this.call<T>({ method: 'POST', path, body })
  }
  del<T>(path: string, params: Params): Promise<T> {
    return this.call<T>({ method: 'DELETE', path, params })
  }

  private async call<T>(call: Call): Promise<T> {
    const sentWith = this.around.credentials().token
    const answer = await this.send<T>(call)
    if (answer.code === 1) return answer.data
    if (answer.code === 409) {
      // Another call may have refreshed while this one was under way: then only repeat.
      const renewed = this.around.credentials().token !== sentWith || (await this.refresh())
      if (!renewed) throw new ApiError(303, answer.msg, { key: 'error.session' })
      const again = await this.send<T>(call)
      if (again.code === 1) return again.data
      return this.refuse(again)
    }
    return this.refuse(answer)
  }

  private refuse(answer: Envelope<unknown>): never {
    const error = new ApiError(answer.code, answer.msg, { data: answer.data, errors: answer.errors })
    if (answer.code === 303 || answer.code === 409)
      this.around.signedOut(answer.code === 409 || error.data.type === 'need login')
    const path = error.data.routePath
    if (answer.code === 302 && typeof path === 'string') this.around.redirect?.(path)
    throw error
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
    const answer = await this.send<{ token: string; refresh_token?: string }>({
      method: 'POST',
      path: '/api/common/refreshToken',
      body: { refreshToken, rotate: true },
    })
    if (answer.code !== 1) {
      this.around.signedOut(true)
      return false
    }
    this.around.renewed({ token: answer.data.token, refreshToken: answer.data.refresh_token || refreshToken })
    return true
  }

  private async send<T>({ method, path, params, body, signal }: Call): Promise<Envelope<T>> {
    const search = params ? query(params) : ''
    const url = search ? `${path}?${search}` : path
    const { token } = this.around.credentials()
    const headers: Record<string, string> = {
      Accept: 'application/json',
      server: 'true',
      'think-lang': this.around.language(),
    }
    if (token) headers[this.around.tokenHeader ?? 'batoken'] = token
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort('timeout'), REQUEST_TIMEOUT_MS)
    const stop = (): void => limit.abort('left')
    signal?.addEventListener('abort', stop)
    try {
      const response = await this.around.fetch(url, {
        method,
        headers,
        signal: limit.signal,
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      if (!response.ok) {
        const key = KNOWN_STATUS.has(response.status) ? `error.http.${response.status}` : 'error.http.other'
        throw new ApiError(0, '', { key, status: response.status, url: path })
      }
      return (await response.json()) as Envelope<T>
    } catch (cause) {
      if (cause instanceof ApiError) throw cause
      if (signal?.aborted) throw new ApiError(0, '', { key: 'error.cancelled' })
      if (limit.signal.aborted) throw new ApiError(0, '', { key: 'error.timeout' })
      const offline = typeof navigator !== 'undefined' && navigator.onLine === false
      throw new ApiError(0, '', { key: offline ? 'error.offline' : 'error.server' })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
  }
}

export interface FieldError {
  field: string
  key: string
  msg: string
}

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
  /** What is wrong without the server's name of a field, which means nothing to members and visitors. */
  get reason(): string {
    return this.errors[0]?.msg || this.message
  }
}

/** HTTP statuses of a gateway that finds no node behind it. */
const NO_NODE = new Set([502, 503, 504])

/** The call got no answer of the node: there is no signal, or the node is away. */
export function unanswered(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== 0 || cancelled(error)) return false
  const { key, status } = error.options
  return key !== undefined && (status === undefined || NO_NODE.has(status))
}

/** A newer equal call replaced this one, or its page was left: nothing to report. */
export function cancelled(error: unknown): boolean {
  return error instanceof ApiError && error.options.key === 'error.cancelled'
}

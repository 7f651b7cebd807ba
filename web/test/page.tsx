import { fireEvent, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
}

/** `ANSWER_MS=80 npx vitest run` shows which tests don't wait for what they look at. */
const ANSWER_MS = Number(process.env.ANSWER_MS ?? 0)
const slow = async <T,>(data: T): Promise<T> => {
  if (ANSWER_MS > 0) await new Promise((done) => setTimeout(done, ANSWER_MS))
  return data
}

/** Answers calls of the page as a node would: `data` of a success, or a whole envelope with `code`. */
export function answerCalls(answer: (call: Call) => unknown): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    const url = new URL(input, 'http://node')
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const call = { method: init.method ?? 'GET', path: url.pathname, query: url.searchParams, body }
    calls.push(call)
    const data = answer(call)
    const enveloped = (data: unknown): object =>
      data && typeof data === 'object' && 'code' in data ? data : { code: 1, msg: '', data }
    // An answer may come later.
    return Promise.resolve(data)
      .then(slow)
      .then((data) => new Response(JSON.stringify({ time: 1, ...enveloped(data) })))
  })
  return calls
}

/** Renders a page at an address, with a router around it. */
export function renderPage(page: ReactElement, address = '/admin/warehouse/brand'): void {
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [address] })
  render(<RouterProvider router={router} />)
}

/** Keys of a hand scanner follow each other so fast, in milliseconds. */
const SCANNER_GAP_MS = 5
let scannedAt = 1_000_000

/** Types a code as a hand scanner does, however slow the machine is. */
export function scanCode(code: string): void {
  for (const key of [...code, 'Enter']) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    scannedAt += SCANNER_GAP_MS
    Object.defineProperty(event, 'timeStamp', { value: scannedAt })
    fireEvent(document.activeElement ?? document.body, event)
  }
}

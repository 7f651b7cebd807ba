import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
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
    const envelope = data && typeof data === 'object' && 'code' in data ? data : { code: 1, msg: '', data }
    return Promise.resolve(new Response(JSON.stringify({ time: 1, ...envelope })))
  })
  return calls
}

/** Renders a page at an address, with a router around it. */
export function renderPage(page: ReactElement, address = '/admin/warehouse/brand'): void {
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [address] })
  render(<RouterProvider router={router} />)
}

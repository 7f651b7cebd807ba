import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect } from 'vitest'
import { answerCalls, renderPage, type Call } from './page'

/** Gives the right to export these pages, and no other. */
export const mayExport = (...pages: readonly string[]): Record<string, string[]> =>
  Object.fromEntries(pages.map((page) => [page.toLowerCase(), [`${page.toLowerCase()}/export`]]))

/** Opens a page and begins its export as it stands on the screen; what the node was asked. */
export async function beginExport(
  page: ReactElement,
  address: string,
  answer: unknown = { list: [], total: 0 },
  before?: () => void,
): Promise<Call> {
  const calls = answerCalls(({ method, path }): unknown => {
    if (method === 'POST') return { task: 7 }
    return path.endsWith('/exportColumns') ? { list: [{ name: 'number', title: 'Number' }] } : answer
  })
  renderPage(page, address)
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await screen.findByRole('radio', { name: 'CSV' })
  before?.()
  const primary = (): HTMLButtonElement | null =>
    document.querySelector('.arco-modal-footer .arco-btn-primary')
  await waitFor(() => expect(primary()?.disabled).toBe(false))
  fireEvent.click(primary()!)
  const posts = (): Call[] => calls.filter(({ method }) => method === 'POST')
  await waitFor(() => expect(posts()).toHaveLength(1))
  return posts()[0]!
}

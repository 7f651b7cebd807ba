import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage } from '../../../test/page'
import KeyOnce from './KeyOnce'
import MakeKey from './MakeKey'
import RotateKey from './RotateKey'

beforeAll(() => loadTexts('apiKeys', 'resource'))
afterEach(() => void vi.unstubAllGlobals())

const SHOWN = { id: 3, prefix: 'ek_0123abcd', api_key: `ek_0123abcd_${'a'.repeat(43)}` }
const nothing = (): void => undefined
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }))

describe('a key that is shown once', () => {
  it('is copied, and closed by its button alone', async () => {
    const copied: string[] = []
    vi.stubGlobal('navigator', {
      ...navigator,
      clipboard: { writeText: async (text: string) => void copied.push(text) },
    })
    const close = vi.fn()
    render(<KeyOnce shown={SHOWN} close={close} />)
    press('Copy')
    await screen.findByText('Copied to the clipboard.')
    expect(copied).toEqual([SHOWN.api_key])
    fireEvent.keyDown(document.body, { key: 'Escape', keyCode: 27 })
    expect(close).not.toHaveBeenCalled()
    press('I have saved it')
    expect(close).toHaveBeenCalled()
  })

  it('is selected where the browser has no clipboard', async () => {
    vi.stubGlobal('navigator', { ...navigator, clipboard: undefined })
    render(<KeyOnce shown={SHOWN} close={nothing} />)
    press('Copy')
    await screen.findByText(/The key is selected: copy it yourself/)
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'API key' })
    expect(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)).toBe(SHOWN.api_key)
  })
})

describe('a key', () => {
  it('is made of what the node offers, for a day that is ahead', async () => {
    const form = {
      groups: [{ id: 4, name: 'Storekeepers' }],
      warehouses: [{ id: 9, name: 'Shanghai' }],
      of_site: false,
      days_max: 731,
      rate: 600,
    }
    const calls = answerCalls(({ method }) => (method === 'GET' ? form : SHOWN))
    const made = vi.fn()
    renderPage(<MakeKey close={nothing} made={made} />)
    const name = await screen.findByRole('textbox', { name: 'Name' })
    press('Add a key')
    await screen.findByText('Enter which program will use it')
    fireEvent.change(name, { target: { value: ' ERP ' } })
    fireEvent.change(screen.getByRole('textbox', { name: 'Requests per minute' }), { target: { value: '0' } })
    press('Add a key')
    await screen.findByText('Enter a whole number from 1 to 6,000')
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(0)
    fireEvent.change(screen.getByRole('textbox', { name: 'Requests per minute' }), {
      target: { value: '60' },
    })
    press('Add a key')
    await waitFor(() => expect(made).toHaveBeenCalledWith(SHOWN, expect.anything()))
    const { path, body } = calls.at(-1) ?? {}
    expect([path, body]).toMatchObject([
      '/admin/api.Key/make',
      { name: 'ERP', group_id: 4, warehouses: [], rate: 60, of_site: false },
    ])
    expect((body as { expires: number }).expires * 1_000).toBeGreaterThan(Date.now() + 89 * 86_400_000)
    expect(screen.queryByText('Site key')).toBeNull()
  })

  it('is rotated with an overlap, on the version that is shown', async () => {
    const calls = answerCalls(() => SHOWN)
    const rotated = vi.fn()
    renderPage(
      <RotateKey row={{ id: 3, version: 5, name: 'ERP' } as never} close={nothing} rotated={rotated} />,
    )
    fireEvent.click(screen.getByRole('radio', { name: 'for a week' }))
    press('Replace')
    await waitFor(() => expect(rotated).toHaveBeenCalled())
    expect(calls.at(-1)).toMatchObject({
      path: '/admin/api.Key/rotate',
      body: { id: 3, version: 5, overlap_hours: 168 },
    })
  })
})

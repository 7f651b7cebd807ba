import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { renderPage } from '../../../test/page'
import LabelDialog from './LabelDialog'
import { openPdf } from './pdf'

vi.mock('./pdf', () => ({ openPdf: vi.fn(() => Promise.resolve()) }))
beforeAll(() => loadTexts('print'))
beforeEach(() => vi.mocked(openPdf).mockClear())

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('labels', () => {
  it('are asked for with their sheet, their copies and the place to begin at', async () => {
    const close = vi.fn()
    renderPage(<LabelDialog url="/admin/warehouse.Product" items={[{ id: 4 }, { id: 9 }]} close={close} />)
    fireEvent.change(await screen.findByRole('spinbutton', { name: /Copies of each/ }), {
      target: { value: '3' },
    })
    press('Label 23')
    expect(screen.getByText(/Labels: 6, on 2 pages/)).toBeTruthy()
    press('Open PDF')
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(openPdf).toHaveBeenCalledWith('/admin/warehouse.Product/print', {
      items: [
        { id: 4, copies: 3 },
        { id: 9, copies: 3 },
      ],
      paper: { layout: 'a4-3x8', start: 23, code: 'auto' },
    })
  })

  it('stay open when the node refuses', async () => {
    const close = vi.fn()
    vi.mocked(openPdf).mockRejectedValueOnce(new Error('no font'))
    renderPage(<LabelDialog url="/admin/warehouse.Product" items={[{ id: 4 }]} close={close} />)
    await screen.findByText('Print labels')
    press('Open PDF')
    await waitFor(() => expect(openPdf).toHaveBeenCalledOnce())
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Open PDF' }).className).not.toContain('loading'),
    )
    expect(close).not.toHaveBeenCalled()
  })
})

import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { PicturePicker } from './PicturePicker'

beforeAll(() => loadTexts('common', 'upload'))

it('takes pictures alone, though the site allows other files', async () => {
  const upload = vi.fn(() => Promise.resolve({ url: '/a.png' }))
  const changed = vi.fn()
  const { container } = render(<PicturePicker value={[]} most={2} onChange={changed} upload={upload} />)
  const choose = (name: string, type: string): void => {
    const input = container.querySelector('input[type=file]')!
    fireEvent.change(input, { target: { files: [new File(['x'], name, { type })] } })
  }
  choose('note.txt', 'text/plain')
  expect(await screen.findByText('The type of uploaded file is not allowed!')).toBeTruthy()
  expect(upload).not.toHaveBeenCalled()
  choose('a.png', 'image/png')
  await vi.waitFor(() => expect(changed).toHaveBeenCalledWith(['/a.png']))
})

import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
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

it('keeps several pictures in the order of choice, whichever arrives first', async () => {
  const sent = new Map<string, (url: string | null) => void>()
  const upload = (file: File) =>
    new Promise<{ url: string }>((resolve, reject) => {
      sent.set(file.name, (url) => (url ? resolve({ url }) : reject(new Error('lost'))))
    })
  function Field() {
    const [value, setValue] = useState<readonly string[]>([])
    return <PicturePicker value={value} most={5} onChange={setValue} upload={upload} />
  }
  const { container } = render(<Field />)
  const files = ['a', 'b', 'c'].map((name) => new File(['x'], name, { type: 'image/png' }))
  fireEvent.change(container.querySelector('input[type=file]')!, { target: { files } })
  await vi.waitFor(() => expect(sent.size).toBe(3))
  sent.get('c')!('/c.png')
  sent.get('b')!(null)
  sent.get('a')!('/a.png')
  const shown = (): (string | null)[] =>
    [...container.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))
  await vi.waitFor(() => expect(shown()).toHaveLength(2))
  expect(shown().map((address) => address?.slice(-6))).toEqual(['/a.png', '/c.png'])
})

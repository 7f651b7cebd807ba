import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import type { Field, Resource } from '../schema/types'
import Editor from './Editor'

const field = { name: 'note', kind: 'editor' } as Field
const resource = { controller: 'warehouse.Brand', name: 'warehouse/brand' } as Resource

beforeAll(() => loadTexts('widgets'))

interface Setup {
  value?: string
  disabled?: boolean
}

function open({ value = '', disabled }: Setup = {}) {
  const changed = vi.fn<(value: unknown) => void>()
  let setValue: (value: string) => void = () => undefined
  function Form() {
    const [held, set] = useState<unknown>(value)
    setValue = set
    return (
      <Editor
        resource={resource}
        field={field}
        label="Note"
        values={{}}
        row={null}
        value={held}
        disabled={disabled}
        onChange={(next) => {
          changed(next)
          set(next)
        }}
      />
    )
  }
  render(<Form />)
  const area = screen.getByRole('textbox', { name: 'Note' })
  return { area, changed, setValue: (next: string) => setValue(next) }
}

/** Marks all that is inside an element, as a reader does with the mouse. */
function selectAll(area: HTMLElement): void {
  area.focus()
  const range = document.createRange()
  range.selectNodeContents(area)
  const selection = window.getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
  fireEvent(document, new Event('selectionchange'))
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

/** Types into the dialog that asks for a link's address, and presses Enter. */
async function answer(address: string): Promise<HTMLElement> {
  const input = await screen.findByRole('textbox', { name: 'Address' })
  fireEvent.change(input, { target: { value: address } })
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 })
  return input
}

function paste(area: HTMLElement, text: string, html = ''): void {
  const data = new DataTransfer()
  data.setData('text/plain', text)
  if (html) data.setData('text/html', html)
  fireEvent(area, new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
}

describe('the rich text editor', () => {
  it('shows what is stored and reports no change by itself', async () => {
    const stored =
      '<h2>Care</h2><p>Keep <strong>dry</strong> <img src="/storage/a.png"></p><table><tbody><tr><td>1</td></tr></tbody></table>'
    const { area, changed } = open({ value: stored })
    expect(area.querySelector('h2')?.textContent).toBe('Care')
    expect(area.querySelector('strong')?.textContent).toBe('dry')
    expect(area.querySelector('p img')?.getAttribute('src')).toBe('/storage/a.png')
    expect(area.querySelector('td')?.textContent).toBe('1')
    await new Promise((done) => setTimeout(done))
    expect(changed).not.toHaveBeenCalled()
  })

  it.each([
    ['Heading', '<h2>dry</h2>'],
    ['Smaller heading', '<h3>dry</h3>'],
    ['Bold', '<p><strong>dry</strong></p>'],
    ['Italic', '<p><em>dry</em></p>'],
    ['Underline', '<p><u>dry</u></p>'],
    ['Strike through', '<p><s>dry</s></p>'],
    ['List', '<ul><li><p>dry</p></li></ul>'],
    ['Numbered list', '<ol><li><p>dry</p></li></ol>'],
    ['Quotation', '<blockquote><p>dry</p></blockquote>'],
    ['Code', '<pre><code>dry</code></pre>'],
  ])('%s is switched on, told to readers of the screen, undone and redone', (name, expected) => {
    const { area, changed } = open({ value: '<p>dry</p>' })
    selectAll(area)
    press(name)
    expect(changed).toHaveBeenLastCalledWith(expected)
    expect(screen.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true')
    press('Undo')
    expect(changed).toHaveBeenLastCalledWith('<p>dry</p>')
    press('Redo')
    expect(changed).toHaveBeenLastCalledWith(expected)
  })

  it('takes marks away', () => {
    const { area, changed } = open({ value: '<p><strong><em>dry</em></strong></p>' })
    selectAll(area)
    press('Plain text')
    expect(changed).toHaveBeenLastCalledWith('<p>dry</p>')
  })

  it('makes the selected text a link', async () => {
    const { area, changed } = open({ value: '<p>dry</p>' })
    selectAll(area)
    press('Link')
    await answer('https://example.com/a')
    expect(changed).toHaveBeenLastCalledWith('<p><a href="https://example.com/a">dry</a></p>')
  })

  it('refuses the address of a script', async () => {
    const { changed } = open({ value: '<p>dry</p>' })
    press('Link')
    const address = await answer('javascript:alert(1)')
    expect(address.isConnected).toBe(true)
    expect(changed).not.toHaveBeenCalled()
  })

  it('pastes plain text as it is', () => {
    const { area, changed } = open()
    area.focus()
    paste(area, '**dry** goods')
    expect(changed).toHaveBeenLastCalledWith('<p>**dry** goods</p>')
  })

  it('keeps the structure of what was pasted and nothing else', () => {
    const { area, changed } = open()
    area.focus()
    paste(
      area,
      'dry goods',
      '<h1 class="MsoTitle" style="color:red;mso-pagination:none">dry<o:p></o:p></h1><p class="MsoNormal"><b>goods</b></p>',
    )
    expect(changed).toHaveBeenLastCalledWith('<h2>dry</h2><p><strong>goods</strong></p>')
  })

  it('is empty when nothing is left', () => {
    const { area, changed } = open({ value: '<p>dry</p>' })
    selectAll(area)
    fireEvent.keyDown(area, { key: 'Backspace', keyCode: 8 })
    expect(changed).toHaveBeenLastCalledWith('')
  })

  it('follows a value that comes from elsewhere', async () => {
    const { area, changed, setValue } = open({ value: '<p>mine</p>' })
    setValue('<p>theirs</p>')
    await waitFor(() => expect(area.textContent).toBe('theirs'))
    expect(changed).not.toHaveBeenCalled()
  })

  it('can be read, but not changed, when it is disabled', () => {
    const { area, changed } = open({ value: '<p>dry</p>', disabled: true })
    expect(area.getAttribute('contenteditable')).toBe('false')
    paste(area, 'wet')
    expect(screen.getByRole('button', { name: 'Bold' })).toHaveProperty('disabled', true)
    expect(area.textContent).toBe('dry')
    expect(changed).not.toHaveBeenCalled()
  })
})

import { render, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import type { Field, Resource } from '../schema/types'
import { Widget } from './Widget'

const loaded = vi.fn()
// The chunk of the editor can't be loaded.
vi.mock('./Editor', () => {
  loaded()
  throw new Error('no such chunk')
})

const resource = { controller: 'site.Article', name: 'site/article' } as Resource
const open = (kind: Field['kind']): void => {
  const field = { name: 'body', kind, label: { zh: '', en: '' } } as Field
  render(<Widget {...{ resource, field }} label="Text" values={{}} row={null} value="" />)
}

beforeAll(() => loadTexts('common', 'widgets', 'upload'))

describe('the chunk of the rich text editor', () => {
  it('is not asked for by other fields', async () => {
    open('textarea')
    open('number')
    await screen.findAllByRole('textbox')
    expect(loaded).not.toHaveBeenCalled()
  })

  it('is said to be missing where it is needed and does not come', async () => {
    open('editor')
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Editor missing: install the rich text editor from the module market',
    )
    expect(loaded).toHaveBeenCalledTimes(1)
  })
})

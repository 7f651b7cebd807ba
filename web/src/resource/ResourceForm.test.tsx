import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { BRAND, field } from '../../test/brand'
import { answerCalls, renderPage, type Call } from '../../test/page'
import type { Custom } from './custom'
import ResourceForm from './ResourceForm'

beforeAll(() => loadTexts('resource'))

const ROW = { id: 7, version: 3, name: 'Oak', code: 'O1', weight: '1.50' }

function open(target: number | 'new', answer: (call: Call) => unknown = () => null, custom: Custom = {}) {
  const close = vi.fn()
  const saved = vi.fn()
  const calls = answerCalls((call) => (call.method === 'GET' ? { row: ROW } : answer(call)))
  renderPage(<ResourceForm resource={BRAND} custom={custom} target={target} close={close} saved={saved} />)
  return { close, saved, posts: () => calls.filter(({ method }) => method === 'POST') }
}
const type = async (name: string, value: string): Promise<void> => {
  fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value } })
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('the form of a declared resource', () => {
  it('sends nothing while a required field is empty, and says which', async () => {
    const { posts, saved } = open('new')
    await type('Code', 'O1')
    press('Save')
    expect(await screen.findByText(/Name/, { selector: '.arco-form-message *' })).toBeTruthy()
    expect(posts()).toEqual([])
    expect(saved).not.toHaveBeenCalled()
  })

  it('sends all fields of a new row, without blanks around them', async () => {
    const { posts, saved } = open('new')
    await type('Name', ' Oak ')
    await type('Weight', '1.5')
    press('Save')
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(posts()).toMatchObject([
      { path: '/admin/warehouse.Brand/add', body: { name: 'Oak', weight: '1.5' } },
    ])
  })

  it('sends only what was changed, with the version that it was changed from', async () => {
    const { posts, saved } = open(7)
    await type('Name', 'Beech')
    press('Save')
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(posts()).toMatchObject([{ path: '/admin/warehouse.Brand/edit' }])
    expect(posts()[0]?.body).toEqual({ id: 7, version: 3, name: 'Beech' })
  })

  it('folds the English text under its field until it is asked for', async () => {
    const english = field('name_en', { label: { zh: '', en: 'Name (English)' }, translates: 'name' })
    const resource = { ...BRAND, fields: [...BRAND.fields, english] }
    const calls = answerCalls((call) => (call.method === 'GET' ? { row: { ...ROW, name_en: '' } } : null))
    const props = { custom: {}, target: 7, close: vi.fn(), saved: vi.fn() } as const
    renderPage(<ResourceForm resource={resource} {...props} />)
    await screen.findByDisplayValue('Oak')
    expect(screen.queryByRole('textbox', { name: 'Name (English)' })).toBeNull()
    press('Name (English)')
    await type('Name (English)', 'Oak wood')
    // Folded again, it keeps what was written.
    press('Name (English)')
    press('Save')
    await waitFor(() => expect(props.saved).toHaveBeenCalledOnce())
    const post = calls.find(({ method }) => method === 'POST')
    expect(post?.body).toEqual({ id: 7, version: 3, name_en: 'Oak wood' })
  })

  it('shows an English text that is there', async () => {
    const english = field('name_en', { label: { zh: '', en: 'Name (English)' }, translates: 'name' })
    const resource = { ...BRAND, fields: [...BRAND.fields, english] }
    answerCalls(() => ({ row: { ...ROW, name_en: 'Oak wood' } }))
    renderPage(<ResourceForm resource={resource} custom={{}} target={7} close={vi.fn()} saved={vi.fn()} />)
    expect(await screen.findByDisplayValue('Oak wood')).toBeTruthy()
  })

  it('closes without a call when nothing was changed', async () => {
    const { close, posts } = open(7)
    await screen.findByDisplayValue('Oak')
    press('Save')
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(posts()).toEqual([])
  })

  it('locks a field that is written once', async () => {
    open(7)
    expect(await screen.findByRole('textbox', { name: 'Code' })).toHaveProperty('disabled', true)
  })

  it('shows a refusal at its field', async () => {
    const errors = [{ field: 'name', key: 'error.unique', msg: 'Taken already' }]
    const { saved } = open(7, () => ({ code: 0, msg: 'Refused', data: { errors } }))
    await type('Name', 'Beech')
    press('Save')
    expect(await screen.findByText('Taken already', { selector: '.arco-form-message *' })).toBeTruthy()
    expect(saved).not.toHaveBeenCalled()
  })

  it('says which field was refused by its label', async () => {
    const errors = [{ field: 'weight', key: 'error.number.range', msg: 'is too large' }]
    open(7, () => ({ code: 0, msg: 'weight: is too large', data: { errors } }))
    await type('Name', 'Beech')
    press('Save')
    expect(await screen.findByText('Weight: is too large')).toBeTruthy()
    expect(screen.queryByText('weight: is too large')).toBeNull()
  })

  describe('what a page demands beside the declared rules', () => {
    const custom: Custom = {
      check: ({ name }, value) => (name === 'code' && value !== 'whole' ? 'Not whole yet' : undefined),
    }
    const code = () => screen.getByRole('textbox', { name: 'Code' })
    const fault = () => screen.queryByText('Not whole yet')

    it('is said once the field was left, and no more while it is changed again', async () => {
      open('new', undefined, custom)
      fireEvent.focus(code())
      await type('Code', 'wh')
      expect(fault()).toBeNull()
      fireEvent.blur(code())
      await waitFor(() => expect(fault()).toBeTruthy())
      fireEvent.focus(code())
      await type('Code', 'who')
      await waitFor(() => expect(fault()).toBeNull())
    })

    it('is not said while the focus moves within the field', async () => {
      open('new', undefined, custom)
      fireEvent.focus(code())
      fireEvent.blur(code())
      fireEvent.focus(code())
      await new Promise((done) => setTimeout(done))
      expect(fault()).toBeNull()
    })

    it('keeps a row from being saved', async () => {
      const { posts } = open('new', undefined, custom)
      await type('Name', 'Oak')
      await type('Code', 'who')
      press('Save')
      await waitFor(() => expect(fault()).toBeTruthy())
      expect(posts()).toEqual([])
    })
  })

  it('marks and asks for a field that other values need', async () => {
    const { posts } = open('new', undefined, {
      needs: ({ name }, values) => name === 'weight' && values.code === 'heavy',
    })
    const mark = () => document.querySelectorAll('.arco-form-item-symbol').length
    await type('Name', 'Oak')
    const before = mark()
    await type('Code', 'heavy')
    await waitFor(() => expect(mark()).toBe(before + 1))
    press('Save')
    expect(await screen.findByText(/Weight/, { selector: '.arco-form-message *' })).toBeTruthy()
    expect(posts()).toEqual([])
  })

  it('asks before unsaved changes are lost', async () => {
    const { close } = open(7)
    await type('Name', 'Beech')
    press('Cancel')
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })
})

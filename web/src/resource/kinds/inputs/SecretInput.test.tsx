import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { BRAND, field } from '../../../../test/brand'
import { answerCalls, renderPage } from '../../../../test/page'
import ResourceForm from '../../ResourceForm'

beforeAll(() => loadTexts('resource'))

const SECRET = field('key', { label: { zh: '', en: 'Key' }, kind: 'secret', required: false })
const NEEDED = { ...SECRET, required: true }
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const input = () => screen.findByLabelText('Key')

function open(target: number | 'new', secret = SECRET) {
  const row = { id: 7, version: 3, name: 'Oak', key: '', key_set_at: 1_700_000_000 }
  const calls = answerCalls((call) => (call.method === 'GET' ? { row } : null))
  const saved = vi.fn()
  renderPage(
    <ResourceForm
      resource={{ ...BRAND, fields: [...BRAND.fields, secret] }}
      custom={{}}
      target={target}
      close={vi.fn()}
      saved={saved}
    />,
  )
  const post = () => calls.find(({ method }) => method === 'POST')?.body
  return { saved, post }
}

describe('a secret in a form', () => {
  it('says since when there is one, and stays while nothing is entered', async () => {
    const { saved, post } = open(7, NEEDED)
    expect(await screen.findByPlaceholderText(/^Set on 2023-11-1\d .* Leave empty to keep it$/)).toBeTruthy()
    // One that must be there can't be removed.
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Elm' } })
    press('Save')
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(post()).toEqual({ id: 7, version: 3, name: 'Elm' })
  })

  it('is replaced by what is entered', async () => {
    const { saved, post } = open(7)
    fireEvent.change(await input(), { target: { value: 'abc' } })
    press('Save')
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(post()).toEqual({ id: 7, version: 3, key: 'abc' })
  })

  it('is removed on request, unless that is taken back', async () => {
    const { saved, post } = open(7)
    await input()
    press('Remove')
    press('Undo')
    await input()
    press('Remove')
    press('Save')
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(post()).toEqual({ id: 7, version: 3, key: { clear: true } })
  })

  it('is asked for in a new row only where it must be there', async () => {
    const { saved } = open('new', NEEDED)
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Elm' } })
    press('Save')
    expect(await screen.findByText(/Key/, { selector: '.arco-form-message *' })).toBeTruthy()
    expect(saved).not.toHaveBeenCalled()
  })
})

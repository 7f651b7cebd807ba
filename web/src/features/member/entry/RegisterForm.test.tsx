import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { answerCalls, renderPage, type Call } from '../../../../test/page'
import type { Channel } from '../useCode'
import { RegisterForm } from './RegisterForm'

beforeAll(() => loadTexts('member', 'captcha'))

const MEMBER = { userInfo: { id: 1, username: 'ann', token: 'T', refresh_token: '' }, routePath: '/user' }

function open(ways: Channel[], byName: boolean, answer: (call: Call) => unknown = () => MEMBER) {
  const done = vi.fn()
  const calls = answerCalls(answer)
  renderPage(<RegisterForm ways={ways} byName={byName} captcha={false} done={done} />, '/user/login')
  const fill = (label: string, value: string): void => {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  const send = (): void => {
    fireEvent.click(screen.getByRole('button', { name: 'Register' }))
  }
  return { done, fill, send, posts: () => calls.filter(({ method }) => method === 'POST') }
}

describe('registration', () => {
  it('takes a name and a password where no code can be sent, and says what that means', async () => {
    const { done, fill, send, posts } = open([], true)
    expect(screen.queryByLabelText('E-mail')).toBeNull()
    screen.getByText(/only the shop can set a new one/)
    fill('Account', 'ann')
    fill('Password', 'Secret-pass-1')
    send()
    await waitFor(() => expect(done).toHaveBeenCalled())
    expect(posts()[0]?.body).toMatchObject({ tab: 'register', registerType: 'name', username: 'ann' })
  })
  it('offers both where the shop wants both', () => {
    open(['email'], true)
    screen.getByLabelText('E-mail')
    fireEvent.click(screen.getByText('Account only'))
    expect(screen.queryByLabelText('E-mail')).toBeNull()
    screen.getByText(/add one later/)
  })
  it('asks for an address where that is the only way, and for nothing where there is none', () => {
    open(['email'], false)
    screen.getByLabelText('E-mail')
    expect(screen.queryByText('Account only')).toBeNull()
    open([], false)
    screen.getByText(/Registration is closed/)
  })
  it('shows at its field what is wrong with one', async () => {
    const fault = { field: 'username', key: 'error.unique', msg: 'exists already' }
    const data = { ...fault, errors: [fault] }
    const { fill, send } = open([], true, () => ({ code: 0, msg: 'username exists already', data }))
    fill('Account', 'ann')
    fill('Password', 'Secret-pass-1')
    send()
    const words = await screen.findByText('exists already')
    expect(words.closest('.arco-form-item')?.textContent).toContain('Account')
    expect(screen.queryByText('username exists already')).toBeNull()
  })
  it('shows why it was refused', async () => {
    const { done, fill, send } = open([], true, () => ({ code: 0, msg: 'The name is taken', data: {} }))
    fill('Account', 'ann')
    fill('Password', 'Secret-pass-1')
    send()
    await screen.findByText('The name is taken')
    expect(done).not.toHaveBeenCalled()
  })
})

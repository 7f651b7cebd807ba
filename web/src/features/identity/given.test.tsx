import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { ApiError } from '@/shared/http'
import { loadTexts } from '@/shared/i18n'
import { clearSession, keepTokens, session } from '@/shared/session/store'
import { answerCalls, renderPage, type Call } from '../../../test/page'
import { asksForPassword, signIn } from './api'
import GivenPasswordPage from './GivenPasswordPage'
import { wayIn } from './wayIn'

const FIRST = 'given-pass-01'
const OWN = 'own-choice-77'

function answer({ path, body }: Call): unknown {
  const { oldPassword, password } = body as { oldPassword?: string; password: string }
  if (path === '/admin/Index/login')
    return {
      userInfo: { token: `token of ${password}`, refresh_token: '' },
      changePassword: password === FIRST,
    }
  if (oldPassword === FIRST) return null
  const data = {
    key: 'login.password_wrong',
    field: 'oldPassword',
    errors: [{ field: 'oldPassword', key: 'x', msg: 'Wrong' }],
  }
  return { code: 0, msg: 'oldPassword Wrong', data }
}

const type = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}
const save = (): void => {
  fireEvent.click(screen.getByRole('button', { name: 'Save and continue' }))
}

beforeAll(() => loadTexts('identity', 'shell'))
beforeEach(() => clearSession())

it('knows the refusal until a password is chosen', () => {
  expect(asksForPassword(new ApiError(0, 'x', { data: { key: 'password.given' } }))).toBe(true)
  expect([asksForPassword(new ApiError(0, 'x')), asksForPassword(null)]).toEqual([false, false])
})

it('leads from an entrance into the back office only', () => {
  expect(wayIn('/admin/warehouse/unit?a=1')).toBe('/admin/warehouse/unit?a=1')
  for (const odd of [
    null,
    '',
    '/admin/login',
    '/admin/password?redirect=x',
    '/administrator',
    '//evil.example',
  ])
    expect(wayIn(odd)).toBe('/admin')
})

it('takes a new password with the old one, and signs in with it', async () => {
  const calls = answerCalls(answer)
  await signIn({ username: 'anna', password: FIRST, keep: true, captchaId: '', captchaInfo: '' })
  renderPage(<GivenPasswordPage />, '/admin/password?redirect=%2Fadmin%2Fwarehouse%2Funit')
  await screen.findByRole('heading', { name: 'Choose a new password' })
  type('Current password', FIRST)
  type('New password', FIRST)
  type('Repeat the new password', FIRST)
  save()
  await screen.findByText('This is your current password: choose another one')
  type('New password', OWN)
  type('Repeat the new password', 'own-choice-78')
  save()
  await screen.findByText('The two passwords differ')
  type('Repeat the new password', OWN)
  type('Current password', 'not the one')
  save()
  await screen.findByText('Wrong')
  expect(calls.filter(({ path }) => path.endsWith('/edit'))).toHaveLength(1)
  type('Current password', FIRST)
  save()
  await waitFor(() => expect(session.token).toBe(`token of ${OWN}`))
  expect(calls.at(-2)?.body).toEqual({ password: OWN, oldPassword: FIRST })
  expect(calls.at(-1)?.body).toMatchObject({ username: 'anna', password: OWN, keep: true })
  keepTokens('', '')
})

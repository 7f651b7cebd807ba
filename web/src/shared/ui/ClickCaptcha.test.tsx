import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { ClickCaptcha, type CaptchaHttp } from './ClickCaptcha'

beforeAll(() => loadTexts('captcha'))
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})

const PICTURE = { id: 'one', text: ['<anchor>', '<bell>'], base64: 'data:,', width: 350, height: 200 }

describe('the captcha', () => {
  it('names the things in quotation marks, and says that a click was wrong until the next attempt', async () => {
    let pictures = 0
    const http: CaptchaHttp = {
      get: <T,>() => Promise.resolve({ ...PICTURE, id: String(++pictures) } as T),
      post: <T,>() => Promise.reject<T>(new Error('wrong')),
    }
    render(
      <ClickCaptcha
        open
        action="login"
        id="one"
        http={http}
        onSolved={() => undefined}
        onClose={() => undefined}
      />,
    )
    await screen.findByText('“anchor”, “bell”')
    const verdict = screen.getByRole('status')
    expect([verdict.getAttribute('aria-live'), verdict.textContent]).toEqual(['polite', ''])
    const click = (): void => void fireEvent.click(screen.getByTestId('captcha-picture'))
    click()
    click()
    const wrong = 'The correct area was not clicked, please try again'
    await vi.waitFor(() => expect(verdict.textContent).toBe(wrong))
    // The next picture is there, and the message still is.
    await vi.waitFor(() => expect(pictures).toBe(2), 4_000)
    await screen.findByText('“anchor”, “bell”')
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain(wrong)
    click()
    await vi.waitFor(() => expect(verdict.textContent).toBe(''))
  })
})

import { render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '@/shared/i18n'
import { memberHttp } from '@/shared/http/member'
import { noteServerTime, serverMs, serverNow } from '@/shared/http/serverClock'
import { answerCalls } from '../../../test/page'
import { Countdown } from './Countdown'
import { Due } from './office/Due'
import { Timer } from './order/Timer'

beforeAll(() => loadTexts('shop', 'shopState', 'shopOrder'))
afterEach(() => vi.useRealTimers())

/** The server is an hour ahead of the browser, as an answer has told. */
const HOUR = 3_600
const BROWSER = 1_700_000_000
async function ahead(): Promise<void> {
  vi.useFakeTimers({ now: BROWSER * 1000, toFake: ['Date', 'setInterval', 'clearInterval'] })
  answerCalls(() => ({ code: 1, msg: '', time: BROWSER + HOUR, data: {} }))
  await memberHttp.get('/api/shop.Order/counts', {})
}

describe('times that run out', () => {
  it('are counted by the clock of the server', async () => {
    await ahead()
    expect(serverNow()).toBe(BROWSER + HOUR)
    render(<Countdown until={BROWSER + HOUR + 90} />)
    expect(screen.getByRole('timer').textContent).toContain('00:01:30')
    render(<Due at={BROWSER + HOUR + 120} />)
    expect(screen.getByText('2 min')).toBeTruthy()
  })
  it('end at once where they are over for the server alone', async () => {
    await ahead()
    const ended = vi.fn()
    render(<Countdown until={BROWSER + HOUR - 1} ended={ended} />)
    vi.advanceTimersByTime(1_000)
    expect(ended).toHaveBeenCalledOnce()
  })
  it('run evenly though answers say whole seconds and come late, and follow a clock that was set', async () => {
    await ahead()
    const said = (seconds: number, later: number): number => {
      vi.setSystemTime(BROWSER * 1000 + later)
      noteServerTime(seconds)
      return serverMs() - BROWSER * 1000 - later
    }
    // The answer left the server at 3.9 s, and came at 4.3 s.
    expect(said(BROWSER + HOUR + 3, 4_300)).toBe(HOUR * 1000)
    expect(said(BROWSER + HOUR + 5, 4_800)).toBe(HOUR * 1000 + 200)
    expect(said(BROWSER + 9, 9_000)).toBe(0)
  })
  it('do not take what is no time for one', () => {
    const before = serverNow()
    noteServerTime(undefined)
    noteServerTime(1)
    expect(serverNow() - before).toBeLessThan(2)
  })
  it('stand still while a refund is open, and say what is left', () => {
    const left = 2 * 24 * HOUR + 3 * HOUR
    const paused = { status: 3, due_at: null, paused_seconds: left, closing: false }
    const { container } = render(<Timer order={paused} />)
    expect(container.textContent).toContain('2 d 03:00:00')
    expect(container.textContent).toContain('paused until the refund is settled')
    expect(screen.queryByRole('timer')).toBeNull()
    const closing = { status: 1, due_at: serverNow() + HOUR, paused_seconds: null, closing: true }
    expect(render(<Timer order={closing} />).container.textContent).toBe('')
    render(<Due at={null} paused={left} />)
    expect(screen.getByText('paused, 2 d 3 h left')).toBeTruthy()
    render(<Due at={null} paused={0} />)
    expect(screen.getByText('paused, no time left')).toBeTruthy()
  })
})

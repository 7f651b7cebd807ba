import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Scan } from './gs1'
import { useScanner } from './useScanner'
import { useState } from 'react'

function Page({ scanned, submit }: { scanned: (scan: Scan) => void; submit: () => void }) {
  const [text, setText] = useState('12')
  useScanner(scanned)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <input aria-label="quantity" value={text} onChange={(event) => setText(event.target.value)} />
      <input aria-label="code" data-scan="own" />
      <button type="submit">save</button>
    </form>
  )
}

/** Types keys into what has the focus, `gap` milliseconds apart; letters reach inputs as a browser does it. */
function type(target: HTMLElement, keys: readonly string[], gap: number): boolean {
  let prevented = false
  for (const key of keys) {
    const event = new KeyboardEvent('keydown', {
      key,
      bubbles: true,
      cancelable: true,
    })
    at += gap
    Object.defineProperty(event, 'timeStamp', { value: at })
    const taken = fireEvent(target, event)
    prevented ||= !taken
    if (taken && key.length === 1 && target instanceof HTMLInputElement)
      fireEvent.change(target, { target: { value: target.value + key } })
  }
  return prevented
}
let at = 1_000

function open() {
  const scanned = vi.fn<(scan: Scan) => void>()
  const submit = vi.fn()
  render(<Page scanned={scanned} submit={submit} />)
  return { scanned, submit }
}
const quantity = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'quantity' })
const SCAN = [...'4006381333931', 'Enter']

describe('a hand scanner', () => {
  it('is heard wherever the focus is', () => {
    const { scanned } = open()
    type(document.body, SCAN, 5)
    expect(scanned).toHaveBeenCalledTimes(1)
    expect(scanned.mock.calls[0]?.[0].products[0]).toBe('4006381333931')
  })
  it('does not change the input that has the focus, and sends no form', () => {
    const { scanned, submit } = open()
    expect(type(quantity(), SCAN, 5)).toBe(true)
    expect(scanned).toHaveBeenCalledTimes(1)
    expect(quantity().value).toBe('12')
    expect(submit).not.toHaveBeenCalled()
  })
  it('is told from somebody who types', () => {
    const { scanned } = open()
    expect(type(quantity(), SCAN, 150)).toBe(false)
    expect(scanned).not.toHaveBeenCalled()
    expect(quantity().value).toBe('124006381333931')
  })
  it('may be held back by a busy browser for a moment', () => {
    const { scanned } = open()
    type(document.body, [...'400638'], 5)
    at += 120
    type(document.body, [...'1333931', 'Enter'], 5)
    expect(scanned.mock.calls[0]?.[0].raw).toBe('4006381333931')
  })
  it('is told from somebody who types fast', () => {
    const { scanned } = open()
    type(document.body, SCAN, 80)
    expect(scanned).not.toHaveBeenCalled()
  })
  it('is told from an Enter on its own and from a few fast keys', () => {
    const { scanned } = open()
    expect(type(quantity(), ['5', 'Enter'], 5)).toBe(false)
    expect(scanned).not.toHaveBeenCalled()
  })
  it('leaves an input for codes alone', () => {
    const { scanned } = open()
    type(screen.getByRole('textbox', { name: 'code' }), SCAN, 5)
    expect(scanned).not.toHaveBeenCalled()
  })
  it('sends GS1 separators as Ctrl+]', () => {
    const { scanned } = open()
    type(document.body, [...'(01)09506000134352(10)A1', 'Enter'], 5)
    expect(scanned.mock.calls[0]?.[0]).toMatchObject({ batch: 'A1' })
    const keys = [...'010950600013435210A1'].map((key) => ({ key }))
    for (const init of [
      ...keys,
      { key: 'Control' },
      { key: ']', ctrlKey: true },
      ...[...'17270831'].map((key) => ({ key })),
      { key: 'Enter' },
    ]) {
      const event = new KeyboardEvent('keydown', {
        ...init,
        bubbles: true,
        cancelable: true,
      })
      at += 5
      Object.defineProperty(event, 'timeStamp', { value: at })
      fireEvent(document.body, event)
    }
    expect(scanned.mock.calls[1]?.[0]).toMatchObject({
      batch: 'A1',
      expires: '2027-08-31',
    })
  })
  it('is heard again after its first code', () => {
    const { scanned } = open()
    type(document.body, SCAN, 5)
    type(document.body, SCAN, 5)
    expect(scanned).toHaveBeenCalledTimes(2)
  })
})

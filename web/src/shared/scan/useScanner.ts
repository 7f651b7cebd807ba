import { useLayoutEffect, useRef } from 'react'
import { readCode, type Scan } from './gs1'
import { GAP_MS, Wedge } from './wedge'

/** Sets an input's value so that React notices it. */
function write(input: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype =
    input instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Calls back with what a hand scanner reads, wherever the focus is. The scanner types into the focused input as a
 * keyboard does, so that input gets its text of before the scan back. Inputs marked `data-scan="own"` keep the text.
 */
export function useScanner(scanned: (scan: Scan) => void, active = true): void {
  const callback = useRef(scanned)
  callback.current = scanned
  // Before the page is painted: nothing that is scanned at a page in sight is lost.
  useLayoutEffect(() => {
    if (!active) return
    const wedge = new Wedge()
    let before: {
      input: HTMLInputElement | HTMLTextAreaElement
      value: string
    } | null = null
    let lastAt = -Infinity
    const listen = (event: KeyboardEvent): void => {
      const { target, timeStamp: at } = event
      const input =
        target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : null
      if (input?.dataset.scan === 'own') return
      // The text as it was when the burst began.
      if (at - lastAt > GAP_MS || before?.input !== input) before = input && { input, value: input.value }
      lastAt = at
      const chord = event.ctrlKey || event.altKey || event.metaKey
      const outcome = wedge.press({ key: event.key, at, chord })
      if (outcome.kind !== 'code') return
      // The Enter of a scan must not send a form or press a button.
      event.preventDefault()
      event.stopPropagation()
      if (before && before.input.value !== before.value) write(before.input, before.value)
      const scan = readCode(outcome.code)
      if (scan) callback.current(scan)
    }
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [active])
}

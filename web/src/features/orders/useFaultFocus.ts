import { useEffect, useRef, type RefObject } from 'react'

/**
 * Goes to the first field of a form that is wrong, each time `attempts` rises: it may be out of sight. What is wrong
 * with a field is marked `data-fault`, and stands in a cell of a table or in a `data-field`.
 */
export function useFaultFocus(attempts: number): RefObject<HTMLDivElement> {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempts === 0) return
    const fault = form.current?.querySelector<HTMLElement>('[data-fault]')
    const field = fault?.closest('[data-field], td')
    const input = field?.querySelector<HTMLElement>('input:not(:disabled), [tabindex]')
    input?.focus({ preventScroll: true })
    // Not below the foot, which stays in sight.
    ;(field ?? fault)?.scrollIntoView?.({ block: 'center' })
  }, [attempts])
  return form
}

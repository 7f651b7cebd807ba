import { useCallback, useState } from 'react'
import { placeErrors, type DraftLine } from './model'

type Refused = ReturnType<typeof placeErrors>
const NOTHING: Refused = { head: {}, lines: new Map() }

type Faults = Readonly<Record<string, string>>
const without = (faults: Faults, fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).filter(([field]) => !fields.includes(field)))

/** What the node has refused of a form, until the field is changed or the form is sent again. */
export function useRefused() {
  const [refused, setRefused] = useState<Refused>(NOTHING)
  const clear = useCallback(() => setRefused(NOTHING), [])
  /** Takes the errors of an answer: those of lines count the lines that were sent. */
  const refuse = useCallback(
    (errors: Parameters<typeof placeErrors>[0], sent: readonly DraftLine[]): Refused => {
      const placed = placeErrors(errors, sent)
      setRefused(placed)
      return placed
    },
    [],
  )
  const changedHead = useCallback((fields: readonly string[]): void => {
    setRefused((old) =>
      fields.some((field) => field in old.head) ? { ...old, head: without(old.head, fields) } : old,
    )
  }, [])
  const changedLine = useCallback((key: number, fields: readonly string[]): void => {
    setRefused((old) => {
      const faults = old.lines.get(key)
      if (!faults) return old
      return { ...old, lines: new Map(old.lines).set(key, without(faults, fields)) }
    })
  }, [])
  return { refused, clear, refuse, changedHead, changedLine }
}

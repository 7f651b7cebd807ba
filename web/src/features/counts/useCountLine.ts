import { useEffect, useRef, useState } from 'react'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { ApiError } from '@/shared/http'
import { randomId } from '@/shared/randomId'
import { isBlank, isWrong, NO_PARTS, sentParts, type Parts } from '@/shared/units/parts'
import { countedIn, type CountedIn } from '@/shared/units/units'
import { act, type CountLine, type CountSheet } from './api'

/** What was saved of a line. */
export interface SavedCount {
  line: number
  /** The node asks to count it again: it differs by more than the books may. */
  recount: boolean
}

/** What is entered of a line. */
export interface LineInput {
  product: CountedIn
  entered: Parts
  enter: (parts: Parts) => void
  /** What the node said of the quantity. */
  fault: string
  busy: boolean
  /** It can't be sent as it is. */
  wrong: boolean
  save: () => void
  reason: string
  setReason: (reason: string) => void
  /** Saves the reason, if it is another one. */
  explain: () => void
}

/** Entering what was counted of a line, and why it differs. */
export function useCountLine(
  sheet: CountSheet,
  row: CountLine,
  saved: (count?: SavedCount) => void,
): LineInput {
  const { show } = useProblem()
  const [entered, setEntered] = useState(NO_PARTS)
  const [reason, setReason] = useState(row.reason ?? '')
  const [fault, setFault] = useState('')
  useEffect(() => setReason(row.reason ?? ''), [row.reason])
  // Enter leaves the field, which saves as well: a second result would pass for a second count.
  const { busy, submit } = useSubmit((error) => {
    // What is wrong with the quantity is said beside it.
    if (error instanceof ApiError && error.errors.length > 0) setFault(error.reason)
    else show(error)
  })
  // The same quantity after a lost answer is the same result.
  const command = useRef({ quantity: '', id: '' })
  const product = countedIn(row.product)
  const wrong = isWrong(entered, product)

  const save = (): void => {
    if (isBlank(entered) || wrong) return
    setFault('')
    const counted = sentParts(entered)
    const quantity = JSON.stringify(counted)
    if (command.current.quantity !== quantity) command.current = { quantity, id: randomId() }
    const sent = { id: sheet.id, line: row.line, ...counted, command_id: command.current.id }
    void submit(
      () => act('count', sent, false),
      ({ recount }) => {
        command.current = { quantity: '', id: '' }
        setEntered(NO_PARTS)
        saved({ line: row.line, recount: recount === true })
      },
    )
  }
  const explain = async (): Promise<void> => {
    if (reason.trim() === (row.reason ?? '')) return
    try {
      await act('edit', { id: sheet.id, lines: [{ line: row.line, reason: reason.trim() }] }, false)
      saved()
    } catch (error) {
      show(error)
    }
  }
  return {
    product,
    entered,
    enter: (parts) => {
      setEntered(parts)
      setFault('')
    },
    fault,
    busy,
    wrong,
    save,
    reason,
    setReason,
    explain: () => void explain(),
  }
}

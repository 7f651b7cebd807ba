import { useRef, useState } from 'react'
import { ApiError } from '@/shared/http/error'
import { isAnswered } from '@/shared/http/pendingCommand'
import { randomId } from '@/shared/randomId'

/** Words on what is wrong, by field. */
export type Faults = Readonly<Record<string, string>>

/** What the node says of fields that are known here; null where it says nothing of them. */
export function faultsOf(error: unknown, known: (field: string) => boolean): Faults | null {
  const found = error instanceof ApiError ? error.errors.filter(({ field }) => known(field)) : []
  return found.length > 0 ? Object.fromEntries(found.map(({ field, msg }) => [field, msg])) : null
}

export interface Submitting {
  busy: boolean
  /** What the node said of fields, until it is sent again. */
  faults: Faults
  clear: () => void
  /**
   * Does the work unless some is being done; answers whether it was done. `command` stays the same until the node has
   * answered: sent again after a lost answer, it does nothing twice.
   */
  submit: <T>(
    work: (command: string) => Promise<T>,
    done?: (answer: T) => void,
    failed?: (error: unknown) => void,
  ) => Promise<boolean>
}

/** Sends what a page holds, where one text says what went wrong. */
export function useSubmitText(
  errorText: (error: unknown) => string,
): Pick<Submitting, 'busy' | 'submit'> & { problem: string; setProblem: (problem: string) => void } {
  const [problem, setProblem] = useState('')
  const { busy, submit } = useSubmit((error) => setProblem(errorText(error)))
  return {
    busy,
    problem,
    setProblem,
    submit: (...sent) => {
      setProblem('')
      return submit(...sent)
    },
  }
}

/** Sends what a dialog or a page holds. `known`: the fields that it shows faults at; `show` gets all other errors. */
export function useSubmit(show: (error: unknown) => void, known?: (field: string) => boolean): Submitting {
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  // A second press may come before the first one is drawn.
  const running = useRef(false)
  const [first] = useState(randomId)
  const command = useRef(first)
  const clear = (): void => setFaults({})
  const submit: Submitting['submit'] = async (work, done, failed = show) => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    clear()
    try {
      const answer = await work(command.current)
      command.current = randomId()
      done?.(answer)
      return true
    } catch (error) {
      if (isAnswered(error)) command.current = randomId()
      const found = known && faultsOf(error, known)
      if (found) setFaults(found)
      else failed(error)
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, faults, clear, submit }
}

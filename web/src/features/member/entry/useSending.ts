import { useState } from 'react'
import { useMemberProblem } from '@/shared/hooks/useProblem'

export interface Sending {
  busy: boolean
  /** Why the last one failed. */
  error: unknown
  /** The same in words. */
  problem: string
  send: (work: Promise<unknown>, done: () => void) => void
}

/** A form under way: one at a time, with what went wrong shown in it. */
export function useSending(): Sending {
  const { errorText } = useMemberProblem()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  return {
    busy,
    error,
    problem: error === null ? '' : errorText(error),
    send: (work, done) => {
      setBusy(true)
      setError(null)
      work.then(done, setError).finally(() => setBusy(false))
    },
  }
}

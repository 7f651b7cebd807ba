import { useState } from 'react'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'

export interface Sending {
  busy: boolean
  /** Why the last one failed. */
  error: unknown
  /** The same in words. */
  problem: string
  send: (work: () => Promise<unknown>, done: () => void) => void
}

/** A form under way: one at a time, with what went wrong shown in it. */
export function useSending(): Sending {
  const { errorText } = useMemberProblem()
  const [error, setError] = useState<unknown>(null)
  const { busy, submit } = useSubmit(setError)
  return {
    busy,
    error,
    problem: error === null ? '' : errorText(error),
    send: (work, done) => {
      setError(null)
      void submit(work, done)
    },
  }
}

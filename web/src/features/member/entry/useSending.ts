import { useState } from 'react'
import { useMemberProblem } from '@/shared/hooks/useProblem'

export interface Sending {
  busy: boolean
  /** Why the last one failed, in words. */
  problem: string
  send: (work: Promise<unknown>, done: () => void) => void
}

/** A form under way: one at a time, with what went wrong shown in it. */
export function useSending(): Sending {
  const { errorText } = useMemberProblem()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  return {
    busy,
    problem,
    send: (work, done) => {
      setBusy(true)
      setProblem('')
      work.then(done, (error: unknown) => setProblem(errorText(error))).finally(() => setBusy(false))
    },
  }
}

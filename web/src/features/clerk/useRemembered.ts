import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { unanswered } from '@/shared/http'
import { useFetched, type Fetched } from '@/shared/hooks/useFetched'
import { keepAnswer, keptAnswer } from '@/shared/offline/answers'
import { session } from '@/shared/session/store'
import { clerkQueue } from './clerkQueue'

/** Wait for an answer before the kept one is shown, while there is known to be no signal, in milliseconds. */
const PATIENCE_MS = 1_000

interface Answer<T> {
  value: T
  /** From an earlier reading: the node may know better. */
  old: boolean
}

const pause = (ms: number): Promise<null> => new Promise((done) => setTimeout(() => done(null), ms))

/** Reads and keeps an answer. Where the node gives none, the one that the same person read last. */
export async function orKept<T>(name: string, read: () => Promise<T>): Promise<Answer<T>> {
  const admin = session.admin?.id
  if (admin === undefined) return { value: await read(), old: false }
  const kept = async (): Promise<Answer<T> | null> => {
    const found = await keptAnswer(admin, name)
    return found && { value: found.value as T, old: true }
  }
  const reading = read().then((value): Answer<T> => {
    // Nothing is kept of somebody who has signed out meanwhile.
    if (session.token && session.admin?.id === admin) void keepAnswer(admin, name, value)
    return { value, old: false }
  })
  try {
    if (!session.remembered) return await reading
    return (await Promise.race([reading, pause(PATIENCE_MS)])) ?? (await kept()) ?? (await reading)
  } catch (error) {
    const found = unanswered(error) ? await kept() : null
    if (found) return found
    throw error
  }
}

/** Like `useFetched`, with the last answer in place of none. What is old is read again when the signal is back. */
export function useRemembered<T>(name: string, load: (signal: AbortSignal) => Promise<T>): Fetched<T> {
  const old = useRef(false)
  const fetched = useFetched(name, async (signal) => {
    const answer = await orKept(name, () => load(signal))
    if (!signal.aborted) old.current = answer.old
    return answer.value
  })
  const { remembered } = useSnapshot(session)
  const { reload } = fetched
  useEffect(() => {
    const again = (): void => {
      if (old.current) reload()
    }
    if (!remembered) again()
    window.addEventListener('online', again)
    const off = clerkQueue.onDone(again)
    return () => {
      window.removeEventListener('online', again)
      off()
    }
  }, [remembered, reload])
  return fetched
}

/** Ids of commands that have no answer yet: pressing again after a lost answer repeats the command and does nothing twice. */
import { randomId } from '@/shared/randomId'
import { ApiError } from './error'

/** Commands without an answer that are remembered; the oldest goes first. */
const PENDING_MAX = 100

/** How long an id is kept: later, the same words may be meant as a new command. */
const PENDING_MS = 10 * 60_000

const pending = new Map<string, { id: string; since: number }>()

/** Whether the node has said what became of a command. Errors of the network and of statuses such as 503 have a key of their own. */
export const isAnswered = (error: unknown): boolean => error instanceof ApiError && !error.options.key

/**
 * Sends a command under an id that stays until the node answers. `what` says which command it is: where it is sent, and all that
 * is sent. A command that says something else gets an id of its own.
 */
export async function underCommandId<T>(what: unknown, send: (command_id: string) => Promise<T>): Promise<T> {
  const key = JSON.stringify(what)
  const now = Date.now()
  const known = pending.get(key)
  const { id, since } = known && now - known.since < PENDING_MS ? known : { id: randomId(), since: now }
  pending.set(key, { id, since })
  const [oldest] = pending.keys()
  if (pending.size > PENDING_MAX && oldest !== undefined) pending.delete(oldest)
  const answered = (): void => {
    if (pending.get(key)?.id === id) pending.delete(key)
  }
  try {
    const answer = await send(id)
    answered()
    return answer
  } catch (error) {
    if (isAnswered(error)) answered()
    throw error
  }
}

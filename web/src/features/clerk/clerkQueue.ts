// eslint-disable-next-line no-restricted-imports -- paths are those of the kept commands
import { client } from '@/shared/http'
import { session } from '@/shared/session/store'
import { openStore } from './commandStore'
import { aged } from './counted'
import { CommandQueue } from './queue'
import { refusalText } from './refusal'

const LOCK = 'entrepot-clerk-queue'

/** The queue of this browser. */
export const clerkQueue = new CommandQueue({
  store: openStore,
  send: (path, body, at) => client.post(path, aged(path, body, at)),
  admin: () => session.admin?.id ?? null,
  reason: refusalText,
  // Without locks, two tabs may send the same command: its id lets the node do it once.
  alone: (work) => {
    // Only pages of https have locks.
    const locks = navigator.locks as LockManager | null | undefined
    return locks ? locks.request(LOCK, work).then(() => undefined) : work()
  },
})

const wake = (): void => void clerkQueue.flush()
window.addEventListener('online', wake)
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake())

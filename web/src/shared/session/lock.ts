import { proxy } from 'valtio'

/** Who has locked the screen: only they can open it again, with their password. */
export interface Locked {
  username: string
  nickname: string
  avatar: string
  /** They had asked to stay signed in. */
  keep: boolean
}

const KEY = 'adminLock'

function storedLock(): Locked | null {
  try {
    const saved = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? 'null') as Partial<Locked> | null
    if (!saved || typeof saved.username !== 'string' || !saved.username) return null
    return {
      username: saved.username,
      nickname: saved.nickname ?? saved.username,
      avatar: saved.avatar ?? '',
      keep: saved.keep === true,
    }
  } catch {
    return null
  }
}

export const lock = proxy<{ who: Locked | null }>({ who: storedLock() })

export function setLock(who: Locked | null): void {
  lock.who = who
  if (who) globalThis.localStorage?.setItem(KEY, JSON.stringify(who))
  else globalThis.localStorage?.removeItem(KEY)
}

// Locked or opened in another tab: so is this one.
globalThis.addEventListener?.('storage', (event) => {
  if ((event as StorageEvent).key === KEY) lock.who = storedLock()
})

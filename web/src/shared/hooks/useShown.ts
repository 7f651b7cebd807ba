import { createContext, useContext } from 'react'

/** Whether a page is in front. Told, not given: what merely has to know it is not drawn anew when it changes. */
export interface Shown {
  now: () => boolean
  /** Calls back at every change; answers with what ends it. */
  watch: (changed: () => void) => () => void
}

/** Of a page that is kept alive behind other tabs. */
export class Curtain implements Shown {
  private readonly watchers = new Set<() => void>()
  constructor(private shown: boolean) {}
  readonly now = (): boolean => this.shown
  readonly watch = (changed: () => void): (() => void) => {
    this.watchers.add(changed)
    return () => this.watchers.delete(changed)
  }
  set(shown: boolean): void {
    if (shown === this.shown) return
    this.shown = shown
    this.watchers.forEach((changed) => changed())
  }
}

export const ShownContext = createContext<Shown>({ now: () => true, watch: () => () => undefined })

export const useShown = (): Shown => useContext(ShownContext)

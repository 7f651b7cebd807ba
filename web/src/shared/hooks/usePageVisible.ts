import { createContext, useContext } from 'react'

/** Visibility of a page as a subscription, so that hidden pages do not re-render. */
export interface PageVisible {
  now: () => boolean
  /** Calls back at every change; returns the function that ends it. */
  watch: (changed: () => void) => () => void
}

/** The visibility of a page that is kept alive behind other tabs. */
export class PageVisibility implements PageVisible {
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

export const PageVisibleContext = createContext<PageVisible>({
  now: () => true,
  watch: () => () => undefined,
})

export const usePageVisible = (): PageVisible => useContext(PageVisibleContext)

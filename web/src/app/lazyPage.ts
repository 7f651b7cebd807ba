import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react'
import { loadTexts } from '@/shared/i18n'

export interface LazyPage<P = object> {
  (props: P): ReactNode
  /** Loads it before it is drawn. Errors are ignored here; drawing it reports them. */
  prefetch: () => Promise<void>
}

/** A page that is loaded as its own chunk, together with the texts that it needs. */
export function lazyPage<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  ...texts: string[]
): LazyPage<P> {
  let there: ComponentType<P> | undefined
  const arrive = async (): Promise<{ default: ComponentType<P> }> => {
    const [page] = await Promise.all([load(), loadTexts(...texts)])
    there = page.default
    return page
  }
  const Later = lazy(arrive) as unknown as ComponentType<P>
  // A loaded page is rendered at once. The choice is made once: changing it would remount the page.
  const Page: LazyPage<P> = (props) => {
    const [Now] = useState<ComponentType<P>>(() => there ?? Later)
    return createElement(Now, props)
  }
  Page.prefetch = () =>
    arrive().then(
      () => undefined,
      () => undefined,
    )
  return Page
}

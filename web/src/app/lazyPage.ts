import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react'
import { loadTexts } from '@/shared/i18n'

export interface LazyPage<P = object> {
  (props: P): ReactNode
  /** Asks for it before it is drawn; what goes wrong is told by whoever draws it. */
  ahead: () => Promise<void>
}

/** A page that arrives with its own chunk and with the words it needs, in the language chosen. */
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
  // What has arrived is drawn at once; what is being drawn does not change under it.
  const Page: LazyPage<P> = (props) => {
    const [Now] = useState<ComponentType<P>>(() => there ?? Later)
    return createElement(Now, props)
  }
  Page.ahead = () =>
    arrive().then(
      () => undefined,
      () => undefined,
    )
  return Page
}

import { lazy, type ComponentType } from 'react'
import { loadTexts } from '@/shared/i18n'

/** A page that arrives with its own chunk and with the words it needs, in the language chosen. */
export function lazyPage<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
  ...texts: string[]
): ComponentType<P> {
  return lazy(async () => {
    const [page] = await Promise.all([load(), loadTexts(...texts)])
    return page
  }) as unknown as ComponentType<P>
}

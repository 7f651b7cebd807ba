import { lazy, type ComponentType } from 'react'
import { loadTexts } from '@/shared/i18n'
import { loadContent } from '@/shared/site/content'

/** A public page arrives with its own chunk, the texts of its name and what other words it says. */
export function sitePage<P extends object>(
  page: string,
  load: () => Promise<{ default: ComponentType<P> }>,
  ...texts: string[]
): { Page: ComponentType<P>; preload: () => Promise<{ default: ComponentType<P> }> } {
  const preload = async (): Promise<{ default: ComponentType<P> }> => {
    const [module] = await Promise.all([load(), loadContent(page), loadTexts(...texts)])
    return module
  }
  return { Page: lazy(preload) as unknown as ComponentType<P>, preload }
}

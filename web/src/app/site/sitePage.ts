import { lazy, type ComponentType } from 'react'
import { loadContent } from '@/shared/site/content'

/** A public page arrives with its own chunk and the texts of its name. */
export function sitePage<P extends object>(
  page: string,
  load: () => Promise<{ default: ComponentType<P> }>,
): { Page: ComponentType<P>; preload: () => Promise<{ default: ComponentType<P> }> } {
  const preload = async (): Promise<{ default: ComponentType<P> }> => {
    const [module] = await Promise.all([load(), loadContent(page)])
    return module
  }
  return { Page: lazy(preload) as unknown as ComponentType<P>, preload }
}

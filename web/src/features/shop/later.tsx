import { lazy, Suspense, type ComponentType } from 'react'
import { loadTexts } from '@/shared/i18n'
import { useNear } from '@/shared/hooks/useNear'

type Module<P> = () => Promise<{ default: ComponentType<P> }>

/** A part of a page that arrives by itself, with its words: it is not needed for the page to be seen. */
export function later<P extends object>(load: Module<P>, ...texts: string[]): ComponentType<P> {
  return lazy(async () => {
    const [module] = await Promise.all([load(), loadTexts(...texts)])
    return module
  }) as unknown as ComponentType<P>
}

/** The same, once somebody has come near its place. */
export function whenNear<P extends object>(load: Module<P>, ...texts: string[]): ComponentType<P> {
  const Part = later(load, ...texts)
  return function Near(props: P) {
    const [place, near] = useNear<HTMLDivElement>('200px')
    return (
      <div ref={place} style={{ minHeight: near ? undefined : 120 }}>
        {near && (
          <Suspense fallback={null}>
            <Part {...props} />
          </Suspense>
        )}
      </div>
    )
  }
}

import { lazy, Suspense, type ComponentType } from 'react'
import { loadTexts } from '@/shared/i18n'
import { useNear } from '@/shared/hooks/useNear'

type Module<P> = () => Promise<{ default: ComponentType<P> }>

/** A part of a page that is loaded by itself, with its texts: the page can be shown without it. */
export function lazyPart<P extends object>(load: Module<P>, ...texts: string[]): ComponentType<P> {
  return lazy(async () => {
    const [module] = await Promise.all([load(), loadTexts(...texts)])
    return module
  }) as unknown as ComponentType<P>
}

/** The same, once somebody has come near its place. */
export function lazyPartWhenNear<P extends object>(load: Module<P>, ...texts: string[]): ComponentType<P> {
  const Part = lazyPart(load, ...texts)
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

import { useEffect, useRef, useState, type RefObject } from 'react'

/** Whether somebody has come near an element: what is far down a page is drawn only then. */
export function useNear<E extends Element>(margin: string): [RefObject<E>, boolean] {
  const element = useRef<E>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: margin },
    )
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [margin])
  return [element, near]
}

import { useEffect, useRef, useState, type RefObject } from 'react'

/** Whether the user has scrolled near an element, so that parts far down a page are rendered late. */
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

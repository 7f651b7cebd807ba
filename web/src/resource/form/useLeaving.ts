import { useEffect, useRef, type HTMLAttributes } from 'react'

type Handlers = Pick<HTMLAttributes<HTMLElement>, 'onFocusCapture' | 'onBlurCapture'>

/** Tells which field was left. What a widget opens, such as a dialog, belongs to its field. */
export function useLeaving(left: (name: string) => void): (name: string) => Handlers {
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const tell = useRef(left)
  tell.current = left
  useEffect(() => {
    const pending = timers.current
    return () => pending.forEach(clearTimeout)
  }, [])
  const stays = (name: string): void => clearTimeout(timers.current.get(name))
  // Some of the inputs keep their events to themselves.
  return (name) => ({
    onFocusCapture: () => stays(name),
    onBlurCapture: () => {
      stays(name)
      timers.current.set(
        name,
        setTimeout(() => tell.current(name)),
      )
    },
  })
}

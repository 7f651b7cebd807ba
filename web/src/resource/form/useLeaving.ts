import { useEffect, useRef, type HTMLAttributes } from 'react'

type Handlers = Pick<HTMLAttributes<HTMLElement>, 'onFocus' | 'onBlur'>

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
  return (name) => ({
    onFocus: () => stays(name),
    onBlur: () => {
      stays(name)
      timers.current.set(
        name,
        setTimeout(() => tell.current(name)),
      )
    },
  })
}

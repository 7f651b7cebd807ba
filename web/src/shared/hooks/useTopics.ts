import { useEffect, useRef } from 'react'
import { live } from '@/shared/live'
import { usePageVisible } from './usePageVisible'

const SETTLE_MS = 150

/** Runs once for a burst of changes in any of the topics; behind another tab, once it is seen again. */
export function useTopics(topics: readonly string[], changed: () => void): void {
  const latest = useRef(changed)
  latest.current = changed
  const shown = usePageVisible()
  const missed = useRef(false)
  useEffect(
    () =>
      shown.watch(() => {
        if (!shown.now() || !missed.current) return
        missed.current = false
        latest.current()
      }),
    [shown],
  )
  const key = topics.join(' ')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (shown.now()) latest.current()
        else missed.current = true
      }, SETTLE_MS)
    }
    const leave = key
      .split(' ')
      .filter(Boolean)
      .map((topic) => live.on(topic, settle))
    return () => {
      clearTimeout(timer)
      leave.forEach((off) => off())
    }
  }, [key, shown])
}

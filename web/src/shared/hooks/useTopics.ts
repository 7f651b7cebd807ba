import { useEffect, useRef } from 'react'
import { live } from '@/shared/live'

const SETTLE_MS = 150

/** Runs once for a burst of changes in any of the topics. */
export function useTopics(topics: readonly string[], changed: () => void): void {
  const latest = useRef(changed)
  latest.current = changed
  const key = topics.join(' ')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => latest.current(), SETTLE_MS)
    }
    const leave = key
      .split(' ')
      .filter(Boolean)
      .map((topic) => live.on(topic, settle))
    return () => {
      clearTimeout(timer)
      leave.forEach((off) => off())
    }
  }, [key])
}

import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '@/shared/session/store'
import { useShown } from './useShown'

export function useTitle(title: string): void {
  const { siteName } = useSnapshot(session)
  const shown = useShown()
  useEffect(() => {
    const tell = (): void => {
      if (shown.now()) document.title = title ? `${title} - ${siteName}` : siteName
    }
    tell()
    return shown.watch(tell)
  }, [title, siteName, shown])
}

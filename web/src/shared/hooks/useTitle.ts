import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '@/shared/session/store'
import { usePageVisible } from './usePageVisible'

export function useTitle(title: string): void {
  const { siteName } = useSnapshot(session)
  const shown = usePageVisible()
  useEffect(() => {
    const tell = (): void => {
      if (shown.now()) document.title = title ? `${title} - ${siteName}` : siteName
    }
    tell()
    return shown.watch(tell)
  }, [title, siteName, shown])
}

import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '@/shared/session/store'
import { usePageVisible } from './usePageVisible'

export function useTitle(title: string): void {
  const { siteName } = useSnapshot(session)
  const shown = usePageVisible()
  useEffect(() => {
    const update = (): void => {
      if (shown.now()) document.title = title ? `${title} - ${siteName}` : siteName
    }
    update()
    return shown.watch(update)
  }, [title, siteName, shown])
}

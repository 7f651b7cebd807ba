import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '@/shared/session/store'

export function useTitle(title: string): void {
  const { siteName } = useSnapshot(session)
  useEffect(() => {
    document.title = title ? `${title} - ${siteName}` : siteName
  }, [title, siteName])
}

import { Spin } from '@arco-design/web-react'
import { Suspense, useEffect, type ReactNode } from 'react'
import { finish, start } from '@/shared/ui/progress'
import classes from '@/shared/ui/ui.module.css'

function PageLoading() {
  useEffect(() => {
    start()
    return finish
  }, [])
  return (
    <div className={classes.whole}>
      <Spin size={28} />
    </div>
  )
}

/** Shows a spinner and the progress bar while the chunk of a page is loading. */
export function PageSuspense({ children }: { children: ReactNode }) {
  return <Suspense fallback={<PageLoading />}>{children}</Suspense>
}

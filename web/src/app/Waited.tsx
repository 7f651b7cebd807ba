import { Spin } from '@arco-design/web-react'
import { Suspense, type ReactNode } from 'react'
import classes from '@/shared/ui/ui.module.css'

/** A page that arrives with its own chunk. */
export function Waited({ children }: { children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <div className={classes.whole}>
          <Spin size={28} />
        </div>
      }
    >
      {children}
    </Suspense>
  )
}

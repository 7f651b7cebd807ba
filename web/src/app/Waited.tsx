import { Spin } from '@arco-design/web-react'
import { Suspense, useEffect, type ReactNode } from 'react'
import { finish, start } from '@/shared/ui/progress'
import classes from '@/shared/ui/ui.module.css'

function OnItsWay() {
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

/** A page that arrives with its own chunk; the bar at the top tells that it is on its way. */
export function Waited({ children }: { children: ReactNode }) {
  return <Suspense fallback={<OnItsWay />}>{children}</Suspense>
}

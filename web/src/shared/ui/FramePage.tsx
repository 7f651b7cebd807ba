import { Spin } from '@arco-design/web-react'
import { useState } from 'react'
import classes from './framePage.module.css'

/** Shows another site in a sandboxed frame: it may run scripts and send forms, but can't reach this page. */
export function FramePage({ url, title }: { url: string; title: string }) {
  const [waiting, setWaiting] = useState(true)
  const address = URL.canParse(url, location.href) ? new URL(url, location.href) : null
  if (!address || !/^https?:$/.test(address.protocol)) return null
  // With `allow-same-origin`, a page of this site could remove its own sandbox.
  const foreign = address.origin !== location.origin
  return (
    <div className={classes.frame}>
      {waiting && <Spin className={classes.mask} size={28} />}
      <iframe
        src={address.href}
        title={title}
        sandbox={`allow-scripts allow-forms allow-popups${foreign ? ' allow-same-origin' : ''}`}
        referrerPolicy="no-referrer"
        onLoad={() => setWaiting(false)}
      />
    </div>
  )
}

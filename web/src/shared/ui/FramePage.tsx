import { Spin } from '@arco-design/web-react'
import { useState } from 'react'
import classes from './framePage.module.css'

/** Another site inside a page; it may run and submit, and not reach what is ours. */
export function FramePage({ url, title }: { url: string; title: string }) {
  const [waiting, setWaiting] = useState(true)
  const address = URL.canParse(url, location.href) ? new URL(url, location.href) : null
  if (!address || !/^https?:$/.test(address.protocol)) return null
  // With its own origin a page of ours could lift the sandbox off itself.
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

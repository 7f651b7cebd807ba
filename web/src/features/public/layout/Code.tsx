import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { fullUrl } from '@/shared/upload/address'
import classes from './footer.module.css'

const QrCode = lazy(() => import('./QrCode'))

interface Props {
  /** A picture of the back office's; without one the code is drawn from `text`. */
  image: string
  text: string
  label: string
}

/** A code to scan: what draws it is loaded when somebody comes near. */
export function Code({ image, text, label }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '50px' },
    )
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={box} className={classes.code}>
      {image ? (
        <img src={fullUrl(image)} alt={label} loading="lazy" width="80" height="80" />
      ) : (
        near && (
          <Suspense fallback={null}>
            <QrCode text={text} label={label} />
          </Suspense>
        )
      )}
    </div>
  )
}

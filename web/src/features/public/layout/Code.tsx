import { lazy, Suspense } from 'react'
import { fullUrl } from '@/shared/upload/address'
import { useNear } from '@/shared/hooks/useNear'
import classes from './footer.module.css'

const QrCode = lazy(() => import('@/shared/ui/QrCode'))

interface Props {
  /** A picture of the back office's; without one the code is drawn from `text`. */
  image: string
  text: string
  label: string
}

/** A code to scan: what draws it is loaded when somebody comes near. */
export function Code({ image, text, label }: Props) {
  const [box, near] = useNear<HTMLDivElement>('50px')
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

import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullUrl } from '@/shared/upload/address'
import type { Field } from '../schema/types'
import { useLabel } from '../schema/useLabel'
import classes from './cells.module.css'

// Large pictures come with the first press.
const Preview = lazy(() => import('./Preview'))

interface ImagesProps {
  addresses: readonly string[]
  field: Field
  size: number
  shown: number
}

/** Small pictures; a press shows them large. */
export function Images({ addresses, field, size, shown }: ImagesProps) {
  const { t } = useTranslation()
  const labelOf = useLabel()
  const [current, setCurrent] = useState<number | null>(null)
  const urls = addresses.map((address) => fullUrl(address))
  return (
    <span className={classes.images} onClick={(event) => event.stopPropagation()}>
      {urls.slice(0, shown).map((url, index) => (
        <button
          key={`${index} ${url}`}
          type="button"
          className={classes.thumbButton}
          aria-label={t('resource.showImage', { label: labelOf(field.label), number: index + 1 })}
          onClick={() => setCurrent(index)}
        >
          <img className={classes.thumb} src={url} alt="" width={size} height={size} loading="lazy" />
        </button>
      ))}
      {urls.length > shown && <span className={classes.more}>+{urls.length - shown}</span>}
      {current !== null && (
        <Suspense fallback={null}>
          <Preview urls={urls} current={current} show={setCurrent} />
        </Suspense>
      )}
    </span>
  )
}

import { Image } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullUrl } from '@/shared/upload/address'
import classes from './cells.module.css'

interface ImagesProps {
  addresses: readonly string[]
  size?: number
  shown?: number
  label: string
}

/** Small pictures; a press shows them large. */
export default function Images({ addresses, size = 32, shown = 3, label }: ImagesProps) {
  const { t } = useTranslation()
  const [current, setCurrent] = useState<number | null>(null)
  const urls = addresses.map((address) => fullUrl(address))
  return (
    <span className={classes.images} onClick={(event) => event.stopPropagation()}>
      {urls.slice(0, shown).map((url, index) => (
        <button
          key={`${index} ${url}`}
          type="button"
          className={classes.thumbButton}
          aria-label={t('resource.showImage', { label, number: index + 1 })}
          onClick={() => setCurrent(index)}
        >
          <img className={classes.thumb} src={url} alt="" width={size} height={size} loading="lazy" />
        </button>
      ))}
      {urls.length > shown && <span className={classes.more}>+{urls.length - shown}</span>}
      {current !== null && (
        <Image.PreviewGroup
          srcList={urls}
          visible
          current={current}
          onChange={setCurrent}
          onVisibleChange={(visible) => !visible && setCurrent(null)}
        />
      )}
    </span>
  )
}

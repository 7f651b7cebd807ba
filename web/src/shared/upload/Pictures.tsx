import { Image } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { fullUrl } from './address'
import classes from './pictures.module.css'

/** Pictures that were sent, which open when they are pressed. */
export function Pictures({ images, size }: { images: readonly string[]; size: number }) {
  const { t } = useTranslation()
  if (images.length === 0) return null
  return (
    <Image.PreviewGroup infinite>
      <div className={classes.pictures}>
        {images.map((image, index) => (
          <Image
            key={image}
            src={fullUrl(image)}
            alt={t('common.pictures.one', { at: index + 1 })}
            width={size}
            height={size}
          />
        ))}
      </div>
    </Image.PreviewGroup>
  )
}

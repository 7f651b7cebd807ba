import { Image } from '@arco-design/web-react'
import { fullUrl } from '@/shared/upload/address'
import classes from './office.module.css'

/** Pictures of a refund, which open when they are pressed. */
export function Pictures({ images, size }: { images: readonly string[]; size: number }) {
  return (
    <Image.PreviewGroup infinite>
      <div className={classes.pictures}>
        {images.map((image) => (
          <Image key={image} src={fullUrl(image)} width={size} height={size} alt="" />
        ))}
      </div>
    </Image.PreviewGroup>
  )
}

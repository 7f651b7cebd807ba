import { useSnapshot } from 'valtio'
import { site } from '@/shared/site/store'
import { fullUrl } from '@/shared/upload/address'
import classes from './shop.module.css'

interface Props {
  src: string
  /** Empty where the text beside it says the same. */
  alt: string
  size: number
  /** The picture that people wait for. */
  first?: boolean
}

/** A square picture, which keeps its place while it loads. */
export function Picture({ src, alt, size, first = false }: Props) {
  useSnapshot(site)
  if (!src) return <span className={classes.noPicture} aria-hidden="true" />
  return (
    <img
      className={classes.picture}
      src={fullUrl(src)}
      alt={alt}
      width={size}
      height={size}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding={first ? 'sync' : 'async'}
    />
  )
}

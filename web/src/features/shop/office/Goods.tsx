import { useState } from 'react'
import { fullUrl } from '@/shared/upload/address'
import classes from './office.module.css'

interface Props {
  line: { name: string; image: string; sku_text: string; sku_code?: string }
  /** Behind the name. */
  note?: string
}

/** Picture, name, and which of its kinds. */
export function Goods({ line, note }: Props) {
  const [lost, setLost] = useState(false)
  return (
    <span className={classes.goods}>
      {line.image && !lost ? (
        <img
          src={fullUrl(line.image)}
          alt=""
          width={40}
          height={40}
          loading="lazy"
          onError={() => setLost(true)}
        />
      ) : (
        <span className={classes.noPicture} aria-hidden="true" />
      )}
      <span>
        <span className={classes.name}>{line.name}</span>
        <small>{[line.sku_text, line.sku_code, note].filter(Boolean).join(' · ')}</small>
      </span>
    </span>
  )
}

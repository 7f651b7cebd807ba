import { useId } from 'react'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Picture } from './Picture'
import { Price } from './Price'
import classes from './strip.module.css'

interface StripGoods {
  id: number
  name: string
  image: string
  price?: string
}

/** Goods in one line that is moved sideways; nothing without goods. */
export function GoodsStrip({ title, list }: { title: string; list: readonly StripGoods[] }) {
  const id = useId()
  if (list.length === 0) return null
  return (
    <section className={classes.strip} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {list.map(({ id, name, image, price }) => (
          <li key={id}>
            <RouteLink to={`/shop/goods/${id}`}>
              <span className={classes.shot}>
                <Picture src={image} alt="" size={160} />
              </span>
              <span className={classes.name}>{name}</span>
              {price !== undefined && <Price amount={price} />}
            </RouteLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

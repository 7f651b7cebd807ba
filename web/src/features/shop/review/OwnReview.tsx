import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Stars } from '@/shared/ui/Stars'
import { fullUrl } from '@/shared/upload/address'
import { day } from '../day'
import { Picture } from '../Picture'
import type { OwnEvaluation } from './calls'
import shop from '../shop.module.css'
import classes from './review.module.css'

interface GoodsProps {
  goods: { goods_id: number; image: string; name: string; sku_text: string }
}

/** What was bought, with the way to its page. */
export function Goods({ goods }: GoodsProps) {
  return (
    <header className={classes.goods}>
      <span>
        <Picture src={goods.image} alt="" size={72} />
      </span>
      <div>
        <RouteLink to={`/shop/goods/${goods.goods_id}`}>{goods.name}</RouteLink>
        {goods.sku_text && <small>{goods.sku_text}</small>}
      </div>
    </header>
  )
}

interface Props {
  one: OwnEvaluation
  goods: GoodsProps['goods']
  /** What stands below it. */
  children?: ReactNode
}

/** What a member has said of goods, with the shop's answer. */
export function OwnReview({ one, goods, children }: Props) {
  const { t } = useTranslation()
  return (
    <li>
      <Goods goods={goods} />
      <p className={classes.said}>
        <Stars star={one.star} />
        <time>{day(one.create_time)}</time>
      </p>
      {one.status === 0 && <small>{t('shopReview.waiting')}</small>}
      {one.content && <p>{one.content}</p>}
      {one.images.length > 0 && (
        <span className={shop.shots}>
          {one.images.map((image, at) => (
            <a key={image} href={fullUrl(image)} target="_blank" rel="noreferrer">
              <img
                src={fullUrl(image)}
                alt={t('shopReview.shot', { at: at + 1 })}
                width={72}
                height={72}
                loading="lazy"
              />
            </a>
          ))}
        </span>
      )}
      {one.reply && (
        <blockquote className={shop.reply}>
          <b>{t('shopReview.reply')}</b> {one.reply}
        </blockquote>
      )}
      {children}
    </li>
  )
}

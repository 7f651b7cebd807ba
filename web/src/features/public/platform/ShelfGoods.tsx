import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/http/error'
import { fullUrl } from '@/shared/upload/address'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Fetching } from '../articles/Fetching'
import { Pills } from '../sections/Pills'
import { useClassifies, useGoods } from './api'
import classes from './platform.module.css'

/** Goods on the shop's shelf, by category. What they cost is the shop's to say. */
export function ShelfGoods() {
  const { t } = useTranslation()
  const [classify, setClassify] = useState<number | null>(null)
  const tree = useClassifies()
  const goods = useGoods(classify)
  if (goods.error instanceof ApiError && goods.error.data.key === 'shop.closed')
    return (
      <p className={classes.none} role="status">
        {t('platformMore.closed')}
      </p>
    )
  return (
    <>
      <Pills<number | null>
        label={t('platformMore.category')}
        options={[
          { key: null, label: t('platformMore.all') },
          ...(tree.data?.list ?? []).map(({ id, name }) => ({ key: id, label: name })),
        ]}
        chosen={classify}
        choose={setClassify}
      />
      <Fetching of={goods}>
        {({ list }) =>
          list.length === 0 ? (
            <p className={classes.none} role="status">
              {t('platformMore.noGoods')}
            </p>
          ) : (
            <ul className={classes.goods}>
              {list.map((one) => (
                <li key={one.id}>
                  <RouteLink to={`/shop/goods/${one.id}`} className={classes.ware}>
                    <span className={classes.shot}>
                      {one.image && <img src={fullUrl(one.image)} alt="" loading="lazy" />}
                    </span>
                    <strong>{one.name}</strong>
                    {one.sub_name && <small>{one.sub_name}</small>}
                  </RouteLink>
                </li>
              ))}
            </ul>
          )
        }
      </Fetching>
      <p className={classes.all}>
        <RouteLink to={classify === null ? '/shop/list' : `/shop/list?classify_id=${classify}`}>
          {t('platformMore.allGoods')}
        </RouteLink>
      </p>
    </>
  )
}

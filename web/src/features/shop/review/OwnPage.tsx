import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useFetched } from '@/shared/hooks/useFetched'
import { Page } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import { Empty, Failed } from '../Failed'
import shop from '../shop.module.css'
import { Pagination } from '../Pagination'
import { fetchAllOwn, OWN_PAGE } from './calls'
import { OwnReview } from './OwnReview'
import classes from './review.module.css'

/** Everything that the member has said of what they bought, newest first. */
export function OwnPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const page = Number(search.get('page')) || 1
  const own = useFetched(`own reviews ${page}`, (signal) => fetchAllOwn(page, signal))
  const { data } = own
  return (
    <Page title={t('shopReview.all')}>
      <div className={`${shop.inside} ${classes.page}`}>
        {own.failure ? (
          <Failed error={own.failure} retry={own.reload} />
        ) : !data ? (
          <div className={classes.waiting} role="status" aria-label={t('site.loading')} />
        ) : data.list.length === 0 ? (
          <Empty title={t('shopReview.nobody')} text={t('shopReview.nobodyText')}>
            <RouteLink to="/user/shop/orders?tab=4" className={shop.plain}>
              {t('shopReview.toReview')}
            </RouteLink>
          </Empty>
        ) : (
          <ul className={classes.mine} data-alone="true">
            {data.list.map((one) => (
              <OwnReview
                key={one.id}
                one={one}
                goods={{
                  goods_id: one.goods_id,
                  image: one.goods_image,
                  name: one.goods_name,
                  sku_text: one.sku_text,
                }}
              >
                <RouteLink to={`/user/shop/order/${one.order_no}`}>
                  {t('shopOrder.number', { number: one.order_no })}
                </RouteLink>
              </OwnReview>
            ))}
          </ul>
        )}
        {data && !own.failure && (
          <Pagination
            page={page}
            pages={Math.ceil(data.total / OWN_PAGE)}
            to={(next) => (next > 1 ? `/user/shop/evaluate?page=${next}` : '/user/shop/evaluate')}
          />
        )}
      </div>
    </Page>
  )
}

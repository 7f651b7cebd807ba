import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { useFetched } from '@/shared/hooks/useFetched'
import { useHead } from '@/shared/hooks/useHead'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { member } from '@/shared/session/member'
import { GuideLink } from '@/shared/ui/GuideLink'
import { RouteLink } from '@/shared/ui/RouteLink'
import { day } from '../day'
import { Empty, Failed, useErrorText } from '../Failed'
import { ShopFrame } from '../ShopFrame'
import { fetchOffered, OFFERED_PAGE, take, type Offered } from './calls'
import { Ticket } from './Ticket'
import { goodsOf, isForAll } from './worth'
import classes from './coupons.module.css'
import shop from '../shop.module.css'

/** Coupons that everybody may take. */
export default function CentrePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const errorText = useErrorText()
  const { token } = useSnapshot(member)
  const [message, setMessage] = useState<{ id: number; text: string; bad: boolean } | null>(null)
  const { busy, submit } = useSubmit(() => undefined)
  const [pages, setPages] = useState(1)
  const offered = useFetched(`coupons ${token !== ''} ${pages}`, (signal) => fetchOffered(pages, signal))
  useHead({ title: t('shopMoney.centre.title'), text: t('shopMoney.centre.about') })

  const act = ({ id }: Offered): void => {
    if (token === '') return void navigate(`/user/login?to=${encodeURIComponent('/shop/coupons')}`)
    setMessage(null)
    void submit(
      () => take(id),
      () => setMessage({ id, text: t('shopMoney.centre.taken'), bad: false }),
      (error) => setMessage({ id, text: errorText(error), bad: true }),
    ).then(offered.reload)
  }
  const time = (row: Offered): string =>
    row.valid_days > 0
      ? t('shopMoney.time.days', { count: row.valid_days })
      : t('shopMoney.time.dates', {
          from: row.valid_start ? day(row.valid_start) : '',
          until: day(row.valid_end),
        })
  const list = offered.data?.list ?? []
  return (
    <ShopFrame narrow>
      <header className={classes.head}>
        <div className={shop.titled}>
          <h1 className={shop.heading}>{t('shopMoney.centre.title')}</h1>
          <GuideLink title={t('shopMoney.centre.title')} />
        </div>
        {token !== '' && <RouteLink to="/user/shop/coupons">{t('shopMoney.centre.mine')}</RouteLink>}
      </header>
      {offered.error && !offered.data ? (
        <Failed error={offered.error} retry={offered.reload} />
      ) : !offered.data ? (
        <div role="status" aria-label={t('shopMoney.waiting')} className={classes.waiting} />
      ) : list.length === 0 ? (
        <Empty title={t('shopMoney.centre.none')} text={t('shopMoney.centre.noneText')}>
          <RouteLink to="/shop/list" className={shop.first}>
            {t('shopMoney.toGoods')}
          </RouteLink>
        </Empty>
      ) : (
        <>
          <ul className={classes.tickets}>
            {list.map((row) => (
              <Ticket
                key={row.id}
                name={row.name}
                terms={row.terms}
                time={time(row)}
                pale={row.why_not !== ''}
              >
                <button
                  type="button"
                  className={classes.take}
                  disabled={row.why_not !== '' || busy}
                  aria-label={
                    row.why_not === '' ? t('shopMoney.centre.takeOf', { name: row.name }) : undefined
                  }
                  onClick={() => act(row)}
                >
                  {row.why_not === 'gone'
                    ? t('shopMoney.centre.gone')
                    : row.why_not === 'limit'
                      ? t('shopMoney.centre.full')
                      : t('shopMoney.centre.take')}
                </button>
                {!isForAll(row.terms) && (
                  <RouteLink to={goodsOf(row.id, row.terms)}>{t('shopMoney.centre.goods')}</RouteLink>
                )}
                {row.left !== null && row.left !== undefined && row.left > 0 && (
                  <small>{t('shopMoney.centre.left', { count: row.left })}</small>
                )}
                <small role="status" data-bad={message?.id === row.id && message.bad}>
                  {message?.id === row.id ? message.text : ''}
                </small>
              </Ticket>
            ))}
          </ul>
          {offered.failure ? (
            <Failed error={offered.failure} retry={offered.reload} />
          ) : (
            pages * OFFERED_PAGE < offered.data.total && (
              <p className={classes.more}>
                <button
                  type="button"
                  className={shop.plain}
                  disabled={offered.renewing}
                  onClick={() => setPages(pages + 1)}
                >
                  {t('shopMoney.centre.more')}
                </button>
              </p>
            )
          )}
        </>
      )}
    </ShopFrame>
  )
}

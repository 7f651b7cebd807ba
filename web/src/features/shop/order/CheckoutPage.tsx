import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useSnapshot } from 'valtio'
import { fetchAddresses } from '@/shared/address/addresses'
import { useFetched } from '@/shared/hooks/useFetched'
import { useHead } from '@/shared/hooks/useHead'
import { useSubmitText } from '@/shared/hooks/useSubmit'
import { member } from '@/shared/session/member'
import { GuideLink } from '@/shared/ui/GuideLink'
import { RouteLink } from '@/shared/ui/RouteLink'
import { cartState, loadCart } from '../cart'
import { Empty, Failed, useErrorText } from '../Failed'
import { withoutDearerHints } from '../freight'
import { costsMore, Price } from '../Price'
import { ShopFrame } from '../ShopFrame'
import shop from '../shop.module.css'
import { Addresses } from './Addresses'
import { getQuote, placeOrder, type Wish } from './calls'
import { CouponChoice } from './CouponChoice'
import { CouponOffers } from './CouponOffers'
import { Lines } from './Lines'
import { isOfAddress, isOfCart, refusedLines, repricedLines } from './refusal'
import { ScoreChoice } from './ScoreChoice'
import { Sums } from './Sums'
import classes from './checkout.module.css'
import common from './order.module.css'

const REMARK_MAX = 200

/** What is bought: the goods in the address, or else the chosen lines of the cart. */
function useWanted(): Pick<Wish, 'lines' | 'cart_ids'> | null {
  const [search] = useSearchParams()
  const { cart } = useSnapshot(cartState)
  const sku = Number(search.get('sku'))
  if (sku > 0) return { lines: [{ sku_id: sku, quantity: Math.max(1, Number(search.get('quantity')) || 1) }] }
  if (!cart) return null
  const chosen = cart.list.filter(({ checked, state, id }) => checked === 1 && state === 'ok' && id > 0)
  return { cart_ids: chosen.map(({ id }) => id) }
}

/** Address, lines, coupon, score, freight in steps, remark and sum; placed at the sum that is shown. */
function Checkout({ wanted }: { wanted: Pick<Wish, 'lines' | 'cart_ids'> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const errorText = useErrorText()
  const addresses = useFetched('addresses', fetchAddresses)
  const usable = addresses.data?.list.filter(({ area_valid: valid }) => valid) ?? []
  const [address, setAddress] = useState<number>()
  // One that was just added is not in the list before that is renewed; one that was deleted meanwhile is not any more.
  const listed = addresses.renewing || usable.some(({ id }) => id === address)
  const chosen = (listed ? address : undefined) ?? usable[0]?.id
  const [coupon, setCoupon] = useState<number>()
  const [score, setScore] = useState(0)
  const [remark, setRemark] = useState('')
  const { busy, problem, setProblem, submit } = useSubmitText(errorText)
  // Of the last try to place: lines that were refused, and those whose price is another one.
  const [stopped, setStopped] = useState<{ refused: number[]; repriced: number[] }>()
  const wish: Wish = {
    ...wanted,
    ...(chosen ? { address_id: chosen } : {}),
    ...(coupon === undefined ? { best_coupon: true } : coupon > 0 ? { user_coupon_id: coupon } : {}),
    ...(score > 0 ? { score } : {}),
  }
  const key = addresses.data || addresses.error ? JSON.stringify(wish) : ''
  const quote = useFetched(key, (signal) => (key ? getQuote(wish, signal) : Promise.resolve(null)))
  const { data } = quote
  // The node says what points are worth by pricing the order with all that it takes.
  const max = data?.score_max ?? 0
  const withAll = max > 0 && score !== max ? JSON.stringify({ ...wish, score: max }) : ''
  const most = useFetched(`most ${withAll}`, (signal) =>
    withAll ? getQuote({ ...wish, score: max }, signal) : Promise.resolve(null),
  )
  const refused = Boolean(quote.error)
  const { reload: reloadAddresses } = addresses
  const gone = isOfAddress(quote.error)
  useEffect(() => {
    if (gone) reloadAddresses()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each refusal
  }, [gone, quote.error])
  const whereTo = addresses.data ? (
    <Addresses
      list={addresses.data.list}
      most={addresses.data.most}
      chosen={chosen}
      choose={setAddress}
      saved={(saved) => {
        setAddress(saved.id)
        addresses.reload()
        // The freight may be another one, though the address is the same.
        quote.reload()
      }}
    />
  ) : (
    <Failed error={addresses.error} retry={addresses.reload} />
  )
  const toCart = wanted.cart_ids && (
    <RouteLink to="/shop/cart" className={shop.plain}>
      {t('shop.goods.toCart')}
    </RouteLink>
  )
  const notPriced = (
    <Failed
      error={quote.error}
      retry={quote.reload}
      words={isOfCart(quote.error) ? t('shopOrder.cartGone') : undefined}
    />
  )
  // Another address may do where this one is refused.
  if (!data)
    return (
      <>
        {(refused || address !== undefined) && whereTo}
        {refused ? (
          <>
            {notPriced}
            {toCart}
          </>
        ) : (
          <div className={common.waiting} role="status" aria-label={t('site.loading')} />
        )}
      </>
    )
  const place = (): void => {
    setStopped(undefined)
    const sent: Wish = {
      ...wanted,
      ...(chosen ? { address_id: chosen } : {}),
      ...(data.user_coupon_id ? { user_coupon_id: data.user_coupon_id } : {}),
      ...(score > 0 ? { score } : {}),
      ...(remark.trim() ? { remark: remark.trim() } : {}),
    }
    void submit(
      // One order, however often the button is pressed or the network fails.
      (command) => placeOrder(sent, data.pay_amount, command),
      (order) => {
        // The next page of the shop asks for the cart again: here nothing would be left to show.
        const next = order.status === 1 ? '/shop/pay' : '/user/shop/order'
        void navigate(`${next}/${order.order_no}`, { replace: true })
      },
      (error) => {
        if (isOfAddress(error)) addresses.reload()
        setProblem(isOfAddress(error) ? t('shopOrder.addressGone') : errorText(error))
        setStopped({ refused: refusedLines(error), repriced: repricedLines(error, data.lines) })
        quote.reload()
      },
    )
  }
  const lacks = data.ships && !chosen
  const marks = new Map([
    ...(stopped?.repriced ?? []).map((line) => [line, t('shopOrder.repriced')] as const),
    ...(refused ? refusedLines(quote.error) : (stopped?.refused ?? [])).map(
      (line) => [line, t('shopOrder.unbuyable')] as const,
    ),
  ])
  return (
    <div className={classes.checkout}>
      <div>
        {data.ships && whereTo}
        <section className={common.part}>
          <h2>{t('shopOrder.lines')}</h2>
          <Lines list={data.lines} marks={marks} />
        </section>
        <section className={common.part}>
          <h2 id="checkout-coupon">{t('shopOrder.coupon')}</h2>
          <CouponChoice
            offers={data.coupons}
            bought={data.lines}
            chosen={coupon === undefined ? (data.user_coupon_id ?? null) : coupon || null}
            choose={setCoupon}
          />
          <CouponOffers
            goods={data.lines.map(({ goods_id }) => goods_id)}
            amount={data.goods_amount}
            taken={() => {
              // The best one is used, which may be the one that was taken.
              setCoupon(undefined)
              quote.reload()
            }}
          />
        </section>
        {data.score_max > 0 && (
          <ScoreChoice
            max={data.score_max}
            worth={score === data.score_max ? data.score_amount : (most.data?.score_amount ?? '')}
            chosen={score}
            choose={setScore}
          />
        )}
        <section className={common.part}>
          <h2>
            <label htmlFor="checkout-remark">{t('shopOrder.remark')}</label>
          </h2>
          <textarea
            id="checkout-remark"
            className={common.field}
            rows={2}
            maxLength={REMARK_MAX}
            placeholder={t('shopOrder.remarkHint')}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
          />
        </section>
      </div>
      <aside className={classes.pay} data-renewing={quote.renewing}>
        <h2>{t('shopOrder.sum.title')}</h2>
        {refused ? (
          // What is shown beside was not priced: no sum is better than one that does not hold.
          notPriced
        ) : (
          <Sums
            of={data}
            steps={withoutDearerHints(data.freight_steps, data.missing_to_free)}
            lines={data.lines}
            open={data.needs_area}
            shown
          />
        )}
        {refused && toCart}
        {!refused && data.missing_to_free && (
          <p className={common.quiet}>
            {t('shopOrder.freight.missing', { amount: t('shop.money', { amount: data.missing_to_free }) })}
          </p>
        )}
        {!refused && costsMore(data.pay_amount, data.money) && (
          <p className={common.quiet}>
            {t('shopOrder.short', { amount: t('shop.money', { amount: data.money }) })}{' '}
            <RouteLink to="/user/shop/recharge" className={common.link}>
              {t('shopOrder.recharge')}
            </RouteLink>
          </p>
        )}
        <div className={classes.reach} data-foot>
          <p className={common.problem} role="alert">
            {refused ? '' : problem || (lacks ? t('shopOrder.needAddress') : '')}
          </p>
          <span>
            {!refused && (
              <>
                {t('shopOrder.sum.pay')} <Price amount={data.pay_amount} />
              </>
            )}
          </span>
          <button
            type="button"
            className={shop.first}
            disabled={busy || lacks || refused || quote.renewing || data.needs_area}
            onClick={place}
          >
            {t(busy ? 'shopOrder.placing' : 'shopOrder.place')}
          </button>
        </div>
      </aside>
    </div>
  )
}

export default function CheckoutPage() {
  const { t } = useTranslation()
  const { token } = useSnapshot(member)
  const { pathname, search } = useLocation()
  const wanted = useWanted()
  const { failed } = useSnapshot(cartState)
  useHead({ title: t('shopOrder.checkout'), text: t('shopOrder.checkout'), hidden: true })
  useEffect(() => void (cartState.cart ?? loadCart()), [])
  if (!token) return <Navigate to={`/user/login?to=${encodeURIComponent(pathname + search)}`} replace />
  return (
    <ShopFrame ownFoot>
      <div className={shop.titled}>
        <h1 className={shop.heading}>{t('shopOrder.checkout')}</h1>
        <GuideLink title={t('shopOrder.checkout')} />
      </div>
      {!wanted && failed ? (
        <Failed error={failed} retry={() => void loadCart()} />
      ) : !wanted ? (
        <div className={common.waiting} role="status" aria-label={t('site.loading')} />
      ) : wanted.cart_ids?.length === 0 ? (
        <Empty title={t('shopOrder.nothing')}>
          <RouteLink to="/shop/cart" className={shop.first}>
            {t('shop.goods.toCart')}
          </RouteLink>
        </Empty>
      ) : (
        <Checkout wanted={wanted} />
      )}
    </ShopFrame>
  )
}

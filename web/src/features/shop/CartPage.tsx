import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import { useHead } from '@/shared/hooks/useHead'
import { member } from '@/shared/session/member'
import { GuideLink } from '@/shared/ui/GuideLink'
import { RouteLink } from '@/shared/ui/RouteLink'
import { cartState, changeLine, checkAll, lineLimits, loadCart, removeLines } from './cart'
import type { CartRow } from './calls'
import { minute } from './day'
import { Empty, Failed, useErrorText } from './Failed'
import { notePrices, seenPrice } from './guest'
import { Icon } from './Icon'
import { lazyPart } from './lazyPart'
import { Picture } from './Picture'
import { costsMore, Price } from './Price'
import { Quantity } from './Quantity'
import { ShopFrame } from './ShopFrame'
import classes from './cart.module.css'
import shop from './shop.module.css'

const Hints = lazyPart(() => import('./CartHints'), 'shopMore')

/** Lines that a change of their number can make right. */
const MENDED: readonly CartRow['state'][] = ['ok', 'short', 'too_few', 'too_many']

interface LineProps {
  row: CartRow
  /** Pieces that its line may have. */
  limits: { min: number; max: number }
  busy: boolean
  act: (what: Promise<void>) => void
}

function Line({ row, limits, busy, act }: LineProps) {
  const { t } = useTranslation()
  const valid = MENDED.includes(row.state)
  const before = seenPrice(row.sku_id)
  const changed = valid && before !== undefined && before !== row.price
  return (
    <li className={classes.line} data-state={row.state}>
      {valid && (
        <label className={classes.tick}>
          <input
            type="checkbox"
            checked={row.checked === 1}
            aria-label={t('shop.cart.choose', { name: row.name })}
            onChange={(event) => act(changeLine(row, { checked: event.target.checked ? 1 : 0 }))}
          />
        </label>
      )}
      <span className={classes.shot}>
        <Picture src={row.image} alt="" size={96} />
      </span>
      <div className={classes.what}>
        {row.goods_id > 0 && row.state !== 'gone' ? (
          <RouteLink to={`/shop/goods/${row.goods_id}`}>{row.name}</RouteLink>
        ) : (
          <span>{row.name || t('shop.cart.unknown')}</span>
        )}
        {row.sku_text && <small>{row.sku_text}</small>}
        {row.state !== 'ok' && (
          <p className={classes.why}>
            {t(`shop.cart.state.${row.state}`, {
              min: row.buy_min,
              max: row.buy_max,
              time: row.sale_start ? minute(row.sale_start) : '',
            })}
          </p>
        )}
        {row.state === 'ok' && row.stock === 'few' && <p className={classes.few}>{t('shop.stock.few')}</p>}
        {changed && (
          <p className={classes.moved} data-up={costsMore(row.price, before)}>
            {t(costsMore(row.price, before) ? 'shop.cart.dearer' : 'shop.cart.cheaper', { before })}
          </p>
        )}
      </div>
      {valid && (
        <>
          <span className={classes.each}>
            <Price amount={row.price} before={row.origin_price} />
          </span>
          <Quantity
            value={row.quantity}
            min={limits.min}
            max={limits.max}
            label={t('shop.cart.quantityOf', { name: row.name })}
            disabled={busy}
            change={(quantity) => act(changeLine(row, { quantity }))}
          />
          <span className={classes.amount}>{t('shop.money', { amount: row.amount })}</span>
        </>
      )}
      <button
        type="button"
        className={classes.drop}
        aria-label={t('shop.cart.drop', { name: row.name })}
        disabled={busy}
        onClick={() => act(removeLines([row]))}
      >
        <Icon name="bin" />
      </button>
    </li>
  )
}

/** The cart, at the prices of now. */
export default function CartPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const errorText = useErrorText()
  const { cart, failed } = useSnapshot(cartState)
  const { info } = useSnapshot(member)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  useHead({ title: t('shop.nav.cart'), text: t('shop.cart.about'), hidden: true })
  const act = (what: Promise<void>): void => {
    setBusy(true)
    setProblem('')
    what.catch((error: unknown) => setProblem(errorText(error))).finally(() => setBusy(false))
  }
  const rows = (cart?.list ?? []) as readonly CartRow[]
  const valid = rows.filter(({ state }) => MENDED.includes(state))
  const gone = rows.filter(({ state }) => !MENDED.includes(state))
  const chosen = valid.filter(({ checked, state }) => checked === 1 && state === 'ok')
  const wrong = valid.some(({ checked, state }) => checked === 1 && state !== 'ok')
  const all = valid.length > 0 && valid.every(({ checked }) => checked === 1)
  const ticked = valid.filter(({ checked }) => checked === 1)
  const limits = (row: CartRow) => lineLimits(row, ticked, cart?.line_max ?? 1)
  const checkout = (): void => {
    notePrices(rows, true)
    void navigate('/shop/checkout')
  }
  return (
    <ShopFrame>
      <div className={shop.titled}>
        <h1 className={shop.heading}>{t('shop.nav.cart')}</h1>
        <GuideLink title={t('shop.nav.cart')} />
      </div>
      {failed && !cart ? (
        <Failed error={failed} retry={() => void loadCart()} />
      ) : !cart ? (
        <div role="status" aria-label={t('site.loading')}>
          {[1, 2, 3].map((one) => (
            <span key={one} className={classes.bone} />
          ))}
        </div>
      ) : rows.length === 0 ? (
        <Empty title={t('shop.cart.empty')} text={t(info ? 'shop.cart.emptyMine' : 'shop.cart.emptyText')}>
          <RouteLink to="/shop/list" className={shop.first}>
            {t('shop.cart.look')}
          </RouteLink>
        </Empty>
      ) : (
        <>
          {valid.length > 0 && (
            <ul className={classes.lines}>
              {valid.map((row) => (
                <Line key={row.sku_id} row={row} limits={limits(row)} busy={busy} act={act} />
              ))}
            </ul>
          )}
          {gone.length > 0 && (
            <section className={classes.gone}>
              <header>
                <h2>{t('shop.cart.invalid', { count: gone.length })}</h2>
                <button
                  type="button"
                  className={shop.plain}
                  disabled={busy}
                  onClick={() => act(removeLines(gone))}
                >
                  {t('shop.cart.dropAll')}
                </button>
              </header>
              <ul className={classes.lines}>
                {gone.map((row) => (
                  <Line key={row.sku_id} row={row} limits={limits(row)} busy={busy} act={act} />
                ))}
              </ul>
            </section>
          )}
          <p className={classes.problem} role="alert">
            {problem || (wrong ? t('shop.cart.mend') : '')}
          </p>
          {chosen.length > 0 && !wrong && (
            <Suspense fallback={null}>
              <Hints rows={chosen} />
            </Suspense>
          )}
          <div className={classes.sum}>
            <label>
              <input
                type="checkbox"
                checked={all}
                onChange={(event) => act(checkAll(event.target.checked ? 1 : 0))}
              />
              {t('shop.cart.all')}
            </label>
            <p aria-live="polite">
              {t('shop.cart.chosen', { count: chosen.length })}
              <Price amount={cart.amount} large />
            </p>
            <button
              type="button"
              className={shop.first}
              disabled={chosen.length === 0 || wrong || busy}
              onClick={checkout}
            >
              {t('shop.cart.checkout')}
            </button>
          </div>
        </>
      )}
    </ShopFrame>
  )
}

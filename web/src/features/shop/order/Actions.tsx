import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ApiError } from '@/shared/http/error'
import { RouteLink } from '@/shared/ui/RouteLink'
import { addToCart } from '../cart'
import { useErrorText } from '../Failed'
import shop from '../shop.module.css'
import { actOn, type Order, type OwnAction } from './calls'
import { Confirm } from './Confirm'
import classes from './order.module.css'

const AddressChoice = lazy(() => import('./AddressChoice'))

/** Actions that send a command after a confirmation, some with a reason. */
const COMMANDS = ['cancel', 'applyCancel', 'takeBackCancel', 'extend', 'receive', 'hide'] as const
type Command = (typeof COMMANDS)[number]
const WITH_REASON: readonly Command[] = ['cancel', 'applyCancel']
/** Orders that are over can be bought again. */
const OVER: readonly number[] = [5, 6]

/** Another tab or the shop was quicker: the page shows at once how the order stands. */
const isChanged = (error: unknown): boolean =>
  error instanceof ApiError && error.data.key === 'order.version_conflict'

interface Props {
  order: Order
  changed: () => void
  /** The order has left the list: its own page has nothing more to show. */
  hidden?: () => void
}

/** The buttons of an order: what it allows now. */
export function Actions({ order, changed, hidden }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const errorText = useErrorText()
  const [asking, setAsking] = useState<Command | null>(null)
  const [moving, setMoving] = useState(false)
  const [problem, setProblem] = useState('')
  /** Some lines are in the cart, others could not be put there. */
  const [some, setSome] = useState(false)
  const [adding, setAdding] = useState(false)
  const may = (action: string): boolean => order.allowed.includes(action)
  const act = async (action: OwnAction, more: Parameters<typeof actOn>[2] = {}): Promise<void> => {
    setProblem('')
    setSome(false)
    try {
      await actOn(order, action, more)
      if (action === 'hide' && hidden) return hidden()
      setAsking(null)
      setMoving(false)
    } catch (error) {
      setProblem(isChanged(error) ? t('shopOrder.changed') : errorText(error))
      setAsking(null)
      setMoving(false)
    }
    changed()
  }
  const again = async (): Promise<void> => {
    setProblem('')
    setSome(false)
    setAdding(true)
    const tries = await Promise.allSettled(
      order.lines.map(({ sku_id, quantity, price }) => addToCart(sku_id, quantity, price)),
    )
    setAdding(false)
    const failed = tries.flatMap((one, at) =>
      one.status === 'rejected' ? [{ at, why: errorText(one.reason) }] : [],
    )
    if (failed.length === 0) return void navigate('/shop/cart')
    const named = failed.map(({ at, why }) => t('shopOrder.again.line', { name: order.lines[at]?.name, why }))
    setProblem(named.join(t('shopOrder.again.and')))
    setSome(failed.length < tries.length)
  }
  return (
    <div className={classes.actions}>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
          {some && (
            <>
              {' '}
              <RouteLink to="/shop/cart">{t('shopOrder.again.rest')}</RouteLink>
            </>
          )}
        </p>
      )}
      {may('pay') && (
        <RouteLink to={`/shop/pay/${order.order_no}`} className={shop.first}>
          {t('shopOrder.act.pay')}
        </RouteLink>
      )}
      {COMMANDS.filter(may).map((command) => (
        <button
          key={command}
          type="button"
          className={command === 'receive' ? shop.first : shop.plain}
          onClick={() => setAsking(command)}
        >
          {t(`shopOrder.act.${command}`)}
        </button>
      ))}
      {may('evaluate') && (
        <RouteLink to={`/user/shop/evaluate?order_no=${order.order_no}`} className={shop.first}>
          {t('shopOrder.act.evaluate')}
        </RouteLink>
      )}
      {!may('evaluate') && order.lines.some(({ evaluated }) => evaluated) && (
        <RouteLink to={`/user/shop/evaluate?order_no=${order.order_no}`} className={shop.plain}>
          {t('shopOrder.act.reviewed')}
        </RouteLink>
      )}
      {may('edit') && order.address !== '' && (
        <button type="button" className={shop.plain} onClick={() => setMoving(true)}>
          {t('shopOrder.act.edit')}
        </button>
      )}
      {may('refund') && (
        <RouteLink to={`/user/shop/refund?order_no=${order.order_no}`} className={shop.plain}>
          {t('shopOrder.act.refund')}
        </RouteLink>
      )}
      {OVER.includes(order.status) && (
        <button type="button" className={shop.plain} disabled={adding} onClick={() => void again()}>
          {t('shopOrder.act.again')}
        </button>
      )}
      {asking && (
        <Confirm
          title={t(`shopOrder.act.${asking}`)}
          text={t(`shopOrder.ask.${asking}`)}
          reason={WITH_REASON.includes(asking)}
          close={() => setAsking(null)}
          sure={(reason) => act(asking, reason ? { reason } : {})}
        />
      )}
      {moving && (
        <Suspense fallback={null}>
          <AddressChoice
            close={() => setMoving(false)}
            chosen={(address_id) => act('edit', { address_id })}
          />
        </Suspense>
      )}
    </div>
  )
}

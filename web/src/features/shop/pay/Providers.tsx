import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { useSubmitText } from '@/shared/hooks/useSubmit'
import { memberHttp } from '@/shared/http/member'
import { underCommandId } from '@/shared/http/pendingCommand'
import { Failed, useErrorText } from '../Failed'
import shop from '../shop.module.css'
import classes from './providers.module.css'

const QrCode = lazy(() => import('@/shared/ui/QrCode'))

/** What is paid: an order or a recharge. */
export type Payee = { order_no: string } | { recharge_no: string }

/** Interval of asking whether an open payment has been paid. */
const EVERY_MS = 3_000

interface Begun {
  out_trade_no: string
  code_url: string
}

const status = (payee: Payee, signal?: AbortSignal) => memberHttp.get('/api/shop.Pay/status', payee, signal)

/** Pays through a provider where one is set up; the result is seen as it comes. */
export default function Providers({ payee, paid }: { payee: Payee; paid: () => void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const key = JSON.stringify(payee)
  const shown = useFetched(`pay ${key}`, (signal) => status(payee, signal))
  const [begun, setBegun] = useState<Begun | null>(null)
  const { busy, problem, submit } = useSubmitText(errorText)
  const open = begun ?? shown.data?.payment ?? null
  const number = open?.out_trade_no

  useEffect(() => {
    if (!number) return
    const of = JSON.parse(key) as Payee
    const timer = setInterval(() => {
      status(of).then(
        (now) => {
          if (now.paid || now.closing || (now.status !== 1 && 'order_no' in of)) paid()
        },
        () => undefined,
      )
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [number, key, paid])

  if (shown.failure) return <Failed error={shown.failure} retry={shown.reload} />
  const methods = shown.data?.methods ?? []
  if (methods.length === 0) return null
  const begin = (method: number): void => {
    const sent = { ...payee, method, scene: 'native' }
    void submit(
      () =>
        underCommandId(['begin', sent], (command_id) =>
          memberHttp.post('/api/shop.Pay/begin', { ...sent, command_id }),
        ),
      (answer) => setBegun(answer.payment ?? null),
    )
  }
  return (
    <section className={classes.providers} aria-label={t('shopPay.or')}>
      {methods.map(({ method }) => (
        <button
          key={method}
          type="button"
          className={shop.second}
          disabled={busy}
          onClick={() => begin(method)}
        >
          {t('shopPay.through', { name: t(`shopPay.methods.${method}`) })}
        </button>
      ))}
      {open?.code_url && (
        <p className={classes.open} role="status">
          <span className={classes.code}>
            <Suspense fallback={null}>
              <QrCode text={new URL(open.code_url, location.href).href} label={t('shopPay.scan')} />
            </Suspense>
            <span>{t('shopPay.scan')}</span>
          </span>
          <a href={open.code_url} target="_blank" rel="noopener noreferrer">
            {t('shopPay.open')}
          </a>
          <span>{t('shopPay.waiting')}</span>
        </p>
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

import { Button, InputNumber, Message } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useSubmit } from '@/shared/hooks/useSubmit'
import type { Schema } from '@/shared/http/api'
import { memberHttp } from '@/shared/http/member'
import { useFetched } from '@/shared/hooks/useFetched'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import { RouteLink } from '@/shared/ui/RouteLink'
import { useChanges } from '../useChanges'
import { loadRecharges as load } from './calls'
import { RechargeNote } from './RechargeNote'
import { bonus, RechargeOrder, TO_PAY } from './RechargeOrder'
import classes from './recharge.module.css'

type Row = Schema<'RechargeRow'>

/** What of one's recharge orders changes by itself, as a text; nothing where all of them are settled. */
const markOf = (orders: readonly Row[]): string | undefined =>
  orders.some(({ status }) => status === TO_PAY)
    ? orders.map(({ id, status }) => `${id}:${status}`).join()
    : undefined

/** Money paid in: packages with their bonus, and what came of one's orders. */
export default function RechargePage() {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const shown = useFetched('recharge', load)
  const [chosen, setChosen] = useState<number | 'free' | null>(null)
  const [money, setMoney] = useState<number | undefined>(undefined)
  const { busy, submit } = useSubmit(show)
  const { data } = shown
  // Whose balance was too little for an order goes on with it.
  const [search] = useSearchParams()
  const order = /^\d+$/.exec(search.get('order_no') ?? '')?.[0]

  useChanges({
    of: 'recharge',
    changes: data && markOf(data.orders),
    read: async (signal) => markOf((await load(signal)).orders) ?? '',
    due: data?.orders.map((row) => (row.status === TO_PAY ? row.due_at : null)),
    busy: shown.loading || shown.renewing,
    reload: shown.reload,
  })
  // As it is sent: with two decimals.
  const amount = money === undefined ? undefined : Number(money.toFixed(2))
  const fault =
    amount === undefined || !data
      ? undefined
      : amount <= 0
        ? t('shopMoney.recharge.positive')
        : amount > Number(data.max)
          ? t('shopMoney.recharge.max', { amount: data.max })
          : undefined
  const ready = chosen === 'free' ? amount !== undefined && !fault : chosen !== null
  const add = (): void => {
    const sent = chosen === 'free' ? { money: (amount ?? 0).toFixed(2) } : { recharge_id: chosen }
    void submit(
      () => memberHttp.post('/api/shop.Recharge/add', sent),
      () => {
        setChosen(null)
        setMoney(undefined)
        Message.success(t('shopMoney.recharge.added'))
        shown.reload()
      },
    )
  }
  return (
    <Page
      title={t('shopMoney.recharge.title')}
      remark={data ? t('shopMoney.recharge.balance', { amount: data.balance }) : undefined}
      actions={
        order && (
          <RouteLink to={`/shop/pay/${order}`}>{t('shopMoney.recharge.back', { number: order })}</RouteLink>
        )
      }
    >
      {shown.error && !data ? (
        <Card>
          <Problem error={shown.error} retry={shown.reload} toMember />
        </Card>
      ) : !data ? (
        <Card>
          <Waiting rows={6} />
        </Card>
      ) : (
        <>
          <Card label={t('shopMoney.recharge.packages')}>
            {data.packages.length === 0 && !data.free ? (
              <Nothing text={t('shopMoney.recharge.none')} />
            ) : (
              <>
                <div
                  className={classes.packages}
                  role="radiogroup"
                  aria-label={t('shopMoney.recharge.packages')}
                >
                  {data.packages.map((row) => (
                    <button
                      key={row.id}
                      type="button"
                      role="radio"
                      aria-checked={chosen === row.id}
                      className={classes.package}
                      onClick={() => setChosen(row.id)}
                    >
                      <strong>{t('shopMoney.money', { amount: row.money })}</strong>
                      <span>{row.name}</span>
                      {bonus(t, row) && <em>{bonus(t, row)}</em>}
                      {row.limit_num > 0 && (
                        <small>{t('shopMoney.recharge.limit', { count: row.limit_num })}</small>
                      )}
                    </button>
                  ))}
                  {data.free && (
                    <button
                      type="button"
                      role="radio"
                      aria-checked={chosen === 'free'}
                      className={classes.package}
                      onClick={() => setChosen('free')}
                    >
                      <strong>{t('shopMoney.recharge.free')}</strong>
                      <span>{t('shopMoney.recharge.max', { amount: data.max })}</span>
                    </button>
                  )}
                </div>
                <div className={classes.pay}>
                  {chosen === 'free' && (
                    <div>
                      <InputNumber
                        value={money}
                        precision={2}
                        hideControl
                        error={Boolean(fault)}
                        aria-label={t('shopMoney.recharge.amount')}
                        aria-describedby={fault ? 'recharge-fault' : undefined}
                        placeholder={t('shopMoney.recharge.amount')}
                        onChange={setMoney}
                      />
                      {fault && (
                        <p id="recharge-fault" role="alert" className={classes.fault}>
                          {fault}
                        </p>
                      )}
                    </div>
                  )}
                  <Button type="primary" size="large" loading={busy} disabled={!ready} onClick={add}>
                    {t('shopMoney.recharge.add')}
                  </Button>
                </div>
              </>
            )}
          </Card>
          <Card label={t('shopMoney.recharge.orders')}>
            <h2 className={classes.heading}>{t('shopMoney.recharge.orders')}</h2>
            {data.orders.some(({ status }) => status === TO_PAY) && <RechargeNote text={data.note} />}
            {data.orders.length === 0 ? (
              <Nothing text={t('shopMoney.recharge.noOrders')} />
            ) : (
              <ul className={classes.orders}>
                {data.orders.map((row) => (
                  <RechargeOrder key={row.id} row={row} paid={shown.reload} />
                ))}
              </ul>
            )}
          </Card>
        </>
      )}
    </Page>
  )
}

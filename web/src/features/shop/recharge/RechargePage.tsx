import { Button, InputNumber, Message, Tag } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '@/shared/http/api'
import { memberHttp } from '@/shared/http/member'
import { useFetched } from '@/shared/hooks/useFetched'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import { minute } from '../day'
import Providers from '../pay/Providers'
import classes from './recharge.module.css'

type Row = Schema<'RechargeRow'>
type Offer = Schema<'RechargeOffer'>

const COLOURS: Readonly<Record<number, string>> = { 1: 'orange', 2: 'green', 3: 'gray', 4: 'red' }

const load = (signal?: AbortSignal) => memberHttp.get('/api/shop.Recharge/index', {}, signal)

const given = ({ give_money: money, give_score: score }: Offer | Row): boolean =>
  Number(money) > 0 || score > 0

/** Money paid in: packages with their bonus, and what came of one's orders. */
export default function RechargePage() {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const shown = useFetched('recharge', load)
  const [chosen, setChosen] = useState<number | 'free' | null>(null)
  const [money, setMoney] = useState<number | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const { data } = shown

  const bonus = (of: Offer | Row): string =>
    [
      ...(Number(of.give_money) > 0 ? [t('shopMoney.recharge.bonus', { amount: of.give_money })] : []),
      ...(of.give_score > 0 ? [t('shopMoney.recharge.points', { count: of.give_score })] : []),
    ].join(t('shopMoney.terms.and'))
  const ready = chosen === 'free' ? money !== undefined && money > 0 : chosen !== null
  const add = (): void => {
    setBusy(true)
    memberHttp
      .post(
        '/api/shop.Recharge/add',
        chosen === 'free' ? { money: (money ?? 0).toFixed(2) } : { recharge_id: chosen },
      )
      .then(() => {
        setChosen(null)
        setMoney(undefined)
        Message.success(t('shopMoney.recharge.added'))
        shown.reload()
      }, show)
      .finally(() => setBusy(false))
  }
  return (
    <Page
      title={t('shopMoney.recharge.title')}
      remark={data ? t('shopMoney.recharge.balance', { amount: data.balance }) : undefined}
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
                      {given(row) && <em>{bonus(row)}</em>}
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
                    <InputNumber
                      value={money}
                      min={0.01}
                      max={Number(data.max)}
                      precision={2}
                      hideControl
                      aria-label={t('shopMoney.recharge.amount')}
                      placeholder={t('shopMoney.recharge.amount')}
                      onChange={setMoney}
                    />
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
            {data.orders.length === 0 ? (
              <Nothing text={t('shopMoney.recharge.noOrders')} />
            ) : (
              <ul className={classes.orders}>
                {data.orders.map((row) => (
                  <li key={row.id}>
                    <span>
                      <strong>{t('shopMoney.money', { amount: row.money })}</strong>
                      {given(row) && <em>{bonus(row)}</em>}
                    </span>
                    <span>
                      {row.recharge_no}
                      <small>{minute(row.create_time)}</small>
                    </span>
                    <span>
                      <Tag color={COLOURS[row.status]}>{t(`shopMoney.recharge.status.${row.status}`)}</Tag>
                      {row.status === 1 && (
                        <Providers payee={{ recharge_no: row.recharge_no }} paid={shown.reload} />
                      )}
                      {row.status === 1 && (
                        <small>
                          {t('shopMoney.recharge.how', { number: row.recharge_no, time: minute(row.due_at) })}
                        </small>
                      )}
                      {Number(row.refund_amount) > 0 && (
                        <small>{t('shopMoney.recharge.refunded', { amount: row.refund_amount })}</small>
                      )}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Card>
        </>
      )}
    </Page>
  )
}

import { Alert, Button, Input, Modal, Select } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { DECIMALS_MAX, decimal } from '@/shared/number/decimal'
import { Nothing, Problem, Waiting } from '@/shared/ui/Page'
import { placeBody, placeKey, placeText, type FreePlace, type Pick } from './beside'
import { findPicks, type OrderUrl, type SwapBody } from './commands'
import { quantityFault, type Order } from './model'
import classes from './orders.module.css'
import { PickTable } from './PickTable'

interface Props {
  /** Of the order's kind. */
  url: OrderUrl
  order: Order
  title: string
  busy: boolean
  /** Picks may be changed by hand. */
  mayChange: boolean
  close: () => void
  /** Answers whether it was done. */
  swap: (request: SwapBody, reason: string) => Promise<boolean>
}

/** What is to be picked for an order, from where and why. A clerk may take it from elsewhere. */
export default function PickList({ url, order, title, busy, mayChange, close, swap }: Props) {
  const { t } = useTranslation()
  const fetched = useFetched(`picks ${url} ${order.id} ${order.version}`, (signal) =>
    findPicks(url, order.id, signal),
  )
  const [changing, setChanging] = useState<Pick | null>(null)
  const [target, setTarget] = useState<string>()
  const [quantity, setQuantity] = useState('')
  const [reason, setReason] = useState('')
  const data = fetched.data
  const productOf = (pick: Pick) => order.lines.find((line) => line.line === pick.line)?.product
  const others = (pick: Pick): FreePlace[] =>
    (data?.places ?? []).filter(
      (place) => place.product_id === pick.product_id && placeKey(place) !== placeKey(pick),
    )

  const begin = (pick: Pick): void => {
    setChanging(pick)
    setTarget(undefined)
    setQuantity(pick.quantity)
    setReason('')
  }
  const send = async (): Promise<void> => {
    const to = changing && others(changing).find((place) => placeKey(place) === target)
    if (!changing || !to) return
    const request: SwapBody = {
      line: changing.line,
      product_id: changing.product_id,
      quantity: quantity.trim(),
      from: placeBody(changing),
      to: placeBody(to),
    }
    if (await swap(request, reason.trim())) {
      setChanging(null)
      fetched.reload()
    }
  }

  const wrongWith = (pick: Pick): string | null => {
    const fault = quantityFault(quantity, productOf(pick)?.unit?.decimals ?? DECIMALS_MAX)
    if (fault) return t(fault.key, { count: fault.count })
    const amount = decimal(quantity)
    if (!amount?.gt(0)) return t('orders.rule.quantity')
    return amount.gt(pick.quantity) ? t('orders.rule.overPick') : null
  }

  const form = (pick: Pick) => (
    <tr key={`form ${pick.line} ${placeKey(pick)}`}>
      <td colSpan={5}>
        <div className={classes.head}>
          <div className={classes.cell}>
            <label htmlFor="swap-to">{t('orderSteps.swapTo')}</label>
            <Select
              id="swap-to"
              aria-label={t('orderSteps.swapTo')}
              value={target}
              placeholder={t('common.choose')}
              onChange={(value: string) => setTarget(value)}
              options={others(pick).map((place) => ({
                value: placeKey(place),
                label: [
                  placeText(place, t('orders.unplaced')),
                  place.expiry_date,
                  t('orderSteps.free', { quantity: place.available }),
                  place.expired ? t('orderSteps.isExpired') : '',
                ]
                  .filter(Boolean)
                  .join(' · '),
              }))}
            />
          </div>
          <div className={classes.cell}>
            <label htmlFor="swap-quantity">{t('orders.line.quantity')}</label>
            <Input
              id="swap-quantity"
              className={classes.numeric}
              inputMode="decimal"
              value={quantity}
              status={wrongWith(pick) ? 'error' : undefined}
              suffix={productOf(pick)?.unit?.name}
              onChange={setQuantity}
            />
            {wrongWith(pick) && (
              <div className={classes.fault} role="alert">
                {wrongWith(pick)}
              </div>
            )}
          </div>
          <div className={`${classes.cell} ${classes.spread}`}>
            <label htmlFor="swap-reason">{t('orderSteps.swapReason')}</label>
            <Input id="swap-reason" value={reason} maxLength={200} onChange={setReason} />
          </div>
        </div>
        <div className={classes.buttons}>
          <Button onClick={() => setChanging(null)}>{t('common.cancel')}</Button>
          <Button
            type="primary"
            loading={busy}
            disabled={!target || wrongWith(pick) !== null}
            onClick={() => void send()}
          >
            {t('orderSteps.swap')}
          </Button>
        </div>
      </td>
    </tr>
  )

  return (
    <Modal visible title={title} onCancel={close} footer={null} className={classes.wideModal}>
      {fetched.error ? (
        <Problem error={fetched.error} retry={fetched.reload} />
      ) : !data ? (
        <Waiting rows={5} />
      ) : (
        <>
          <p className={classes.hint}>
            {t(data.reserved ? 'orderSteps.picksReserved' : 'orderSteps.picksPlanned')}
          </p>
          {data.missing.map(({ line, quantity: lacks, expired_quantity: expired }) => (
            <Alert
              key={line}
              type="warning"
              className={classes.gap}
              content={t(decimal(expired)?.gt(0) ? 'orderSteps.missingExpired' : 'orderSteps.missing', {
                line,
                quantity: lacks,
                expired,
                count: Number(expired),
              })}
            />
          ))}
          {data.picks.length === 0 ? (
            <Nothing text={t('orderSteps.noPicks')} />
          ) : (
            <PickTable
              list={data}
              lines={order.lines}
              action={(pick) =>
                pick.reserved &&
                mayChange &&
                others(pick).length > 0 && (
                  <Button size="small" onClick={() => begin(pick)}>
                    {t('orderSteps.swap')}
                  </Button>
                )
              }
              below={(pick) => changing === pick && form(pick)}
            />
          )}
        </>
      )}
    </Modal>
  )
}

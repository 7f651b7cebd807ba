import { Button, Tag } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { columnDigits, decimal } from '@/shared/number/decimal'
import { Numeral } from '@/shared/ui/Numeral'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import { moment } from '@/shared/ui/time'
import { placeText, unpacked, type Cost, type Link } from './beside'
import type { Order } from './model'
import { OrderLink } from './OrderLink'
import classes from './orders.module.css'
import { TitledTable } from './TitledTable'

function Linked({ link, from }: { link: Link; from: boolean }) {
  const { t } = useTranslation()
  const words = t(`orderSteps.${from ? 'originReasons' : 'linkReasons'}.${link.reason}`)
  return (
    <li>
      {words}{' '}
      <OrderLink kind={link.kind} id={link.id}>
        {link.number}
      </OrderLink>
    </li>
  )
}

interface Props {
  order: Order
  /** Asks for the way back of one of its costs; nothing for those who may not take one back. */
  takeCostBack?: (cost: Cost) => void
}

/** What an order has beside its head and lines: linked orders, parcels, costs, picks changed by hand. */
export function OrderBeside({ order, takeCostBack }: Props) {
  const { t } = useTranslation()
  const { origin, made = [] } = order
  const [parcels, swaps, costs] = [order.parcels ?? [], order.swaps ?? [], order.costs ?? []]
  const differences = order.differences ?? []
  const digits = columnDigits([
    ...order.lines.map(({ unit_price }) => unit_price),
    ...differences.map(({ average_cost }) => average_cost),
  ])
  const left = order.lines.filter((line) => unpacked(line, parcels).gt(0))
  const shipping =
    !!order.shipment_status && order.lines.some((line) => decimal(line.stocked_quantity)?.gt(0))
  return (
    <>
      {(origin || made.length > 0) && (
        <>
          <h2>{t('orderSteps.links')}</h2>
          <ul className={classes.links}>
            {origin && <Linked link={origin} from />}
            {made.map((link) => (
              <Linked key={link.id} link={link} from={false} />
            ))}
          </ul>
        </>
      )}
      {(parcels.length > 0 || shipping) && (
        <TitledTable
          title={t('orderSteps.parcels')}
          head={[
            t('orders.line.no'),
            t('orderSteps.carrier'),
            t('orderSteps.courierNumber'),
            t('orderSteps.shipped'),
            t('orderSteps.parcelContents'),
          ]}
        >
          {parcels.map((parcel) => (
            <tr key={parcel.no}>
              <td>{parcel.no}</td>
              <td>{parcel.carrier?.name ?? '–'}</td>
              <td>{parcel.courier_number || '–'}</td>
              <td className={classes.place}>{moment(parcel.shipment_time)}</td>
              <td>
                {parcel.lines.map(({ line, quantity }) => (
                  <div key={line}>
                    {order.lines.find((one) => one.line === line)?.product?.name ?? line} ×{' '}
                    <Numeral value={quantity} />
                  </div>
                ))}
              </td>
            </tr>
          ))}
          {left.length > 0 && (
            <tr>
              <td colSpan={4}>{t('orderSteps.notPacked')}</td>
              <td>
                {left.map((line) => (
                  <div key={line.line}>
                    {line.product?.name ?? line.line} × <Numeral value={unpacked(line, parcels)} />
                  </div>
                ))}
              </td>
            </tr>
          )}
        </TitledTable>
      )}
      {costs.length > 0 && (
        <TitledTable
          title={t('orderSteps.costs')}
          head={[t('orderSteps.costType'), t('orders.amount'), t('orders.remarkLabel'), t('orders.by')]}
          figures={[1]}
        >
          {costs.map((cost) => (
            <tr key={cost.no}>
              <td>
                <span className={classes.beside}>
                  {t(`orderSteps.costTypes.${cost.cost_type}`)}
                  {cost.taken_back_at ? (
                    <Tag>{t('orderSteps.costTakenBack', { time: moment(cost.taken_back_at) })}</Tag>
                  ) : (
                    takeCostBack && (
                      <Button
                        size="mini"
                        aria-label={`${t('orderSteps.takeCostBack')} ${t(`orderSteps.costTypes.${cost.cost_type}`)}`}
                        onClick={() => takeCostBack(cost)}
                      >
                        {t('orderSteps.takeCostBack')}
                      </Button>
                    )
                  )}
                </span>
              </td>
              <td className={classes.right}>
                <Numeral value={cost.amount} money />
              </td>
              <td>{cost.remark || '–'}</td>
              <td>
                {cost.admin.nickname ?? '–'} <span className={classes.place}>{moment(cost.at)}</span>
              </td>
            </tr>
          ))}
        </TitledTable>
      )}
      {differences.length > 0 && (
        <TitledTable
          title={t('orderSteps.differences')}
          hint={t('orderSteps.differencesHint')}
          head={[
            t('orders.line.no'),
            t('orders.line.product'),
            t('orders.line.price'),
            t('orderSteps.averageCost'),
            t('orderSteps.difference'),
          ]}
          figures={[2, 3, 4]}
        >
          {differences.map(({ line, average_cost, difference }) => {
            const of = order.lines.find((one) => one.line === line)
            return (
              <tr key={line}>
                <td>{line}</td>
                <td>
                  <ProductLabel product={of?.product} />
                </td>
                <td className={classes.right}>
                  <Numeral value={of?.unit_price} money digits={digits} />
                </td>
                <td className={classes.right}>
                  <Numeral value={average_cost} money digits={digits} />
                </td>
                <td className={classes.right}>
                  <Numeral value={difference} money />
                </td>
              </tr>
            )
          })}
        </TitledTable>
      )}
      {swaps.length > 0 && (
        <TitledTable
          title={t('orderSteps.swapped')}
          head={[
            t('orders.line.no'),
            t('orders.line.quantity'),
            t('orderSteps.proposed'),
            t('orderSteps.taken'),
            t('orders.reason'),
            t('orders.by'),
          ]}
          figures={[1]}
        >
          {swaps.map((swap, index) => (
            <tr key={`${swap.at} ${index}`}>
              <td>{swap.line}</td>
              <td className={classes.right}>
                <Numeral value={swap.quantity} />
              </td>
              <td>{placeText(swap.proposed, t('orders.unplaced'))}</td>
              <td>
                <Tag color="orange">{placeText(swap.taken, t('orders.unplaced'))}</Tag>
              </td>
              <td>{swap.reason ?? '–'}</td>
              <td>
                {swap.admin.nickname ?? '–'} <span className={classes.place}>{moment(swap.at)}</span>
              </td>
            </tr>
          ))}
        </TitledTable>
      )}
    </>
  )
}

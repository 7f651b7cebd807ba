import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OrderLink } from '@/features/orders'
import type { Schema } from '@/shared/http'
import { Numeral } from '@/shared/ui/Numeral'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import { moment } from '@/shared/ui/time'
import { DocumentLink } from './DocumentLink'
import { HoldTag } from './HoldTag'
import classes from './inventory.module.css'
import type { StockRow } from './stock'

type Step = Schema<'TraceStep'>

/** The partner among whose kinds the shop's members are. */
const MEMBER = 'member'

/** A batch: where it came from, where it went, and what is left. */
export type Trace = Schema<'TraceView'>

function Part({ title, heads, children }: { title: string; heads: string[]; children: ReactNode[] }) {
  const { t } = useTranslation()
  return (
    <section>
      <h3>{title}</h3>
      {children.length === 0 ? (
        <p>{t('trace.nothing')}</p>
      ) : (
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={title}>
          <table className={classes.plain}>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head}>{head}</th>
                ))}
              </tr>
            </thead>
            <tbody>{children}</tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const FIGURES = [
  ['received', 'received'],
  ['delivered', 'delivered'],
  ['on_hand', 'onHand'],
  ['on_road', 'onRoad'],
] as const

export function TraceView({ trace, actions }: { trace: Trace; actions?: ReactNode }) {
  const { t } = useTranslation()
  const unit = trace.product?.unit?.name
  const partner = ({ partner: of }: Step): string =>
    of?.name || (of?.kind === MEMBER ? t('trace.member', { id: of.id }) : '–')
  const stepHeads = ['type', 'number', 'partner', 'warehouse', 'quantity', 'time'].map((name) =>
    name === 'partner'
      ? t('trace.partner')
      : name === 'warehouse'
        ? t('inventory.warehouse')
        : t(`records.${name}`),
  )
  const steps = (rows: readonly Step[]): ReactNode[] =>
    rows.map((step) => (
      <tr
        key={`${step.operation_type} ${step.reverses} ${step.order_id} ${step.count_id} ${step.warehouses_id}`}
      >
        <td>
          {t(`records.types.${step.operation_type}`)} {step.reverses && `(${t('records.reverses')})`}
        </td>
        <td>
          <DocumentLink of={step} />
          {step.shop_order_id && (
            <div>
              {t('trace.shopOrder')}{' '}
              <OrderLink kind="shop" id={step.shop_order_id}>
                {step.shop_order_no}
              </OrderLink>
            </div>
          )}
        </td>
        <td>{partner(step)}</td>
        <td>{step.warehouses?.name ?? '–'}</td>
        <td>
          <Numeral value={step.quantity} unit={unit} />
        </td>
        <td>{moment(step.first_time)}</td>
      </tr>
    ))
  const place = (row: StockRow): string =>
    [row.warehouses?.name, row.area?.name, row.shelf?.name].filter(Boolean).join(' / ') || '–'
  return (
    <article>
      <header className={classes.traceHead}>
        <ProductLabel product={trace.product} />
        <b>{trace.batch_number || t('holds.noBatchName')}</b>
        {trace.holds.map((hold) => (
          <HoldTag
            key={hold.warehouses_id ?? 0}
            state={hold.state}
            reason={hold.reason}
            everywhere={hold.warehouses_id === null}
          />
        ))}
        {trace.expiry_date && (
          <span>
            {t('inventory.expiry')} {trace.expiry_date}
          </span>
        )}
        {FIGURES.map(([name, words]) => (
          <span key={name}>
            {t(`trace.${words}`)} <Numeral value={trace[name]} unit={unit} />
          </span>
        ))}
        {actions}
      </header>
      <Part title={t('trace.sources')} heads={stepHeads}>
        {steps(trace.sources)}
      </Part>
      {trace.moves.length > 0 && (
        <Part title={t('trace.moves')} heads={stepHeads}>
          {steps(trace.moves)}
        </Part>
      )}
      <Part title={t('trace.deliveries')} heads={stepHeads}>
        {steps(trace.deliveries)}
      </Part>
      <Part
        title={t('trace.places')}
        heads={[
          t('inventory.place'),
          t('inventory.onHand'),
          t('inventory.reserved'),
          t('inventory.available'),
        ]}
      >
        {trace.places.map((row) => (
          <tr key={row.id}>
            <td>{place(row)}</td>
            <td>
              <Numeral value={row.total_quantity} unit={unit} />
            </td>
            <td>
              <Numeral value={row.reserved_quantity} />
            </td>
            <td>
              <Numeral value={row.available_quantity} />
            </td>
          </tr>
        ))}
      </Part>
      {trace.roads.length > 0 && (
        <Part
          title={t('trace.roads')}
          heads={[
            t('records.number'),
            t('trace.from'),
            t('trace.to'),
            t('records.quantityOf'),
            t('holds.since'),
          ]}
        >
          {trace.roads.map((road) => (
            <tr key={`${road.order_id} ${road.line} ${road.from.name} ${road.create_time}`}>
              <td>
                <OrderLink kind="transfer" id={road.order_id}>
                  {road.operation_number} · {road.line}
                </OrderLink>
              </td>
              <td>{road.from.name}</td>
              <td>{road.to.name}</td>
              <td>
                <Numeral value={road.quantity} unit={unit} />
              </td>
              <td>{moment(road.create_time)}</td>
            </tr>
          ))}
        </Part>
      )}
      {trace.reservations.length > 0 && (
        <Part
          title={t('trace.reservations')}
          heads={[t('reservations.owner'), t('inventory.place'), t('records.quantityOf')]}
        >
          {trace.reservations.map((row) => (
            <tr key={row.id}>
              <td>
                <OrderLink kind={row.order_kind} id={row.order_id}>
                  {row.operation_number} · {row.line}
                </OrderLink>
              </td>
              <td>{place(row)}</td>
              <td>
                <Numeral value={row.quantity} unit={unit} />
              </td>
            </tr>
          ))}
        </Part>
      )}
    </article>
  )
}

import { Button } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { Card } from '@/shared/ui/Page'
import type { Kind } from './kinds'
import { LineRow } from './LineRow'
import classes from './orders.module.css'
import { ScanLines } from './ScanLines'
import type { OrderDraft } from './useOrderDraft'

/** Columns in their order, with their widths, which a desk of 1440 pixels has room for; those of numbers are right aligned. */
const COLUMNS = [
  { key: 'no', width: 30 },
  { key: 'product', width: 174 },
  { key: 'area', width: 100 },
  { key: 'shelf', width: 100 },
  { key: 'quantity', width: 116, numeric: true },
  { key: 'price', width: 88, numeric: true },
  { key: 'total', width: 104, numeric: true },
  { key: 'batch', width: 84 },
  { key: 'produce', width: 112 },
  { key: 'expiry', width: 112 },
  { key: 'reason', width: 104 },
] as const
const ACTIONS_WIDTH = 60

/** The lines of the form. */
export function OrderLines({ kind, draft }: { kind: Kind; draft: OrderDraft }) {
  const { t } = useTranslation()
  const columns = COLUMNS.filter(({ key }) => key !== 'reason' || kind.gains)
  const { lines, head, headFaults, lineFaults, change, copy, remove, next, add } = draft
  return (
    <Card label={t('orders.lines')}>
      <div className={classes.sectionHead}>
        <h2>{t('orders.lines')}</h2>
        <span className={classes.hint}>{t('orders.hint')}</span>
        <ScanLines scan={draft.scan} />
      </div>
      {headFaults.lines && <div className={classes.fault}>{headFaults.lines}</div>}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('orders.lines')}>
        <table className={classes.lines}>
          <colgroup>
            {columns.map(({ key, width }) => (
              <col key={key} width={width} />
            ))}
            <col width={ACTIONS_WIDTH} />
          </colgroup>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.key} className={'numeric' in column ? classes.right : undefined}>
                  {t(`orders.line.${column.key}`)}
                </th>
              ))}
              <th aria-label={t('common.action')} />
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              <LineRow
                key={line.key}
                line={line}
                index={index}
                kind={kind}
                type={head.type}
                warehouse={head.warehouses_id}
                errors={lineFaults.get(line.key)}
                change={change}
                copy={copy}
                remove={remove}
                next={next}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Button type="text" icon={<IconPlus />} onClick={add}>
        {t('orders.line.add')}
      </Button>
    </Card>
  )
}

import { Tag } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Numeral } from '@/shared/ui/Numeral'
import { ProductLabel } from '@/shared/ui/ProductLabel'
import { placeKey, placeText, type Pick, type PickListData } from './beside'
import type { OrderLine } from './model'
import classes from './orders.module.css'

/** Where a pick is taken from. */
export function PickSpot({ pick }: { pick: Pick }) {
  const { t } = useTranslation()
  return (
    <>
      {placeText(pick, t('orders.unplaced'))}
      {pick.expiry_date && <div className={classes.hint}>{pick.expiry_date}</div>}
    </>
  )
}

/** Why goods are taken from there, and whether they are still promised; `reserved`: the order's goods should be. */
export function PickTags({ pick, reserved }: { pick: Pick; reserved: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <Tag color={pick.why === 'chosen' ? 'orange' : undefined}>{t(`orderSteps.whys.${pick.why}`)}</Tag>
      {reserved && !pick.reserved && <Tag color="red">{t('orderSteps.notReserved')}</Tag>}
    </>
  )
}

interface Props {
  list: PickListData
  lines: readonly OrderLine[]
  /** What may be done with a pick. */
  action?: (pick: Pick) => ReactNode
  /** A row below a pick. */
  below?: (pick: Pick) => ReactNode
}

/** What is to be picked for an order's lines, from where and why. */
export function PickTable({ list, lines, action, below }: Props) {
  const { t } = useTranslation()
  const productOf = (pick: Pick) => lines.find((line) => line.line === pick.line)?.product ?? null
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('orderSteps.picks')}>
      <table className={classes.plain}>
        <thead>
          <tr>
            <th>{t('orders.line.product')}</th>
            <th>{t('orderSteps.from')}</th>
            <th className={classes.right}>{t('orderSteps.take')}</th>
            <th>{t('orderSteps.why')}</th>
            {action && <th aria-label={t('common.action')} />}
          </tr>
        </thead>
        <tbody>
          {list.picks.flatMap((pick) => [
            <tr key={`${pick.line} ${placeKey(pick)} ${pick.reserved}`}>
              <td>
                <ProductLabel product={productOf(pick)} />
              </td>
              <td>
                <PickSpot pick={pick} />
              </td>
              <td className={classes.right}>
                <Numeral value={pick.quantity} unit={productOf(pick)?.unit?.name} />
              </td>
              <td>
                <PickTags pick={pick} reserved={list.reserved} />
              </td>
              {action && <td className={classes.right}>{action(pick)}</td>}
            </tr>,
            below?.(pick),
          ])}
        </tbody>
      </table>
    </div>
  )
}

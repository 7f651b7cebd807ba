import { Tag, Timeline } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { Nothing } from '@/shared/ui/Page'
import { moment } from '@/shared/ui/time'
import type { Kind } from './kinds'
import type { Order } from './model'

/** What was done with an order, by whom and why. */
export function History({ kind, row: { history } }: { kind: Kind; row: Order }) {
  const { t } = useTranslation()
  const own = kind.twoSided
    ? [`${kind.words}.actions`, 'orders.actions']
    : ['orders.actions', 'orderSteps.actions']
  const words = (action: string): string =>
    action === kind.moves
      ? t(`${kind.words}.moved`)
      : t(
          own.map((group) => `${group}.${action}`),
          { defaultValue: action },
        )
  return (
    <>
      <h2>{t('orders.history')}</h2>
      {history.length === 0 ? (
        <Nothing text={t('orders.noHistory')} />
      ) : (
        <Timeline>
          {history.map((entry, index) => (
            <Timeline.Item
              key={`${entry.at}-${index}`}
              label={`${entry.admin?.nickname ?? ''} ${moment(entry.at, 'YYYY-MM-DD HH:mm:ss')}`}
            >
              {words(entry.action)}
              {entry.overruled && (
                <>
                  {' '}
                  <Tag color="red">{t('orderSteps.overruled')}</Tag>
                </>
              )}
              {entry.reason ? `: ${entry.reason}` : ''}
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </>
  )
}

import { Button } from '@arco-design/web-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePermission } from '@/shared/hooks/usePermission'
import { Page } from '@/shared/ui/Page'
import { useFreeStock } from './freeStock'
import { KINDS, type Direction } from './kinds'
import type { Order } from './model'
import { OrderFoot } from './OrderFoot'
import { OrderHead } from './OrderHead'
import { OrderLines } from './OrderLines'
import { StockStrip } from './StockStrip'
import { useOrderDraft } from './useOrderDraft'

interface Props {
  direction: Direction
  title: string
  /** As it was saved last; nothing for a new one. */
  row: Order | null
}

/** Head, lines and sums of one order, from its first line to its being saved. */
export function OrderEditor({ direction, title, row }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const kind = KINDS[direction]
  const draft = useOrderDraft(kind, row)
  // Adjustments take goods, too, but name new batches as well.
  const told = usePermission('warehouse/inventory')('index') && (kind.takes || kind.gains !== null)
  const stocks = useFreeStock(draft.head.warehouses_id, draft.lines, told)
  const at = draft.lines.findIndex(({ key }) => key === draft.active)
  const back = (): void => void navigate(`/admin/${kind.page}`)
  // The head is not drawn again for each letter that is typed in a line.
  const head = useMemo(
    () => <OrderHead kind={kind} row={row} draft={draft} />,
    // eslint-disable-next-line react-hooks/exhaustive-deps -- of the draft it shows these two; its callbacks need no lines
    [kind, row, draft.head, draft.headFaults],
  )
  return (
    <Page
      title={title}
      remark={t(`orders.${direction}.shortcut`)}
      actions={<Button onClick={back}>{t('common.back')}</Button>}
    >
      {head}
      <OrderLines kind={kind} draft={draft} stocks={stocks} />
      <OrderFoot draft={draft} fresh={row === null} cancel={back}>
        {told && (
          <StockStrip
            line={at < 0 ? undefined : draft.lines[at]}
            number={at + 1}
            stock={stocks.get(draft.lines[at]?.product_id ?? 0)}
            warehouse={draft.head.warehouses_id}
            change={draft.change}
          />
        )}
      </OrderFoot>
    </Page>
  )
}

import { Button } from '@arco-design/web-react'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePermission } from '@/shared/hooks/usePermission'
import { Page } from '@/shared/ui/Page'
import { reachOf, useFreeStock } from './freeStock'
import { KINDS, withOf, type Direction } from './kinds'
import { inArea, type Order } from './model'
import { OrderFooter } from './OrderFooter'
import { OrderHead } from './OrderHead'
import { OrderLines } from './OrderLines'
import classes from './orders.module.css'
import { saveKey } from './saveKey'
import { shareStock } from './sharedStock'
import { ShortLines } from './ShortLines'
import { StockStrip } from './StockStrip'
import { useFaultFocus } from './useFaultFocus'
import { useLastPrices } from './useLastPrices'
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
  const buysFrom = withOf(kind, draft.head.type)?.field === 'supplier_id' ? draft.head.partner : null
  useLastPrices(kind, buysFrom, draft.lines, draft.change)
  const form = useFaultFocus(draft.attempts)
  const showsStock = usePermission('warehouse/inventory')('index') && (kind.takes || kind.gains !== null)
  const stocks = useFreeStock(draft.head.at.warehouse, draft.lines, showsStock)
  const { type, at: side } = draft.head
  // Typing does not wait for what other lines take.
  const settled = useDeferredValue(draft.lines)
  const stock = useMemo(
    () =>
      shareStock(
        settled.map((line) => inArea(line, side.area)),
        stocks,
        (line) => reachOf(line, kind, type),
      ),
    [settled, stocks, kind, type, side.area],
  )
  const short = useMemo(() => stock.short(), [stock])
  const at = draft.lines.findIndex(({ key }) => key === draft.active)
  const active = draft.lines[at]
  const line = active && inArea(active, side.area)
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
      remark={t(`${kind.words}.shortcut`)}
      actions={<Button onClick={back}>{t('common.back')}</Button>}
    >
      <div ref={form} className={classes.form} onKeyDownCapture={saveKey(() => void draft.save())}>
        {head}
        <OrderLines kind={kind} draft={draft} stock={stock} />
      </div>
      <OrderFooter kind={kind} draft={draft} fresh={row === null} cancel={back}>
        <ShortLines lines={short} />
        {showsStock && (
          <StockStrip
            line={line}
            number={at + 1}
            stock={line && stock.of(line)}
            warehouse={side.warehouse}
            reach={line ? reachOf(line, kind, type) : 'picked'}
            change={draft.change}
          />
        )}
      </OrderFooter>
    </Page>
  )
}

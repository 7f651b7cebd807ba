import { Button } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Page } from '@/shared/ui/Page'
import { KINDS, type Direction } from './kinds'
import type { Order } from './model'
import { OrderFoot } from './OrderFoot'
import { OrderHead } from './OrderHead'
import { OrderLines } from './OrderLines'
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
  const back = (): void => void navigate(`/admin/${kind.page}`)
  return (
    <Page
      title={title}
      remark={t(`orders.${direction}.shortcut`)}
      actions={<Button onClick={back}>{t('common.back')}</Button>}
    >
      <OrderHead kind={kind} row={row} draft={draft} />
      <OrderLines kind={kind} draft={draft} />
      <OrderFoot draft={draft} fresh={row === null} cancel={back} />
    </Page>
  )
}

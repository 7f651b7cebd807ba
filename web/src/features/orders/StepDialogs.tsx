import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { LoadingDialog } from '@/shared/ui/LoadingDialog'
import AddCost from './AddCost'
import { takesBack } from './beside'
import { find, type Action, type StepBody } from './commands'
import type { Kind } from './kinds'
import Parcels from './Parcels'
import PickList from './PickList'
import ReverseOrder from './ReverseOrder'

/** The steps that have a dialog of their own. */
export type StepDialog = 'reverse' | 'giveBack' | 'returnGoods' | 'addCost' | 'picks' | 'parcels'

interface Props {
  kind: Kind
  action: StepDialog
  title: string
  id: number
  busy: boolean
  close: () => void
  /** Takes a step of the order; answers whether it was done. */
  step: (action: Action, order: { id: number; version: number }, more: StepBody) => Promise<boolean>
}

/** The dialogs of an order's steps that take more than a reason. */
export default function StepDialogs({ kind, action, title, id, busy, close, step }: Props) {
  const { t } = useTranslation()
  const fetched = useFetched(`${kind.url} ${id}`, (signal) => find(kind, id, signal))
  const order = fetched.data
  if (takesBack(action)) {
    return (
      <ReverseOrder
        hint={t(`orderSteps.${action}Hint`)}
        now={t(action === 'reverse' ? 'orderSteps.reverseNow' : 'orderSteps.returnNow')}
        title={title}
        load={(signal) => find(kind, id, signal)}
        busy={busy}
        close={close}
        post={async (row, lines, reason) => {
          const done = await step(action, row, { lines, reason })
          if (done) close()
          return done
        }}
      />
    )
  }
  if (!order) return <LoadingDialog title={title} fetched={fetched} close={close} rows={4} />
  if (action === 'addCost') {
    return (
      <AddCost
        title={title}
        busy={busy}
        close={close}
        post={async (cost) => {
          if (await step('addCost', order, cost)) close()
          else fetched.reload()
        }}
      />
    )
  }
  if (action === 'parcels') {
    return (
      <Parcels
        title={title}
        order={order}
        busy={busy}
        close={close}
        post={async (parcels) => {
          if (await step('parcels', order, { parcels })) close()
          else fetched.reload()
        }}
      />
    )
  }
  return (
    <PickList
      url={kind.url}
      order={order}
      title={title}
      busy={busy}
      mayChange={order.allowed.includes('pick')}
      close={close}
      swap={async (request, reason) => {
        const done = await step('pick', order, { swaps: [request], ...(reason && { reason }) })
        // Also where it was refused: the order may have changed.
        fetched.reload()
        return done
      }}
    />
  )
}

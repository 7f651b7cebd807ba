import { Modal } from '@arco-design/web-react'
import { useFetched } from '@/shared/hooks/useFetched'
import { Problem, Waiting } from '@/shared/ui/Page'
import type { SwapBody } from '../commands'
import PickList from '../PickList'
import { find } from './commands'
import { URL, type Order } from './model'

interface Props {
  id: number
  title: string
  busy: boolean
  close: () => void
  /** Answers whether it was done. */
  swap: (order: Order, request: SwapBody, reason: string) => Promise<boolean>
}

/** Where the reserved goods of a transfer are taken from. A clerk may take them from elsewhere. */
export default function TransferPicks({ id, title, busy, close, swap }: Props) {
  const fetched = useFetched(`${URL} ${id}`, (signal) => find(id, signal))
  const order = fetched.data
  if (!order) {
    return (
      <Modal visible title={title} onCancel={close} footer={null}>
        {fetched.error ? <Problem error={fetched.error} retry={fetched.reload} /> : <Waiting rows={4} />}
      </Modal>
    )
  }
  return (
    <PickList
      url={URL}
      order={order}
      title={title}
      busy={busy}
      mayChange={order.allowed.includes('pick')}
      close={close}
      swap={async (request, reason) => {
        const done = await swap(order, request, reason)
        // Also where it was refused: the order may have changed.
        fetched.reload()
        return done
      }}
    />
  )
}

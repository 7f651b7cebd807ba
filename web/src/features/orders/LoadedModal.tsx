import { Modal } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import { Problem, Waiting } from '@/shared/ui/Page'
import classes from './orders.module.css'

interface Props {
  title: string
  /** The order that it is about. */
  fetched: { failure: unknown; loading: boolean; reload: () => void }
  busy: boolean
  /** It can't be taken back. */
  danger?: boolean
  /** Its lines need more room. */
  wide?: boolean
  close: () => void
  send: () => Promise<void>
  children: ReactNode
}

/** The dialog of an order's step, once the order is there. */
export function LoadedModal({ title, fetched, busy, danger, wide, close, send, children }: Props) {
  return (
    <Modal
      visible
      title={title}
      onCancel={close}
      onOk={() => void send()}
      confirmLoading={busy}
      okButtonProps={{ status: danger ? 'danger' : undefined }}
      className={wide ? classes.wideModal : classes.modal}
    >
      {fetched.failure ? (
        <Problem error={fetched.failure} retry={fetched.reload} />
      ) : fetched.loading ? (
        <Waiting rows={4} />
      ) : (
        children
      )}
    </Modal>
  )
}

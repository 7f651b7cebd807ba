import { Modal } from '@arco-design/web-react'
import { Problem, Waiting } from './Page'

interface Props {
  title: string
  /** What the dialog waits for. */
  fetched: { error: unknown; reload: () => void }
  close: () => void
  rows?: number
  className?: string
}

/** A dialog whose subject is still being loaded, or could not be. */
export function LoadingDialog({ title, fetched, close, rows, className }: Props) {
  return (
    <Modal visible title={title} onCancel={close} footer={null} className={className}>
      {fetched.error ? <Problem error={fetched.error} retry={fetched.reload} /> : <Waiting rows={rows} />}
    </Modal>
  )
}

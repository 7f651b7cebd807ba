import { Alert, Form, Modal } from '@arco-design/web-react'
import { useState, type ReactNode } from 'react'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { ReasonField } from './ReasonField'
import classes from './reason.module.css'

interface Props {
  title: string
  warning?: string
  /** Further fields, above the reason. */
  children?: ReactNode
  below?: ReactNode
  /** Why it can't be sent yet. */
  problem?: string | null
  /** Shows what an error says of the further fields; whether it did. */
  refused?: (error: unknown) => boolean
  /** It can't be taken back. */
  danger?: boolean
  /** What becomes of the reason. */
  hint?: string
  /** Characters of the reason at most. */
  most?: number
  close: () => void
  /** Sends it; `command` names this intention. */
  send: (reason: string, command: string) => Promise<unknown>
  done?: () => void
}

/** Asks for a reason, with further fields as children. */
export function ReasonDialog({ title, warning, children, below, problem, refused, danger, ...more }: Props) {
  const { hint, most, close, send, done } = more
  const { show } = useProblem()
  const { busy, submit } = useSubmit((error) => {
    if (!refused?.(error)) show(error)
  })
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const missing = reason.trim() === ''
  const save = (): void => {
    setTried(true)
    if (!missing && !problem) void submit((command) => send(reason.trim(), command), done)
  }
  return (
    <Modal
      visible
      title={title}
      onCancel={close}
      confirmLoading={busy}
      okButtonProps={danger ? { status: 'danger' } : undefined}
      onOk={save}
    >
      {warning && <Alert type="warning" content={warning} className={classes.warning} />}
      {children && <Form layout="vertical">{children}</Form>}
      {tried && problem && (
        <p role="alert" className="arco-form-message">
          {problem}
        </p>
      )}
      <ReasonField value={reason} change={setReason} lacks={tried && missing} hint={hint} most={most} />
      {below && <div className={classes.below}>{below}</div>}
    </Modal>
  )
}

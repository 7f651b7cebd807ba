import { Form, Input, Modal } from '@arco-design/web-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { useRandomId } from '@/shared/hooks/useRandomId'

interface Props {
  title: string
  /** Further fields, above the reason. */
  children?: ReactNode
  /** Why it can't be sent yet. */
  problem?: string | null
  /** Shows what an error says of the further fields; whether it did. */
  refused?: (error: unknown) => boolean
  /** It can't be taken back. */
  danger?: boolean
  close: () => void
  /** Sends it; `command` names this intention. */
  send: (reason: string, command: string) => Promise<unknown>
  done: () => void
}

/** Asks for a reason, with further fields as children. */
export function ReasonDialog({ title, children, problem, refused, danger, close, send, done }: Props) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const command = useRandomId()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const missing = reason.trim() === ''

  const save = async (): Promise<void> => {
    setTried(true)
    if (missing || problem) return
    setBusy(true)
    try {
      await send(reason.trim(), command)
      done()
    } catch (error) {
      if (!refused?.(error)) show(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      visible
      title={title}
      onCancel={close}
      confirmLoading={busy}
      okButtonProps={danger ? { status: 'danger' } : undefined}
      onOk={() => void save()}
    >
      <Form layout="vertical">
        {children}
        {tried && problem && (
          <p role="alert" className="arco-form-message">
            {problem}
          </p>
        )}
        <Form.Item
          label={t('holds.reason')}
          required
          validateStatus={tried && missing ? 'error' : undefined}
          help={tried && missing ? t('holds.rule.reason') : undefined}
        >
          <Input.TextArea
            aria-label={t('holds.reason')}
            value={reason}
            maxLength={500}
            autoSize={{ minRows: 2 }}
            onChange={setReason}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}

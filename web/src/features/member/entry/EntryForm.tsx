import { Alert, Button, Form } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import type { Sending } from './useSending'

interface Props<V> {
  initial: Partial<V>
  /** On the button. */
  label: string
  sending: Sending
  onSubmit: (values: V) => void
  children: ReactNode
}

/** One of the forms that lead into the member centre: its fields, what went wrong, and the button. */
export function EntryForm<V extends object>({ initial, label, sending, onSubmit, children }: Props<V>) {
  return (
    <Form<V>
      layout="vertical"
      size="large"
      requiredSymbol={false}
      initialValues={initial}
      onSubmit={onSubmit}
    >
      {children}
      {sending.problem && (
        <Form.Item>
          <Alert type="error" content={sending.problem} />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" long loading={sending.busy}>
        {label}
      </Button>
    </Form>
  )
}

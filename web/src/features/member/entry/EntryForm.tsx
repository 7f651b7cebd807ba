import { Alert, Button, Form } from '@arco-design/web-react'
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { showAtFields } from '@/shared/ui/formFaults'
import { ADDRESS_PLACES } from '../useCode'
import type { Sending } from './useSending'

interface Props<V> {
  initial: Partial<V>
  /** On the button. */
  label: string
  sending: Sending
  /** Names of the fields. */
  fields: readonly string[]
  onSubmit: (values: V) => void
  children: ReactNode
}

/** One of the forms that lead into the member centre: its fields, what went wrong, and the button. */
export function EntryForm<V extends object>({
  initial,
  label,
  sending,
  fields,
  onSubmit,
  children,
}: Props<V>) {
  const [form] = Form.useForm<V>()
  const { error } = sending
  const [placed, setPlaced] = useState(false)
  useLayoutEffect(() => {
    setPlaced(error !== null && showAtFields(form, error, fields, ADDRESS_PLACES))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each refusal
  }, [error])
  return (
    <Form<V>
      form={form}
      layout="vertical"
      size="large"
      requiredSymbol={false}
      initialValues={initial}
      onSubmit={onSubmit}
    >
      {children}
      {sending.problem && !placed && (
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

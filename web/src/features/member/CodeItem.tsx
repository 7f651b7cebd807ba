import { Form } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { CodeInput } from './CodeInput'

interface Props {
  /** Seconds until another may be sent. */
  left: number
  send: () => void
}

/** A form's field for the code that was sent to an address. */
export function CodeItem(props: Props) {
  const { t } = useTranslation()
  return (
    <Form.Item
      field="captcha"
      label={t('member.entry.code')}
      rules={[{ required: true, message: t('member.wrong.code') }]}
    >
      <CodeInput {...props} />
    </Form.Item>
  )
}

import { Form, Input } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isPassword } from '@/shared/rules/person'
import { requiredExactRule } from './requiredRule'

interface Props {
  field: string
  label: string
  /** A password that is chosen now, not one that is known. */
  fresh?: boolean
  prefix?: ReactNode
}

/** A form's field for a password of the shape that the site asks for. */
export function PasswordItem({ field, label, fresh = false, prefix }: Props) {
  const { t } = useTranslation()
  return (
    <Form.Item field={field} label={label} rules={[requiredExactRule(isPassword, t('validate.password'))]}>
      <Input.Password
        prefix={prefix}
        autoComplete={fresh ? 'new-password' : 'current-password'}
        maxLength={32}
      />
    </Form.Item>
  )
}

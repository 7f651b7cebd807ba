import { Alert, Form, Input } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { isAccount } from '@/shared/rules/person'
import { requiredRule } from '../requiredRule'
import { PasswordItem } from '../PasswordItem'
import type { Channel } from '../useCode'
import { Address, type Addressed } from './Address'
import { EntryForm } from './EntryForm'
import { signIn } from './signIn'
import { useSending } from './useSending'

interface Values extends Addressed {
  username: string
  password: string
}

export function RegisterForm({ ways, done }: { ways: readonly Channel[]; done: () => void }) {
  const { t } = useTranslation()
  const sending = useSending()
  if (ways.length === 0) return <Alert type="warning" content={t('member.entry.noWay')} />
  const submit = ({ username, password, way, address, captcha }: Values): void => {
    const registerType = way ?? ways[0] ?? 'email'
    const person = { tab: 'register', username: username.trim(), password, registerType }
    sending.send(signIn({ ...person, [registerType]: address.trim(), captcha: captcha.trim() }), done)
  }
  return (
    <EntryForm<Values>
      initial={{ way: ways[0] }}
      label={t('member.entry.register')}
      sending={sending}
      onSubmit={submit}
    >
      <Form.Item
        field="username"
        label={t('member.entry.account')}
        rules={[requiredRule(isAccount, t('validate.account'))]}
      >
        <Input autoComplete="username" maxLength={15} />
      </Form.Item>
      <PasswordItem field="password" label={t('member.entry.password')} fresh />
      <Address ways={ways} event="user_register" />
    </EntryForm>
  )
}

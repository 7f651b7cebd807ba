import { Alert, Form, Input, Radio } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRandomId } from '@/shared/hooks/useRandomId'
import { memberClient } from '@/shared/http/member'
import { isAccount } from '@/shared/rules/person'
import { ClickCaptcha } from '@/shared/ui/ClickCaptcha'
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

interface Props {
  ways: readonly Channel[]
  /** A name and a password are enough. */
  byName: boolean
  captcha: boolean
  done: () => void
}

const NAMED = ['username', 'password']
const ADDRESSED = [...NAMED, 'address', 'captcha']

/** Registers with an address that a code proves, or by name where the site is open for that. */
export function RegisterForm({ ways, byName, captcha, done }: Props) {
  const { t } = useTranslation()
  const sending = useSending()
  const captchaId = useRandomId()
  const [named, setNamed] = useState(ways.length === 0)
  const [asked, setAsked] = useState<Values | null>(null)
  if (ways.length === 0 && !byName) return <Alert type="warning" content={t('member.entry.noRegistration')} />
  const send = ({ username, password }: Values, captchaInfo: string): void => {
    setAsked(null)
    const person = { tab: 'register', registerType: 'name', username: username.trim(), password }
    sending.send(() => signIn({ ...person, captchaId, captchaInfo }), done)
  }
  const submit = (values: Values): void => {
    if (named) {
      if (captcha) setAsked(values)
      else send(values, '')
      return
    }
    const { username, password, way, address, captcha: code } = values
    const registerType = way ?? ways[0] ?? 'email'
    const person = { tab: 'register', username: username.trim(), password, registerType }
    sending.send(() => signIn({ ...person, [registerType]: address.trim(), captcha: code.trim() }), done)
  }
  return (
    <>
      <EntryForm<Values>
        initial={{ way: ways[0] }}
        label={t('member.entry.register')}
        sending={sending}
        fields={named ? NAMED : ADDRESSED}
        onSubmit={submit}
      >
        {byName && ways.length > 0 && (
          <Form.Item label={t('member.entry.with')}>
            <Radio.Group type="button" value={named} onChange={setNamed} aria-label={t('member.entry.with')}>
              <Radio value={false}>{t('member.entry.withCode')}</Radio>
              <Radio value={true}>{t('member.entry.withName')}</Radio>
            </Radio.Group>
          </Form.Item>
        )}
        <Form.Item
          field="username"
          label={t('member.entry.account')}
          rules={[requiredRule(isAccount, t('validate.account'))]}
        >
          <Input autoComplete="username" maxLength={15} />
        </Form.Item>
        <PasswordItem field="password" label={t('member.entry.password')} fresh />
        {named ? (
          <Form.Item>
            <Alert content={t(ways.length > 0 ? 'member.entry.nameNoteBind' : 'member.entry.nameNote')} />
          </Form.Item>
        ) : (
          <Address ways={ways} event="user_register" />
        )}
      </EntryForm>
      <ClickCaptcha
        open={asked !== null}
        action="register"
        id={captchaId}
        http={memberClient}
        onSolved={(info) => asked && send(asked, info)}
        onClose={() => setAsked(null)}
      />
    </>
  )
}

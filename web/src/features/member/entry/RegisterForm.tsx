import { Alert, Button, Form, Input } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { isAccount, isPassword } from '@/shared/rules/person'
import { must } from '../must'
import type { Channel } from '../useCode'
import { Address } from './Address'
import { signIn } from './signIn'

interface Values {
  username: string
  password: string
  way?: Channel
  address: string
  captcha: string
}

export function RegisterForm({ ways, done }: { ways: readonly Channel[]; done: () => void }) {
  const { t } = useTranslation()
  const { words } = useProblem()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  if (ways.length === 0) return <Alert type="warning" content={t('member.entry.noWay')} />
  const submit = ({ username, password, way, address, captcha }: Values): void => {
    const registerType = way ?? ways[0] ?? 'email'
    setBusy(true)
    setProblem('')
    signIn({
      tab: 'register',
      username: username.trim(),
      password,
      registerType,
      [registerType]: address.trim(),
      captcha: captcha.trim(),
    })
      .then(done, (error: unknown) => setProblem(words(error)))
      .finally(() => setBusy(false))
  }
  return (
    <Form<Values>
      layout="vertical"
      size="large"
      requiredSymbol={false}
      initialValues={{ way: ways[0] }}
      onSubmit={submit}
    >
      <Form.Item
        field="username"
        label={t('member.entry.account')}
        rules={[must(isAccount, t('member.wrong.account'))]}
      >
        <Input autoComplete="username" maxLength={15} />
      </Form.Item>
      <Form.Item
        field="password"
        label={t('member.entry.password')}
        rules={[must(isPassword, t('member.wrong.password'))]}
      >
        <Input.Password autoComplete="new-password" maxLength={32} />
      </Form.Item>
      <Address ways={ways} event="user_register" />
      {problem && (
        <Form.Item>
          <Alert type="error" content={problem} />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" long loading={busy}>
        {t('member.entry.register')}
      </Button>
    </Form>
  )
}

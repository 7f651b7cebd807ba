import { Alert, Button, Form, Input, Message } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { memberHttp } from '@/shared/http/member'
import { isPassword } from '@/shared/rules/person'
import { must } from '../must'
import type { Channel } from '../useCode'
import { Address } from './Address'

interface Values {
  password: string
  way?: Channel
  address: string
  captcha: string
}

export function RetrieveForm({ ways, done }: { ways: readonly Channel[]; done: () => void }) {
  const { t } = useTranslation()
  const { words } = useProblem()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  if (ways.length === 0) return <Alert type="warning" content={t('member.entry.noWay')} />
  const submit = ({ password, way, address, captcha }: Values): void => {
    setBusy(true)
    setProblem('')
    memberHttp
      .post('/api/account/retrievePassword', {
        type: way ?? ways[0],
        account: address.trim(),
        captcha: captcha.trim(),
        password,
      })
      .then(
        () => {
          Message.success(t('member.entry.done'))
          done()
        },
        (error: unknown) => setProblem(words(error)),
      )
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
      <Address ways={ways} event="user_retrieve_pwd" />
      <Form.Item
        field="password"
        label={t('member.entry.newPassword')}
        rules={[must(isPassword, t('member.wrong.password'))]}
      >
        <Input.Password autoComplete="new-password" maxLength={32} />
      </Form.Item>
      {problem && (
        <Form.Item>
          <Alert type="error" content={problem} />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" long loading={busy}>
        {t('member.account.save')}
      </Button>
    </Form>
  )
}

import { Alert, Button, Checkbox, Form, Input } from '@arco-design/web-react'
import { IconLock, IconUser } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { useRandomId } from '@/shared/hooks/useRandomId'
import { memberHttp } from '@/shared/http/member'
import { isLoginName, isPassword } from '@/shared/rules/person'
import { ClickCaptcha } from '@/shared/ui/ClickCaptcha'
import { must } from '../must'
import { signIn } from './signIn'

interface Values {
  username: string
  password: string
  keep: boolean
}

export function LoginForm({ captcha, done }: { captcha: boolean; done: () => void }) {
  const { t } = useTranslation()
  const { words } = useProblem()
  const captchaId = useRandomId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [asked, setAsked] = useState<Values | null>(null)

  const send = ({ username, password, keep }: Values, captchaInfo: string): void => {
    setAsked(null)
    setBusy(true)
    setProblem('')
    signIn({ tab: 'login', username: username.trim(), password, keep: keep ?? false, captchaId, captchaInfo })
      .then(done, (error: unknown) => setProblem(words(error)))
      .finally(() => setBusy(false))
  }
  return (
    <Form<Values>
      layout="vertical"
      size="large"
      requiredSymbol={false}
      initialValues={{ keep: true }}
      onSubmit={(values) => (captcha ? setAsked(values) : send(values, ''))}
    >
      <Form.Item
        field="username"
        label={t('member.entry.name')}
        rules={[must(isLoginName, t('member.wrong.name'))]}
      >
        <Input prefix={<IconUser />} autoComplete="username" maxLength={100} />
      </Form.Item>
      <Form.Item
        field="password"
        label={t('member.entry.password')}
        rules={[must(isPassword, t('member.wrong.password'))]}
      >
        <Input.Password prefix={<IconLock />} autoComplete="current-password" maxLength={32} />
      </Form.Item>
      <Form.Item field="keep" triggerPropName="checked">
        <Checkbox>{t('member.entry.keep')}</Checkbox>
      </Form.Item>
      {problem && (
        <Form.Item>
          <Alert type="error" content={problem} />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" long loading={busy}>
        {t('member.entry.login')}
      </Button>
      <ClickCaptcha
        open={asked !== null}
        id={captchaId}
        http={memberHttp}
        onSolved={(info) => asked && send(asked, info)}
        onClose={() => setAsked(null)}
      />
    </Form>
  )
}

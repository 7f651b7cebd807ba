import { Checkbox, Form, Input } from '@arco-design/web-react'
import { IconLock, IconUser } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRandomId } from '@/shared/hooks/useRandomId'
import { ApiError } from '@/shared/http'
import { memberClient } from '@/shared/http/member'
import { ClickCaptcha } from '@/shared/ui/ClickCaptcha'
import { requiredRule } from '../requiredRule'
import { PasswordItem } from '../PasswordItem'
import { EntryForm } from './EntryForm'
import { signIn } from './signIn'
import { useSending } from './useSending'

interface Values {
  username: string
  password: string
  keep: boolean
}

const FIELDS = ['username', 'password']

export function LoginForm({ captcha, done }: { captcha: boolean; done: () => void }) {
  const { t } = useTranslation()
  const captchaId = useRandomId()
  const sending = useSending()
  const [asked, setAsked] = useState<Values | null>(null)
  // After failures the server may ask for one, or take one in place of a wait.
  const [wanted, setWanted] = useState(false)

  const send = ({ username, password, keep }: Values, captchaInfo: string): void => {
    setAsked(null)
    const person = { tab: 'login', username: username.trim(), password, keep: keep ?? false }
    const entered = signIn({ ...person, captchaId, captchaInfo }).catch((error: unknown) => {
      if (error instanceof ApiError && error.data.captcha === true) setWanted(true)
      throw error
    })
    sending.send(() => entered, done)
  }
  return (
    <>
      <EntryForm<Values>
        initial={{ keep: true }}
        label={t('member.entry.login')}
        sending={sending}
        fields={FIELDS}
        onSubmit={(values) => (captcha || wanted ? setAsked(values) : send(values, ''))}
      >
        <Form.Item
          field="username"
          label={t('member.entry.name')}
          // Whatever is there may be a name: some are older than the rule for new ones.
          rules={[requiredRule((name) => name !== '', t('member.wrong.name'))]}
        >
          <Input prefix={<IconUser />} autoComplete="username" maxLength={100} />
        </Form.Item>
        <PasswordItem field="password" label={t('member.entry.password')} prefix={<IconLock />} />
        <Form.Item field="keep" triggerPropName="checked">
          <Checkbox>{t('member.entry.keep')}</Checkbox>
        </Form.Item>
      </EntryForm>
      <ClickCaptcha
        open={asked !== null}
        action="member_login"
        id={captchaId}
        http={memberClient}
        onSolved={(info) => asked && send(asked, info)}
        onClose={() => setAsked(null)}
      />
    </>
  )
}

import { Alert, Button, Checkbox, Form, Input } from '@arco-design/web-react'
import { IconLock, IconUser } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { useTitle } from '@/shared/hooks/useTitle'
import { session } from '@/shared/session/store'
import { AdminEntrance } from './AdminEntrance'
import classes from './login.module.css'
import { useSignIn } from './useSignIn'
import { wayIn } from './wayIn'

interface Values {
  username: string
  password: string
  keep: boolean
}

export default function LoginPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [signed] = useState(() => session.token !== '')
  const target = wayIn(search.get('redirect'))
  const { submit, busy, problem, wait, dialog } = useSignIn(() => void navigate(target, { replace: true }))
  useTitle(t('title.adminLogin'))
  if (signed) return <Navigate to={target} replace />

  return (
    <AdminEntrance title={t('login.title')} subtitle={t('login.subtitle')}>
      <Form<Values>
        layout="vertical"
        size="large"
        onSubmit={({ username, password, keep }) =>
          submit({ username: username.trim(), password, keep: keep ?? false })
        }
        initialValues={{ keep: true }}
        requiredSymbol={false}
      >
        <Form.Item
          field="username"
          label={t('login.username')}
          rules={[
            { required: true, message: t('login.usernameNeeded') },
            { minLength: 3, maxLength: 30, message: t('login.usernameRule') },
          ]}
        >
          <Input prefix={<IconUser />} autoComplete="username" autoFocus name="username" />
        </Form.Item>
        <Form.Item
          field="password"
          label={t('login.password')}
          rules={[
            { required: true, message: t('login.passwordNeeded') },
            { minLength: 6, maxLength: 32, message: t('login.passwordRule') },
          ]}
        >
          <Input.Password prefix={<IconLock />} autoComplete="current-password" name="password" />
        </Form.Item>
        <Form.Item field="keep" triggerPropName="checked">
          <Checkbox>{t('login.keep')}</Checkbox>
        </Form.Item>
        {problem && <Alert type="error" content={problem} className={classes.problem} />}
        <Button type="primary" htmlType="submit" long loading={busy} disabled={wait > 0}>
          {t('login.submit')}
        </Button>
      </Form>
      {dialog}
    </AdminEntrance>
  )
}

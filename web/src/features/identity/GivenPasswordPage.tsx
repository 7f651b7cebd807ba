import { Alert, Button, Form, Input } from '@arco-design/web-react'
import { IconLock } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { useSnapshot } from 'valtio'
import { ADMIN_BASE } from '@/shared/base'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { useTitle } from '@/shared/hooks/useTitle'
import { failing } from '@/shared/rules/validators'
import { session } from '@/shared/session/store'
import { AdminEntrance } from './AdminEntrance'
import { choosePassword, signOut } from './api'
import classes from './login.module.css'
import { wayIn } from './wayIn'

interface Values {
  oldPassword: string
  password: string
  again: string
}

const LOGIN = `${ADMIN_BASE}/login`

/** Somebody else has set the password, and knows it: a new one comes before anything else. */
export default function GivenPasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { token } = useSnapshot(session)
  const [form] = Form.useForm<Values>()
  const { errorText } = useProblem()
  const [problem, setProblem] = useState('')
  const { busy, faults, submit } = useSubmit(
    (error) => setProblem(errorText(error)),
    (field) => field === 'oldPassword' || field === 'password',
  )
  const target = wayIn(search.get('redirect'))
  useTitle(t('given.title'))
  if (!token && !busy) return <Navigate to={`${LOGIN}?redirect=${encodeURIComponent(target)}`} replace />

  const save = ({ password, oldPassword }: Values): void => {
    setProblem('')
    void submit(
      () => choosePassword(password, oldPassword),
      (signedIn) =>
        void navigate(signedIn ? target : `${LOGIN}?redirect=${encodeURIComponent(target)}`, {
          replace: true,
        }),
    )
  }
  const check =
    (wrong: (value: string) => string | undefined) =>
    (value: string | undefined, done: (problem?: string) => void): void => {
      const key = value && wrong(value)
      done(key ? t(key) : undefined)
    }
  const refused = (field: string) =>
    faults[field] ? { validateStatus: 'error' as const, help: faults[field] } : {}
  const leave = (): void =>
    void signOut()
      .catch(() => undefined)
      .finally(() => void navigate(LOGIN, { replace: true }))

  return (
    <AdminEntrance title={t('given.title')} subtitle={t('given.why')}>
      <Form<Values> form={form} layout="vertical" size="large" onSubmit={save} requiredSymbol={false}>
        <Form.Item
          field="oldPassword"
          label={t('given.old')}
          {...refused('oldPassword')}
          rules={[{ required: true, message: t('given.oldNeeded') }]}
        >
          <Input.Password
            prefix={<IconLock />}
            autoComplete="current-password"
            autoFocus
            name="oldPassword"
          />
        </Form.Item>
        <Form.Item
          field="password"
          label={t('given.new')}
          extra={t('given.rule')}
          {...refused('password')}
          rules={[
            { required: true, message: t('given.newNeeded') },
            {
              validator: check((value) =>
                value === form.getFieldValue('oldPassword') ? 'given.same' : failing('adminPassword', value),
              ),
            },
          ]}
        >
          <Input.Password prefix={<IconLock />} autoComplete="new-password" name="password" />
        </Form.Item>
        <Form.Item
          field="again"
          label={t('given.again')}
          rules={[
            { required: true, message: t('given.againNeeded') },
            {
              validator: check((value) =>
                value === form.getFieldValue('password') ? undefined : 'given.different',
              ),
            },
          ]}
        >
          <Input.Password prefix={<IconLock />} autoComplete="new-password" name="again" />
        </Form.Item>
        {problem && <Alert type="error" content={problem} className={classes.problem} />}
        <Button type="primary" htmlType="submit" long loading={busy}>
          {t('given.save')}
        </Button>
        <Button type="text" long onClick={leave}>
          {t('shell.logout')}
        </Button>
      </Form>
    </AdminEntrance>
  )
}

import { Button, Form, Input, Message, Timeline } from '@arco-design/web-react'
import { IconCamera } from '@arco-design/web-react/icon'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetched } from '@/shared/hooks/useFetched'
import { usePermission } from '@/shared/hooks/usePermission'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { failing, type ValidatorName } from '@/shared/rules/validators'
import { ADMIN_BASE } from '@/shared/base'
import { session } from '@/shared/session/store'
import { RouteLink } from '@/shared/ui/RouteLink'
import { UserAvatar } from '@/shared/ui/UserAvatar'
import { Card, Nothing, Page, Problem, Waiting } from '@/shared/ui/Page'
import { moment } from '@/shared/ui/time'
import { loadLog, loadProfile, saveProfile, uploadAvatar, type Profile } from './profile'
import classes from './profile.module.css'

interface Values {
  nickname: string
  email: string
  mobile: string
  motto: string
  password?: string
  oldPassword?: string
}

function Person({ info, changed }: { info: Profile; changed: () => void }) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const chooser = useRef<HTMLInputElement>(null)
  const { busy, submit } = useSubmit(show)
  const choose = (file: File | undefined): void => {
    if (!file) return
    if (!file.type.startsWith('image/')) return void Message.error(t('profile.imageRule'))
    void submit(
      async () => {
        const { url } = await uploadAvatar(file)
        await saveProfile({ id: info.id, avatar: url })
        return url
      },
      (url) => {
        if (session.admin) session.admin.avatar = url
        changed()
      },
    )
  }
  return (
    <div className={classes.person}>
      <button
        type="button"
        className={classes.avatar}
        aria-label={t('profile.avatar')}
        disabled={busy}
        onClick={() => chooser.current?.click()}
      >
        <UserAvatar of={info} size={88} />
        <span className={classes.camera} aria-hidden>
          <IconCamera />
        </span>
      </button>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <h2>{info.nickname}</h2>
      <p>{info.motto}</p>
      <dl>
        <dt>{t('profile.username')}</dt>
        <dd>{info.username}</dd>
        <dt>{t('profile.lastLogin')}</dt>
        <dd>{info.last_login_time || '-'}</dd>
      </dl>
    </div>
  )
}

function Details({ info, changed }: { info: Profile; changed: () => void }) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [form] = Form.useForm<Values>()
  const changing = Form.useWatch('password', form) as string | undefined
  const { busy, submit } = useSubmit(show)
  const save = (values: Values): void => {
    const { password, oldPassword, ...rest } = values
    void submit(
      () => saveProfile({ id: info.id, ...rest, ...(password ? { password, oldPassword } : {}) }),
      () => {
        form.setFieldsValue({ password: undefined, oldPassword: undefined })
        if (session.admin) session.admin.nickname = values.nickname
        changed()
      },
    )
  }
  const rule = (name: ValidatorName) => ({
    validator: (value: string | undefined, done: (problem?: string) => void) => {
      const wrong = value && failing(name, value)
      done(wrong ? t(wrong) : undefined)
    },
  })
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      className={classes.form}
      initialValues={{
        nickname: info.nickname,
        email: info.email,
        mobile: info.mobile,
        motto: info.motto,
      }}
      onSubmit={save}
    >
      <Form.Item
        field="nickname"
        label={t('profile.nickname')}
        rules={[{ required: true, message: t('validate.required', { label: t('profile.nickname') }) }]}
      >
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item field="email" label={t('profile.email')} rules={[rule('email')]}>
        <Input maxLength={50} autoComplete="email" />
      </Form.Item>
      <Form.Item field="mobile" label={t('profile.mobile')} rules={[rule('mobile')]}>
        <Input maxLength={11} autoComplete="tel" />
      </Form.Item>
      <Form.Item field="motto" label={t('profile.motto')}>
        <Input.TextArea maxLength={255} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
      <Form.Item
        field="password"
        label={t('profile.password')}
        extra={t('profile.passwordHint')}
        rules={[rule('adminPassword')]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      {changing && (
        <Form.Item
          field="oldPassword"
          label={t('profile.oldPassword')}
          rules={[{ required: true, message: t('validate.required', { label: t('profile.oldPassword') }) }]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('common.save')}
      </Button>
    </Form>
  )
}

function OwnLog({ id }: { id: number }) {
  const { t } = useTranslation()
  const fetched = useFetched(`log ${id}`, (signal) => loadLog(id, signal))
  if (fetched.error) return <Problem error={fetched.error} retry={fetched.reload} />
  if (!fetched.data) return <Waiting rows={6} />
  if (fetched.data.list.length === 0) return <Nothing text={t('profile.noLog')} />
  return (
    <Timeline>
      {fetched.data.list.map((row) => (
        <Timeline.Item key={row.id} label={`${moment(row.create_time)} ${row.ip}`}>
          {row.title}
        </Timeline.Item>
      ))}
    </Timeline>
  )
}

export default function ProfilePage() {
  const { t } = useTranslation()
  const fetched = useFetched('profile', loadProfile)
  const log = usePermission('auth/adminLog')('index')
  const info = fetched.data?.info
  return (
    <Page
      title={t('profile.title')}
      remark={t('profile.remark')}
      actions={<RouteLink to={`${ADMIN_BASE}/auth/why`}>{t('why.own')}</RouteLink>}
    >
      {fetched.error && !info ? (
        <Card>
          <Problem error={fetched.error} retry={fetched.reload} />
        </Card>
      ) : !info ? (
        <Card>
          <Waiting rows={8} />
        </Card>
      ) : (
        <div className={classes.columns}>
          <Card>
            <Person info={info} changed={fetched.reload} />
            <Details info={info} changed={fetched.reload} />
          </Card>
          {log && (
            <Card label={t('profile.log')}>
              <h2 className={classes.heading}>{t('profile.log')}</h2>
              <OwnLog id={info.id} />
            </Card>
          )}
        </div>
      )}
    </Page>
  )
}

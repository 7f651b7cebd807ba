import { Button, Form, Input } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { leaveMember, memberHttp } from '@/shared/http/member'
import { showAtFields } from '@/shared/ui/formFaults'
import { Card, Page } from '@/shared/ui/Page'
import classes from '../member.module.css'
import { PasswordItem } from '../PasswordItem'

interface Values {
  oldPassword: string
  newPassword: string
  repeat: string
}

const FIELDS = ['oldPassword', 'newPassword']

export default function PasswordPage() {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const navigate = useNavigate()
  const [form] = Form.useForm<Values>()
  const { busy, submit } = useSubmit((error) => {
    if (!showAtFields(form, error, FIELDS)) show(error)
  })
  const save = ({ oldPassword, newPassword }: Values): void => {
    void submit(
      () => memberHttp.post('/api/account/changePassword', { oldPassword, newPassword }, { announce: true }),
      () => {
        leaveMember()
        void navigate('/user/login', { replace: true })
      },
    )
  }
  const same = {
    required: true,
    validator: (value: string | undefined, callback: (error?: string) => void) =>
      callback(value === form.getFieldValue('newPassword') ? undefined : t('member.wrong.repeat')),
  }
  return (
    <Page title={t('member.account.changePassword')}>
      <Card>
        <Form<Values> form={form} className={classes.form} layout="vertical" onSubmit={save}>
          <PasswordItem field="oldPassword" label={t('member.entry.oldPassword')} />
          <PasswordItem field="newPassword" label={t('member.entry.newPassword')} fresh />
          <Form.Item field="repeat" label={t('member.entry.repeat')} rules={[same]}>
            <Input.Password autoComplete="new-password" maxLength={32} />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={busy}>
            {t('member.account.save')}
          </Button>
        </Form>
      </Card>
    </Page>
  )
}

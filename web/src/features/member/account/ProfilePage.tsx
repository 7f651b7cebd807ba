import { Alert, Button, DatePicker, Form, Input, Radio, Upload } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { useFetched } from '@/shared/hooks/useFetched'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { memberClient, memberHttp, startSite } from '@/shared/http/member'
import { isAccount, isNickname } from '@/shared/rules/person'
import { member } from '@/shared/session/member'
import { showAtFields } from '@/shared/ui/formFaults'
import { UserAvatar } from '@/shared/ui/UserAvatar'
import { Card, Page } from '@/shared/ui/Page'
import { upload } from '@/shared/upload/upload'
import classes from '../member.module.css'
import { requiredRule } from '../requiredRule'
import { channelsOf, type Channel } from '../useCode'
import { BindDialog } from './BindDialog'
import { OwnDataCard } from './OwnDataCard'

interface Values {
  username: string
  nickname: string
  gender: number
  birthday?: string
  motto?: string
}

const FIELDS = ['username', 'nickname', 'birthday', 'motto']
const GENDERS = ['unknown', 'male', 'female'] as const

/** A member's profile: picture, name, mail address and mobile number. */
export default function ProfilePage() {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const { info } = useSnapshot(member)
  const [form] = Form.useForm<Values>()
  const [avatar, setAvatar] = useState(info?.avatar ?? '')
  const { busy, submit } = useSubmit((error) => {
    if (!showAtFields(form, error, FIELDS)) show(error)
  })
  const [binding, setBinding] = useState<Channel | null>(null)
  const ways = useFetched('profile', (signal) => memberHttp.get('/api/account/profile', {}, signal))
  const channels = channelsOf(ways.data?.accountVerificationType ?? [])
  if (!info) return null
  const send = (file: File): void => {
    upload(file, { http: memberClient, side: 'api', topic: 'avatar' }).then(
      (stored) => setAvatar(stored.url),
      show,
    )
  }
  const save = (values: Values): void => {
    const sent = { ...values, id: info.id, avatar, birthday: values.birthday || null }
    void submit(async () => {
      await memberHttp.post(
        '/api/account/profile',
        { ...sent, motto: values.motto ?? '' },
        { announce: true },
      )
      await startSite(true)
    })
  }
  return (
    <Page title={t('member.account.profile')}>
      <Card>
        <Form<Values>
          form={form}
          className={classes.form}
          layout="vertical"
          initialValues={{
            username: info.username,
            nickname: info.nickname,
            gender: info.gender,
            birthday: info.birthday ?? undefined,
            motto: info.motto,
          }}
          onSubmit={save}
        >
          <Form.Item label={t('member.account.avatar')}>
            <div className={classes.picture}>
              <UserAvatar of={{ nickname: info.nickname, avatar }} size={72} />
              <Upload
                // Not strict: other files get an error message, where Arco would ignore them silently.
                accept={{ type: 'image/*', strict: false }}
                showUploadList={false}
                customRequest={({ file }) => send(file)}
              >
                <Button>{t('member.account.changeAvatar')}</Button>
              </Upload>
            </div>
          </Form.Item>
          <Form.Item
            field="username"
            label={t('member.entry.account')}
            // A name from before the rule stays while it is as it was.
            rules={[requiredRule((name) => name === info.username || isAccount(name), t('validate.account'))]}
          >
            <Input maxLength={Math.max(15, info.username.length)} autoComplete="username" />
          </Form.Item>
          <Form.Item
            field="nickname"
            label={t('member.account.nickname')}
            rules={[
              requiredRule((name) => name === info.nickname || isNickname(name), t('member.wrong.nickname')),
            ]}
          >
            <Input maxLength={Math.max(30, info.nickname.length)} autoComplete="nickname" />
          </Form.Item>
          <Form.Item field="gender" label={t('member.account.gender')}>
            <Radio.Group>
              {GENDERS.map((gender, value) => (
                <Radio key={gender} value={value}>
                  {t(`member.gender.${gender}`)}
                </Radio>
              ))}
            </Radio.Group>
          </Form.Item>
          <Form.Item field="birthday" label={t('member.account.birthday')}>
            <DatePicker />
          </Form.Item>
          <Form.Item field="motto" label={t('member.account.motto')}>
            <Input.TextArea maxLength={250} showWordLimit />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={busy}>
            {t('member.account.save')}
          </Button>
        </Form>
      </Card>
      {ways.data && !info.email && !info.mobile && (
        <Alert
          type="warning"
          content={t(channels.length > 0 ? 'member.account.unboundBind' : 'member.account.unbound')}
        />
      )}
      {channels.length > 0 && (
        <Card>
          {channels.map((way) => (
            <p key={way} className={classes.bound}>
              <span>
                {t(`member.entry.${way}`)}: {info[way] || t('member.account.none')}
              </span>
              <Button onClick={() => setBinding(way)}>
                {t(info[way] ? 'member.account.change' : 'member.account.bind')}
              </Button>
            </p>
          ))}
        </Card>
      )}
      <OwnDataCard username={info.username} />
      {binding && <BindDialog way={binding} bound={info[binding]} close={() => setBinding(null)} />}
    </Page>
  )
}

import { Button, Message } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { leaveMember, memberHttp } from '@/shared/http/member'
import { ActionDialog } from '@/shared/ui/action/ActionDialog'
import { Card } from '@/shared/ui/Page'
import { saveJson } from '@/shared/upload/download'
import classes from '../member.module.css'

const ACTS = ['data', 'close'] as const

/** What is kept about the member, as a file; and the end of the account. Both ask for the password. */
export function OwnDataCard({ username }: { username: string }) {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<(typeof ACTS)[number] | null>(null)
  const hide = (): void => setAsked(null)
  const download = async (password: string): Promise<void> => {
    saveJson(await memberHttp.post('/api/account/data', { password }), `${username}.json`)
  }
  const end = async (password: string): Promise<void> => {
    await memberHttp.post('/api/account/close', { password })
    Message.success(t('member.own.closed'))
    leaveMember()
    void navigate('/', { replace: true })
  }
  return (
    <Card>
      <h2 className={classes.own}>{t('member.own.title')}</h2>
      {ACTS.map((act) => (
        <p key={act} className={classes.bound}>
          <span>{t(`member.own.${act}.text`)}</span>
          <Button status={act === 'close' ? 'danger' : 'default'} onClick={() => setAsked(act)}>
            {t(`member.own.${act}.button`)}
          </Button>
        </p>
      ))}
      {asked && (
        <ActionDialog
          title={t(`member.own.${asked}.title`)}
          okText={t(`member.own.${asked}.button`)}
          cancelText={t('common.cancel')}
          danger={asked === 'close'}
          initial={{ password: '' }}
          refused={show}
          fields={() => [
            <p key="hint">{t(`member.own.${asked}.hint`)}</p>,
            {
              name: 'password',
              kind: 'password',
              label: t('member.entry.password'),
              needed: t('member.own.passwordNeeded'),
            },
          ]}
          close={hide}
          send={({ password }) => (asked === 'close' ? end(password) : download(password))}
          done={hide}
        />
      )}
    </Card>
  )
}

import { Alert } from '@arco-design/web-react'
import { useTranslation } from 'react-i18next'
import { memberHttp } from '@/shared/http/member'
import { PasswordItem } from '../PasswordItem'
import type { Channel } from '../useCode'
import { Address, type Addressed } from './Address'
import { EntryForm } from './EntryForm'
import { useSending } from './useSending'

interface Values extends Addressed {
  password: string
}

const FIELDS = ['address', 'captcha', 'password']

export function RetrieveForm({ ways, done }: { ways: readonly Channel[]; done: () => void }) {
  const { t } = useTranslation()
  const sending = useSending()
  if (ways.length === 0) return <Alert type="warning" content={t('member.entry.noRetrieval')} />
  const submit = ({ password, way, address, captcha }: Values): void => {
    const proof = { type: way ?? ways[0], account: address.trim(), captcha: captcha.trim() }
    const sent = { ...proof, password }
    sending.send(() => memberHttp.post('/api/account/retrievePassword', sent, { announce: true }), done)
  }
  return (
    <EntryForm<Values>
      initial={{ way: ways[0] }}
      label={t('member.account.save')}
      sending={sending}
      fields={FIELDS}
      onSubmit={submit}
    >
      <Address ways={ways} event="user_retrieve_pwd" />
      <PasswordItem field="password" label={t('member.entry.newPassword')} fresh />
    </EntryForm>
  )
}

import { Form, Input, Modal } from '@arco-design/web-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'
import { memberHttp, startSite } from '@/shared/http/member'
import { isEmail, isMobile } from '@/shared/rules/person'
import { showAtFields } from '@/shared/ui/formFaults'
import { CodeItem } from '../CodeItem'
import { requiredRule } from '../requiredRule'
import { PasswordItem } from '../PasswordItem'
import { ADDRESS_PLACES, useCode, type Channel } from '../useCode'

interface Values {
  password?: string
  captcha?: string
  address?: string
}

interface Props {
  way: Channel
  /** What is bound now; empty for nothing. */
  bound: string
  close: () => void
}

/** Binds another address: first a code to the one that is bound, then one to the new one. */
export function BindDialog({ way, bound, close }: Props) {
  const { t } = useTranslation()
  const { show } = useMemberProblem()
  const [form] = Form.useForm<Values>()
  const [ticket, setTicket] = useState('')
  const verifying = bound !== '' && ticket === ''
  const names = [
    'captcha',
    ...(verifying ? [] : ['address']),
    ...(verifying || bound === '' ? ['password'] : []),
  ]
  const placed = (error: unknown): boolean => showAtFields(form, error, names, ADDRESS_PLACES)
  const code = useCode(placed)
  const { busy, submit } = useSubmit((error) => {
    if (!placed(error)) show(error)
  })

  const send = (): void => {
    const fields = verifying ? ['password'] : ['address']
    form.validate(fields as (keyof Values)[]).then(
      () => {
        const { address, password } = form.getFieldsValue()
        if (verifying) code.ask(way, 'verify', bound, password)
        else code.ask(way, 'change', (address ?? '').trim())
      },
      () => undefined,
    )
  }
  const go = (): void => {
    form.validate().then(
      ({ captcha, address, password }) => {
        if (verifying)
          return void submit(
            () => memberHttp.post('/api/account/verification', { type: way, captcha }),
            ({ accountVerificationToken }) => {
              form.resetFields(['captcha'])
              setTicket(accountVerificationToken)
              code.another()
            },
          )
        const sent = {
          type: way,
          captcha,
          [way]: (address ?? '').trim(),
          accountVerificationToken: ticket,
          password: bound ? '' : password,
        }
        void submit(
          () =>
            memberHttp.post('/api/account/changeBind', sent, { announce: true }).then(() => startSite(true)),
          close,
        )
      },
      () => undefined,
    )
  }
  return (
    <Modal
      visible
      title={t(`member.account.bindTitle.${way}`)}
      confirmLoading={busy}
      okText={t(verifying ? 'member.account.next' : 'member.account.save')}
      onOk={go}
      onCancel={close}
    >
      <p>{t(verifying ? 'member.account.verify' : 'member.account.toNew')}</p>
      <Form<Values> form={form} layout="vertical">
        {(verifying || bound === '') && (
          <PasswordItem field="password" label={t('member.entry.oldPassword')} />
        )}
        {!verifying && (
          <Form.Item
            field="address"
            label={t(`member.entry.${way}`)}
            rules={[requiredRule(way === 'email' ? isEmail : isMobile, t(`validate.${way}`))]}
          >
            <Input />
          </Form.Item>
        )}
        <CodeItem left={code.left} send={send} />
      </Form>
      {code.dialog}
    </Modal>
  )
}

import { Button, Input, Modal } from '@arco-design/web-react'
import { IconSend } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Values } from '@/resource/schema/types'
import { http } from '@/shared/http'
import { useProblem } from '@/shared/hooks/useProblem'
import { useSubmit } from '@/shared/hooks/useSubmit'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Tries the mail settings as they stand in the form, saved or not. */
export function TestMail({ values }: { values: Values }) {
  const { t } = useTranslation()
  const { show } = useProblem()
  const [open, setOpen] = useState(false)
  const [to, setTo] = useState('')
  const { busy, submit } = useSubmit(show)
  const send = (): void =>
    void submit(
      () =>
        http.post(
          '/admin/routine.Config/sendTestMail',
          { ...values, testMail: to.trim() },
          { announce: true },
        ),
      () => setOpen(false),
    )
  return (
    <>
      <Button icon={<IconSend />} onClick={() => setOpen(true)}>
        {t('settings.testMail')}
      </Button>
      <Modal
        visible={open}
        title={t('settings.testMail')}
        onCancel={() => setOpen(false)}
        okText={t('settings.send')}
        okButtonProps={{ loading: busy, disabled: !EMAIL.test(to.trim()) }}
        onOk={send}
      >
        <Input
          type="email"
          aria-label={t('settings.testAddress')}
          placeholder={t('settings.testAddress')}
          value={to}
          onChange={setTo}
          onPressEnter={() => {
            if (EMAIL.test(to.trim())) send()
          }}
        />
      </Modal>
    </>
  )
}

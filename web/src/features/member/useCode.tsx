import { Message } from '@arco-design/web-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '@/shared/hooks/useProblem'
import { useRandomId } from '@/shared/hooks/useRandomId'
import { memberHttp } from '@/shared/http/member'
import { ClickCaptcha } from '@/shared/ui/ClickCaptcha'

export type Channel = 'email' | 'mobile'
export type CodeEvent = 'user_register' | 'user_retrieve_pwd' | 'change' | 'verify'

/** Between two codes, in seconds. */
const PAUSE = 60

/** Asks for a code by mail or SMS: captcha first, then a minute's pause. */
export function useCode(): {
  left: number
  ask: (channel: Channel, event: CodeEvent, address: string, password?: string) => void
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const { show } = useProblem()
  const id = useRandomId()
  const [left, setLeft] = useState(0)
  const [asked, setAsked] = useState<{
    channel: Channel
    event: CodeEvent
    address: string
    password: string
  } | null>(null)

  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  const send = (captchaInfo: string): void => {
    if (!asked) return
    const { channel, event, address, password } = asked
    setAsked(null)
    const name =
      event === 'change' ? `user_change_${channel}` : event === 'verify' ? `user_${channel}_verify` : event
    const common = { captchaId: id, captchaInfo, password }
    const sent =
      channel === 'email'
        ? memberHttp.post('/api/Ems/send', { ...common, email: address, event: name })
        : memberHttp.post('/api/Sms/send', { ...common, mobile: address, template_code: name })
    sent.then(() => {
      setLeft(PAUSE)
      Message.success(t('member.entry.sent'))
    }, show)
  }
  return {
    left,
    ask: (channel, event, address, password = '') => setAsked({ channel, event, address, password }),
    dialog: (
      <ClickCaptcha
        open={asked !== null}
        id={id}
        http={memberHttp}
        onSolved={send}
        onClose={() => setAsked(null)}
      />
    ),
  }
}

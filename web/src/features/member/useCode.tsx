import { useEffect, useState, type ReactNode } from 'react'
import { useMemberProblem } from '@/shared/hooks/useProblem'
import { useRandomId } from '@/shared/hooks/useRandomId'
import { memberClient, memberHttp } from '@/shared/http/member'
import { member } from '@/shared/session/member'
import { ClickCaptcha, type CaptchaAction } from '@/shared/ui/ClickCaptcha'

const CHANNELS = ['email', 'mobile'] as const
export type Channel = (typeof CHANNELS)[number]
/** Those that the page knows how to ask for. */
export const channelsOf = (names: readonly string[]): Channel[] =>
  CHANNELS.filter((channel) => names.includes(channel))
export type CodeEvent = 'user_register' | 'user_retrieve_pwd' | 'change' | 'verify'

interface Asked {
  channel: Channel
  event: CodeEvent
  address: string
  password: string
}

/** What the captcha before such a code is solved for. */
const ACTIONS: Record<CodeEvent, CaptchaAction> = {
  user_register: 'register',
  user_retrieve_pwd: 'retrieve',
  change: 'change',
  verify: 'verify',
}
/** The server tells that a code is on its way, and to whom. */
const TOLD = { announce: true }
/** Between two codes, in seconds. */
const PAUSE = 60

/** Where forms show what the server says of an address, which has one field for all channels. */
export const ADDRESS_PLACES: Readonly<Record<string, string>> = {
  email: 'address',
  mobile: 'address',
  account: 'address',
}

/**
 * Asks for a code by mail or SMS: captcha first, where the site wants one, then a minute's pause. `placed` shows what a
 * refusal says of the form's fields, and answers whether it did.
 */
export function useCode(placed: (error: unknown) => boolean): {
  left: number
  ask: (channel: Channel, event: CodeEvent, address: string, password?: string) => void
  /** Resets the pause, because the next code goes to another address. */
  another: () => void
  dialog: ReactNode
} {
  const { show } = useMemberProblem()
  const id = useRandomId()
  const [left, setLeft] = useState(0)
  const [asked, setAsked] = useState<Asked | null>(null)

  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  const send = ({ channel, event, address, password }: Asked, captchaInfo: string): void => {
    setAsked(null)
    const name =
      event === 'change' ? `user_change_${channel}` : event === 'verify' ? `user_${channel}_verify` : event
    const common = { captchaId: id, captchaInfo, password }
    const sent =
      channel === 'email'
        ? memberHttp.post('/api/Ems/send', { ...common, email: address, event: name }, TOLD)
        : memberHttp.post('/api/Sms/send', { ...common, mobile: address, template_code: name }, TOLD)
    sent.then(
      () => setLeft(PAUSE),
      (error: unknown) => {
        if (!placed(error)) show(error)
      },
    )
  }
  return {
    left,
    ask: (channel, event, address, password = '') => {
      const next = { channel, event, address, password }
      if (member.captcha) setAsked(next)
      else send(next, '')
    },
    another: () => setLeft(0),
    dialog: (
      <ClickCaptcha
        open={asked !== null}
        action={ACTIONS[asked?.event ?? 'user_register']}
        id={id}
        http={memberClient}
        onSolved={(info) => asked && send(asked, info)}
        onClose={() => setAsked(null)}
      />
    ),
  }
}

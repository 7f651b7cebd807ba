import { http, untyped } from '@/shared/http'

export type What = 'money' | 'score'

export interface Member {
  id: number
  username: string
  nickname: string
  avatar?: string
  mobile?: string
  email?: string
  money: string | number
  score: string | number
}

const url = (what: What) => `/admin/user.${what === 'money' ? 'MoneyLog' : 'ScoreLog'}/add` as const

export const memberOf = (what: What, id: number, signal?: AbortSignal): Promise<Member> =>
  untyped<{ user: Member }>(http.get(url(what), { userId: id }, signal)).then(({ user }) => user)

/** Sent again with the same command id, it changes nothing a second time. */
export const change = (
  what: What,
  body: { member: number; amount: string; memo: string; command: string },
): Promise<unknown> =>
  http.post(
    url(what),
    { user_id: body.member, [what]: body.amount, memo: body.memo, command_id: body.command },
    { announce: true },
  )

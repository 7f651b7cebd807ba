import type { RowOf } from '@/resource/useListing'
// eslint-disable-next-line no-restricted-imports -- the document does not describe this form
import { client, http } from '@/shared/http'

export type What = 'money' | 'score'

/** What the form shows of a member. */
export type Member = Pick<
  RowOf<'/admin/user.User'>,
  'id' | 'username' | 'nickname' | 'avatar' | 'mobile' | 'email' | 'money' | 'score'
>

const url = (what: What) => `/admin/user.${what === 'money' ? 'MoneyLog' : 'ScoreLog'}/add` as const

export const memberOf = (what: What, id: number, signal?: AbortSignal): Promise<Member> =>
  client.get<{ user: Member }>(url(what), { userId: id }, signal).then(({ user }) => user)

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

/** Asks a second person for a change that is more than one may make alone. */
export const askChange = (
  account: What,
  body: { member: number; amount: string; memo: string; command: string },
): Promise<unknown> =>
  http.post(
    '/admin/user.BalanceRequest/ask',
    { user_id: body.member, account, amount: body.amount, memo: body.memo, command_id: body.command },
    { announce: true },
  )

export const decideChange = (id: number, agree: boolean, note: string): Promise<unknown> =>
  http.post('/admin/user.BalanceRequest/audit', { id, agree, note }, { announce: true })

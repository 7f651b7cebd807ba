import { memberHttp } from '@/shared/http/member'
import { keepMember, member, type MemberInfo } from '@/shared/session/member'

interface Signed {
  userInfo: MemberInfo & { token: string; refresh_token: string }
}

/** Signs in or registers, and keeps who one is. */
export async function signIn(body: Readonly<Record<string, unknown>>): Promise<void> {
  const { userInfo } = await memberHttp.post<Signed>('/api/user/checkIn', body)
  const { token, refresh_token: refreshToken, ...info } = userInfo
  keepMember(token, refreshToken)
  member.info = info
}

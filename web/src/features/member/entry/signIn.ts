import type { BodyOf } from '@/shared/http/api'
import { memberHttp } from '@/shared/http/member'
import { keepMember, member } from '@/shared/session/member'

/** Signs in or registers, and keeps who one is. */
export async function signIn(body: BodyOf<'/api/user/checkIn', 'post'>): Promise<void> {
  const { userInfo } = await memberHttp.post('/api/user/checkIn', body)
  const { token, refresh_token: refreshToken, ...info } = userInfo
  keepMember(token, refreshToken)
  member.info = info
}

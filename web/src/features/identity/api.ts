import { http } from '@/shared/http'
import { enter, forget, keepTokens, session, type AdminInfo, type MenuRule } from '@/shared/session/store'

interface SignedIn {
  userInfo: AdminInfo & { token: string; refresh_token: string }
}
interface Init {
  adminInfo: AdminInfo
  menus: MenuRule[]
  siteConfig?: { siteName?: string }
}

export async function signIn(username: string, password: string, keep: boolean): Promise<void> {
  const { userInfo } = await http.post<SignedIn>('/admin/Index/login', { username, password, keep })
  keepTokens(userInfo.token, userInfo.refresh_token)
}

export async function signOut(): Promise<void> {
  try {
    await http.post('/admin/Index/logout', { refreshToken: session.refreshToken })
  } finally {
    forget()
  }
}

export async function init(): Promise<void> {
  const answer = await http.get<Init>('/admin/Index/index')
  enter(answer.menus, answer.adminInfo, answer.siteConfig?.siteName)
}

import { ApiError, http, unanswered, type BodyOf, type Schema } from '@/shared/http'
import { setLock } from '@/shared/session/lock'
import {
  clearSession,
  forgetSession,
  keepTokens,
  restoreSession,
  session,
  startSession,
} from '@/shared/session/store'
import { site } from '@/shared/site/store'

export type Credentials = BodyOf<'/admin/Index/login', 'post'>

/** Does a login need the captcha? */
export const loginForm = (signal?: AbortSignal): Promise<Schema<'LoginForm'>> =>
  http.get('/admin/Index/login', undefined, signal)

/** Who signed in since this page was loaded; a new password signs them in again. */
let entered: Pick<Credentials, 'username' | 'keep'> | null = null

export async function signIn(credentials: Credentials): Promise<void> {
  const { userInfo } = await http.post('/admin/Index/login', credentials)
  entered = { username: credentials.username, keep: credentials.keep }
  forgetSession()
  keepTokens(userInfo.token, userInfo.refresh_token)
  setLock(null)
}

/** Whether a call was refused because somebody else has set the password: another one is to be chosen first. */
export const asksForPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.data.key === 'password.given'

/** Changes one's password, which ends the session, and signs in with the new one; answers whether that went well. */
export async function choosePassword(password: string, oldPassword: string): Promise<boolean> {
  // Whoever has to sign in by hand is told so.
  await http.post('/admin/routine.AdminInfo/edit', { password, oldPassword }, { announce: entered === null })
  keepTokens('', '')
  if (!entered) return false
  return signIn({ ...entered, password }).then(
    () => true,
    () => false,
  )
}

const end = (): Promise<unknown> => http.post('/admin/Index/logout', { refreshToken: session.refreshToken })

export async function signOut(): Promise<void> {
  try {
    await end()
  } finally {
    setLock(null)
    clearSession()
  }
}

/** Ends the session and keeps only who it was: nothing here opens the screen, only the server does. */
export async function lockScreen(): Promise<void> {
  const { admin, refreshToken } = session
  if (!admin) return
  const { username, nickname, avatar } = admin
  const ended = end().catch(() => undefined)
  setLock({ username, nickname, avatar, keep: refreshToken !== '' })
  keepTokens('', '')
  await ended
}

const ask = (): Promise<Schema<'BackOffice'>> => http.get('/admin/Index/index')
let early: ReturnType<typeof ask> | null = null

/** Loads the menus while the page that shows them is still loading. */
export function prefetchInit(): void {
  early = ask()
  early.catch(() => undefined)
}

async function init(): Promise<void> {
  const begun = early
  early = null
  const answer = await (begun ?? ask())
  for (const [key, value] of Object.entries(answer.siteConfig))
    if (value !== null && value !== undefined && key !== 'upload') Object.assign(site, { [key]: value })
  // An empty list of suffixes means that the site has no list of its own: the built-in one stays.
  for (const [key, value] of Object.entries(answer.siteConfig.upload))
    if (value !== null && value !== '') Object.assign(site.upload, { [key]: value })
  startSession(answer, answer.siteConfig.siteName)
}

/** Wait for the menus before what was remembered is shown, in milliseconds. */
export const PATIENCE_MS = 4_000

/**
 * Loads the menus. Without an answer, or until it comes, the handheld page is open to whoever used it last; menus that are
 * there stay.
 */
export async function start(): Promise<void> {
  if (session.admin && !session.remembered) return init()
  const timer = setTimeout(restoreSession, PATIENCE_MS)
  try {
    await init()
  } catch (error) {
    if (!unanswered(error) || !restoreSession()) throw error
  } finally {
    clearTimeout(timer)
  }
}

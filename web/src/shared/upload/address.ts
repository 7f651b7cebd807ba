import { site } from '@/shared/site/store'

/** The host that serves the files, with no slash at its end; empty is our own. */
interface Prefix {
  cdnUrl: string
  cdnUrlParams: string
  origin: string
}

const own = (): Prefix => ({
  cdnUrl: site.cdnUrl,
  cdnUrlParams: site.cdnUrlParams,
  origin: globalThis.location?.origin ?? '',
})

/** Absolute addresses and data images stay; all others get the CDN's address or our own before them. */
export function fullUrl(path: string, prefix: Prefix = own()): string {
  if (!path) return ''
  if (/^(?:https?:)?\/\//i.test(path) || /^data:image\//i.test(path) || path.startsWith('blob:')) return path
  const host = (prefix.cdnUrl || prefix.origin).replace(/\/+$/, '')
  const address = `${host}/${path.replace(/^\/+/, '')}`
  if (!prefix.cdnUrl || !prefix.cdnUrlParams) return address
  const params = prefix.cdnUrlParams.replace(/^[?&]/, '')
  return `${address}${address.includes('?') ? '&' : '?'}${params}`
}

/** The server's address for users without a picture; here the first letter of the name is shown instead. */
const NO_PICTURE = '/static/images/avatar.png'

/** The address of a user's picture; empty without one. */
export const avatarUrl = (avatar = ''): string => (avatar === NO_PICTURE ? '' : fullUrl(avatar))

/** What a stored address calls the file. */
export const fileName = (address: string): string => {
  const last = address.split(/[?#]/)[0]?.split('/').pop() ?? ''
  try {
    return decodeURIComponent(last) || address
  } catch {
    return last || address
  }
}

import { site } from './store'

/** Where a stored file is: absolute addresses and data images stay, others get the CDN or the host before them. */
export function fileUrl(path: string, config: { cdnUrl: string; cdnUrlParams: string } = site): string {
  if (!path || /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(path) || /^data:image\//i.test(path)) return path
  const own = !config.cdnUrl || (typeof location !== 'undefined' && config.cdnUrl === `//${location.host}`)
  const full = `${own ? '' : config.cdnUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
  if (own || !config.cdnUrlParams) return full
  return `${full}${full.includes('?') ? '&' : '?'}${config.cdnUrlParams.replace(/^[?&]/, '')}`
}

/** What the server names for whoever has no picture; here the first letter of the name stands for it. */
const NO_PICTURE = '/static/images/avatar.png'

/** Where somebody's picture is; empty without one. */
export const faceUrl = (avatar: string): string => (avatar === NO_PICTURE ? '' : fileUrl(avatar))

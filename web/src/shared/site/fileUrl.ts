import { site } from './store'

/** Where a stored file is: absolute addresses and data images stay, others get the CDN or the host before them. */
export function fileUrl(path: string, config: { cdnUrl: string; cdnUrlParams: string } = site): string {
  if (!path || /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(path) || /^data:image\//i.test(path)) return path
  const own = !config.cdnUrl || (typeof location !== 'undefined' && config.cdnUrl === `//${location.host}`)
  const full = `${own ? '' : config.cdnUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
  if (own || !config.cdnUrlParams) return full
  return `${full}${full.includes('?') ? '&' : '?'}${config.cdnUrlParams.replace(/^[?&]/, '')}`
}

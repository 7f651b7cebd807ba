import { isOwnPath } from './ownPath'

/** Parts of header and footer without a built-in text: shown once the back office has written one. */
export const EXTRAS = [
  { key: 'footer.qrSiteImage', kind: 'image' },
  { key: 'footer.qrMemberImage', kind: 'image' },
  { key: 'footer.qrMoreImage', kind: 'image' },
  { key: 'footer.links', kind: 'links' },
  // The company's settings stand in for these.
  { key: 'footer.phone', kind: 'contact' },
  { key: 'footer.email', kind: 'contact' },
  { key: 'footer.address', kind: 'contact' },
  { key: 'footer.hours', kind: 'contact' },
] as const

export type Extra = (typeof EXTRAS)[number]

/** They are on every public page, so they are in the group that is always loaded. */
export const EXTRA_PAGE = 'site'
export const EXTRA_KEYS: readonly string[] = EXTRAS.map(({ key }) => `${EXTRA_PAGE}.${key}`)

export interface SiteLink {
  name: string
  url: string
}

/** A link a line: a name, then an address of our own or of the web. Other lines are left out. */
export function parseLinks(text: string): SiteLink[] {
  return text.split('\n').flatMap((line) => {
    const found = /^(\S.*?)\s+(\S+)$/.exec(line.trim())
    const leads = (url: string): boolean => isOwnPath(url) || /^https?:\/\/./.test(url)
    return found?.[1] && found[2] && leads(found[2]) ? [{ name: found[1], url: found[2] }] : []
  })
}

import { uploadRules } from './rules'

const ABSOLUTE = /^(?:https?:)?\/\/|^data:image\//i

/** Where a stored address points: absolute ones and data images as they are, others below the CDN or this host. */
export function fullUrl(address: string): string {
  if (!address || ABSOLUTE.test(address)) return address
  const path = address.startsWith('/') ? address : `/${address}`
  const { cdnUrl, cdnUrlParams } = uploadRules
  return cdnUrl ? `${cdnUrl.replace(/\/$/, '')}${path}${cdnUrlParams}` : path
}

export const fileName = (address: string): string => {
  const last = address.split(/[?#]/)[0]?.split('/').pop() ?? ''
  try {
    return decodeURIComponent(last) || address
  } catch {
    return last || address
  }
}

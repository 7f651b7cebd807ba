import { proxy } from 'valtio'
import type { MemberRule } from '@/shared/session/member'

export interface UploadLimits {
  mode: string
  maxSize: number
  saveName: string
  /** Comma list. */
  allowedSuffixes: string
  allowedMimeTypes: readonly string[] | string
  /** Only for direct object storage. */
  url?: string
  params?: Readonly<Record<string, string>>
}

/** What the server says about the site as a whole. */
export interface SiteConfig {
  siteName: string
  recordNumber: string
  /** Lines. */
  companyAddress: string
  /** A telephone number, an e-mail address or words. */
  companyContact: string
  version: string
  /** The name of the site's time zone, as `Asia/Shanghai`; empty until it is known. */
  timeZone: string
  cdnUrl: string
  cdnUrlParams: string
  upload: UploadLimits
  /** Rules that the site's header shows beside its own places. */
  headNav: MemberRule[]
}

const MEGABYTE = 1024 * 1024

export const site = proxy<SiteConfig>({
  siteName: 'Entrepot',
  recordNumber: '',
  companyAddress: '',
  companyContact: '',
  version: '',
  timeZone: '',
  cdnUrl: '',
  cdnUrlParams: '',
  upload: {
    mode: 'local',
    maxSize: 10 * MEGABYTE,
    saveName: '/storage/{topic}/{year}{mon}{day}/{fileName}{fileSha1}{.suffix}',
    allowedSuffixes: 'jpg,png,bmp,jpeg,gif,webp,zip,rar,wav,mp4,mp3',
    allowedMimeTypes: [],
  },
  headNav: [],
})

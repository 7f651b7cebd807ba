import { proxy } from 'valtio'
import { http } from '@/shared/http'

/** What the site says of uploads and of where files lie. */
interface UploadRules {
  mode: string
  url: string
  params: Record<string, string>
  maxSize: number
  /** Empty: any. */
  suffixes: readonly string[]
  mimeTypes: readonly string[]
  cdnUrl: string
  cdnUrlParams: string
}

interface SiteConfig {
  cdnUrl?: string
  cdnUrlParams?: string
  upload?: {
    mode?: string
    url?: string
    params?: Record<string, string>
    maxSize?: number
    allowedSuffixes?: string | readonly string[]
    allowedMimeTypes?: string | readonly string[]
  }
}

const TEN_MEGABYTES = 10 * 1024 * 1024

export const uploadRules = proxy<UploadRules>({
  mode: 'local',
  url: '',
  params: {},
  maxSize: TEN_MEGABYTES,
  suffixes: [],
  mimeTypes: [],
  cdnUrl: '',
  cdnUrlParams: '',
})

const list = (value: string | readonly string[] | undefined): string[] =>
  (typeof value === 'string' ? value.split(',') : [...(value ?? [])])
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)

export function keepUploadRules(site: SiteConfig): void {
  const { upload = {} } = site
  Object.assign(uploadRules, {
    mode: upload.mode || 'local',
    url: upload.url ?? '',
    params: upload.params ?? {},
    maxSize: upload.maxSize || TEN_MEGABYTES,
    suffixes: list(upload.allowedSuffixes),
    mimeTypes: list(upload.allowedMimeTypes),
    cdnUrl: site.cdnUrl ?? '',
    cdnUrlParams: site.cdnUrlParams ?? '',
  })
}

let asked: Promise<void> | null = null
/** Asked for before the first upload. */
export function loadUploadRules(): Promise<void> {
  asked ??= http.get<{ siteConfig?: SiteConfig }>('/admin/Index/index').then(
    ({ siteConfig }) => keepUploadRules(siteConfig ?? {}),
    (cause: unknown) => {
      asked = null
      throw cause
    },
  )
  return asked
}

/** Key of the message for a file that may not be sent; null when it may. */
export function refusal(
  file: { name: string; size: number; type: string },
  rules: Pick<UploadRules, 'maxSize' | 'suffixes' | 'mimeTypes'> = uploadRules,
): string | null {
  if (!file.name || !file.size) return 'upload.incomplete'
  const suffix = file.name.includes('.') ? (file.name.split('.').pop() ?? '').toLowerCase() : ''
  const mime = file.type.toLowerCase()
  const bySuffix = rules.suffixes.includes(suffix)
  const byMime = rules.mimeTypes.some(
    (allowed) => allowed === mime || (allowed.endsWith('/*') && mime.startsWith(allowed.slice(0, -1))),
  )
  const free = rules.suffixes.length === 0 && rules.mimeTypes.length === 0
  if (!free && !bySuffix && !byMime) return 'upload.type'
  if (file.size > rules.maxSize) return 'upload.size'
  return null
}

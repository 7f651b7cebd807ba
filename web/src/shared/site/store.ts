import { proxy, subscribe } from 'valtio'
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

/** The money that the whole site counts in. */
export interface Currency {
  /** Of ISO 4217. */
  code: string
  symbol: string
  place: string
}

/** What the server says about the site as a whole. */
export interface SiteConfig {
  siteName: string
  recordNumber: string
  /** Lines. */
  companyAddress: string
  /** A telephone number, an e-mail address or words. */
  companyContact: string
  currency: Currency
  /** What header and footer lead to; null until it is known. */
  entries: readonly string[] | null
  /** What the shop is called in them; empty: by the site's own word. */
  shopName: string
  /** What stands at the site's address: `site` or `shop`. */
  homePage: string
  version: string
  /** The name of the site's time zone, as `Asia/Shanghai`; empty until it is known. */
  timeZone: string
  cdnUrl: string
  cdnUrlParams: string
  upload: UploadLimits
  /** Rules that the site's header shows beside its own places. */
  headNav: MemberRule[]
}

const CURRENCY_KEY = 'currency'
const FIRST_CURRENCY: Currency = { code: 'CNY', symbol: '¥', place: 'before' }

/** As the site had it last, so that no amount is drawn with another sign first. */
function rememberedCurrency(): Currency {
  try {
    const saved = JSON.parse(globalThis.localStorage?.getItem(CURRENCY_KEY) ?? '{}') as Partial<Currency>
    return { ...FIRST_CURRENCY, ...saved }
  } catch {
    return FIRST_CURRENCY
  }
}

const MEGABYTE = 1024 * 1024

export const site = proxy<SiteConfig>({
  siteName: 'Entrepot',
  recordNumber: '',
  companyAddress: '',
  companyContact: '',
  currency: rememberedCurrency(),
  entries: null,
  shopName: '',
  // The node has put the shop's first content there.
  homePage: globalThis.location?.pathname === '/' && document.getElementById('first') ? 'shop' : 'site',
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

subscribe(site, () => globalThis.localStorage?.setItem(CURRENCY_KEY, JSON.stringify(site.currency)))

/** An amount with the sign of the site's currency. */
export function withCurrency(amount: string): string {
  const { symbol, place } = site.currency
  return place === 'after' ? `${amount} ${symbol}` : symbol + amount
}

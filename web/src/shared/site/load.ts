import { http, untyped } from '@/shared/http'
import { site, type SiteConfig } from './store'

let asked: Promise<void> | null = null

/** What the back office is told of the site: asked for once, before it is first needed. */
export function loadSite(): Promise<void> {
  asked ??= untyped<{ siteConfig?: Partial<SiteConfig> }>(http.get('/admin/Index/index')).then(
    ({ siteConfig }) => {
      for (const [key, value] of Object.entries(siteConfig ?? {}))
        if (key in site && value !== null && value !== undefined) Object.assign(site, { [key]: value })
    },
    (cause: unknown) => {
      asked = null
      throw cause
    },
  )
  return asked
}

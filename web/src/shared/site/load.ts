import { http } from '@/shared/http'
import { site } from './store'

let asked: Promise<void> | null = null

/** Loads the site's settings for the back office, once. */
export function loadSite(): Promise<void> {
  asked ??= http.get('/admin/Index/index').then(
    ({ siteConfig }) => {
      for (const [key, value] of Object.entries(siteConfig))
        if (key in site && value !== null && value !== undefined) Object.assign(site, { [key]: value })
    },
    (cause: unknown) => {
      asked = null
      throw cause
    },
  )
  return asked
}

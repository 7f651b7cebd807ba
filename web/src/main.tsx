import '@arco-design/web-react/es/style/index.css'
import './shared/ui/global.css'
import './shared/print/paper.css'
import { isAdminPath } from '@/shared/base'
import { applyDarkness, storedPreferences } from '@/shared/preferences/storedPreferences'

applyDarkness(storedPreferences().dark === true)
// Visitors never load the back office, and clerks never the public site: each is a bundle of its own.
const side = isAdminPath(location.pathname) ? 'desk' : 'site'
const files = document.querySelector<HTMLMetaElement>(`meta[name="side:${side}"]`)?.content.split(' ') ?? []
for (const file of files) {
  if (file.endsWith('.css')) {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = file
    document.head.append(link)
  } else {
    const script = document.createElement('script')
    script.src = file
    script.async = false
    document.head.append(script)
  }
}

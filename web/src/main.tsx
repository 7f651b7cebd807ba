import '@arco-design/web-react/es/style/index.css'
import './shared/ui/global.css'
import './shared/print/paper.css'
import { isAdminPath } from '@/shared/base'
import { painted } from './app/painted'
import { applyDarkness, storedPreferences } from '@/shared/preferences/storedPreferences'

applyDarkness(storedPreferences().dark === true)
// Visitors never load the back office, and clerks never the public site: each is a bundle of its own.
const side = isAdminPath(location.pathname) ? 'desk' : 'site'
const files = document.querySelector<HTMLMetaElement>(`meta[name="side:${side}"]`)?.content.split(' ') ?? []

function begin(): void {
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
}

// A page that came with its first content shows it before the scripts keep the processor busy.
const first = document.getElementById('first')
if (first) painted(first, begin)
else begin()

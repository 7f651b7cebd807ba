import '@arco-design/web-react/es/style/index.css'
import './shared/ui/global.css'
import { isAdminPath } from '@/shared/base'
import { applyTheme } from '@/shared/preferences/store'

applyTheme()
const root = document.getElementById('root')
// Visitors never load the back office, and clerks never the public site: each is a bundle of its own.
const app = isAdminPath(location.pathname) ? import('./app/mount') : import('./app/site/mount')
if (root) void app.then(({ mount }) => mount(root))

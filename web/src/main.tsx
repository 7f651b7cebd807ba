import './shared/ui/global.css'
import './shared/i18n'
import { createRoot } from 'react-dom/client'
import { applyTheme } from '@/shared/preferences/store'
import { App } from './app/App'

applyTheme()
const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)

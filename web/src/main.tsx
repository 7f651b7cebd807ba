import './shared/ui/global.css'
import { createRoot } from 'react-dom/client'
import { loadTexts } from '@/shared/i18n'
import { applyTheme } from '@/shared/preferences/store'
import { App } from './app/App'

applyTheme()
const root = document.getElementById('root')
// Without words there is still a page: keys are better than nothing at all.
if (root)
  void loadTexts()
    .catch(() => undefined)
    .then(() => createRoot(root).render(<App />))

import { createRoot } from 'react-dom/client'
import '@/shared/ui/layout.module.css'
import { loadTexts } from '@/shared/i18n'
import { prefetch } from './prefetch'
import { App } from './App'
import { stylesLoaded } from './styles'
import './texts'

/** The back office. */
async function mount(root: HTMLElement): Promise<void> {
  // Render even if the texts failed to load: keys are better than an empty page.
  await Promise.all([loadTexts('common').catch(() => undefined), stylesLoaded(), prefetch(location)])
  createRoot(root).render(<App />)
}

const root = document.getElementById('root')
if (root) void mount(root)

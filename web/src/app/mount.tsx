import { createRoot } from 'react-dom/client'
import { loadTexts } from '@/shared/i18n'
import { ahead } from './ahead'
import { App } from './App'
import { stylesArrived } from './styles'
import './words'

/** The back office. */
async function mount(root: HTMLElement): Promise<void> {
  // Without words there is still a page: keys are better than nothing at all.
  await Promise.all([loadTexts('common').catch(() => undefined), stylesArrived(), ahead(location)])
  createRoot(root).render(<App />)
}

const root = document.getElementById('root')
if (root) void mount(root)

import { createRoot } from 'react-dom/client'
import { loadTexts } from '@/shared/i18n'
import { App } from './App'

/** The back office. */
export async function mount(root: HTMLElement): Promise<void> {
  // Without words there is still a page: keys are better than nothing at all.
  await loadTexts().catch(() => undefined)
  createRoot(root).render(<App />)
}

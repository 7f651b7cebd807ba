import '@/shared/i18n'
import { createRoot } from 'react-dom/client'
import { App } from './App'

/** The back office. */
export function mount(root: HTMLElement): void {
  createRoot(root).render(<App />)
}

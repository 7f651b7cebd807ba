import { createRoot } from 'react-dom/client'
import { loadTexts } from '@/shared/i18n'
import { loadContent } from '@/shared/site/content'
import { preloadHome, Site } from './Site'

/** The public site and the member centre. */
export async function mount(root: HTMLElement): Promise<void> {
  if (location.pathname === '/') void preloadHome()
  const inside = location.pathname.startsWith('/user')
  // Without words there is still a page: keys are better than nothing at all.
  await (inside ? loadTexts('site') : loadContent('site')).catch(() => undefined)
  createRoot(root).render(<Site />)
}

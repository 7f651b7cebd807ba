import { createRoot } from 'react-dom/client'
import { loadTexts } from '@/shared/i18n'
import { loadContent } from '@/shared/site/content'
import { stylesLoaded } from '../styles'
import { preloadHome, Site } from './Site'
import './words'

/** The public site and the member centre. */
async function mount(root: HTMLElement): Promise<void> {
  if (location.pathname === '/') void preloadHome()
  const inside = /^\/user(\/(?!iframe\/)|$)/.test(location.pathname)
  const texts = inside ? loadTexts('site', 'common') : loadContent('site')
  // Render even if the texts failed to load: keys are better than an empty page.
  await Promise.all([texts.catch(() => undefined), stylesLoaded()])
  createRoot(root).render(<Site />)
}

const root = document.getElementById('root')
if (root) void mount(root)

import { createRoot } from 'react-dom/client'
import '@/shared/ui/layout.module.css'
import { loadTexts } from '@/shared/i18n'
import { loadContent } from '@/shared/site/content'
import { stylesLoaded } from '../styles'
import { prefetchShop } from '@/features/shop/calls'
import { preloadHome, preloadShop, Site } from './Site'
import './texts'

/** Longest time that the first content of a page of the shop stays. */
const SHOP_MS = 5_000

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** The public site and the member centre. */
async function mount(root: HTMLElement): Promise<void> {
  // What the page came with stays until the app can draw the same, so that nothing flickers.
  const drawn = document.getElementById('first') !== null
  const isHome = location.pathname === '/'
  if (isHome && !drawn) void preloadHome()
  let shop: Promise<unknown> = Promise.resolve()
  if (/^\/shop(\/|$)/.test(location.pathname) || (isHome && drawn)) {
    const asked = [
      prefetchShop(isHome ? '/shop' : location.pathname, location.search),
      preloadShop(location.pathname),
    ]
    if (drawn) shop = Promise.race([Promise.all(asked), pause(SHOP_MS)])
  }
  const inside = /^\/user(\/(?!iframe\/)|$)/.test(location.pathname)
  const texts = inside ? loadTexts('site', 'common') : loadContent('site')
  // Render even if the texts failed to load: keys are better than an empty page.
  await Promise.all([texts.catch(() => undefined), stylesLoaded(), shop])
  createRoot(root).render(<Site />)
}

const root = document.getElementById('root')
if (root) void mount(root)

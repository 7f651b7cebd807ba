import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useTitle } from './useTitle'
import { preferences } from '@/shared/preferences/store'
import { site } from '@/shared/site/store'
import { fullUrl } from '@/shared/upload/address'

/** Sets a `<meta>`, which is made where there is none. */
function meta(kind: 'name' | 'property', name: string, content: string): void {
  let element = document.head.querySelector(`meta[${kind}="${name}"]`)
  if (!element) {
    element = document.createElement('meta')
    element.setAttribute(kind, name)
    document.head.append(element)
  }
  element.setAttribute('content', content)
}

function canonical(address: string): void {
  let element = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (!element) {
    element = document.createElement('link')
    element.rel = 'canonical'
    document.head.append(element)
  }
  element.href = address
}

interface Head {
  /** The window's title. */
  title: string
  /** What the page is about, in a sentence or two. */
  text: string
  /** A dead end: not to be found by search engines. */
  hidden?: boolean
  kind?: 'website' | 'product'
  /** A stored address; otherwise the site's own picture. */
  image?: string
  /** What of the query belongs to the page's one address: `?page=2`. */
  query?: string
}

/** The head of a page, for search engines and previews of links. */
export function useHead({
  title,
  text,
  hidden = false,
  kind = 'website',
  image = '',
  query = '',
}: Head): void {
  const { siteName } = useSnapshot(site)
  const { language } = useSnapshot(preferences)
  useTitle(title)
  useEffect(() => {
    const address = location.origin + location.pathname + query
    meta('name', 'description', text)
    meta('name', 'robots', hidden ? 'noindex' : 'index,follow')
    meta('property', 'og:type', kind)
    meta('property', 'og:site_name', siteName)
    meta('property', 'og:title', title)
    meta('property', 'og:description', text)
    meta('property', 'og:url', address)
    meta('property', 'og:locale', language === 'en' ? 'en_US' : 'zh_CN')
    meta('property', 'og:image', image ? fullUrl(image) : `${location.origin}/preview.png`)
    canonical(address)
  }, [title, text, hidden, kind, image, query, siteName, language])
}

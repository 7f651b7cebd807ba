import { useLocation } from 'react-router'
import { useSnapshot } from 'valtio'
import { site } from '@/shared/site/store'
import { RouteLink, type RouteLinkProps } from './RouteLink'

interface Props extends RouteLinkProps {
  /** Only the page itself, none below it. */
  end?: boolean
}

/** A link of a menu. It is marked when its page is open. */
export function MenuLink({ to, end = false, className, ...rest }: Props) {
  const { pathname } = useLocation()
  const { homePage } = useSnapshot(site)
  const here = pathname.toLowerCase()
  const place = new URL(to, location.origin).pathname.toLowerCase()
  // Where the shop is the home page, both addresses are the shop's.
  const home = here === '/' && place === '/shop' && homePage === 'shop'
  const there = home || here === place || (!end && here.startsWith(`${place}/`))
  return (
    <RouteLink
      {...rest}
      to={to}
      className={[className, there && 'active'].filter(Boolean).join(' ')}
      aria-current={there ? 'page' : undefined}
    />
  )
}

import { useLocation } from 'react-router'
import { RouteLink, type RouteLinkProps } from './RouteLink'

interface Props extends RouteLinkProps {
  /** Only the page itself, none below it. */
  end?: boolean
}

/** A link of a menu. It is marked when its page is open. */
export function MenuLink({ to, end = false, className, ...rest }: Props) {
  const { pathname } = useLocation()
  const here = pathname.toLowerCase()
  const place = new URL(to, location.origin).pathname.toLowerCase()
  const there = here === place || (!end && here.startsWith(`${place}/`))
  return (
    <RouteLink
      {...rest}
      to={to}
      className={[className, there && 'active'].filter(Boolean).join(' ')}
      aria-current={there ? 'page' : undefined}
    />
  )
}

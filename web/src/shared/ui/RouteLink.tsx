import type { AnchorHTMLAttributes } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'

export interface RouteLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> {
  to: string
  replace?: boolean
}

/** Leads to a page of ours. The router's own link also fetches pages ahead for a framework that is not here. */
export function RouteLink({ to, replace, onClick, ...rest }: RouteLinkProps) {
  const href = useHref(to)
  const go = useLinkClickHandler<HTMLAnchorElement>(to, { replace })
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) go(event)
      }}
    />
  )
}

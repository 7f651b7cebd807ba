import { useContext, useMemo, useState, type ReactNode } from 'react'
import {
  NavigationType,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_RouteContext as RouteContext,
  type Location,
} from 'react-router'

interface Props {
  location: Location
  children: ReactNode
}

/**
 * Keeps steps elsewhere from what is inside. The router tells everybody below where one is, and every page behind a tab
 * would be drawn anew at every step.
 */
export function Still({ location, children }: Props) {
  const around = useContext(RouteContext)
  const [route] = useState(around)
  const place = useMemo(() => ({ location, navigationType: NavigationType.Push }), [location])
  return (
    <RouteContext.Provider value={route}>
      <LocationContext.Provider value={place}>{children}</LocationContext.Provider>
    </RouteContext.Provider>
  )
}

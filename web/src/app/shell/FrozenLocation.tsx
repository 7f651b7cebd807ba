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

/** Hides navigation from its children, so that pages behind other tabs do not re-render at each step. */
export function FrozenLocation({ location, children }: Props) {
  const around = useContext(RouteContext)
  const [route] = useState(around)
  const value = useMemo(() => ({ location, navigationType: NavigationType.Push }), [location])
  return (
    <RouteContext.Provider value={route}>
      <LocationContext.Provider value={value}>{children}</LocationContext.Provider>
    </RouteContext.Provider>
  )
}

import { useEffect } from 'react'

/** A path of the other half (site or back office): reloads the page, which loads that half. */
export function FullReload() {
  useEffect(() => location.reload(), [])
  return null
}

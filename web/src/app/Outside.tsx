import { useEffect } from 'react'

/** An address of the other half (site or back office): the page is loaded anew and brings that half. */
export function Outside() {
  useEffect(() => location.reload(), [])
  return null
}

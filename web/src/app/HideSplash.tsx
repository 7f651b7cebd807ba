import { useEffect } from 'react'
import { hideSplash } from './splash'

/** Removes the splash once the page that it is drawn with has loaded. */
export function HideSplash() {
  useEffect(hideSplash, [])
  return null
}

import { useEffect } from 'react'
import { pageArrived } from './firstBlock'

/** Drawn together with a page of its own chunk: takes the first block away. */
export function Arrived() {
  useEffect(pageArrived, [])
  return null
}

import { useState } from 'react'
import { randomId } from '@/shared/randomId'

/** A unique id for the lifetime of the component. */
export function useRandomId(): string {
  const [id] = useState(randomId)
  return id
}

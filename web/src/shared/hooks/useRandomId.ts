import { useState } from 'react'
import { randomId } from '@/shared/randomId'

/** An id that nobody else has, for as long as the component is there. */
export function useRandomId(): string {
  const [id] = useState(randomId)
  return id
}

import { useState } from 'react'

/** An id that nobody else has, for as long as the component is there. */
export function useRandomId(): string {
  const [id] = useState(() =>
    // `randomUUID` is only there on secure origins; a warehouse's own address may be plain http.
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    ),
  )
  return id
}

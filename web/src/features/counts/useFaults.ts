import { useState } from 'react'

/** Words on what is wrong, by field. */
type Faults = Readonly<Record<string, string>>

/** What is wrong with the fields of a dialog. A field that is changed is taken for right until it is sent again. */
export function useFaults() {
  const [faults, setFaults] = useState<Faults>({})
  const clear = (...fields: string[]): void =>
    setFaults((old) => Object.fromEntries(Object.entries(old).filter(([field]) => !fields.includes(field))))
  return { faults, setFaults, clear }
}

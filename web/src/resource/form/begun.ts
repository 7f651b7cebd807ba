import { createContext } from 'react'

/** Takes a value that a form has chosen by itself as one that it began with: to leave it loses nothing of a person's. */
export const Begun = createContext<(name: string, value: unknown) => void>(() => undefined)

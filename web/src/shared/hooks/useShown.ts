import { createContext, useContext } from 'react'

/** False inside a page that is kept alive behind another tab. */
export const ShownContext = createContext(true)

export const useShown = (): boolean => useContext(ShownContext)

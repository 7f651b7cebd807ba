import { useEffect } from 'react'
import { productRows, remember } from '@/shared/scan/findProduct'
import { orKept } from './useRemembered'

/** Products of one answer, and those that are read. */
const AT_ONCE = 100
const MOST = 1_000

/**
 * Reads products of which the codes may be scanned, so that they are understood without a signal. Users who may not list
 * products have each code looked up.
 */
export function useKnownProducts(products: readonly number[]): void {
  const ids = [...new Set(products)].sort((one, other) => one - other).slice(0, MOST)
  const key = ids.join()
  useEffect(() => {
    const control = new AbortController()
    const read = async (): Promise<void> => {
      for (let start = 0; start < ids.length; start += AT_ONCE) {
        const some = ids.slice(start, start + AT_ONCE)
        const read = () => productRows('id', some, AT_ONCE, control.signal)
        remember((await orKept(`products ${some.join()}`, read)).value)
      }
    }
    read().catch(() => undefined)
    return () => control.abort()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the same ids have the same key
  }, [key])
}

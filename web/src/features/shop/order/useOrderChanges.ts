import { type Shown, useChanges } from '../useChanges'
import { getChanges } from './calls'

interface OrderShown extends Omit<Shown, 'of' | 'read'> {
  /** The order that is shown; '' for all of one's orders. */
  order: string
}

/** Keeps a page with orders as they are: `changes` is how often they had changed when they were read. */
export function useOrderChanges({ order, ...shown }: OrderShown): void {
  useChanges({ ...shown, of: order, read: (signal) => getChanges(order, signal) })
}

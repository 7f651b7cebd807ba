import { ORDER } from './states'

interface Step {
  action: string
  reason: string
}

const DECISION = 'cancelRefuse'
const ABOUT = new Set(['applyCancel', 'takeBackCancel', DECISION])

/**
 * Why the shop refused to cancel an order that is still on its way to the member; empty where it did not, or where the
 * member has taken back what they asked for since. `history` is in the order of time.
 */
export function refusedCancel(status: number, history: readonly Step[]): string {
  if (status !== ORDER.toShip && status !== ORDER.toReceive) return ''
  const last = history.filter(({ action }) => ABOUT.has(action)).at(-1)
  return last?.action === DECISION ? last.reason : ''
}

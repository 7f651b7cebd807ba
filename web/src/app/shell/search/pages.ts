import { contains } from '@/shared/folded'
import type { Entry } from '../../routing/rules'

const MOST = 12

/** Pages whose title, path or directories hold every word that was typed. */
export function search(all: readonly Entry[], typed: string): Entry[] {
  const words = typed.split(/\s+/).filter(Boolean)
  return all
    .filter((entry) => {
      const text = [entry.title, entry.name, ...entry.trail].join(' ')
      return words.every((word) => contains(text, word))
    })
    .slice(0, MOST)
}

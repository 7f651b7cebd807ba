import type { Schema } from '@/shared/http/api'
import { memberHttp } from '@/shared/http/member'

/** An area with those below it, as far as they were asked for. */
export interface Area extends Schema<'AreaOption'> {
  isLeaf?: boolean
  children?: Area[]
}

/** The tree has no more levels than these: province, city, district. */
const DEEPEST = 3

/** What lies directly below a path of areas; below nothing, the provinces. */
async function below(path: readonly number[]): Promise<Area[]> {
  const [province, city] = path
  const list = await memberHttp.get('/api/ajax/area', { province, city })
  return list.map((one) => ({ ...one, isLeaf: path.length >= DEEPEST - 1 }))
}

/** Opens a path as far as it goes; answers the tree of areas with it. */
export async function openedTo(path: readonly number[]): Promise<Area[]> {
  const top = await below([])
  let level = top
  for (const [at, id] of path.slice(0, DEEPEST - 1).entries()) {
    const found = level.find(({ value }) => value === id)
    if (!found) break
    found.children = await below(path.slice(0, at + 1))
    level = found.children
  }
  return top
}

/** The areas below a path; none where the tree ends there. */
export const areasBelow = below
